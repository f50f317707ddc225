"""How far annotators agree: each two of them scored against each other, with the paper's corrections and bootstrap.

F1 does not care who is called predicted and who gold, and comes near to kappa where almost everything is outside the
annotation (Hripcsak & Rothschild, 2005). Appendix C of Bothwell et al. (2023) resamples *matchings*: the pairs of the
best matching, what is unmatched paired off as it comes. We give the percentile interval of such samples. The paper's
own interval stands beside it, labelled as such, for it has two faults: it divides the standard deviation of the
samples, which is the standard error already, by the root of their number once more; and a parallelism without partner
counts in EPM as if it had one, which draws the mean of the samples below the score they are samples of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, zip_longest
from math import sqrt
from pathlib import Path
from statistics import fmean

from isocolon.analysis.bootstrap import SEED, TRIALS, Floats, Interval, f1_of, percentiles, resample
from isocolon.analysis.cleaning import CLEANERS
from isocolon.analysis.intervals import plot_intervals
from isocolon.analysis.realignment import realign as realigned
from isocolon.document import Document, Parallelism
from isocolon.errors import ConfigurationError
from isocolon.metrics import METRICS, Comparison, Counts, Metric, Score, Signature, sign, summarize
from isocolon.metrics.pairing import Row, first_difference, line_up, repeats_in, warn

Z = 1.96
"""How many standard deviations to either side hold 95 % of a normal distribution."""
PADDING = {"epm": 1}
"""What the published code takes the size of a missing partner to be, where that is not 0."""


@dataclass(frozen=True)
class Published:
    """The bootstrap as the paper prints it, with the percentiles of the same samples, which it does not print."""

    mean: float
    deviation: float
    interval: Interval
    percentile: Interval


@dataclass(frozen=True)
class Agreement:
    """How far two annotators agree by one metric."""

    score: Score
    interval: Interval
    """The percentile interval over resampled matchings."""
    published: Published
    """The same as the paper has it."""


Agreements = dict[tuple[str, str], dict[str, Agreement]]
"""For each two annotators, their agreement by each metric."""


def agree(
    annotators: Mapping[str, Sequence[Document]],
    *,
    clean: Iterable[str] = (),
    realign: bool = False,
    partial: bool = False,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Agreements:
    """Returns the agreement of each two annotators by each metric.

    Args:
        annotators: the documents of each, by name; they are paired by id. What one repeats counts once.
        clean: the names of the corrections to make first, in order.
        realign: whether documents whose tokens differ are brought onto the tokens they have in common; without it
            they are compared position by position, as the paper did, with a warning.
        partial: whether documents that some annotators lack are left out, for all pairs, instead of refused.
        trials: how often to resample.
        seed: where the random numbers begin.
    """
    if len(annotators) < 2:
        raise ConfigurationError(f"{len(annotators)} annotator cannot agree with anyone. Give two or more.")
    corrections = list(clean)
    rows = line_up(annotators, partial=partial)
    for row in rows:
        for name, document in row.items():
            if repeats := repeats_in(document.parallelisms):
                warn(f"document '{document.id}': {name} {repeats}; each counts once")
    found = {}
    for names in combinations(annotators, 2):
        comparisons = [compare_two(row, names, clean=corrections, realign=realign) for row in rows]
        signature = sign(comparisons, partial=partial, cleaned=corrections)
        found[names] = assess(comparisons, signature, trials=trials, seed=seed)
    return found


def compare_two(row: Row, names: tuple[str, str], *, clean: Iterable[str], realign: bool) -> Comparison:
    """Returns the comparison of two annotators of a document, corrected; what one of them has twice is there once."""
    first, second, tokens = align(row, names, realign=realign)
    cleaners = [CLEANERS[name] for name in clean]
    sides = (reduce(lambda done, cleaner: cleaner(done), cleaners, document) for document in (first, second))
    ours, theirs = (tuple(dict.fromkeys(side.parallelisms)) for side in sides)
    return Comparison(first.id, ours, theirs, tokens)


def align(row: Row, names: tuple[str, str], *, realign: bool) -> tuple[Document, Document, str]:
    """Returns two annotations of a document ready to be compared, and what that says of their tokens."""
    first, second = (row[name] for name in names)
    difference = first_difference(first, second, sides=names)
    if not difference:
        return first, second, "checked"
    if realign:
        return *realigned(first, second, names=names), "realigned"
    remedy = "compared position by position, as the paper did; align them with realign=True"
    warn(f"{difference}; {remedy}")
    return first, second, "unaligned"


def assess(comparisons: Sequence[Comparison], signature: Signature, *, trials: int, seed: int) -> dict[str, Agreement]:
    """Returns the agreement in these comparisons by each metric."""
    metrics = {name: METRICS[name]() for name in METRICS}
    items = {name: [item for c in comparisons for item in matchings(c, metrics[name])] for name in metrics}
    return {
        name: Agreement(score, *bootstrapped(items[name] or [Counts()], name, trials=trials, seed=seed))
        for name, score in summarize(items, signature).items()
    }


def bootstrapped(items: Sequence[Counts], name: str, *, trials: int, seed: int) -> tuple[Interval, Published]:
    """Returns the percentile interval over matchings by one metric, and the paper's reading of its own samples."""

    def samples(of: Sequence[Counts]) -> Floats:
        return f1_of(resample(of, trials=trials, seed=seed))

    ours = samples(items)
    theirs = samples([padded(item, PADDING[name]) for item in items]) if name in PADDING else ours
    return percentiles(ours, over="matchings"), published(theirs, len(items))


def padded(item: Counts, padding: float) -> Counts:
    """Returns a matching in which a missing partner has this size.

    >>> padded(Counts(matched=0, predicted_size=1, gold_size=0), 1)
    Counts(matched=0, predicted_size=1, gold_size=1)
    """
    return Counts(item.matched, item.predicted_size or padding, item.gold_size or padding)


def matchings(comparison: Comparison, metric: Metric) -> list[Counts]:
    """Returns the counts of each pair of the best matching, the unmatched paired off as they come.

    >>> p, q = (Parallelism.of((i, i + 1), (i + 2, i + 3)) for i in (0, 10))
    >>> matchings(Comparison("1", [p, q], [p]), METRICS["mpbm"]())
    [Counts(matched=2, predicted_size=2, gold_size=2), Counts(matched=0, predicted_size=2, gold_size=0)]
    """
    pairs = comparison.alignment(metric)
    left = Counter(comparison.predicted) - Counter(match.predicted for match in pairs)
    right = Counter(comparison.gold) - Counter(match.gold for match in pairs)

    def size(parallelism: Parallelism | None) -> float:
        return 0 if parallelism is None else metric.size(parallelism)

    matched = [Counts(match.score, size(match.predicted), size(match.gold)) for match in pairs]
    unmatched = [Counts(0, size(p), size(q)) for p, q in zip_longest(left.elements(), right.elements())]
    return matched + unmatched


def published(samples: Floats, size: int) -> Published:
    """Returns the paper's reading of samples that were drawn so many at a time."""
    mean, deviation = float(samples.mean()), float(samples.std())
    margin = Z * deviation / sqrt(size)
    interval = Interval(mean - margin, mean + margin, over="matchings")
    return Published(mean, deviation, interval, percentiles(samples, over="matchings"))


def mean_scores(found: Agreements) -> dict[str, float]:
    """Returns the mean F1 over all pairs of annotators, by metric."""
    return {name: fmean(pair[name].score.f1 for pair in found.values()) for name in METRICS}


def plot_agreement(found: Agreements, path: Path) -> Path:
    """Writes a picture of each pair's scores with their intervals, beside them the paper's, and returns its path."""
    series = {}
    for names, metrics in found.items():
        series[" – ".join(names)] = {name: (a.score.f1, a.interval) for name, a in metrics.items()}
        series[f"{' – '.join(names)}, the paper's interval"] = {
            name: (a.published.mean, a.published.interval) for name, a in metrics.items()
        }
    return plot_intervals(series, path, title="Agreement of annotators")
