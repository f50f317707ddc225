"""Runs: what a run folder holds, and what is refused before any work starts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from toy_corpus import RECIPE, document
from typer.testing import CliRunner

from isocolon import formats
from isocolon.cli import app
from isocolon.config import read_recipe, write_recipe
from isocolon.errors import ConfigurationError, DataError, IsocolonError, ModelError
from isocolon.training import runs
from isocolon.training.runs import Run

Corpus = tuple[Path, Path]
SHORT = {**RECIPE, "training": {"rate": 0.05, "epochs": 3}}


def recipe_for(corpus: Corpus, **changes: object) -> dict:
    return {**SHORT, "data": str(corpus[0]), **changes}


def test_a_run_folder_is_whole(corpus: Corpus, tmp_path: Path) -> None:
    lines: list[str] = []
    folder = tmp_path / "run"
    scores = runs.train(recipe_for(corpus), folder, split_file=corpus[1], seed=7, report=lines.append)
    assert {path.name for path in folder.iterdir()} == {
        "recipe.toml",
        "environment.json",
        "splits.json",
        "tags.json",
        "vocabulary.json",
        "model.safetensors",
        "checkpoint.safetensors",
        "history.json",
        "scores.json",
        "learning-curve.png",
    }
    recipe = read_recipe(folder / "recipe.toml")
    assert recipe["seed"] == 7 and recipe["training"]["patience"] == 25  # resolved: with what was not said
    kept = json.loads((folder / "scores.json").read_text())
    assert kept == runs.as_dicts(scores) and set(kept) == {"training", "validation", "test"}
    assert kept["test"]["epm"]["signature"].startswith("metric:epm|")
    history = json.loads((folder / "history.json").read_text())
    assert [epoch["number"] for epoch in history["epochs"]] == [1, 2, 3]
    assert json.loads((folder / "environment.json").read_text())["packages"]["torch"]
    assert "epoch 2 of 3: loss" in lines[2] and "patience" in lines[2] and "left" in lines[2]


def test_command_line(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_text(write_recipe(recipe_for(corpus)), encoding="utf-8")
    run = str(tmp_path / "run")
    arguments = ["--out", run, "--split-file", str(corpus[1]), "--training.epochs=1", "--scheme", "bio-branch"]
    trained = CliRunner().invoke(app, ["train", str(tmp_path / "toy.toml"), *arguments, "--json"])
    assert trained.exit_code == 0, trained.output
    evaluated = CliRunner().invoke(app, ["evaluate", run, "--split", "test", "--json"])
    assert json.loads(evaluated.stdout) == json.loads(trained.stdout)["test"]
    assert list(json.loads(evaluated.stdout)) == ["epm", "mpbm", "mbawo", "mwo"]
    assert 'scheme = "bio-branch"' in (tmp_path / "run" / "recipe.toml").read_text()
    found = tmp_path / "found.jsonl"
    assert "mbawo" in CliRunner().invoke(app, ["evaluate", run, "--out", str(found)]).stdout
    assert [each.id for each in formats.read(found)] == ["c"]


def test_ratios_where_there_is_no_split(tmp_path: Path) -> None:
    formats.write([document(str(k)) for k in range(10)], tmp_path / "corpus.jsonl")
    recipe = {**SHORT, "data": str(tmp_path / "corpus.jsonl"), "ratios": [0.6, 0.2, 0.2]}
    recipe["training"] = {"epochs": 1}
    scores = runs.train(recipe, tmp_path / "run")
    assert set(scores) == {"training", "validation", "test"}


BAD_SPLITS = {
    "an empty split": ({"training": [], "validation": ["b"]}, "the training split is empty"),
    "no validation": ({"training": ["a"]}, "the validation split is empty"),
    "an unknown id": ({"training": ["a"], "validation": ["z"]}, "there is no document 'z'. The choices are: a, b, c"),
    "twice": ({"training": ["a", "b"], "validation": ["b"]}, "document 'b' is in split '?|document 'b'"),
}


@pytest.mark.parametrize("why", BAD_SPLITS)
def test_bad_splits(corpus: Corpus, tmp_path: Path, why: str) -> None:
    splits, words = BAD_SPLITS[why]
    corpus[1].write_text(json.dumps(splits), encoding="utf-8")
    with pytest.raises(IsocolonError, match=words):
        runs.train(recipe_for(corpus), tmp_path / "run", split_file=corpus[1])
    assert not (tmp_path / "run").exists()


def test_nothing_to_learn(tmp_path: Path) -> None:
    formats.write([document(id).with_parallelisms(()) for id in "ab"], tmp_path / "bare.jsonl")
    (tmp_path / "splits.json").write_text('{"training": ["a"], "validation": ["b"]}', encoding="utf-8")
    with pytest.raises(DataError, match=r"the training split has no parallelisms. Give texts with parallelisms marked"):
        runs.train({**SHORT, "data": str(tmp_path / "bare.jsonl")}, tmp_path / "r", split_file=tmp_path / "splits.json")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"detector": "taggr"}, "there is no detector 'taggr'. Did you mean 'tagger'"),
        ({"detector": "repetition"}, "the detector 'repetition' needs no training"),
        ({"dataset": "asp"}, "a recipe needs either `dataset`"),
        ({"dataset": "aps", "data": None}, "there is no dataset 'aps'"),
        ({"seed": -1}, "a seed of -1. Give a whole number"),
    ],
)
def test_bad_recipes(corpus: Corpus, tmp_path: Path, changes: dict, words: str) -> None:
    recipe = {key: value for key, value in recipe_for(corpus, **changes).items() if value is not None}
    with pytest.raises(ConfigurationError, match=words):
        runs.train(recipe, tmp_path / "run", split_file=corpus[1])


def test_a_recipe_that_failed_can_be_mended(corpus: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(ConfigurationError, match="there is no key 'schema'"):
        runs.train(recipe_for(corpus, schema="bio"), folder, split_file=corpus[1])
    runs.train(recipe_for(corpus, training={"epochs": 1}), folder, split_file=corpus[1])
    with pytest.raises(ConfigurationError, match=r"is there already. Choose another folder, or go on with --resume"):
        runs.train(recipe_for(corpus), folder, split_file=corpus[1])


def test_a_run_of_another_version(corpus: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    runs.train(recipe_for(corpus, training={"epochs": 1}), folder, split_file=corpus[1])
    environment = json.loads((folder / "environment.json").read_text())
    (folder / "environment.json").write_text(json.dumps({**environment, "isocolon": "9.9.9"}))
    with pytest.raises(ModelError, match=r"a run of isocolon 9.9.9, and this is .* Train it again"):
        Run.read(folder)


REFUSED = {
    "an unknown tagset": (["--scheme=bioz-token"], "there is no tagging scheme 'bioz-token'. Did you mean 'bio-token'"),
    "an unknown key": (["--encoder.layer=2"], "(lstm): there is no key 'layer'. Did you mean 'layers'"),
    "other dimensions": (
        ['--embedding={name="vectors", path="small.vec", size=300}'],
        "small.vec: its vectors have 2 dimensions, and the recipe says 300. Set embedding.size=2",
    ),
    "no vectors": (['--embedding={name="vectors", path="none.vec"}'], "none.vec: cannot read it"),
    "no pieces": (['--embedding={name="subword", vocabulary="none.txt"}'], "none.txt: "),
    "no weights": (['--embedding={name="bert", model="bert"}'], "bert: there are no weights in it. Put model.safe"),
    "too few layers": (["--encoder.layers=-1"], "encoder.layers is -1. Give a number above 0"),
    "an empty split": (["--split-file=empty.json"], "the training split is empty. Training needs one document"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_refused_before_any_work(corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("toy.toml").write_text(write_recipe(recipe_for(corpus)), encoding="utf-8")
    Path("small.vec").write_text("1 2\nnox 0.5 0.5\n", encoding="utf-8")
    Path("empty.json").write_text('{"training": [], "validation": ["b"]}', encoding="utf-8")
    Path("bert").mkdir()
    Path("bert/config.json").write_text('{"model_type": "bert"}', encoding="utf-8")
    arguments, words = REFUSED[why]
    result = CliRunner().invoke(app, ["train", "toy.toml", "--out", "run", "--split-file", str(corpus[1]), *arguments])
    assert isinstance(result.exception, IsocolonError) and words in str(result.exception)
    assert not Path("run").exists()


def test_an_empty_split_cannot_be_scored(corpus: Corpus, tmp_path: Path) -> None:
    corpus[1].write_text('{"training": ["a"], "validation": ["b"], "test": []}', encoding="utf-8")
    runs.train(recipe_for(corpus, training={"epochs": 1}), tmp_path / "run", split_file=corpus[1])
    result = CliRunner().invoke(app, ["evaluate", str(tmp_path / "run"), "--split", "test"])
    assert isinstance(result.exception, DataError) and "the test split is empty" in str(result.exception)


def test_no_run_and_no_split(corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no run folder: there is no recipe.toml. Make one with: isocolon train"):
        Run.read(tmp_path)
    runs.train(recipe_for(corpus, training={"epochs": 1}), tmp_path / "run", split_file=corpus[1])
    with pytest.raises(ConfigurationError, match=r"there is no split 'tset'. Did you mean 'test'"):
        Run.read(tmp_path / "run").documents("tset")


def test_without_torch(corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isocolon.detectors.tagger", None)
    with pytest.raises(ConfigurationError, match=r"the detector 'tagger' needs the package .* 'isocolon\[train\]'"):
        runs.train(recipe_for(corpus), tmp_path / "run")
