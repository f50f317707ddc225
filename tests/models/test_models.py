"""The models that ship: small enough, complete, and able to run on a machine that has only the core packages."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from isocolon import languages, models
from isocolon.document import Document
from isocolon.errors import ConfigurationError

EXPECTED = ["chinese", "generic", "latin"]
PLAIN = {
    "latin": ("la", "Gallia est omnis diuisa in partes tres."),
    "chinese": ("zh", "今天下午我去图书馆借了一本书。"),
    "generic": ("en", "The committee will meet again on Thursday afternoon."),
}
FIGURED = {
    "latin": ("la", "Dilexit nos, et pro nobis mortuus est; dilexit uos, et pro uobis mortuus est. Quid ergo dicemus?"),
    "chinese": ("zh", "如果和谐是大海，那么助人就是河流；如果和谐是乐章，那么友善就是音符。"),
    "generic": ("en", "We shall fight on the beaches, we shall fight on the hills, we shall fight in the fields."),
}


def document(language: str, text: str) -> Document:
    return Document("d", text, tuple(languages.find(language).tokenize(text)), language)


def test_all_are_there_and_small() -> None:
    assert models.names() == EXPECTED
    assert models.listed() == [*EXPECTED, "repetition"]
    assert sum(path.stat().st_size for path in models.HERE.rglob("*") if path.is_file()) <= 30_000_000


@pytest.mark.parametrize("name", [*EXPECTED, "repetition"])
def test_every_model_has_a_card_that_says_what_matters(name: str) -> None:
    card = models.card(name).lower()
    for word in ("data", "licence", "scores", "calibration", "failures", "signature"):
        assert word in card


@pytest.mark.parametrize("name", [*EXPECTED, "repetition"])
def test_scores_are_read_from_the_card(name: str) -> None:
    rows = models.scores(name)
    assert rows
    for row in rows:
        figures = {metric: figure for metric, figure in row.items() if metric != "on"}
        assert figures and all(re.match(r"\.\d{3}\b", figure) for figure in figures.values())
    assert models.summary(name)["scores"] == rows


@pytest.mark.parametrize(
    ("name", "measured"), [("latin", ["epm"]), ("chinese", ["epm"]), ("generic", ["epm la", "epm zh"])]
)
def test_the_card_says_what_training_measured(name: str, measured: list[str]) -> None:
    trained = json.loads((models.folder(name) / "model.json").read_text(encoding="utf-8"))["outside folds"]
    (row,) = [row for row in models.scores(name) if row.pop("on").startswith("outside five folds")]
    assert list(row.values()) == [f"{trained[key]:.3f}".lstrip("0") for key in measured]


@pytest.mark.parametrize("name", EXPECTED)
def test_figures_are_found_and_plain_sentences_left_alone(name: str) -> None:
    detector = models.load(name)
    assert detector.find(document(*PLAIN[name])) == []
    found = detector.find(document(*FIGURED[name]))
    assert found
    assert all(p.confidence is not None and 0 < p.confidence < 1 for p in found)


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_found_is_within_the_documents_own_tokens(name: str) -> None:
    language, text = FIGURED[name]
    letters = "".join(text.split())
    odd = Document("d", letters, tuple(languages.find("und").tokenize(letters)), language)
    for parallelism in models.load(name).find(odd):
        assert parallelism.hull.end <= len(odd)


def test_detection_needs_neither_torch_nor_lightgbm() -> None:
    code = (
        "import sys; from isocolon import models, languages; from isocolon.document import Document\n"
        f"text = {FIGURED['latin'][1]!r}\n"
        "models.load('latin').find(Document('d', text, tuple(languages.find('la').tokenize(text)), 'la'))\n"
        "print(*{'torch', 'lightgbm', 'transformers', 'matplotlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"there is no model 'latn'\. Did you mean 'latin'\?"):
        models.load("latn")
