"""Where two lists of parallelisms touch: every pair of overlapping branches, found without looking at the others.

Sort the branches of both sides by their starts. Two branches overlap if one of them starts inside the other, so the
partners of a branch that start inside it are one run of the sorted starts, and two binary searches find it. That is
O(n log n + k) in time and O(n + k) in memory for n branches and k overlapping pairs, whatever nests or crosses. Metrics
to which only equal branches matter look for those alone, in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from isocolon.document import Parallelism

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Overlaps:
    """The pairs of parallelisms that touch, and beneath them the pairs of branches that do.

    Pairs of parallelisms are in order; pairs of branches ("rows") are in order of their parallelisms, then of reading.

    >>> overlaps = Overlaps.between([Parallelism.of((0, 4), (6, 9))], [Parallelism.of((2, 4), (6, 9), (20, 22))])
    >>> overlaps.total(overlaps.words).tolist(), overlaps.total(overlaps.identical).tolist()
    ([5], [1])
    """

    predicted: Sequence[Parallelism]
    gold: Sequence[Parallelism]
    pairs: Integers
    """The positions of the two parallelisms, [K, 2]."""
    rows: Integers
    """The positions of the two branches, counted through all branches of a side, [R, 2]."""
    firsts: Integers
    """The first row of each pair, [K]."""
    words: Integers
    """How many tokens the two branches of a row have in common, [R]."""
    identical: NDArray[np.bool_]
    """Whether the two branches of a row are the same span, [R]."""

    @classmethod
    def between(cls, predicted: Sequence[Parallelism], gold: Sequence[Parallelism], *, exact: bool = False) -> Overlaps:
        """Returns the overlaps of the predicted parallelisms with the gold ones, or only those of equal branches."""
        (p_owner, p_start, p_end), (g_owner, g_start, g_end) = branch_table(predicted), branch_table(gold)
        p, g = (equal if exact else overlapping)(p_start, p_end, g_start, g_end)
        order = np.lexsort((g, p, g_owner[g], p_owner[p]))
        p, g = p[order], g[order]
        owners = np.stack([p_owner[p], g_owner[g]], axis=1)
        firsts = np.flatnonzero(np.any(np.diff(owners, axis=0, prepend=-1) != 0, axis=1))
        return cls(
            predicted,
            gold,
            pairs=owners[firsts],
            rows=np.stack([p, g], axis=1),
            firsts=firsts,
            words=np.minimum(p_end[p], g_end[g]) - np.maximum(p_start[p], g_start[g]),
            identical=(p_start[p] == g_start[g]) & (p_end[p] == g_end[g]),
        )

    def __len__(self) -> int:
        """The number of pairs of parallelisms that touch."""
        return len(self.pairs)

    def __iter__(self) -> Iterator[tuple[Parallelism, Parallelism]]:
        return ((self.predicted[i], self.gold[j]) for i, j in self.pairs.tolist())

    def total(self, values: NDArray[np.int64] | NDArray[np.bool_]) -> Integers:
        """Returns the sum of the rows' values for each pair of parallelisms, [K]."""
        return np.add.reduceat(values, self.firsts, dtype=np.int64) if len(self) else np.zeros(0, dtype=np.int64)


def branch_table(parallelisms: Sequence[Parallelism]) -> Integers:
    """Returns owner, start and end of every branch, [3, n]."""
    rows = [(i, branch.start, branch.end) for i, p in enumerate(parallelisms) for branch in p.branches]
    return np.array(rows, dtype=np.int64).reshape(-1, 3).T


def overlapping(
    start: Integers, end: Integers, other_start: Integers, other_end: Integers
) -> tuple[Integers, Integers]:
    """Returns the positions of all overlapping pairs of the one side's intervals with the other's."""
    own_order, other_order = np.argsort(start, kind="stable"), np.argsort(other_start, kind="stable")
    own_sorted, other_sorted = start[own_order], other_start[other_order]
    # The other starts inside the own, at its very start included; then the own starts inside the other, strictly.
    own, inner = runs(other_sorted.searchsorted(start), other_sorted.searchsorted(end))
    other, outer = runs(own_sorted.searchsorted(other_start, side="right"), own_sorted.searchsorted(other_end))
    return np.concatenate([own, own_order[outer]]), np.concatenate([other_order[inner], other])


def equal(start: Integers, end: Integers, other_start: Integers, other_end: Integers) -> tuple[Integers, Integers]:
    """Returns the positions of all pairs of the one side's intervals with the same one of the other's."""
    width = 1 + max(end.max(initial=0), other_end.max(initial=0))
    own, other = start * width + end, other_start * width + other_end  # an interval as one number
    order = np.argsort(other, kind="stable")
    ordered = other[order]
    which, positions = runs(ordered.searchsorted(own), ordered.searchsorted(own, side="right"))
    return which, order[positions]


def runs(starts: Integers, ends: Integers) -> tuple[Integers, Integers]:
    """Returns, for all the numbers from each start up to its end, which run they belong to and the numbers.

    >>> [values.tolist() for values in runs(np.array([4, 7, 7]), np.array([6, 7, 8]))]
    [[0, 0, 2], [4, 5, 7]]
    """
    lengths = ends - starts
    which = np.repeat(np.arange(len(lengths)), lengths)
    before = np.cumsum(lengths) - lengths
    return which, np.arange(len(which)) - before[which] + starts[which]


def shared(first: Parallelism, second: Parallelism) -> list[tuple[int, int, int]]:
    """Returns the overlapping branches of two parallelisms in reading order: their positions and the tokens in common.

    >>> shared(Parallelism.of((0, 4), (6, 9)), Parallelism.of((2, 3), (3, 7)))
    [(0, 0, 1), (0, 1, 1), (1, 1, 1)]
    """
    found = []
    i = j = 0
    while i < len(first) and j < len(second):
        one, two = first.branches[i], second.branches[j]
        words = min(one.end, two.end) - max(one.start, two.start)
        if words > 0:
            found.append((i, j, words))
        if one.end <= two.end:
            i += 1
        else:
            j += 1
    return found
