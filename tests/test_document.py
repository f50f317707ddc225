"""The nouns: definitions of the paper's section 2 as tables, invariants, and cutting and joining."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from strategies import documents, everything, parallelisms

from isocolon.document import (
    Document,
    Kind,
    Parallelism,
    Section,
    Span,
    Structure,
    Token,
    join,
    strata,
    structure,
)
from isocolon.errors import DataError

TOKENS = (Token(0, 4, "ueni"), Token(4, 5, ","), Token(6, 10, "uidi"), Token(10, 11, ","), Token(12, 16, "uici"))
TEXT = "Veni, vidi, vici"


@pytest.mark.parametrize(
    ("left", "right", "overlaps", "nests"),
    [
        ((0, 2), (2, 4), False, False),  # touching is not overlapping
        ((0, 2), (1, 3), True, False),  # crossing
        ((0, 4), (1, 3), True, True),  # inside
        ((0, 4), (0, 2), True, True),  # inside, sharing an edge
        ((0, 2), (0, 2), True, True),  # the same
        ((0, 1), (5, 6), False, False),  # apart
    ],
)
def test_two_spans(left: tuple[int, int], right: tuple[int, int], overlaps: bool, nests: bool) -> None:
    for a, b in [(Span(*left), Span(*right)), (Span(*right), Span(*left))]:
        assert (a.overlaps(b), a.nests(b), a.crosses(b)) == (overlaps, nests, overlaps and not nests)


@pytest.mark.parametrize(("start", "end"), [(2, 2), (3, 2), (-1, 1)])
def test_no_empty_span(start: int, end: int) -> None:
    with pytest.raises(DataError, match=rf"a span cannot run from {start} to {end}. A span needs 0 <= start < end."):
        Span(start, end)


def test_parallelisms_are_equal_by_branches_alone() -> None:
    left = Parallelism.of((4, 6), (0, 2), kind=Kind.CHIASTIC, confidence=0.5)
    right = Parallelism.of((0, 2), (4, 6))
    assert left == right
    assert len({left, right}) == 1
    assert left.branches == (Span(0, 2), Span(4, 6))
    assert left.hull == Span(0, 6)
    assert left.words() == {0, 1, 4, 5}


def test_branches_do_not_overlap() -> None:
    with pytest.raises(DataError, match=r"branches \[0, 3\) and \[2, 4\) of one parallelism overlap"):
        Parallelism.of((2, 4), (0, 3))
    with pytest.raises(DataError, match="a parallelism has no branches"):
        Parallelism(())
    with pytest.raises(DataError, match=r"a confidence of 1\.5"):
        Parallelism.of((0, 1), (2, 3), confidence=1.5)


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        ([], Structure.FLAT),
        ([[(0, 1), (2, 3)]], Structure.FLAT),
        ([[(0, 1), (4, 5)], [(2, 3), (6, 7)]], Structure.FLAT),  # interlocking, but no branch inside another
        ([[(0, 4), (5, 9)], [(0, 1), (2, 3)]], Structure.NESTED),
        ([[(0, 2), (5, 9)], [(0, 2), (3, 4)]], Structure.NESTED),  # the same branch in two parallelisms
        ([[(0, 4), (5, 9)], [(3, 6), (10, 12)]], Structure.OVERLAPPING),
        ([[(0, 9), (20, 21)], [(1, 3), (5, 7)], [(2, 4), (10, 12)]], Structure.OVERLAPPING),
    ],
)
def test_structure(sets: list[list[tuple[int, int]]], expected: Structure) -> None:
    assert structure([Parallelism.of(*branches) for branches in sets]) is expected


@given(parallelisms(range(12)))
def test_structure_by_comparing_all_pairs(found: list[Parallelism]) -> None:
    branches = [(i, b) for i, p in enumerate(found) for b in p]
    pairs = [(a, b) for (i, a), (j, b) in combinations(branches, 2) if i != j]
    crossing = any(a.crosses(b) for a, b in pairs)
    nesting = any(a.nests(b) for a, b in pairs)
    expected = Structure.OVERLAPPING if crossing else Structure.NESTED if nesting else Structure.FLAT
    assert structure(found) is expected


@given(parallelisms(range(12)))
def test_no_stratum_has_an_overlap(found: list[Parallelism]) -> None:
    levels = strata(found)
    for (p, level), (q, other) in combinations(zip(found, levels, strict=True), 2):
        assert level != other or p.words().isdisjoint(q.words())
    assert set(levels) == set(range(1, max(levels, default=0) + 1))


def test_an_enclosing_parallelism_comes_first() -> None:
    outer, inner = Parallelism.of((0, 4), (5, 9)), Parallelism.of((0, 1), (2, 3), (20, 30))
    assert strata([inner, outer]) == (2, 1)


def test_a_document_finds_its_characters() -> None:
    document = Document("caesar", TEXT, TOKENS, "la", parallelisms=(Parallelism.of((0, 1), (2, 3), (4, 5)),))
    assert document.words == ("ueni", ",", "uidi", ",", "uici")
    assert [document.text_of(b) for b in document.parallelisms[0]] == ["Veni", "vidi", "vici"]
    assert document.characters(Span(0, 3)) == (0, 10)
    assert document.locate(0, 4) == Span(0, 1)
    assert document.locate(3, 7) == Span(0, 3)  # tokens that are only touched count
    assert document.locate(5, 6) is None  # a space
    assert document.sections == (Section("1", Span(0, 5)),)


SHARED = (Token(0, 5, "cum"), Token(0, 5, "te"), Token(6, 9, "sum"))


def test_tokens_may_share_a_stretch() -> None:
    document = Document("a", "tecum sum", SHARED, "la")
    assert document.locate(0, 5) == Span(0, 2)
    assert document.text_of(Span(1, 3)) == "tecum sum"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tokens": (Token(0, 4, "a"), Token(3, 5, "b"))}, r"token 'b' stands at characters 3-5, after one at 0-4"),
        ({"tokens": (Token(0, 99, "a"),)}, r"token 'a' stands at characters 0-99, .* in a text of 16"),
        ({"tokens": (Token(2, 2, "a"),)}, r"token 'a' stands at characters 2-2"),
        ({"sections": (Section("1", Span(0, 3)),)}, r"the sections end at token 3 of 5"),
        (
            {"sections": (Section("1", Span(0, 2)), Section("2", Span(3, 5)))},
            r"section '2' starts at token 3, not 2",
        ),
        ({"sections": (Section("1", Span(0, 2)), Section("1", Span(2, 5)))}, r"section '1' is there twice"),
        ({"parallelisms": (Parallelism.of((0, 1), (4, 6)),)}, r"a branch ends at 6, but there are 5 tokens"),
        ({"layers": {"pos": ("V",)}}, r"layer 'pos' has 1 values for 5 tokens"),
    ],
)
def test_parts_that_do_not_fit(change: dict[str, object], message: str) -> None:
    parts: dict[str, object] = {"id": "caesar", "text": TEXT, "tokens": TOKENS, **change}
    with pytest.raises(DataError, match=f"document 'caesar': {message}"):
        Document(**parts)  # type: ignore[arg-type]


@given(documents())
def test_join_gives_back_what_split_cut(document: Document) -> None:
    assert everything(join(document.split())) == everything(document)


def test_a_bridged_section_stays_with_its_neighbour() -> None:
    sections = tuple(Section(str(i + 1), Span(i, i + 1)) for i in range(5))
    document = Document("caesar", TEXT, TOKENS, "la", sections, (Parallelism.of((1, 2), (3, 4)),))
    assert [part.id for part in document.split()] == ["caesar#1", "caesar#2+3+4", "caesar#5"]


def test_an_empty_document_is_one_part() -> None:
    empty = Document("nothing", " \n", ())
    assert join(empty.split()) == empty


def test_ids_of_sections_may_look_like_parts() -> None:
    sections = (Section("x#1", Span(0, 2)), Section("x#2", Span(2, 5)))
    document = Document("doc", TEXT, TOKENS, "la", sections)
    assert join(document.split()).id == "doc"


def test_nothing_to_join() -> None:
    with pytest.raises(DataError, match="there are no parts to join"):
        join([])
