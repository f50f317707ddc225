"""Candidates: what can be a pair of branches, and limits that are learnt."""

from __future__ import annotations

import numpy as np
import pytest

from isocolon.detectors.lattice.candidates import Limits, candidates
from isocolon.document import Document, Parallelism, Token
from isocolon.evidence.reading import LITTLE, readings
from isocolon.languages.generic import Generic

LIMITS = Limits(length=12, difference=6, gap=10, width=20)


def spans(text: str, ranks: dict[str, int] | None = None) -> set[tuple[str, str]]:
    words = text.split()
    starts = np.cumsum([0, *(len(word) + 1 for word in words)]).tolist()
    tokens = tuple(Token(start, start + len(word), word) for start, word in zip(starts, words, strict=False))
    (reading,) = readings(Document("d", text, tokens), Generic(), ranks)
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
        ("q r . he sees things , she hears sounds .", ("sees things", "hears sounds")),  # both behind a word
    ],
)
def test_pairs_that_must_be_there(text: str, pair: tuple[str, str]) -> None:
    assert pair in spans(text)


PAIRED = ("red sky", "blue sea")


@pytest.mark.parametrize(
    ("text", "ranks", "found", "why"),
    [
        ("red sky and blue sea .", {"and": 0}, True, "a little word joins them"),
        ("red sky and blue sea .", {"red": 0}, False, "no little word does"),
        ("red sky and blue sea .", {"and": LITTLE}, False, "nor one that is too rare"),
        ("red sky and so blue sea .", {"and": 0, "so": 1}, False, "nor two"),
        ("red sky and blue sea today .", {"and": 0}, False, "the clause goes on"),
        ("o o o red sky and blue sea .", {"and": 0}, True, "near the opening of the clause"),
        ("o o o o red sky and blue sea .", {"and": 0}, False, "too far behind it"),
        ("red sky , and blue sea .", {"red": 0}, True, "marks part them: that is another rule"),
    ],
)
def test_pairs_joined_by_a_little_word(text: str, ranks: dict[str, int], found: bool, why: str) -> None:
    assert (PAIRED in spans(text, ranks)) == found, why


@pytest.mark.parametrize(
    ("text", "pair", "found", "why"),
    [
        ("q deep well , tall bell rings .", ("deep well", "tall bell"), True, "they end alike"),
        ("q deep well , tall tree falls .", ("deep well", "tall tree"), False, "they do not"),
        ("q deep as , tall as falls .", ("deep as", "tall as"), True, "the same word is another rule"),
        ("q deep or , tall nor falls .", ("deep or", "tall nor"), False, "two letters are too few to rhyme"),
        ("q deep well , so tall bell rings .", ("deep well", "tall bell"), False, "the second opens no clause"),
        ("a b c d well , e f g h bell rings .", ("b c d well", "e f g h bell"), False, "not equally long"),
        ("a b c d well , e f g bell rings .", ("b c d well", "e f g bell"), True, "four words"),
        ("x a b c d well , e f g h bell rings .", ("a b c d well", "e f g h bell"), False, "five are too many"),
    ],
)
def test_pairs_that_rhyme_inside_a_clause(text: str, pair: tuple[str, str], found: bool, why: str) -> None:
    assert (pair in spans(text)) == found, why


def test_no_pair_begins_or_ends_with_a_comma_or_crosses_a_section() -> None:
    for first, second in spans("a b , c d , e f . g h"):
        assert not {first[0], first[-1], second[0], second[-1]} & set(",.")


def test_limits_let_all_but_the_longest_pass() -> None:
    branches = [Parallelism.of((i * 20, i * 20 + 3), (i * 20 + 4, i * 20 + 9)) for i in range(10)]
    text = "a" * 300
    document = Document("d", text, tuple(Token(i, i + 1, "a") for i in range(300)), parallelisms=tuple(branches))
    assert Limits.of([document]) == Limits(length=5, difference=2, gap=2, width=6)
