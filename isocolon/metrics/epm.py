"""Exact parallelism match: a parallelism counts if all its branches are right, and not otherwise."""

from __future__ import annotations

import numpy as np

from isocolon.document import Parallelism
from isocolon.metrics.base import Metric, Weights
from isocolon.metrics.overlaps import Overlaps


class ExactParallelismMatch(Metric):
    """score(p, q) = [p = q], size(p) = 1.

    >>> epm = ExactParallelismMatch()
    >>> p, q = Parallelism.of((0, 2), (3, 5)), Parallelism.of((0, 2), (3, 6))
    >>> epm.score(p, p), epm.score(p, q), epm.size(p)
    (1, 0, 1)
    """

    title = "exact parallelism match"

    def score(self, p: Parallelism, q: Parallelism, /) -> int:
        """Returns 1 for two equal parallelisms, else 0."""
        return int(p.branches == q.branches)

    def size(self, p: Parallelism, /) -> int:
        """Returns 1."""
        return 1

    def scores(self, overlaps: Overlaps) -> Weights:
        """Returns 1 for the pairs that have as many branches in common as each of the two has."""
        lengths = np.array([(len(p), len(q)) for p, q in overlaps], dtype=np.int64).reshape(-1, 2)
        common = overlaps.total(overlaps.identical)
        return np.where((lengths[:, 0] == common) & (lengths[:, 1] == common), 1, 0)
