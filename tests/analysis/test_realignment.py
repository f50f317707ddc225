"""Realignment: whatever both annotators' cuts, they end up on common tokens, and nothing of a branch is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.analysis.realignment import realign
from isocolon.document import Document, Parallelism, Section, Span, Token
from isocolon.errors import DataError, DataWarning

TEXT = "nemo uariet nemo leprosus sit"


@st.composite
def cuttings(draw: st.DrawFn) -> Document:
    """Strategy: the text cut at its spaces and anywhere else, with one branch."""
    spaces = {0, len(TEXT), *(i for i, letter in enumerate(TEXT) if letter == " ")}
    edges = sorted(spaces | draw(st.sets(st.integers(0, len(TEXT)), max_size=5)))
    pieces = [(a + (TEXT[a] == " "), b) for a, b in pairwise(edges)]
    tokens = tuple(Token(a, b, TEXT[a:b]) for a, b in pieces if a < b)
    start, end = sorted(draw(st.sets(st.integers(0, len(tokens)), min_size=2, max_size=2)))
    return Document("1", TEXT, tokens, parallelisms=(Parallelism.of((start, end)),))


@given(cuttings(), cuttings())
def test_both_get_the_same_tokens_and_keep_their_branches(first: Document, second: Document) -> None:
    before = [document.characters(document.parallelisms[0].hull) for document in (first, second)]
    one, two = realign(first, second)
    assert one.words == two.words
    for document, (start, end) in zip((one, two), before, strict=True):
        found = document.parallelisms[0].hull
        assert found == document.locate(start, end)  # the branch, whole, and no token more than it touches


def test_what_is_aligned_stays_as_it_is() -> None:
    document = Document("1", "ab", (Token(0, 1, "a"), Token(1, 2, "b")), layers={"pos": ("X", "Y")})
    assert realign(document, document) == (document, document)


def test_words_that_share_a_stretch() -> None:
    two = (Token(0, 5, "cum"), Token(0, 5, "te"))
    first = Document("1", "tecum uenit", (*two, Token(6, 11, "uenit")))
    second = Document("1", "tecum uenit", (*two, Token(6, 8, "ue"), Token(8, 11, "nit")))
    assert [document.words for document in realign(first, second)] == [("cum", "te", "uenit")] * 2


def test_branches_that_meet_inside_a_word_become_one() -> None:
    tokens = (Token(0, 4, "nemo"), Token(5, 10, "uarie"), Token(10, 11, "t"), Token(12, 15, "sit"))
    branches = Parallelism.of((0, 2), (2, 3), (3, 4))
    cut = Document("7", "nemo uariet sit", tokens, parallelisms=(branches,))
    whole = Document("7", "nemo uariet sit", (tokens[0], Token(5, 11, "uariet"), tokens[3]))
    with pytest.warns(DataWarning) as told:
        found, _ = realign(cut, whole, names=("ann", "bob"))
    assert found.parallelisms == (Parallelism.of((0, 2), (2, 3)),)
    assert [str(warning.message) for warning in told] == [
        "document '7': ann has branches that meet inside a word, in tokens 0 to 3; they are made one"
    ]


def test_sections_move_along() -> None:
    sections = (Section("1", Span(0, 2)), Section("2", Span(2, 3)))
    first = Document("1", "ab c", (Token(0, 1, "a"), Token(1, 2, "b"), Token(3, 4, "c")), sections=sections)
    second = Document("1", "ab c", (Token(0, 2, "ab"), Token(3, 4, "c")))
    assert [section.span for section in realign(first, second)[0].sections] == [Span(0, 1), Span(1, 2)]


def test_another_text_is_refused() -> None:
    first = Document("7", "nemo uariet", (Token(0, 4, "nemo"), Token(5, 11, "uariet")))
    second = Document("7", "nemo uarius", (Token(0, 4, "nemo"), Token(5, 11, "uarius")))
    with pytest.raises(DataError) as error:
        realign(first, second)
    assert str(error.value) == (
        "document '7': the texts differ after 'nemouari', 'et' against 'us'. "
        "Only different tokens of the same text can be realigned."
    )
