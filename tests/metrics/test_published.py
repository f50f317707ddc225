"""Outside truth: the paper's own predictions score what the paper says they do, to the last digit."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Document
from isocolon.metrics import METRICS, score


@pytest.fixture(scope="module")
def predicted(paper_results_path: Path) -> list[Document]:
    return list(formats.read(paper_results_path / "error-analysis", language="la"))


@pytest.fixture(scope="module")
def gold(paper_results_path: Path) -> list[Document]:
    return list(formats.read(paper_results_path / "error-analysis", "rpd-gold", language="la"))


@pytest.fixture(scope="module")
def published(paper_results_path: Path) -> dict[str, tuple[float, float, float]]:
    """Precision, recall and F1 of Latin BERT with BIOMJ tags and token distances on ASP's validation set."""
    model = {"embedding": "latin-bert", "encoder": "identity", "tagset": "biomj", "link": "td", "set": "validation"}
    with (paper_results_path / "aggregated_asp_results.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if model.items() <= row.items()]
    return {row["metric"]: (float(row["precision"]), float(row["recall"]), float(row["f1"])) for row in rows}


@pytest.mark.parametrize("name", METRICS)
def test_the_released_predictions_score_what_was_published(name, predicted, gold, published):
    found = score(predicted=predicted, gold=gold)[name]
    assert (found.precision, found.recall, found.f1) == published[name]


def test_counts_behind_the_figures(predicted, gold):
    found = score(predicted=predicted, gold=gold)
    assert {name: (s.matched, s.predicted_size, s.gold_size) for name, s in found.items()} == {
        "epm": (55, 135, 208),
        "mpbm": (151, 290, 478),
        "mbawo": (644, 1093, 1935),
        "mwo": (683, 1093, 1935),
    }
    assert sum(len(p) == 1 for document in predicted for p in document.parallelisms) == 21


def test_the_gold_in_the_files_is_the_datasets(gold, asp_path):
    dataset = {document.id: document for document in formats.read(asp_path / "xml" / "tokenized")}
    for document in gold:
        assert document.words == dataset[document.id].words
        assert document.parallelisms == dataset[document.id].parallelisms
