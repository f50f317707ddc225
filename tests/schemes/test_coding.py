"""Tags of the paper's examples, and round trips through all sixteen schemes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import parallelisms

from isocolon.document import Parallelism, Structure
from isocolon.errors import ConfigurationError, TaggingError
from isocolon.formats.base import Trait
from isocolon.schemes import SCHEMES, decode, encode

QUOTIDIE = Parallelism.of((0, 3), (5, 7), (9, 13))
INTERLOCKING = [Parallelism.of((0, 3), (6, 9)), Parallelism.of((3, 6), (9, 12))]


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        ("bio-token", "B I I O O B-3 I O O B-3 I I I O"),
        ("biomj-token", "B I I M M B-3 J M M B-3 J J J O"),
        ("biome-branch", "B I E M M B-1 E M M B-1 I I E O"),
        # not in the figure, but what its rules give
        ("biomje-token", "B I E M M B-3 E M M B-3 J J E O"),
        ("bioje-branch", "B I E O O B-1 E O O B-1 J J E O"),
        ("bioj-branch", "B I I O O B-1 J O O B-1 J J J O"),
    ],
)
def test_figure_of_the_paper(scheme: str, expected: str) -> None:
    assert encode([QUOTIDIE], 14, SCHEMES[scheme]) == (tuple(expected.split()),)


@pytest.mark.parametrize(("scheme", "link"), [("bio-token", "-4"), ("bio-branch", "-2")])
def test_links_of_interlocking_parallelisms(scheme: str, link: str) -> None:
    tags = encode(INTERLOCKING, 12, SCHEMES[scheme])
    assert " ".join(tags[0]) == f"B I I B I I B{link} I I B{link} I I"
    assert set(decode(tags, SCHEMES[scheme])) == set(INTERLOCKING)


def test_what_interlocks_keeps_its_own_tags() -> None:
    between = [Parallelism.of((0, 1), (4, 5)), Parallelism.of((2, 3), (6, 7))]
    assert " ".join(encode(between, 8, SCHEMES["biom-token"])[0]) == "B M B M B-4 M B-4 O"


def test_every_level_of_nesting_is_a_stratum() -> None:
    nested = [Parallelism.of((0, 4), (5, 9)), Parallelism.of((0, 1), (2, 3))]
    assert encode(nested, 9, SCHEMES["bio-branch"]) == (
        ("B", "I", "I", "I", "O", "B-1", "I", "I", "I"),
        ("B", "O", "B-1", "O", "O", "O", "O", "O", "O"),
    )


def test_nothing_is_one_stratum_of_nothing() -> None:
    assert encode([], 2, SCHEMES["biomje-token"]) == (("O", "O"),)
    assert encode([], 0, SCHEMES["biomje-token"]) == ((),)


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_round_trip(scheme: str, data: st.DataObject) -> None:
    found = data.draw(parallelisms(range(15), traits=set(Trait), deepest=Structure.OVERLAPPING))
    tags = encode(found, 14, SCHEMES[scheme])
    assert all(len(stratum) == 14 for stratum in tags)
    assert set(decode(tags, SCHEMES[scheme])) == set(found)


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_strict_round_trip(scheme: str, data: st.DataObject) -> None:
    found = data.draw(parallelisms(range(15), traits=set(Trait) - {Trait.SINGLETONS}))
    assert set(decode(encode(found, 14, SCHEMES[scheme]), SCHEMES[scheme], strict=True)) == set(found)


TAG = st.one_of(st.sampled_from("BIOMJE"), st.integers(1, 9).map(lambda n: f"B-{n}"), st.sampled_from(["", "?", "I-2"]))


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=25, deadline=None)
@given(tags=st.lists(TAG, max_size=12), strict=st.booleans())
def test_any_tags_are_some_parallelisms(scheme: str, tags: list[str], strict: bool) -> None:
    found = decode((tuple(tags), tuple(reversed(tags))), SCHEMES[scheme], strict=strict)
    assert all(parallelism.hull.end <= len(tags) for parallelism in found)
    assert len(set(found)) == len(found)
    assert not strict or all(len(parallelism) > 1 for parallelism in found)


@pytest.mark.parametrize(
    ("scheme", "tags", "expected", "strict", "why"),
    [
        ("bioe-token", "B E I O B-2", [((0, 3), (4, 5))], [], "E does not end a branch, but strictly it does"),
        ("bioj-token", "B I J O B-2 J", [((0, 3), (4, 6))], [], "a first branch has no J, strictly"),
        ("bioj-token", "B I O B-2 J I", [((0, 2), (3, 6))], [((0, 2), (3, 5))], "nor a later one an I"),
        ("bio-token", "I I O B O B-2", [((3, 4), (5, 6))], [((3, 4), (5, 6))], "orphans are ignored"),
        ("bio-token", "B O O B-2 O B-2", [((0, 1),), ((3, 4), (5, 6))], [], "a link to nowhere begins anew"),
        ("bio-branch", "B-1 O B-1", [((0, 1), (2, 3))], [], "there is nothing before the first branch"),
        ("bio-branch", "B B-1 B-2", [((0, 1), (1, 2), (2, 3))], [((0, 1), (1, 2), (2, 3))], "two go on from one"),
        ("bio-token", "B I", [((0, 2),)], [], "a single branch is no parallelism, strictly"),
    ],
)
def test_decoding_rules(scheme: str, tags: str, expected: list, strict: list, why: str) -> None:
    for strictly, wanted in ((False, expected), (True, strict)):
        found = decode((tuple(tags.split()),), SCHEMES[scheme], strict=strictly)
        assert found == tuple(Parallelism.of(*branches) for branches in wanted), why


@pytest.mark.parametrize("name", ["biojm-token", "bio", "bio-words", "token-bio", ""])
def test_unknown_scheme(name: str) -> None:
    with pytest.raises(ConfigurationError, match=f"there is no tagging scheme '{name}'.*bio-token, bio-branch, bioe-"):
        SCHEMES[name]


def test_sixteen_schemes() -> None:
    assert len(list(SCHEMES)) == len(SCHEMES) == 16
    assert all(SCHEMES[name].name == name for name in SCHEMES)


def test_branch_past_the_end() -> None:
    with pytest.raises(TaggingError, match="a branch ends at 5, but there are 4 tokens"):
        encode([Parallelism.of((0, 1), (2, 5))], 4, SCHEMES["bio-token"])
