"""Explanations: what a person is told about parallelisms that everybody knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.document import Document, Kind, Parallelism, Token
from isocolon.evidence import CRITERIA
from isocolon.evidence.alignment import best_path, fill
from isocolon.evidence.explanation import Explanation, explain
from isocolon.evidence.reasons import Comparer
from isocolon.languages import find


def explained(language: str, *branches: str, kind: Kind = Kind.UNKNOWN) -> Explanation:
    text = ", ".join(branches)
    spans, tokens = [], list[Token]()
    for branch in branches:
        at = text.index(branch, tokens[-1].end if tokens else 0)
        words = [Token(t.start + at, t.end + at, t.norm) for t in find(language).tokenize(branch)]
        spans.append((len(tokens), len(tokens) + len(words)))
        tokens += words
    return explain(Document("1", text, tuple(tokens), language), Parallelism.of(*spans, kind=kind))


def lines(explanation: Explanation) -> list[str]:
    return [f"{left.norm} {'=' if link.strong else '-'} {right.norm}" for left, right, link in explanation.pairs()]


def shown(explanation: Explanation) -> dict[str, str]:
    return {finding.criterion: finding.words for finding in explanation.findings if finding.holds}


@pytest.mark.parametrize(
    ("language", "branches", "links", "why"),
    [
        # the paper's first figure, as far as forms alone tell
        ("la", ["quotidie dicimus", "quotidie facimus"], ["quotidie = quotidie", "dicimus = facimus"], "-imus"),
        ("la", ["ueni", "uidi", "uici"], ["ueni = uidi", "uidi = uici"], "alliterate"),
        ("la", ["abiit", "excessit"], ["abiit = excessit"], "both end in -it"),
        ("la", ["portauit onus", "portant onus"], ["portauit = portant", "onus = onus"], "share the stem port-"),
        ("en", ["we shall fight on the beaches", "we shall fight on the streets"], None, "we shall fight on the …"),
        ("en", ["easy come", "easy go"], ["easy = easy", "come - go"], "easy …, in the same order"),
    ],
)
def test_what_answers_what(language: str, branches: Sequence[str], links: list[str] | None, why: str) -> None:
    found = explained(language, *branches)
    assert links is None or lines(found) == links
    assert why in " ".join(shown(found).values())


def test_a_chiasm_is_seen_without_being_told() -> None:
    found = explained("en", "fair is foul", "foul is fair")
    assert lines(found) == ["fair = fair", "is = is", "foul = foul"]
    assert shown(found)["syntax"] == "fair is foul, in reverse order"


def test_the_kind_decides_where_it_is_known() -> None:
    assert lines(explained("en", "fair is foul", "foul is fair", kind=Kind.SYNCHYSTIC)) != [
        "fair = fair",
        "is = is",
        "foul = foul",
    ]


def test_chinese_by_character() -> None:
    pytest.importorskip("pypinyin")
    found = explained("zh", "不以物喜", "不以己悲")
    assert lines(found) == ["不 = 不", "以 = 以", "物 - 己", "喜 - 悲"]
    assert shown(found)["length"] == "4 / 4 characters"


def test_every_criterion_is_judged() -> None:
    assert [finding.criterion for finding in explained("la", "ueni", "uidi").findings] == list(CRITERIA)


def test_far_and_unequal_branches() -> None:
    tokens = tuple(Token(2 * i, 2 * i + 1, "abcdefghijklmnop"[i]) for i in range(16))
    document = Document("1", " ".join("abcdefghijklmnop"), tokens, "en")
    found = explain(document, Parallelism.of((0, 1), (8, 14)))
    assert found.criteria == ()
    assert found.findings[0].words == "1 / 6 words, 1 / 6 letters"
    assert found.findings[1].words == "7 words between"


@pytest.mark.parametrize(("left", "right"), [("amat", "amat"), ("dominus", "bonus"), ("rex", "lex"), ("et", "non")])
def test_reasons_are_mutual(left: str, right: str) -> None:
    comparer = Comparer(find("la"))
    ours, theirs = comparer.reasons(left, right), comparer.reasons(right, left)
    assert [(r.criterion, r.weight) for r in ours] == [(r.criterion, r.weight) for r in theirs]


def best_by_force(weights: list[list[float]]) -> float:
    """Returns the greatest sum of cells of which each stands below and behind the one before, trying all."""
    rows, columns = range(len(weights)), range(len(weights[0]))
    return max(
        sum(weights[i][j] for i, j in zip(some, others, strict=True))
        for size in range(min(len(rows), len(columns)) + 1)
        for some in combinations(rows, size)
        for others in combinations(columns, size)
    )


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 3), min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_the_path_is_the_best(cells: list[list[int]]) -> None:
    weights = [[float(cell) for cell in row] for row in cells]
    path = best_path(weights)
    assert sum(weights[i][j] for i, j in path) == best_by_force(weights)
    filled = fill(path, len(weights), len(weights[0]))
    assert set(path) <= set(filled)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(filled))
