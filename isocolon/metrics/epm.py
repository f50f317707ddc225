"""Exact parallelism match: a parallelism counts if all its branches are right, and not otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from isocolon.document import Parallelism
from isocolon.metrics.base import Metric, Weights
from isocolon.metrics.overlaps import Integers, Overlaps


class ExactParallelismMatch(Metric):
    """score(p, q) = [p = q], size(p) = 1.

    >>> epm = ExactParallelismMatch()
    >>> p, q = Parallelism.of((0, 2), (3, 5)), Parallelism.of((0, 2), (3, 6))
    >>> epm.score(p, p), epm.score(p, q), epm.size(p)
    (1, 0, 1)
    """

    title = "exact parallelism match"
    exact = True

    def score(self, p: Parallelism, q: Parallelism, /) -> int:
        """Returns 1 for two equal parallelisms, else 0."""
        return int(p.branches == q.branches)

    def size(self, p: Parallelism, /) -> int:
        """Returns 1."""
        return 1

    def scores(self, overlaps: Overlaps) -> Weights:
        """Returns 1 for the pairs that have as many branches in common as each of the two has."""
        common = overlaps.total(overlaps.identical)
        ours = branch_counts(overlaps.predicted)[overlaps.pairs[:, 0]]
        theirs = branch_counts(overlaps.gold)[overlaps.pairs[:, 1]]
        return np.where((ours == common) & (theirs == common), 1, 0)


def branch_counts(parallelisms: Sequence[Parallelism]) -> Integers:
    """Returns how many branches each parallelism has."""
    return np.array([len(p.branches) for p in parallelisms], dtype=np.int64)
