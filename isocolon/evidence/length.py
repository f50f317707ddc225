"""Length: branches have about as many words, letters and syllables, clause by clause."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

import numpy as np

from isocolon.evidence.band import Band, Ints
from isocolon.evidence.base import Channels, Criterion, Measures, Pairs, running
from isocolon.evidence.reading import Reading

VOWELS = re.compile("[aeiouyаеиоуыэюяαεηιουω]+")
CLAUSES = 6
"""How many clauses are held against each other, at most."""
UNEQUAL = 99
"""The difference of branches that do not have equally many clauses."""


class Length(Criterion):
    """Branches are of about the same length."""

    name = "length"

    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns how alike words are in their numbers of letters and syllables."""
        both = band.both(reading.is_word)
        letters, beats = reading.each(len), reading.each(syllables)
        return {
            "letters": band.nearness(letters) * both,
            "syllables": (beats[:, None] == band.right(beats)) & both,
        }

    def measures(self, reading: Reading, pairs: Pairs) -> Measures:
        """Returns the sizes of the two spans and how they differ."""
        letters1, letters2 = pairs.between(running(reading.each(len)))
        beats1, beats2 = pairs.between(running(reading.each(syllables)))
        difference = pairs.length2 - pairs.length1
        ratio = np.log((letters1 + 1) / (letters2 + 1))
        return {
            "words in first": pairs.length1,
            "words in second": pairs.length2,
            "difference in words": difference,
            "unlikeness in words": np.abs(difference),
            "ratio of letters": ratio,
            "unlikeness in letters": np.abs(ratio),
            "letters in first": letters1,
            "unlikeness in syllables": np.abs(beats1 - beats2),
            "unlikeness clause by clause": clause_differences(reading, pairs),
        }


@lru_cache(maxsize=1 << 16)
def syllables(norm: str) -> int:
    """Returns how many groups of vowels a word has; without any, how many characters.

    >>> syllables("ueniebat"), syllables("天空")
    (3, 2)
    """
    return len(VOWELS.findall(norm if norm.isascii() else normalize("NFD", norm))) or len(norm)


def clause_differences(reading: Reading, pairs: Pairs) -> Ints:
    """Returns by how many words the spans differ, summed over their clauses; much, if these are not equally many."""
    difference = np.zeros(len(pairs), np.int64)
    for (start1, end1), (start2, end2) in clauses(reading, pairs):
        difference += np.abs((end1 - start1) - (end2 - start2))
    marks1, marks2 = pairs.between(running(reading.parts_clauses))
    return np.where(marks1 == marks2, difference, UNEQUAL)


def clauses(reading: Reading, pairs: Pairs) -> list[tuple[tuple[Ints, Ints], tuple[Ints, Ints]]]:
    """Returns the first clauses of both spans, the second ones and so on; those that are missing are empty."""
    marks = np.append(np.flatnonzero(reading.parts_clauses), len(reading))
    before = running(reading.parts_clauses)
    most = int(np.max(pairs.between(before), initial=0))
    sides = []
    for start, end in ((pairs.start1, pairs.end1), (pairs.start2, pairs.end2)):
        first = before[start]
        stops = [np.minimum(marks[np.minimum(first + i, len(marks) - 1)], end) for i in range(min(most, CLAUSES) + 1)]
        starts = [start, *(np.minimum(stop + 1, end) for stop in stops)]
        sides.append(list(zip(starts, stops, strict=False)))
    return list(zip(*sides, strict=True))
