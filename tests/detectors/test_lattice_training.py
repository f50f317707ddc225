"""Training the lattice detector at the command line: what is refused, what is needed, and that a killed run goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from toy_lattice import RECIPE, toy, write_corpus
from typer.testing import CliRunner

from isocolon import formats
from isocolon.cli import app
from isocolon.config import Table, read_recipe
from isocolon.detectors.lattice import FORESTS, MODEL, LatticeDetector
from isocolon.detectors.lattice.chains import ChainSettings
from isocolon.detectors.lattice.model import Sight
from isocolon.detectors.lattice.options import RANGES, Boosting, Options, options_of
from isocolon.detectors.lattice.training import grow
from isocolon.document import Document, Parallelism
from isocolon.errors import ConfigurationError, DataError, IsocolonError

pytest.importorskip("lightgbm", reason="needs LightGBM: pip install 'isocolon[lattice]'")


# --- recipes ---

BAD_OPTIONS: dict[str, tuple[Table, str]] = {
    "an unknown key": ({"leaves": 3}, "there is no key 'leaves'"),
    "an unknown key of trees": ({"pairs": {"leafs": 3}}, "there is no key 'leafs'. Did you mean 'leaves'?"),
    "an unknown criterion": ({"sight": {"criteria": ["metre"]}}, "there is no criterion 'metre'. .*length, distance"),
    "no criterion": ({"sight": {"criteria": []}}, r"sight.criteria is \[\]. Give one name at least"),
    "an unknown language": ({"sight": {"language": "latn"}}, "there is no language 'latn'. Did you mean 'latin'?"),
    "a split named twice": ({"splits": ["test", "test"]}, r"splits is \['test', 'test'\]. Give .* each once"),
    "one fold": ({"folds": 1}, "folds is 1. Give a number from 2 on"),
    "no trees": ({"chains": {"trees": 0}}, "chains.trees is 0. Give a number from 1 on"),
    "a share above 1": ({"pairs": {"features": 1.5}}, "pairs.features is 1.5. Give a number from 0.001 to 1"),
    "no number at all": ({"sample": float("nan")}, "sample is nan. Give a number from 0.001 to 1"),
    "words for numbers": ({"folds": "five"}, "folds: 'five' is no int"),
    "missing vectors": ({"vectors": "nowhere.npz"}, "no word vectors 'nowhere.npz'.*isocolon vectors train"),
}


@pytest.mark.parametrize("why", BAD_OPTIONS)
def test_bad_recipes(why: str) -> None:
    change, words = BAD_OPTIONS[why]
    with pytest.raises(ConfigurationError, match=words):
        LatticeDetector.check({**RECIPE, **change})


def test_every_range_is_of_an_option() -> None:
    known = {field.name for kind in (Options, Boosting, Sight, ChainSettings) for field in fields(kind)}
    assert RANGES.keys() <= known
    assert options_of({"detector": "lattice"}) == Options()  # which are in range themselves


# --- what is refused before any work starts ---

REFUSED = {
    "an unknown key": (["--tree=3"], "there is no key 'tree'"),
    "one fold": (["--folds", "1"], "folds is 1. Give a number from 2 on"),
    "more folds than documents": (["--folds=9"], "4 documents cannot be dealt into 9 folds"),
    "an unknown split": (['--splits=["trainnig"]'], "there is no split 'trainnig'. Did you mean 'training'?"),
    "an unknown document": (["--split-file=unknown.json"], "unknown.json: there is no document 'toy-9'"),
    "no split file": (["--split-file=none.json"], "none.json: cannot read it"),
    "an empty split": (["--split-file=empty.json"], "the training split is empty"),
    "missing vectors": (["--vectors=none.npz"], "there are no word vectors 'none.npz'"),
    "broken vectors": (["--vectors=broken.npz"], "broken.npz: these are no word vectors"),
    "one document": (["--data=one.jsonl", "--split-file=one.json"], "1 document cannot be dealt into 2 folds"),
    "no parallelisms": (["--data=bare.jsonl"], "the training split has no parallelisms"),
    "single branches": (["--data=single.jsonl"], "no document has a parallelism"),
}


def write_bad_files() -> None:
    """Writes files into the current folder of which each has one fault."""
    documents = [toy(number, 1) for number in range(6)]
    formats.write([d.with_parallelisms(()) for d in documents], Path("bare.jsonl"))
    single = [d.with_parallelisms([Parallelism(p.branches[:1]) for p in d.parallelisms]) for d in documents]
    formats.write(single, Path("single.jsonl"))
    formats.write(documents[:2], Path("one.jsonl"))
    Path("one.json").write_text('{"training": ["toy-0"], "validation": ["toy-1"]}', encoding="utf-8")
    Path("unknown.json").write_text('{"training": ["toy-0"], "validation": ["toy-9"]}', encoding="utf-8")
    Path("empty.json").write_text('{"training": [], "validation": ["toy-1"]}', encoding="utf-8")
    Path("broken.npz").write_bytes(b"PK\x03\x04 and no more")


@pytest.mark.parametrize("why", REFUSED)
def test_refused_before_any_work(why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_bad_files()
    recipe, splits = write_corpus(tmp_path)
    arguments, words = REFUSED[why]
    result = CliRunner().invoke(app, ["train", str(recipe), "--out", "run", "--split-file", str(splits), *arguments])
    assert isinstance(result.exception, IsocolonError)
    assert words in str(result.exception)
    assert not Path("run/stages").exists()  # no tree has been grown


@pytest.mark.parametrize(
    ("text", "branches", "words"),
    [
        ("unum duo", [(0, 1), (1, 2)], "there are no candidates"),
        ("unum, duo", [(0, 1), (2, 3)], "all 1 candidates are right"),
        ("a b c d e f g h i k l m. o p", [(1, 2), (9, 10)], "all .* candidates are wrong"),
    ],
)
def test_texts_without_candidates(text: str, branches: list[tuple[int, int]], words: str, tmp_path: Path) -> None:
    from isocolon.languages.generic import Generic

    tokens = tuple(Generic().tokenize(text))
    documents = [Document(id, text, tokens, parallelisms=(Parallelism.of(*branches),)) for id in "abc"]
    with pytest.raises(DataError, match=f"there is nothing to learn from: {words}.*nnotate more"):
        LatticeDetector.train(
            RECIPE, tmp_path, {"training": documents}, seed=1, resume=False, report=lambda words: None
        )


# --- growing ---


def test_every_second_model_draws_its_thresholds_at_random() -> None:
    rows = np.random.default_rng(0).normal(2, size=(400, 3)).astype(np.float32)
    stumps = Boosting(trees=6, leaves=2, smallest_leaf=5, features=1.0, examples=1.0, models=2)
    forest = grow(stumps, rows, rows[:, 0] > 2, seed=1)
    thresholds = forest.threshold[forest.roots]
    assert abs(thresholds[:6] - 2).max() < 0.05  # where the rows part, again and again
    assert abs(thresholds[6:] - 2).max() > 0.5
    again = grow(stumps, rows, rows[:, 0] > 2, seed=1)
    assert (again.threshold == forest.threshold).all()


# --- the command line ---


def command(recipe: Path, splits: Path, run: Path) -> list[str]:
    options = ["--out", str(run), "--split-file", str(splits), "--resume"]
    return [sys.executable, "-m", "isocolon.cli", "train", str(recipe), *options]


def test_folds_seed_and_split_file(tmp_path: Path) -> None:
    recipe, splits = write_corpus(tmp_path)
    run = tmp_path / "run"
    arguments = ["train", str(recipe), "--out", str(run), "--split-file", str(splits), "--folds", "3", "--seed", "7"]
    result = CliRunner().invoke(app, [*arguments, "--json"], catch_exceptions=False)
    assert json.loads(result.stdout)["test"]["epm"]["f1"] > 0.9
    used = read_recipe(run / "recipe.toml")
    assert (used["folds"], used["seed"], used["splits"]) == (3, 7, ["training"])
    assert json.loads((run / "splits.json").read_text()) == json.loads(splits.read_text())
    assert {path.name for path in run.iterdir()} == {
        "recipe.toml", "environment.json", "splits.json", "scores.json", MODEL, *(f"{name}.npz" for name in FORESTS)
    }  # fmt: skip


def without(packages: list[str], arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command where packages are not installed."""
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({packages!r})); from isocolon.cli import app; app({arguments!r})"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_what_is_needed_to_train_and_to_detect(tmp_path: Path) -> None:
    recipe, splits = write_corpus(tmp_path)
    run, text = tmp_path / "run", tmp_path / "text.txt"
    trained = without(["torch", "matplotlib"], ["train", str(recipe), "--out", str(run), "--split-file", str(splits)])
    assert trained.returncode == 0, trained.stderr
    text.write_text(toy(9, 1).text, encoding="utf-8")
    packages = ["torch", "lightgbm", "scipy", "matplotlib"]
    found = without(packages, ["detect", str(text), "--model", str(run), "--language", "la", "--format", "jsonl"])
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["parallelisms"]


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL here")
def test_a_killed_run_resumed_is_the_same(tmp_path: Path) -> None:
    trees = {"trees": 300, "leaves": 8, "smallest_leaf": 3, "features": 1.0, "models": 2}
    recipe, splits = write_corpus(tmp_path, {"pairs": trees, "chains": trees})
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run(command(recipe, splits, whole), capture_output=True, check=True)
    with subprocess.Popen(command(recipe, splits, killed), stderr=subprocess.DEVNULL) as process:
        while not (killed / "stages" / "pairs-0.npz").exists() and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not (killed / MODEL).exists()
    subprocess.run(command(recipe, splits, killed), capture_output=True, check=True)
    for name in (MODEL, *(f"{name}.npz" for name in FORESTS), "recipe.toml", "splits.json", "scores.json"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name


def test_a_finished_model_is_not_trained_again(tmp_path: Path) -> None:
    documents = {"training": [toy(number, 1) for number in range(4)]}
    lines: list[str] = []
    first = LatticeDetector.train(RECIPE, tmp_path, documents, seed=1, resume=False, report=lines.append)
    again = LatticeDetector.train(RECIPE, tmp_path, documents, seed=1, resume=True, report=lines.append)
    assert again.find(toy(9, 1)) == first.find(toy(9, 1))
    assert sum("chains:" in line for line in lines) == 1
