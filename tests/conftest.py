"""Where the tests find the full datasets; without them the tests that need them are skipped with a reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def dataset_path(name: str) -> Path:
    """Returns the folder of a full dataset, or skips the test."""
    root = os.environ.get("ISOCOLON_DATA")
    path = Path(root or "", name)
    if not (root and path.is_dir()):
        pytest.skip(f"needs the full dataset '{name}': set ISOCOLON_DATA to the folder that holds it")
    return path


@pytest.fixture(scope="session")
def asp_path() -> Path:
    """The folder of the ASP dataset."""
    return dataset_path("asp")


@pytest.fixture(scope="session")
def pse_path() -> Path:
    """The folder of the PSE dataset."""
    return dataset_path("pse")
