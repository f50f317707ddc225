"""Killed at any moment and resumed, a run ends with the same weights as one that never was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from toy_corpus import RECIPE

from isocolon.config import write_recipe
from isocolon.errors import ConfigurationError
from isocolon.training import runs

EPOCHS = 40
"""So many that the run is not over before it is killed, however busy the machine is."""
TRAINING = {"rate": 0.01, "batch": 1, "epochs": EPOCHS, "patience": EPOCHS}
OPTIONS = {**RECIPE, "dropout": 0.2, "handicaps": [0.0, 1.0], "training": TRAINING}


def command(corpus: tuple[Path, Path], folder: Path) -> list[str]:
    path = folder.parent / "toy.toml"
    path.write_text(write_recipe({**OPTIONS, "data": str(corpus[0])}), encoding="utf-8")
    options = ["--out", str(folder), "--split-file", str(corpus[1]), "--resume"]
    return [sys.executable, "-m", "isocolon.cli", "train", str(path), *options]


def epochs_done(folder: Path) -> int:
    path = folder / "history.json"
    return path.read_text().count('"number"') if path.exists() else 0


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL here")
def test_a_killed_run_resumed_is_the_same(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    torch_threads = {**os.environ, "OMP_NUM_THREADS": "1"}
    folder = tmp_path / "killed"
    with subprocess.Popen(command(corpus, folder), env=torch_threads, stderr=subprocess.DEVNULL) as process:
        while epochs_done(folder) < 3 and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert 3 <= epochs_done(folder) < EPOCHS
    resumed = subprocess.run(command(corpus, folder), env=torch_threads, capture_output=True, text=True, check=True)
    assert "going on after epoch" in resumed.stderr
    runs.train({**OPTIONS, "data": str(corpus[0])}, tmp_path / "whole", split_file=corpus[1])
    for name in ("model.safetensors", "scores.json"):
        assert (folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_resuming_with_another_recipe(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    recipe = {**OPTIONS, "data": str(corpus[0]), "training": {"epochs": 1}}
    runs.train(recipe, tmp_path / "run", split_file=corpus[1])
    for changed, seed, what in (({**recipe, "scheme": "bio-token"}, None, "scheme"), (recipe, 5, "seed")):
        with pytest.raises(ConfigurationError, match=f"the run was begun with another `{what}`. Resume it as it was"):
            runs.train(changed, tmp_path / "run", seed=seed, resume=True)


def test_resuming_with_other_splits(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    recipe = {**OPTIONS, "data": str(corpus[0]), "training": {"epochs": 1}}
    runs.train(recipe, tmp_path / "run", split_file=corpus[1])
    corpus[1].write_text('{"training": ["b"], "validation": ["a"]}', encoding="utf-8")
    with pytest.raises(ConfigurationError, match="the run was begun with another `split file`"):
        runs.train(recipe, tmp_path / "run", split_file=corpus[1], resume=True)


def test_what_a_resumed_recipe_leaves_out_is_as_it_was(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    recipe = {**OPTIONS, "data": str(corpus[0]), "training": {"epochs": 2}}
    runs.train(recipe, tmp_path / "run", split_file=corpus[1])
    before = (tmp_path / "run" / "recipe.toml").read_text()
    runs.train({key: recipe[key] for key in ("detector", "data")}, tmp_path / "run", resume=True)
    assert (tmp_path / "run" / "recipe.toml").read_text() == before


def test_resuming_a_finished_run(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    recipe = {**OPTIONS, "data": str(corpus[0]), "training": {"epochs": 2}}
    scores = runs.train(recipe, tmp_path / "run", split_file=corpus[1])
    weights = (tmp_path / "run" / "model.safetensors").read_bytes()
    assert runs.train(recipe, tmp_path / "run", resume=True) == scores
    assert (tmp_path / "run" / "model.safetensors").read_bytes() == weights
