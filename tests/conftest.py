"""Where the tests find the full datasets and the paper's results; tests that need them are skipped without them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# read once, for some tests change the environment
DATA = os.environ.get("ISOCOLON_DATA", "")
PAPER = os.environ.get("ISOCOLON_PAPER", "")


def folder(root: str, name: str, reason: str) -> Path:
    """Returns a folder below a root, or skips the test with the reason."""
    path = Path(root, name)
    if not (root and path.is_dir()):
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def asp_path() -> Path:
    """The folder of the ASP dataset."""
    return folder(DATA, "asp", "needs the full dataset 'asp': set ISOCOLON_DATA to the folder that holds it")


@pytest.fixture(scope="session")
def pse_path() -> Path:
    """The folder of the PSE dataset."""
    return folder(DATA, "pse", "needs the full dataset 'pse': set ISOCOLON_DATA to the folder that holds it")


@pytest.fixture(scope="session")
def paper_results_path() -> Path:
    """The folder of the paper's published results."""
    return folder(PAPER, "", "needs the paper's published results: set ISOCOLON_PAPER to their folder")
