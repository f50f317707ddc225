"""The lattice against enumeration of all readings, and scheduling against all subsets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from math import exp, log

from hypothesis import given
from hypothesis import strategies as st

from isocolon.detectors.lattice.graph import Lattice, schedule

TOKENS = 8


@st.composite
def lattices(draw: st.DrawFn) -> Lattice:
    """Small lattices, sorted by where pairs end."""
    edges = st.lists(st.integers(0, TOKENS), min_size=4, max_size=4, unique=True).map(sorted)
    close = (
        st.lists(st.integers(0, TOKENS), min_size=3, max_size=3, unique=True)
        .map(sorted)
        .map(lambda e: [*e[:2], *e[1:]])
    )
    rows = draw(st.lists(st.one_of(edges, close), max_size=7, unique_by=tuple))
    rows = sorted((tuple(row) for row in rows), key=lambda row: (row[3], row))
    weights = st.lists(st.floats(-3, 3), min_size=len(rows), max_size=len(rows))
    return Lattice(TOKENS, rows, draw(weights), draw(weights))


def all_chains(lattice: Lattice, before: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    for number, row in enumerate(lattice.rows):
        if not before or lattice.rows[before[-1]][2:] == row[:2]:
            yield (*before, number)
            yield from all_chains(lattice, (*before, number))


def weight(lattice: Lattice, found: tuple[int, ...]) -> float:
    return lattice.opening[found[0]] + sum(lattice.going_on[number] for number in found[1:])


def readings(lattice: Lattice, place: int = 0) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every set of chains that do not overlap."""
    if place == lattice.tokens:
        yield ()
        return
    yield from readings(lattice, place + 1)
    for found in all_chains(lattice):
        if lattice.rows[found[0]][0] == place:
            for rest in readings(lattice, lattice.rows[found[-1]][3]):
                yield (found, *rest)


@given(lattices())
def test_sums_are_those_of_all_readings(lattice: Lattice) -> None:
    total = log(sum(exp(sum(weight(lattice, c) for c in reading)) for reading in readings(lattice)))
    assert abs(lattice.forward()[-1] - total) < 1e-9
    assert abs(lattice.backward()[0] - total) < 1e-9


@given(lattices())
def test_probabilities_of_chains_are_shares_of_readings(lattice: Lattice) -> None:
    every = [(reading, exp(sum(weight(lattice, c) for c in reading))) for reading in readings(lattice)]
    total = sum(share for _, share in every)
    found = dict(lattice.chains(least=-99, longest=9, weakest=-99))
    assert set(found) == set(all_chains(lattice))
    for each, logarithm in found.items():
        expected = sum(share for reading, share in every if each in reading) / total
        assert abs(exp(logarithm) - expected) < 1e-9


@given(lattices())
def test_the_best_reading_weighs_most(lattice: Lattice) -> None:
    most = max(sum(weight(lattice, c) for c in reading) for reading in readings(lattice))
    assert abs(sum(weight(lattice, c) for c in lattice.best()) - most) < 1e-6


INTERVALS = st.tuples(st.integers(0, 9), st.integers(1, 4)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(st.lists(st.tuples(INTERVALS, st.floats(-1, 2)), max_size=8))
def test_the_schedule_gains_most(intervals: list[tuple[tuple[int, int], float]]) -> None:
    hulls, gains = [hull for hull, _ in intervals], [gain for _, gain in intervals]
    taken = schedule(hulls, gains)
    numbers = range(len(hulls))
    subsets = chain.from_iterable(combinations(numbers, size) for size in range(len(hulls) + 1))
    fitting = [
        s
        for s in subsets
        if all(hulls[a][1] <= hulls[b][0] or hulls[b][1] <= hulls[a][0] for a, b in combinations(s, 2))
    ]
    assert tuple(sorted(taken)) in fitting
    assert abs(sum(gains[i] for i in taken) - max(sum(gains[i] for i in s) for s in fitting)) < 1e-9
