"""Every shipped recipe of the tagger can be read, one of each model trains, and there is one for each published row."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_bert import write_bert

from isocolon.config import Table, read_recipe
from isocolon.detectors.tagger import component, read_options
from isocolon.nn.encoders import ENCODERS
from isocolon.schemes import SCHEMES
from isocolon.training import runs
from isocolon.training.corpora import Source

RECIPES = Path(__file__).parents[2] / "recipes"
ALL = sorted(path for name in ("asp", "pse") for path in (RECIPES / name).rglob("*.toml") if path.stem != "lattice")
MODELS = {
    "asp": ("learned-bilstm", "word2vec-bilstm", "subword-transformer", "bert", "bert-bilstm", "bert-transformer"),
    "pse": ("bert", "bert-bilstm", "bert-transformer"),
}


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(RECIPES)))
def test_recipe(path: Path) -> None:
    recipe = read_recipe(path)
    assert recipe["detector"] == "tagger"
    assert Source.of(recipe).names == [path.relative_to(RECIPES).parts[0]]
    options = read_options(recipe)
    assert options.training.epochs == 200 and options.training.patience == 25
    if path.stem in SCHEMES:
        assert options.scheme == path.stem
        assert options.training.batch == 1 and not options.constrained and options.handicaps == (0.0,)


@pytest.mark.parametrize("dataset", MODELS)
def test_one_for_each_row_of_the_paper(dataset: str) -> None:
    for model in MODELS[dataset]:
        assert (RECIPES / dataset / f"{model}.toml").exists()
        assert {path.stem for path in (RECIPES / dataset / model).iterdir()} == set(SCHEMES)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("asp/learned-bilstm/bio-token", {"layers": 3, "hidden": 384, "size": 512, "rate": 0.0013}),
        ("asp/learned-bilstm/biomje-branch", {"layers": 3, "hidden": 128, "size": 192, "rate": 0.0085}),
        ("asp/word2vec-bilstm/biome-token", {"layers": 4, "hidden": 192, "size": 300, "rate": 0.0002}),
        ("asp/subword-transformer/biomj-branch", {"layers": 2, "hidden": 384, "size": 512, "rate": 0.01, "heads": 2}),
        ("asp/bert-bilstm/biomj-token", {"layers": 3, "hidden": 96, "blender": "sum", "rate": 0.0028}),
        ("asp/bert/biomj-token", {"blender": "first", "rate": 0.0005}),
        ("pse/bert-transformer/biome-token", {"heads": 4, "hidden": 2048, "blender": "mean", "rate": 0.0001}),
        ("pse/bert-bilstm/biomj-token", {"layers": 3, "hidden": 128, "blender": "sum", "rate": 0.0004}),
    ],
)
def test_hyperparameters_are_the_papers(path: str, expected: dict) -> None:
    recipe = read_recipe(RECIPES / f"{path}.toml")
    flat = {**recipe["embedding"], **recipe["encoder"], **recipe["training"]}
    assert {key: flat[key] for key in expected} == expected
    kind, options = component(ENCODERS, recipe["encoder"], "encoder")
    assert kind.__name__ in ("NoEncoder", "LSTMEncoder", "TransformerEncoder") and options is not None


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, str]]:
    """What recipes name and nobody ships, in small: an encoder, its two kinds of vocabulary, and word vectors."""
    monkeypatch.setenv("ISOCOLON_FEATURES", str(tmp_path / "features"))
    (tmp_path / "latin.subword.encoder").write_text("'nox_'\n'erat_'\n'a'\n'_'\n'\\\\'\n", encoding="utf-8")
    (tmp_path / "latin.vec").write_text("nox 0.1" + " 0.2" * 299 + "\n", encoding="utf-8")
    vocabulary = {"vocabulary": str(tmp_path / "latin.subword.encoder")}
    return {
        "word": {},
        "subword": {},
        "vectors": {"path": str(tmp_path / "latin.vec"), "size": "300"},
        "bert": {"model": str(tmp_path / "bert"), **vocabulary},
    }


@pytest.mark.parametrize("path", [p for p in ALL if p.stem not in SCHEMES], ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_one_of_each_model_trains(
    path: Path, corpus: tuple[Path, Path], tmp_path: Path, files: dict[str, dict[str, str]]
) -> None:
    recipe = read_recipe(path)
    named = files[str(recipe["embedding"]["name"])]
    overrides = [f"embedding.{key}={value}" for key, value in named.items() if key in recipe["embedding"]]
    if recipe["embedding"]["name"] == "bert":
        pytest.importorskip("transformers", reason="needs transformers: pip install 'isocolon[train]'")
        write_bert(tmp_path / "bert", ["nox", "erat", "##m"], hidden=32, heads=2)
    small: Table = read_recipe(path, [*overrides, "training.epochs=2", f"data={corpus[0]}"])
    del small["dataset"]
    scores = runs.train(small, tmp_path / "run", split_file=corpus[1])
    assert set(scores) == {"training", "validation", "test"}
    assert (tmp_path / "run" / "model.safetensors").exists()
