"""Maximum word overlap: words count wherever they stand, whatever the branches do (appendix B)."""

from __future__ import annotations

from isocolon.document import Parallelism
from isocolon.metrics.base import Metric, Weights
from isocolon.metrics.overlaps import Overlaps, shared


class MaximumWordOverlap(Metric):
    """score(p, q) = |words(p) ∩ words(q)|, size(p) = |words(p)|.

    >>> mwo = MaximumWordOverlap()
    >>> p = Parallelism.of((0, 4), (6, 9))
    >>> mwo.score(p, Parallelism.of((2, 7))), mwo.size(p)
    (3, 7)
    """

    title = "maximum word overlap"

    def score(self, p: Parallelism, q: Parallelism, /) -> int:
        """Returns the number of words in common."""
        return sum(words for _, _, words in shared(p, q))

    def size(self, p: Parallelism, /) -> int:
        """Returns the number of words."""
        return sum(branch.end - branch.start for branch in p.branches)

    def scores(self, overlaps: Overlaps) -> Weights:
        """Returns the number of words in common of each pair: branches are disjoint, so theirs add up."""
        return overlaps.total(overlaps.words)
