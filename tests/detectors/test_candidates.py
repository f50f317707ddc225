"""Candidates: what can be a pair of branches, and limits that are learnt."""

from __future__ import annotations

import numpy as np
import pytest

from isocolon.detectors.lattice.candidates import Limits, candidates
from isocolon.document import Document, Parallelism, Token
from isocolon.evidence.reading import readings
from isocolon.languages.generic import Generic

LIMITS = Limits(length=12, difference=6, gap=10, width=20)


def spans(text: str) -> set[tuple[str, str]]:
    words = text.split()
    starts = np.cumsum([0, *(len(word) + 1 for word in words)]).tolist()
    tokens = tuple(Token(start, start + len(word), word) for start, word in zip(starts, words, strict=False))
    (reading,) = readings(Document("d", text, tokens), Generic())
    rows = candidates(reading, LIMITS).rows.tolist()
    assert len({tuple(row) for row in rows}) == len(rows)
    assert [row[3] for row in rows] == sorted(row[3] for row in rows)
    return {(" ".join(reading.norms[a:b]), " ".join(reading.norms[c:d])) for a, b, c, d in rows}


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("we came , we saw", ("we came", "we saw")),
        ("x y we came , we saw z", ("we came", "we saw")),  # the second ends inside a clause, but begins alike
        ("x by night and by day .", ("by night", "by day")),  # no mark, but a word between, and the same first word
        ("red sky ; x y z , blue sea .", ("red sky", "blue sea")),  # not next to each other
    ],
)
def test_pairs_that_must_be_there(text: str, pair: tuple[str, str]) -> None:
    assert pair in spans(text)


def test_no_pair_begins_or_ends_with_a_comma_or_crosses_a_section() -> None:
    for first, second in spans("a b , c d , e f . g h"):
        assert not {first[0], first[-1], second[0], second[-1]} & set(",.")


def test_limits_let_all_but_the_longest_pass() -> None:
    branches = [Parallelism.of((i * 20, i * 20 + 3), (i * 20 + 4, i * 20 + 9)) for i in range(10)]
    text = "a" * 300
    document = Document("d", text, tuple(Token(i, i + 1, "a") for i in range(300)), parallelisms=tuple(branches))
    assert Limits.of([document]) == Limits(length=5, difference=2, gap=2, width=6)
