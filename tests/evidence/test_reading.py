"""Where clauses open and close, in the smallest cases first."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from isocolon.document import Document, Section, Span, Token
from isocolon.evidence.reading import COMMON, LITTLE, LONGEST, Reading, cut, mark_of, readings
from isocolon.languages.generic import Generic


def document(text: str, *sections: int) -> Document:
    """A document of the words between spaces, with sections of so many tokens."""
    words = text.split()
    starts = np.cumsum([0, *(len(word) + 1 for word in words)]).tolist()
    tokens = tuple(Token(start, start + len(word), word) for start, word in zip(starts, words, strict=False))
    edges = np.cumsum([0, *sections]).tolist()
    spans = (Span(a, b) for a, b in pairwise(edges))
    return Document("d", " ".join(words), tokens, sections=tuple(Section(str(i), s) for i, s in enumerate(spans)))


def reading(text: str, *sections: int) -> Reading:
    (found,) = readings(document(text, *sections), Generic())
    return found


@pytest.mark.parametrize(
    ("text", "opening", "closing"),
    [
        ("a", "a", "a"),  # borders open and close
        ("a b , c", "a c", "b c"),
        ("a . “ b c ” d", "a “ b d", "a c ” d"),  # quotation marks open and close too
        ("a …… b", "a b", "a …… b"),  # an ellipsis may belong to its clause
        ("a , — b", "a — b", "a b"),  # so may a dash behind a mark
    ],
)
def test_clauses(text: str, opening: str, closing: str) -> None:
    found = reading(text)
    assert [norm for norm, opens in zip(found.norms, found.opens, strict=True) if opens] == opening.split()
    assert [norm for norm, closes in zip(found.norms, found.closes, strict=True) if closes] == closing.split()


def test_distances_from_marks() -> None:
    found = reading("a b , c d e .")
    words = slice(1, -1)
    assert found.since_opening[words].tolist() == [0, 1, 2, 0, 1, 2, 3]
    assert found.since_mark[words].tolist() == [0, 1, 2, 0, 1, 2, 3]
    assert found.until_mark[words].tolist() == [2, 1, 0, 3, 2, 1, 0]


def test_sections_are_parted_by_borders() -> None:
    found = reading("a b c d", 1, 3)
    assert found.norms == ("", "a", "", "b", "c", "d", "")
    assert found.places.tolist() == [-1, 0, -1, 1, 2, 3, -1]
    assert found.section[[1, 3]].tolist() == [1, 2]


def test_long_texts_are_read_in_parts_that_hold_every_token() -> None:
    long = document("a b c . " * LONGEST)
    parts = list(readings(long, Generic()))
    assert max(map(len, parts)) <= LONGEST + 2
    assert sorted(place for part in parts for place in part.places if place >= 0) == list(range(len(long)))
    assert all(part.norms[-2] == "." for part in parts)


def test_a_section_without_marks_is_cut_all_the_same() -> None:
    assert [len(piece) for piece in cut(["a"] * 10, Span(0, 10), longest=4)] == [4, 4, 2]


def little(text: str, ranks: dict[str, int] | None = None) -> set[str]:
    (found,) = readings(document(text), Generic(), ranks)
    return {norm for norm, is_little in zip(found.norms, found.is_little, strict=True) if is_little}


def test_little_words_are_the_commonest_of_the_language_or_else_of_the_text() -> None:
    text = "et non , " + " ".join(f"x{i}" for i in range(300))
    assert little(text, {"et": LITTLE - 1, "non": LITTLE, ",": 0}) == {"et"}
    assert little(text, {"sed": 0}) == set()
    often = "et , " * int(COMMON * 302 + 1) + text
    assert little(often) == {"et"}  # a mark is never one, however often it stands
    assert little("et non") == set()  # a text of two words tells nothing


@pytest.mark.parametrize(
    ("norm", "mark"), [("et", "NONE"), ("、", "LIST_COMMA"), ("···", "ELLIPSIS"), ("--", "DASH"), ("§", "OTHER")]
)
def test_marks(norm: str, mark: str) -> None:
    assert mark_of(norm).name == mark
