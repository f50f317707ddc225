"""Maximum branch-aware word overlap: words count if two branches at least meet two others (appendix B).

    score(p, q) = max over matchings W of the branches of p with those of q of
                  [at least two pairs in W share a word] * the number of words that the pairs in W share

The published scorer maximises the overlap first and asks for two matched branches afterwards, so it can return 0 where
a matching with two pairs exists. We follow the definition: the condition is part of what is maximised.

Branches of one parallelism are disjoint and sorted, so the overlapping pairs, in reading order, never go back on either
side. A pair can therefore only be in conflict with a run of pairs just before it, and the maximum is found as in
weighted interval scheduling: best[r] from best[r - 1] and from best at the first pair in conflict with r.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from isocolon.document import Parallelism
from isocolon.metrics.base import Metric, Weights
from isocolon.metrics.overlaps import Integers, Overlaps, shared


class MaximumBranchAwareWordOverlap(Metric):
    """score(p, q) = the most words that a matching of their branches shares in two pairs or more; size(p) = |words(p)|.

    The greatest overlap, of 8 words, is between one pair of branches; two pairs share 4.

    >>> mbawo = MaximumBranchAwareWordOverlap()
    >>> mbawo.score(Parallelism.of((0, 3), (3, 12)), Parallelism.of((0, 11), (11, 15)))
    4
    """

    title = "maximum branch-aware word overlap"

    def score(self, p: Parallelism, q: Parallelism, /) -> int:
        """Returns the words shared by the best matching of at least two pairs of branches, 0 if there is none."""
        return best_matching(shared(p, q))

    def size(self, p: Parallelism, /) -> int:
        """Returns the number of words."""
        return sum(branch.end - branch.start for branch in p.branches)

    def scores(self, overlaps: Overlaps) -> Weights:
        """Returns all words in common where each branch meets one other, and looks for the best matching elsewhere."""
        words, branches = overlaps.total(overlaps.words), overlaps.total(np.ones_like(overlaps.words))
        scores = np.where(branches >= 2, words, 0)
        for k in pairs_in_conflict(overlaps).tolist():
            rows = slice(overlaps.firsts[k], overlaps.firsts[k] + branches[k])
            scores[k] = best_matching(np.column_stack([overlaps.rows[rows], overlaps.words[rows]]).tolist())
        return scores


def pairs_in_conflict(overlaps: Overlaps) -> Integers:
    """Returns the pairs of parallelisms in which some branch overlaps two."""
    again = np.any(np.diff(overlaps.rows, axis=0, prepend=-1) == 0, axis=1)
    again[overlaps.firsts] = False
    return np.flatnonzero(overlaps.total(again))


def best_matching(rows: Sequence[tuple[int, int, int]]) -> int:
    """Returns the most words shared in two or more rows (branch, branch, words) with no branch in common.

    The rows are in reading order. `some` and `more` hold, for each number of first rows, the most words shared in at
    least one and at least two of them.

    >>> best_matching([(0, 0, 3), (1, 0, 8), (1, 1, 1)])
    4
    """
    some, more = [0], [0]
    run_of_first = run_of_second = 0  # where the rows with this first branch begin, and with this second one
    for r, (first, second, words) in enumerate(rows):
        run_of_first = run_of_first if r and first == rows[r - 1][0] else r
        run_of_second = run_of_second if r and second == rows[r - 1][1] else r
        others = some[min(run_of_first, run_of_second)]
        some.append(max(some[r], words + others))
        more.append(max(more[r], words + others if others else 0))
    return more[-1]
