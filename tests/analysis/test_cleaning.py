"""The paper's two corrections: tables of small cases, each with its reason."""

from __future__ import annotations

from itertools import accumulate

import pytest

from isocolon.analysis.cleaning import CLEANERS
from isocolon.document import Document, Parallelism, Token
from isocolon.errors import ConfigurationError

Spans = list[list[tuple[int, int]]]


def document(words: str, spans: Spans, language: str = "la") -> Document:
    forms = words.split()
    ends = list(accumulate(len(form) + 1 for form in forms))
    tokens = tuple(Token(end - 1 - len(form), end - 1, form) for form, end in zip(forms, ends, strict=True))
    return Document("1", words, tokens, language, parallelisms=tuple(Parallelism.of(*branches) for branches in spans))


def cleaned(name: str, words: str, spans: Spans) -> Spans:
    found = CLEANERS[name](document(words, spans)).parallelisms
    return [[(branch.start, branch.end) for branch in parallelism] for parallelism in found]


@pytest.mark.parametrize(
    ("words", "before", "after"),
    [
        pytest.param("et ueni et uidi", [(1, 2), (3, 4)], [(0, 2), (2, 4)], id="all follow one: all get theirs"),
        pytest.param("et ueni et uidi", [(0, 2), (3, 4)], [(0, 2), (2, 4)], id="some have one, the rest follow one"),
        pytest.param("ueni et uidi", [(0, 1), (1, 3)], [(0, 1), (2, 3)], id="one has none: all lose theirs"),
        pytest.param("ueni et uidi", [(0, 1), (2, 3)], [(0, 1), (2, 3)], id="nothing to do"),
        pytest.param("ueni , sed et uidi", [(0, 1), (2, 5)], [(0, 1), (4, 5)], id="two at once are lost"),
        pytest.param("ueni et , uici", [(0, 1), (1, 2)], [(0, 1), (1, 2)], id="a branch never loses its last word"),
        pytest.param("et et uidi", [(0, 1), (1, 3)], [(0, 1), (1, 3)], id="all begin with one"),
        pytest.param("aut ueni et uidi", [(0, 3), (3, 4)], [(1, 3), (3, 4)], id="what ends a branch precedes none"),
    ],
)
def test_conjunctions(words: str, before: list[tuple[int, int]], after: list[tuple[int, int]]) -> None:
    assert cleaned("conjunctions", words, [before]) == [after]


def test_conjunctions_of_an_unknown_language() -> None:
    with pytest.raises(ConfigurationError) as error:
        CLEANERS["conjunctions"](document("ja", [], "fi"))
    assert str(error.value) == "document '1' is in 'fi', whose conjunctions we don't know. We know those of: la, en."


@pytest.mark.parametrize(
    ("words", "before", "after"),
    [
        pytest.param(
            "inanis auro , plenus deo ; inanis omni , plenus sui",
            [[(0, 2), (6, 8)], [(3, 5), (9, 11)]],
            [[(0, 5), (6, 11)]],
            id="the paper's example: interpretation 2 without its nest becomes 3",
        ),
        pytest.param(
            "inanis auro , plenus deo ; inanis omni , plenus sui",
            [[(0, 5), (6, 11)], [(0, 2), (6, 8)], [(3, 5), (9, 11)]],
            [[(0, 5), (6, 11)]],
            id="what the nest holds already is there once",
        ),
        pytest.param(
            "a et b , a et b", [[(0, 1), (4, 5)], [(2, 3), (6, 7)]], [[(0, 3), (4, 7)]], id="a conjunction is passable"
        ),
        pytest.param(
            "a x b , a x b",
            [[(0, 1), (4, 5)], [(2, 3), (6, 7)]],
            [[(0, 1), (4, 5)], [(2, 3), (6, 7)]],
            id="a word is not",
        ),
        pytest.param(
            "a b , a b c",
            [[(0, 1), (3, 4), (5, 6)], [(1, 2), (4, 5)]],
            [[(0, 1), (3, 4), (5, 6)], [(1, 2), (4, 5)]],
            id="another number of branches",
        ),
        pytest.param(
            "a b c a b c",
            [[(0, 1), (3, 4)], [(1, 2), (4, 5)], [(2, 3), (5, 6)]],
            [[(0, 3), (3, 6)]],
            id="three in a row",
        ),
        pytest.param(
            "a a b b",
            [[(0, 1), (1, 2)], [(2, 3), (3, 4)]],
            [[(0, 1), (1, 2)], [(2, 3), (3, 4)]],
            id="one after the other",
        ),
    ],
)
def test_interlocks(words: str, before: Spans, after: Spans) -> None:
    assert cleaned("interlocks", words, before) == after


def test_an_unknown_cleaner() -> None:
    with pytest.raises(ConfigurationError, match=r"there is no cleaner 'interlock'. Did you mean 'interlocks'\?"):
        CLEANERS["interlock"]
