"""Random parallelisms for the oracle tests: dense enough that branches meet, nest and cross all the time."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from isocolon.document import Parallelism, Span


def random_parallelism(random: Random, tokens: int = 24, most: int = 4) -> Parallelism:
    """Returns a parallelism of one to `most` branches somewhere in so many tokens."""
    edges = sorted(random.sample(range(tokens + 1), 2 * random.randint(1, most)))
    if random.random() < 0.4:  # let some branches touch
        edges[1:-1:2] = edges[2:-1:2]
    return Parallelism.of(*zip(edges[::2], edges[1::2], strict=True))


def near(random: Random, p: Parallelism, tokens: int = 24) -> Parallelism:
    """Returns a parallelism like another: a copy, or one with branches dropped or their edges moved."""
    if random.random() < 0.25:
        return p
    kept = [branch for branch in p if random.random() < 0.8] or [p.branches[0]]
    for k, branch in enumerate(kept):
        start, end = branch.start + random.choice((-1, 0, 1)), branch.end + random.choice((-1, 0, 1))
        taken = {position for other in kept if other is not branch for position in other}
        if random.random() < 0.2 and 0 <= start < end <= tokens and taken.isdisjoint(range(start, end)):
            kept[k] = Span(start, end)
    return Parallelism(tuple(kept))


def random_pair(random: Random) -> tuple[Parallelism, Parallelism]:
    """Returns two parallelisms, half of the time anywhere and half of the time alike."""
    p = random_parallelism(random)
    return p, near(random, p) if random.random() < 0.5 else random_parallelism(random)


def random_annotation(random: Random, count: int, tokens: int = 24) -> list[Parallelism]:
    """Returns so many different parallelisms."""
    return list({random_parallelism(random, tokens): None for _ in range(count)})


@st.composite
def parallelism(draw: st.DrawFn) -> Parallelism:
    """Strategy: any parallelism in 30 tokens."""
    edges = sorted(draw(st.sets(st.integers(0, 30), min_size=2, max_size=8)))
    spans = list(pairwise(edges))
    kept = draw(st.lists(st.sampled_from(spans), min_size=1, unique=True))
    return Parallelism.of(*kept)
