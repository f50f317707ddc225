"""Scoring: the metrics by name, and predicted against gold in one call.

A metric is a pair of functions, score and size, in a file of its own. Parallelisms are matched within each document so
that the sum of their scores is greatest; what that gives is summed over documents as Counts, and a sum of Counts makes
a Score, which carries a signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isocolon.metrics.base import Metric
from isocolon.metrics.comparison import Comparison, Match
from isocolon.metrics.counts import Counts, Score, Signature
from isocolon.metrics.pairing import Annotation, compare
from isocolon.registry import Registry

__all__ = [
    "METRICS",
    "Annotation",
    "Comparison",
    "Counts",
    "Match",
    "Metric",
    "Score",
    "Signature",
    "compare",
    "score",
    "summarize",
    "tally",
]

METRICS: Registry[type[Metric]] = Registry(
    "metric",
    {
        "epm": "isocolon.metrics.epm:ExactParallelismMatch",
        "mpbm": "isocolon.metrics.mpbm:MaximumParallelBranchMatch",
        "mbawo": "isocolon.metrics.mbawo:MaximumBranchAwareWordOverlap",
        "mwo": "isocolon.metrics.mwo:MaximumWordOverlap",
    },
)
"""Every metric, from the strictest to the most lenient."""


def score(
    *,
    predicted: Annotation,
    gold: Annotation,
    metrics: Iterable[str] = METRICS,
    strata: int | None = None,
    empty: int = 0,
    partial: bool = False,
) -> dict[str, Score]:
    """Returns the score of each metric by its name, matched within documents and summed over them.

    >>> scores = score(predicted=[[(0, 3), (4, 7)], [(9, 10), (12, 13)]], gold=[[(0, 3), (4, 8)]])
    >>> {name: round(score.f1, 4) for name, score in scores.items()}
    {'epm': 0.0, 'mpbm': 0.0, 'mbawo': 0.8, 'mwo': 0.8}

    Args:
        predicted: Documents, one or many, or the plain parallelisms of a single one: each a list of half-open
            (start, end) pairs.
        gold: the same, about the same tokens. Documents are paired by their ids.
        metrics: the names of the metrics.
        strata: how many strata of nested parallelisms to score, from the outermost; all without a number.
        empty: what nothing predicted against nothing in gold scores, 0 or 1.
        partial: whether documents that are on one side only are left out, with a warning, instead of refused.
    """
    comparisons = compare(predicted=predicted, gold=gold, strata=strata, partial=partial)
    totals = {name: sum(counts, start=Counts()) for name, counts in tally(comparisons, metrics).items()}
    tokens = comparisons[0].tokens if comparisons else "unchecked"
    return summarize(totals, strata=strata, tokens=tokens, empty=empty)


def tally(comparisons: Sequence[Comparison], metrics: Iterable[str] = METRICS) -> dict[str, list[Counts]]:
    """Returns for each metric the counts of each comparison: all that sums and resamples need."""
    chosen = {name: METRICS[name]() for name in metrics}
    return {name: [comparison.counts(metric) for comparison in comparisons] for name, metric in chosen.items()}


def summarize(
    totals: dict[str, Counts], *, strata: int | None = None, tokens: str = "checked", empty: int = 0
) -> dict[str, Score]:
    """Returns the scores that the metrics' counts make, signed."""
    levels = "all" if strata is None else str(strata)
    return {
        name: Score.of(counts, Signature(name, strata=levels, tokens=tokens, empty=empty))
        for name, counts in totals.items()
    }
