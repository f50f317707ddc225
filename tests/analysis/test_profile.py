"""Profiles, counted by hand."""

from __future__ import annotations

import pytest

from isocolon.analysis.profile import count_sentences, profile
from isocolon.document import Document, Kind, Parallelism, Section, Span, Token


def document(text: str, *parallelisms: Parallelism, sections: tuple[Section, ...] = ()) -> Document:
    words = text.split()
    starts = [sum(len(word) + 1 for word in words[:i]) for i in range(len(words))]
    tokens = tuple(Token(start, start + len(word), word) for start, word in zip(starts, words, strict=True))
    return Document("1", " ".join(words), tokens, "en", sections, parallelisms)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [("a", 1), ("a .", 1), ("a . b", 2), ("a ? ! b .", 2), ("a ... b .", 2), (". . .", 0), ("。 a 。", 1)],
)
def test_sentences(text: str, sentences: int) -> None:
    assert count_sentences(document(text)) == sentences


def test_figures() -> None:
    found = profile(
        document(
            "a b , a c . d e f , d e g , d e h .",
            Parallelism.of((0, 2), (3, 5)),
            Parallelism.of((6, 9), (10, 13), (14, 17), kind=Kind.CHIASTIC),
        ),
        [{"length"}, {"length", "syntax"}],
        ["length", "syntax", "phonology"],
    )
    assert (found.sentences, found.parallelisms, found.density) == (2, 2, 100)
    assert found.share == (4 + 9) / 18
    assert (found.branches, found.length, found.longest) == (5 / 2, (2 + 2 + 3 + 3 + 3) / 5, 3)
    assert found.kinds == {"synchystic": 0, "chiastic": 1, "unknown": 1}
    assert found.criteria == {"length": 2, "syntax": 1, "phonology": 0}
    assert (found.row()["length"], found.row()["shown by length"]) == (2.6, 2)


def test_the_most_parallel_passage_comes_first() -> None:
    words = " ".join("abcdefghij" * 2)
    sections = (Section("first", Span(0, 10)), Section("second", Span(10, 20)))
    found = profile(
        document(words, Parallelism.of((0, 1), (2, 3)), Parallelism.of((10, 13), (14, 17)), sections=sections)
    )
    assert [(passage.section, passage.share) for passage in found.passages] == [("second", 0.6), ("first", 0.2)]


def test_a_passage_begins_with_whole_words() -> None:
    (found,) = profile(document("alpha beta " * 10, Parallelism.of((0, 1), (2, 3)))).passages
    assert found.text == "alpha beta " * 5 + "alpha …"


def test_nothing() -> None:
    found = profile(Document("empty", "", ()))
    assert (found.sentences, found.density, found.share, found.passages) == (0, 0, 0, ())
