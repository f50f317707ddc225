"""Scoring: the metrics by name, and predicted against gold in one call.

A metric is a pair of functions, score and size, in a file of its own. Parallelisms are matched within each document so
that the sum of their scores is greatest; what that gives is summed over documents as Counts, and a sum of Counts makes
a Score, which carries a signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

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
    "sign",
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
    metrics: Iterable[str] | None = None,
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
            (start, end) pairs, or of Spans.
        gold: the same, about the same tokens. Documents are paired by their ids.
        metrics: the names of the metrics; all without any.
        strata: how many strata of nested parallelisms to score, from the outermost; all without a number.
        empty: what nothing predicted against nothing in gold scores, 0 or 1.
        partial: whether documents that are on one side only are left out, with a warning, instead of refused.
    """
    comparisons = compare(predicted=predicted, gold=gold, strata=strata, partial=partial)
    return summarize(tally(comparisons, metrics), sign(comparisons, strata=strata, empty=empty, partial=partial))


def tally(comparisons: Sequence[Comparison], metrics: Iterable[str] | None = None) -> dict[str, list[Counts]]:
    """Returns for each metric the counts of each comparison: all that sums and resamples need."""
    chosen = {name: METRICS[name]() for name in (METRICS if metrics is None else metrics)}
    return {name: [comparison.counts(metric) for comparison in comparisons] for name, metric in chosen.items()}


def sign(
    comparisons: Sequence[Comparison],
    *,
    strata: int | None = None,
    empty: int = 0,
    partial: bool = False,
    cleaned: Iterable[str] = (),
) -> Signature:
    """Returns the signature of scores of these comparisons, for any metric."""
    states = {comparison.tokens for comparison in comparisons}
    return Signature(
        documents=len(comparisons),
        partial="yes" if partial else "no",
        strata="all" if strata is None else str(strata),
        cleaned="+".join(cleaned) or "no",
        tokens=next((state for state in ("unchecked", "unaligned", "realigned") if state in states), "checked"),
        empty=empty,
    )


def summarize(counts: Mapping[str, Iterable[Counts]], signature: Signature) -> dict[str, Score]:
    """Returns the scores that the sums of the metrics' counts make, signed."""
    return {
        name: Score.of(sum(parts, start=Counts()), replace(signature, metric=name)) for name, parts in counts.items()
    }
