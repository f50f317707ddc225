"""Distance: branches stand close together, at the same place in their clauses."""

from __future__ import annotations

import numpy as np

from isocolon.evidence.band import Band
from isocolon.evidence.base import Channels, Criterion, Measures, Pairs
from isocolon.evidence.reading import Reading

FAR = 12
"""From this many tokens behind the opening of a clause on, it no longer matters how many."""


class Distance(Criterion):
    """Branches are not far from each other nor from the edges of clauses."""

    name = "distance"

    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns which tokens stand equally far behind a mark."""
        return {"place in clause": band.equal(reading.since_mark) & band.inside}

    def measures(self, reading: Reading, pairs: Pairs) -> Measures:
        """Returns the gap, and how the edges of both spans lie to those of clauses."""
        behind = np.minimum(reading.since_opening, FAR)
        first, second = behind[pairs.start1], behind[pairs.start2]
        return {
            "gap": pairs.gap,
            "words before first": first,
            "words before second": second,
            "difference before": first - second,
            "first opens": reading.opens[pairs.start1],
            "second opens": reading.opens[pairs.start2],
            "first closes": reading.closes[pairs.end1 - 1],
            "second closes": reading.closes[pairs.end2 - 1],
            "words behind second": np.minimum(reading.until_mark[pairs.end2], FAR),
        }
