"""The whole line: a small corpus is learnt by heart, kept in a folder, and what cannot be learnt from is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from isocolon import metrics
from isocolon.config import Table
from isocolon.detectors.lattice import MODEL, LatticeDetector
from isocolon.detectors.lattice.choice import calibrate, calibration_error
from isocolon.detectors.lattice.model import in_own_words, moved
from isocolon.detectors.lattice.training import dealt
from isocolon.document import Document, Kind, Parallelism, Section, Span
from isocolon.errors import ConfigurationError, DataError, ModelError
from isocolon.languages.chinese import Chinese
from isocolon.languages.latin import Latin

WORDS = [
    "deus",
    "homo",
    "terra",
    "caelum",
    "lux",
    "nox",
    "uita",
    "mors",
    "pax",
    "bellum",
    "rex",
    "lex",
    "mare",
    "mons",
    "sol",
    "luna",
]
RECIPE: Table = {
    "detector": "lattice",
    "splits": ["training"],
    "folds": 2,
    "threads": 1,
    "sample": 1.0,
    "pruner": {"trees": 20, "smallest_leaf": 3, "features": 1.0},
    "pairs": {"trees": 40, "smallest_leaf": 3, "features": 1.0},
    "chains": {"trees": 40, "smallest_leaf": 3, "features": 1.0},
}


def toy(number: int, seed: int) -> Document:
    """A document in which two or three clauses with *non* and *sed* are parallel, and others are not."""
    draw = np.random.default_rng([number, seed])
    text, spans = "", []
    for _ in range(12):
        branches = []
        for _ in range(int(draw.integers(2, 4))):
            start = len(text)
            text += f"non {draw.choice(WORDS)} sed {draw.choice(WORDS)}"
            branches.append((start, len(text)))
            text += ", "
        spans.append(branches)
        text += " ".join(draw.choice(WORDS, int(draw.integers(3, 9)))) + ". "
    bare = Document(f"toy-{number}", text, tuple(Latin().tokenize(text)), "la")
    located = [[bare.locate(*branch) for branch in branches] for branches in spans]
    return bare.with_parallelisms(Parallelism(tuple(s for s in branches if s)) for branches in located)


@pytest.fixture(scope="module")
def corpus() -> list[Document]:
    return [toy(number, 1) for number in range(8)]


@pytest.fixture(scope="module")
def trained(corpus: list[Document], tmp_path_factory: pytest.TempPathFactory) -> tuple[LatticeDetector, Path]:
    pytest.importorskip("lightgbm", reason="needs LightGBM: pip install 'isocolon[train]'")
    run = tmp_path_factory.mktemp("run")
    splits = {"training": corpus}
    return LatticeDetector.train(RECIPE, run, splits, seed=1, resume=False, report=lambda words: None), run


def test_a_small_corpus_is_learnt(trained: tuple[LatticeDetector, Path]) -> None:
    gold = [toy(number, 2) for number in range(3)]
    found = list(trained[0].detect(document.with_parallelisms(()) for document in gold))
    assert metrics.score(predicted=found, gold=gold)["epm"].f1 > 0.95
    assert all(
        0 <= p.confidence <= 1 and p.kind is Kind.SYNCHYSTIC for d in found for p in d.parallelisms if p.confidence
    )


def test_what_is_found_does_not_depend_on_what_was_marked(trained: tuple[LatticeDetector, Path]) -> None:
    document = toy(0, 3)
    assert trained[0].find(document) == trained[0].find(document.with_parallelisms(()))


def test_a_saved_detector_finds_the_same(trained: tuple[LatticeDetector, Path]) -> None:
    detector, run = trained
    document = toy(0, 4)
    again = LatticeDetector.load(run).find(document)
    assert again == detector.find(document)
    assert [p.confidence for p in again] == [p.confidence for p in detector.find(document)]


def test_nothing_is_found_in_nothing(trained: tuple[LatticeDetector, Path]) -> None:
    for text in ("", "Unum.", "?!", "solum uerbum sine fine"):
        assert trained[0].find(Document("d", text, tuple(Latin().tokenize(text)), "la")) == []


def test_models_of_other_formats_and_folders_without_one_are_refused(
    trained: tuple[LatticeDetector, Path], tmp_path: Path
) -> None:
    with pytest.raises(ModelError, match=r"no lattice model: there is no model\.json.*isocolon train"):
        LatticeDetector.load(tmp_path)
    table = json.loads((trained[1] / MODEL).read_text())
    (tmp_path / MODEL).write_text(json.dumps({**table, "format": 0}))
    with pytest.raises(ModelError, match=r"a model of format 0, and we read 1\. Train it again"):
        LatticeDetector.load(tmp_path)
    (tmp_path / MODEL).write_text(json.dumps({**table, "features": ["other"]}))
    with pytest.raises(ModelError, match=r"with other features\. Train it again"):
        LatticeDetector.load(tmp_path)


@pytest.mark.parametrize(
    ("change", "documents", "error", "words"),
    [
        ({}, 1, ConfigurationError, "1 documents cannot be dealt into 2 folds"),
        ({}, -4, DataError, "no document has a parallelism"),
        ({"splits": ["trainnig"]}, 4, ConfigurationError, "there is no split 'trainnig'. Did you mean 'training'?"),
        ({"vectors": "nowhere.npz"}, 4, ConfigurationError, "no word vectors 'nowhere.npz'.*isocolon vectors train"),
        ({"leaves": 3}, 4, ConfigurationError, "there is no key 'leaves'"),
        ({"sight": {"language": "latn"}}, 4, ConfigurationError, "there is no language 'latn'. Did you mean 'latin'?"),
    ],
)
def test_what_cannot_be_learnt_from_is_refused(
    change: Table, documents: int, error: type[Exception], words: str, corpus: list[Document], tmp_path: Path
) -> None:
    chosen = corpus[:documents] if documents > 0 else [d.with_parallelisms(()) for d in corpus]
    with pytest.raises(error, match=words):
        LatticeDetector.train({**RECIPE, **change}, tmp_path, {"training": chosen}, seed=1, resume=False, report=print)


def test_own_words_and_back() -> None:
    text = "小草更绿，天空更蓝。"
    characters = Document(
        "d",
        text,
        tuple(
            token
            for i, c in enumerate(text)
            for token in Chinese().tokenize(c)
            for token in [token._replace(start=i, end=i + 1)]
        ),
        "zh",
        sections=(Section("1", Span(0, len(text))),),
        parallelisms=(Parallelism.of((0, 4), (5, 9)),),
    )
    own = in_own_words(characters)
    assert own.words == ("小草", "更", "绿", ",", "天空", "更", "蓝", "。")
    assert own.parallelisms == (Parallelism.of((0, 3), (4, 7)),)
    assert moved(own.parallelisms, own, characters) == list(characters.parallelisms)


def test_folds_are_dealt_evenly_and_by_seed(corpus: list[Document]) -> None:
    deal = dealt(corpus, 3, seed=1)
    assert sorted(list(deal.values()).count(fold) for fold in range(3)) == [2, 3, 3]
    assert deal == dealt(corpus[::-1], 3, seed=1) != dealt(corpus, 3, seed=2)


def test_calibration_finds_the_curve() -> None:
    draw = np.random.default_rng(0)
    sums = draw.normal(size=20_000) * 2
    right = draw.random(20_000) < 1 / (1 + np.exp(-(0.5 * sums - 1)))
    slope, offset = calibrate(sums, right)
    assert abs(slope - 0.5) < 0.05
    assert abs(offset + 1) < 0.05
    chances = 1 / (1 + np.exp(-(slope * sums + offset)))
    assert calibration_error(chances, right) < 0.02 < calibration_error(1 / (1 + np.exp(-sums)), right)
