"""What a metric is: a pair of functions, score and size (section 5 of Bothwell et al., 2023).

For a matching M of the predicted parallelisms H with the gold ones G,

    m = max over M of the sum of score(p, q) over its pairs (p, q)
    precision = m / sum of size(p) over H        recall = m / sum of size(q) over G

and any pair of functions with 0 <= score(p, q) <= min(size(p), size(q)) makes a metric. A score must be symmetric, and
0 for two parallelisms without a token in common: that is why only pairs that share one are ever looked at.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from isocolon.document import Parallelism
from isocolon.metrics.overlaps import Overlaps

Weights = NDArray[np.int64] | NDArray[np.float64]


class Metric(ABC):
    """A score and a size. A new metric writes these two, in one file; the contract tests do the rest."""

    title: ClassVar[str]
    """What the name stands for."""
    exact: ClassVar[bool] = False
    """Whether only equal branches can score anything, not all that overlap."""

    @abstractmethod
    def score(self, p: Parallelism, q: Parallelism, /) -> float:
        """Returns how well two parallelisms match, between 0 and the smaller of their sizes."""

    @abstractmethod
    def size(self, p: Parallelism, /) -> float:
        """Returns the most a parallelism can score, above 0."""

    def scores(self, overlaps: Overlaps) -> Weights:
        """Returns the score of each pair of parallelisms with branches that overlap, or are equal for an exact metric.

        A metric may compute all at once what `score` computes one by one; the tests demand that the two agree.
        """
        return np.array([self.score(p, q) for p, q in overlaps])
