"""Trials that train: the paper's spaces, and the objective."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from toy_corpus import RECIPE, document

from isocolon import formats

pytest.importorskip("torch", reason="training needs the extra 'train'")
pytest.importorskip("optuna", reason="searching needs the extra 'train'")

from isocolon.errors import ConfigurationError, DataError
from isocolon.training import trials
from isocolon.training.space import Space, read_space
from isocolon.training.tasks import STOP, Pruned, Task

SPACES = sorted((Path(__file__).parents[2] / "recipes" / "search").glob("*.toml"))

DEPTH, RATES = 4, 100
LSTM_PAIRS = sum(hidden <= size for hidden in (32, 48, 64, 96, 128, 192, 256, 384, 512) for size in
                 (64, 96, 128, 192, 256, 384, 512, 768))  # fmt: skip
SIZES = {
    "asp-learned-bilstm": 2 * LSTM_PAIRS * DEPTH * RATES,
    "asp-word2vec-bilstm": 7 * DEPTH * RATES,  # hidden sizes up to the vectors' 300
    "asp-subword-transformer": 2 * 3 * DEPTH * 4 * 9 * 7 * RATES,
    "asp-bert": 3 * RATES,
    "asp-bert-bilstm": 3 * DEPTH * 9 * RATES,
    "asp-bert-transformer": 2 * 3 * DEPTH * 4 * 9 * RATES,
}
SIZES |= {name.replace("asp", "pse"): size for name, size in SIZES.items() if "bert" in name}


@pytest.mark.parametrize("path", SPACES, ids=lambda path: path.stem)
def test_the_papers_spaces(path: Path) -> None:
    space = read_space(path)
    trials.check(space, here=False)
    assert (space.trials, len(space.all_settings()), space.sampler) == (8, 16, "random")
    assert space.recipe["dataset"] == path.stem.partition("-")[0]
    product = 1
    for values in space.sets.values():
        product *= len(values)
    found = product if not space.constraints else sum(1 for _ in space.combinations())
    assert found == SIZES[path.stem]


def test_all_trainings_of_the_paper() -> None:
    spaces = {path.stem: read_space(path) for path in SPACES}
    runs = {name: len(space.all_settings()) * space.trials for name, space in spaces.items()}
    assert sum(count for name, count in runs.items() if name.startswith("asp")) == 768
    assert sum(count for name, count in runs.items() if name.startswith("pse")) == 384


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("space.encoder.hiden=[32]", "there is no key 'hiden'. Did you mean 'hidden'?"),
        ('settings.scheme=["biomjj-token"]', "there is no tagging scheme 'biomjj-token'. Did you mean 'biomj-token'?"),
        ('space.encoder.layers=["many"]', "'many' is no int"),
        ("metric=mbavo", "there is no metric 'mbavo'. Did you mean 'mbawo'?"),
        ("recipe.detector=taggr", "there is no detector 'taggr'. Did you mean 'tagger'?"),
        ("recipe.detector=lattice", "a search is among taggers, and the detector is 'lattice'."),
        ("recipe.dataset=aspp", "there is no dataset 'aspp'. Did you mean 'asp'?"),
        ("split=optimisation", "there is no split 'optimisation'. Did you mean 'optimization'?"),
    ],
)
def test_options_that_are_not_there(change: str, message: str) -> None:
    space = read_space(SPACES[0].with_name("asp-learned-bilstm.toml"), (change,))
    with pytest.raises(ConfigurationError) as caught:
        trials.check(space, here=False)
    assert message in str(caught.value)


def test_data_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISOCOLON_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    space = read_space(SPACES[0].with_name("asp-learned-bilstm.toml"))
    with pytest.raises(DataError, match="dataset 'asp' is not on this machine"):
        trials.check(space)
    trials.check(space, here=False)
    table = {key: value for key, value in space.recipe.items() if key != "dataset"}
    with pytest.raises(DataError, match=r"nowhere.jsonl: there is no such file or folder. Check `data`"):
        trials.check(replace(space, recipe={**table, "data": str(tmp_path / "nowhere.jsonl")}))


def test_a_trial_stops_when_asked(tmp_path: Path) -> None:
    formats.write([document(id) for id in "abcdefgh"], tmp_path / "corpus.jsonl")
    recipe = {**RECIPE, "data": str(tmp_path / "corpus.jsonl"), "training": {"rate": 0.05, "epochs": 4}}
    task = Task("setting", 0, recipe, tmp_path / "run", seed=1)
    score = trials.Training()(task)
    assert 0 <= score <= 1
    assert len(trials.scores_so_far(task)) == 4
    more = {**recipe, "training": {"rate": 0.05, "epochs": 4, "batch": 1}}
    other = Task("setting", 1, more, tmp_path / "other", seed=1)
    assert trials.scores_so_far(other) == []
    other.folder.mkdir()
    trials.train(more, other.folder, seed=1)
    other.folder.joinpath(STOP).touch()
    with pytest.raises(Pruned):
        trials.Training()(other)


def test_rows_of_a_run(tmp_path: Path) -> None:
    formats.write([document(id) for id in "abcdefgh"], tmp_path / "corpus.jsonl")
    recipe = {**RECIPE, "data": str(tmp_path / "corpus.jsonl"), "training": {"rate": 0.05, "epochs": 1}}
    trials.train(recipe, tmp_path / "run", seed=1)
    rows = trials.rows_of(Space(recipe, {"dropout": [0.0]}, trials=1), tmp_path / "run")
    assert len(rows) == 4 * 4
    assert {(row.embedding, row.encoder, row.scheme) for row in rows} == {("learned", "lstm", "biomj-token")}
    assert [row.set for row in rows[:4]] == ["training", "validation", "optimization", "test"]
