"""The parallelisms predicted for a document against the gold ones: which meet which, and what that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from isocolon.document import Parallelism
from isocolon.metrics.base import Metric
from isocolon.metrics.counts import Counts
from isocolon.metrics.matching import maximum_matching
from isocolon.metrics.overlaps import Overlaps


class Match(NamedTuple):
    """A predicted parallelism and the gold one it met, with what the pair scored."""

    predicted: Parallelism
    gold: Parallelism
    score: float


@dataclass(frozen=True)
class Comparison:
    """The predicted and the gold parallelisms of one document.

    Both are sets, as in the paper's definition. Gold is taken for one: what it repeats is there once. A prediction that
    is repeated is matched once as well, but what a system says twice counts twice in the size of what it said.

    >>> p, q = Parallelism.of((0, 2), (3, 5)), Parallelism.of((7, 8), (9, 10))
    >>> from isocolon.metrics import METRICS
    >>> Comparison("1", predicted=(p, q), gold=(p,)).counts(METRICS["epm"]())
    Counts(matched=1, predicted_size=2, gold_size=1)
    """

    id: str
    predicted: Sequence[Parallelism]
    gold: Sequence[Parallelism]
    tokens: str = "unchecked"
    """Whether both sides are known to be about the same tokens, in the word of the signature."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "gold", tuple(dict.fromkeys(self.gold)))

    @cached_property
    def distinct(self) -> tuple[Parallelism, ...]:
        """The predicted parallelisms, those that are there twice once: these are matched."""
        return tuple(dict.fromkeys(self.predicted))

    @cached_property
    def overlaps(self) -> Overlaps:
        """Where branches of the two sides overlap."""
        return Overlaps.between(self.distinct, self.gold)

    @cached_property
    def equals(self) -> Overlaps:
        """Where branches of the two sides are the same: all that exact metrics need, and often far less."""
        return Overlaps.between(self.distinct, self.gold, exact=True)

    def alignment(self, metric: Metric) -> list[Match]:
        """Returns the pairs of the best matching that score above 0, in reading order."""
        overlaps = self.equals if metric.exact else self.overlaps
        weights = metric.scores(overlaps)
        chosen = maximum_matching(overlaps.pairs, weights)
        pairs = zip(overlaps.pairs[chosen].tolist(), weights[chosen].tolist(), strict=True)
        return [Match(overlaps.predicted[i], overlaps.gold[j], score) for (i, j), score in pairs]

    def counts(self, metric: Metric) -> Counts:
        """Returns what the best matching scores, and the sizes of both sides, in plain numbers."""
        matched = sum(match.score for match in self.alignment(metric))
        return Counts(matched, *(plain(sum(map(metric.size, side))) for side in (self.predicted, self.gold)))


def plain(number: float) -> float:
    """Returns a number of numpy's as one of Python's, which every program can print and store."""
    return number.item() if isinstance(number, np.generic) else number
