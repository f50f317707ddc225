"""Semantics: the same words, weighed by their rarity, and words of like meaning."""

from __future__ import annotations

import numpy as np

from isocolon.evidence.band import Band
from isocolon.evidence.base import Channels, Criterion, Measures, Pairs, Similarity, best, blend
from isocolon.evidence.reading import Reading

NEAR = 0.35
"""From this cosine on, two words are near in meaning."""


class Semantics(Criterion):
    """Branches speak of the same or of like things."""

    name = "semantics"

    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns which words are the same, and how near others are in meaning."""
        same = band.equal(np.where(reading.is_word, reading.type_of, -1))
        found = {"same word": same, "same rare word": same * reading.rarity[:, None]}
        if not self.vectors:
            return found
        stems = [reading.language.lemma(norm) for norm in reading.types]
        vectors = self.vectors.meanings(stems)[reading.type_of] * reading.is_word[:, None]
        cosine = np.maximum(band.cosine(vectors), 0)
        return {**found, "meaning": cosine, "near meaning": np.maximum(cosine - NEAR, 0) / (1 - NEAR)}

    def similarities(self, channels: Channels) -> dict[str, Similarity]:
        """Returns which words are the same or of one lemma, how rare they are, and how near in meaning."""
        grids = {
            "words": (best(channels, "semantics.same word", "morphology.same lemma"), 0.05, True),
            "rare words": (best(channels, "semantics.same rare word"), 0.05, False),
        }
        if "semantics.meaning" in channels:
            grids["meanings"] = (blend(channels, {"semantics.meaning": 1, "syntax.same mark": 0.5}), 0.15, False)
        return {name: Similarity(grid, gap, both) for name, (grid, gap, both) in grids.items() if grid is not None}

    def measures(self, reading: Reading, pairs: Pairs) -> Measures:
        """Returns how common the words at the edges are."""
        common = np.log(reading.frequency)
        return {
            "frequency of first start": common[pairs.start1],
            "frequency of second start": common[pairs.start2],
            "frequency of first end": common[pairs.end1 - 1],
        }
