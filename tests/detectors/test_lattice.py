"""The whole line: a small corpus is learnt by heart, kept in a folder, and no other folder is taken for a model."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from toy_lattice import RECIPE, toy

from isocolon import metrics
from isocolon.detectors.lattice import MODEL, LatticeDetector
from isocolon.detectors.lattice.choice import calibrate, calibration_error
from isocolon.detectors.lattice.model import in_own_words, moved
from isocolon.detectors.lattice.training import dealt
from isocolon.document import Document, Kind, Parallelism, Section, Span
from isocolon.errors import ModelError
from isocolon.languages.chinese import Chinese
from isocolon.languages.latin import Latin


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


DAMAGED = {
    "another format": ({"format": 0}, r"a model of format 0, and we read 2\. Train it again"),
    "other features": ({"features": ["other"]}, r"a model of isocolon .* with other features\. Train it again"),
    "an option of a later version": ({"limits": {"depth": 3}}, r"model\.json: not what we write \(.*no key 'depth'"),
    "an unknown criterion": ({"sight": {"criteria": ["metre"]}}, r"model\.json: not what we write .*criterion 'metre'"),
    "something missing": ({"decision": None}, r"model\.json: not what we write"),
}


@pytest.mark.parametrize("why", DAMAGED)
def test_models_of_other_versions_are_refused(why: str, trained: tuple[LatticeDetector, Path], tmp_path: Path) -> None:
    change, words = DAMAGED[why]
    shutil.copytree(trained[1], tmp_path / "run")
    table = {**json.loads((tmp_path / "run" / MODEL).read_text()), **change}
    kept = {key: value for key, value in table.items() if value is not None}
    (tmp_path / "run" / MODEL).write_text(json.dumps(kept))
    with pytest.raises(ModelError, match=words):
        LatticeDetector.load(tmp_path / "run")


def test_folders_with_parts_of_a_model_are_refused(trained: tuple[LatticeDetector, Path], tmp_path: Path) -> None:
    run = tmp_path / "run"
    with pytest.raises(ModelError, match=r"no lattice model: there is no model\.json.*isocolon train"):
        LatticeDetector.load(run)
    shutil.copytree(trained[1], run)
    forest = (run / "pairs.npz").read_bytes()
    (run / "pairs.npz").write_bytes(forest[: len(forest) // 2])
    with pytest.raises(ModelError, match=r"pairs\.npz: no tree ensemble: its arrays cannot be read .*Train the model"):
        LatticeDetector.load(run)
    (run / "pairs.npz").unlink()
    with pytest.raises(ModelError, match=r"pairs\.npz: no tree ensemble: .*No such file"):
        LatticeDetector.load(run)
    (run / MODEL).write_text((run / MODEL).read_text()[:100])
    with pytest.raises(ModelError, match=r"model\.json: malformed JSON .*Train it again"):
        LatticeDetector.load(run)


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
