"""Allowed transitions against all that the encoder can write, and the counts of the paper's figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from isocolon import datasets
from isocolon.analysis.ceiling import ceiling
from isocolon.document import Document, Parallelism, Section, Span, Token
from isocolon.schemes import SCHEMES, encode
from isocolon.schemes.closed import tags_of
from isocolon.schemes.transitions import START, STOP, allowed, count, without_link

LENGTH = 7


@cache
def flat_sets() -> list[tuple[Parallelism, ...]]:
    """Returns every set of two parallelisms of two branches, and every parallelism of two or three, on a few tokens."""
    spans = [Span(a, b) for a in range(LENGTH) for b in range(a + 1, min(a + 4, LENGTH) + 1)]
    found = [Parallelism(pair) for pair in combinations(spans, 2) if not pair[0].overlaps(pair[1])]
    words = {parallelism: parallelism.words() for parallelism in found}
    together = [pair for pair in combinations(found, 2) if words[pair[0]].isdisjoint(words[pair[1]])]
    triples = (triple for triple in combinations(spans, 3) if all(a.end <= b.start for a, b in pairwise(triple)))
    return [(parallelism,) for parallelism in (*found, *map(Parallelism, triples))] + together


def written(scheme: str) -> Iterator[tuple[str, ...]]:
    yield (START, "O", STOP)
    for parallelisms in flat_sets():
        yield (START, *encode(parallelisms, LENGTH, SCHEMES[scheme])[0], STOP)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_allowed_is_what_the_encoder_can_write(scheme: str) -> None:
    sequences = list(written(scheme))
    tags = sorted({tag for tags in sequences for tag in tags} - {START, STOP})
    seen = {pair for tags in sequences for pair in pairwise(tags)}
    possible = allowed(SCHEMES[scheme], tags)
    assert seen <= possible
    # Links tell too much for a few tokens to show all; without them nothing is allowed that is not seen
    assert {(without_link(left), without_link(right)) for left, right in possible - seen} <= {
        (without_link(left), without_link(right)) for left, right in seen
    }


@pytest.mark.parametrize(
    ("scheme", "left", "right", "possible", "why"),
    [
        ("bio-token", "O", "B-1", False, "a branch must end right before it"),
        ("bio-token", "I", "B-1", True, "and here one does"),
        ("bio-token", "I", "B-2", False, "the token before the last is in the branch of the last"),
        ("bio-token", "I", "B-3", True, "and here it may end another"),
        ("bio-token", "B", "B-2", True, "a branch of one token stands between"),
        ("bio-token", "B-1", "B-2", False, "both would go on from the same branch"),
        ("bio-branch", "B-1", "B-2", False, "and here too"),
        ("bio-branch", "O", "B-1", True, "branches are counted, not tokens"),
        ("bio-branch", START, "B-1", False, "there is nothing to go on from"),
    ],
)
def test_where_links_can_stand(scheme: str, left: str, right: str, possible: bool, why: str) -> None:
    tags = ["O", "B", "B-1", "B-2", "B-3", "I"]
    assert ((left, right) in allowed(SCHEMES[scheme], tags)) == possible, why


@pytest.mark.parametrize(
    ("scheme", "pair"),
    [("biom-token", ("O", "B-3")), ("bioe-token", ("I", "O")), ("biomj-token", ("I", "O")), ("bio-token", ("O", "I"))],
)
def test_what_the_paper_says_cannot_occur(scheme: str, pair: tuple[str, str]) -> None:
    assert pair not in allowed(SCHEMES[scheme], ["O", "B", "B-3", "I", "J", "M", "E"])


def test_counts_over_sections_and_strata() -> None:
    tokens = tuple(Token(i, i + 1, "a") for i in range(5))
    sections = (Section("1", Span(0, 4)), Section("2", Span(4, 5)))
    document = Document("a", "aaaaa", tokens, "la", sections, (Parallelism.of((0, 1), (2, 4)),))
    assert count([document], SCHEMES["bio-token"]) == {
        (START, "B"): 1,
        ("B", "O"): 1,
        ("O", "Bλ"): 1,
        ("Bλ", "I"): 1,
        ("I", STOP): 1,
        (START, "O"): 1,
        ("O", STOP): 1,
    }
    assert ("O", "B-2") in count([document], SCHEMES["bio-token"], links=True)


def test_transitions_of_asp(asp_path: Path) -> None:
    training = datasets.load("asp", "training", asp_path.parent)
    bio, biomj = (count(training, SCHEMES[name]) for name in ("bio-token", "biomj-token"))
    assert ("I", "O") in bio and ("I", "O") not in biomj
    assert ("O", "Bλ") in bio and ("O", "Bλ") not in biomj
    sections = sum(len(document.sections) for document in training)
    assert sum(n for (left, _), n in bio.items() if left == START) == 2 * sections  # two strata


@pytest.fixture(scope="module")
def asp_parts(asp_path: Path) -> list[Document]:
    """The sections of ASP; the two that a parallelism bridges are one."""
    documents = datasets.load("asp", None, asp_path.parent)
    return [replace(part, sections=()) for document in documents for part in document.split()]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_text_of_asp_has_what_is_not_allowed(scheme: str, asp_parts: list[Document]) -> None:
    tags = tags_of(asp_parts, SCHEMES[scheme], strata=2)
    assert set(count(asp_parts, SCHEMES[scheme], links=True)) <= allowed(SCHEMES[scheme], tags)


@pytest.mark.parametrize(
    ("dataset", "scheme", "expected"),
    [("asp", "biomj-token", 0.9977), ("pse", "bio-token", 0.9167), ("pse", "biome-branch", 0.9816)],
)
def test_ceilings(dataset: str, scheme: str, expected: float, request: pytest.FixtureRequest) -> None:
    data = request.getfixturevalue(f"{dataset}_path").parent
    training, test = (datasets.load(dataset, split, data) for split in ("training", "test"))
    assert ceiling(training, test, SCHEMES[scheme])["epm"].f1 == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(("dataset", "token", "branch"), [("asp", 21, 4), ("pse", 22, 3)])
def test_types_of_links(dataset: str, token: int, branch: int, request: pytest.FixtureRequest) -> None:
    documents = datasets.load(dataset, None, request.getfixturevalue(f"{dataset}_path").parent)
    for scheme, expected in (("bio-token", token), ("bio-branch", branch)):
        links = [tag for tag in tags_of(documents, SCHEMES[scheme], strata=2) if tag.startswith("B-")]
        assert len(links) == expected
