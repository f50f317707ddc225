"""A toy corpus on disk, and one thread. Without torch nothing of ours is run."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from toy_corpus import write_corpus

collect_ignore_glob = [] if find_spec("torch") else ["test_runs.py", "test_resume.py", "test_recipes.py"]

if find_spec("torch"):
    import torch

    torch.set_num_threads(1)


@pytest.fixture
def corpus(tmp_path: Path) -> tuple[Path, Path]:
    """A corpus and its split file."""
    return write_corpus(tmp_path)
