"""Maximum parallel branch match: branches count if two at least of one parallelism are right (appendix B)."""

from __future__ import annotations

import numpy as np

from isocolon.document import Parallelism
from isocolon.metrics.base import Metric, Weights
from isocolon.metrics.overlaps import Overlaps


class MaximumParallelBranchMatch(Metric):
    """score(p, q) = |p ∩ q| if that is at least 2, else 0; size(p) = |p|.

    >>> mpbm = MaximumParallelBranchMatch()
    >>> p = Parallelism.of((0, 2), (3, 5), (6, 8))
    >>> mpbm.score(p, Parallelism.of((0, 2), (3, 5))), mpbm.score(p, Parallelism.of((0, 2), (3, 4))), mpbm.size(p)
    (2, 0, 3)
    """

    title = "maximum parallel branch match"
    exact = True

    def score(self, p: Parallelism, q: Parallelism, /) -> int:
        """Returns the number of branches in common, if there are two."""
        common = len(set(p.branches) & set(q.branches))
        return common if common >= 2 else 0

    def size(self, p: Parallelism, /) -> int:
        """Returns the number of branches."""
        return len(p.branches)

    def scores(self, overlaps: Overlaps) -> Weights:
        """Returns the number of identical branches of each pair, if there are two."""
        common = overlaps.total(overlaps.identical)
        return np.where(common >= 2, common, 0)
