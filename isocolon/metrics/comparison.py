"""The parallelisms predicted for a document against the gold ones: which meet which, and what that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

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

    @cached_property
    def distinct(self) -> tuple[list[Parallelism], list[Parallelism]]:
        """The predicted and the gold parallelisms, those that are there twice once."""
        return list(dict.fromkeys(self.predicted)), list(dict.fromkeys(self.gold))

    @cached_property
    def overlaps(self) -> Overlaps:
        """Where the two sides touch; what is there twice takes part once."""
        return Overlaps.between(*self.distinct)

    def alignment(self, metric: Metric) -> list[Match]:
        """Returns the pairs of the best matching that score above 0, in reading order."""
        weights = metric.scores(self.overlaps)
        chosen = maximum_matching(self.overlaps.pairs, weights)
        pairs = zip(self.overlaps.pairs[chosen].tolist(), weights[chosen].tolist(), strict=True)
        return [Match(self.overlaps.predicted[i], self.overlaps.gold[j], score) for (i, j), score in pairs]

    def counts(self, metric: Metric) -> Counts:
        """Returns what the best matching scores, and the sizes of both sides, what is there twice counted twice."""
        return Counts(
            sum(match.score for match in self.alignment(metric)),
            sum(map(metric.size, self.predicted)),
            sum(map(metric.size, self.gold)),
        )
