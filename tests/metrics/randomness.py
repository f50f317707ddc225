"""Random parallelisms for the oracle tests: dense enough that branches meet, nest and cross all the time."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from isocolon.document import Parallelism


def random_parallelism(random: Random, tokens: int = 24, most: int = 4) -> Parallelism:
    """Returns a parallelism of one to `most` branches somewhere in so many tokens."""
    edges = sorted(random.sample(range(tokens + 1), 2 * random.randint(1, most)))
    if random.random() < 0.4:  # let some branches touch
        edges[1:-1:2] = edges[2:-1:2]
    return Parallelism.of(*zip(edges[::2], edges[1::2], strict=True))


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
