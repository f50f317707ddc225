"""The full datasets, read once for all studies."""

from __future__ import annotations

from pathlib import Path

import pytest

from isocolon.datasets import load
from isocolon.document import Document


@pytest.fixture(scope="session", params=["asp", "pse"])
def dataset(request: pytest.FixtureRequest) -> tuple[str, list[Document]]:
    """A full dataset's name and documents."""
    path: Path = request.getfixturevalue(f"{request.param}_path")
    return request.param, load(request.param, data=path.parent)
