"""A toy corpus on disk, a search done by one worker, and one thread. Without torch nothing of ours is run."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from toy_corpus import write_corpus
from training.searches import Essence, a_space, essence, times_run

collect_ignore_glob = [] if find_spec("torch") else ["test_runs.py", "test_resume.py", "test_recipes.py"]

if find_spec("torch"):
    import torch

    torch.set_num_threads(1)


@pytest.fixture
def corpus(tmp_path: Path) -> tuple[Path, Path]:
    """A corpus and its split file."""
    return write_corpus(tmp_path)


@pytest.fixture(scope="session")
def sequential(tmp_path_factory: pytest.TempPathFactory) -> Essence:
    """The trials of a search that one worker does."""
    from training import objectives

    from isocolon.training.executors import workers
    from isocolon.training.running import run
    from isocolon.training.search import Search

    search = Search(a_space(), tmp_path_factory.mktemp("sequential"))
    with workers(jobs=1) as pool:
        run(search, objectives.product, pool)
    assert times_run(search.folder) == [1] * 8
    return essence(search.trials())
