"""Syntax: words of the same class in the same order or in reverse, the same frame of little words and marks."""

from __future__ import annotations

import numpy as np

from isocolon.evidence.band import Band, Ints
from isocolon.evidence.base import Channels, Criterion, Measures, Pairs, Similarity, blend, running
from isocolon.evidence.length import clauses
from isocolon.evidence.reading import STRONG, Mark, Reading

STEPS = (0.0015, 0.004, 0.01, 0.025)
"""Where the classes of frequency part."""
BREAKS = (*STRONG, Mark.ELLIPSIS, Mark.BORDER)


class Syntax(Criterion):
    """Branches are built alike."""

    name = "syntax"

    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns which tokens are alike in class, frequency and punctuation."""
        is_word, marks = reading.is_word, ~reading.is_word
        both = band.both(is_word)
        common = reading.is_little
        found = {
            "same function word": band.equal(np.where(common, reading.type_of, -1)),
            "same frequency": band.equal(np.digitize(reading.frequency, STEPS)) & both,
            "one function word": band.either(common) & both,
            "same mark": band.equal(np.where(marks, reading.marks, -1)) & band.inside,
            "two marks": band.both(marks),
            "one mark": band.either(marks),
        }
        if reading.grammar:
            found["same class"] = band.cosine(reading.grammar["class"])
        elif reading.language.knows_classes:
            found["same class"] = band.equal(reading.codes(reading.language.word_class))
        return found

    def similarities(self, channels: Channels) -> dict[str, Similarity]:
        """Returns how alike tokens are in the frame they make, in class, and all in all."""
        marks = {"syntax.same mark": 0.8, "syntax.one mark": -0.5}
        frame = blend(channels, {"syntax.same frequency": 0.4, "semantics.same word": 0.5, **marks})
        everything = blend(channels, {**EVERYTHING, **marks})
        found = {"frame": Similarity(frame, 0.1)} if frame is not None else {}
        if "syntax.same class" in channels:
            classes = blend(channels, {"syntax.same class": 1, "syntax.same mark": 0.5})
            found |= {"classes": Similarity(classes, 0.1)} if classes is not None else {}
        return found | ({"order": Similarity(everything, 0.15, True)} if everything is not None else {})

    def measures(self, reading: Reading, pairs: Pairs) -> Measures:
        """Returns the marks around and inside the spans, and what they repeat at the edges of clauses."""
        before1, before2 = reading.marks[pairs.start1 - 1], reading.marks[pairs.start2 - 1]
        after1, after2 = mark_behind(reading, pairs.end1), mark_behind(reading, pairs.end2)
        around = {
            "mark before first": before1,
            "mark before second": before2,
            "mark behind first": after1,
            "mark behind second": after2,
            "same mark before": before1 == before2,
            "same mark behind": after1 == after2,
            "break before first": np.isin(before1, BREAKS),
            "break behind second": np.isin(reading.marks[pairs.end2], BREAKS),
            "mark at start": reading.marks[pairs.start1],
        }
        return {**around, **inside(reading, pairs), **repeated(reading, pairs), **at_edges(reading, pairs)}


EVERYTHING = {
    "semantics.same word": 0.2, "morphology.same lemma": 0.15, "morphology.same form": 0.3, "semantics.meaning": 0.2,
    "morphology.shared letters": 0.2, "length.letters": 0.1, "phonology.same last 2": 0.05,
    "phonology.same rhyme": 0.05, "syntax.same class": 0.2, "morphology.same grammar": 0.25,
}  # fmt: skip
"""What each channel weighs when words are aligned by everything at once."""


def mark_behind(reading: Reading, ends: Ints) -> Ints:
    """Returns the mark behind each span, or the one behind that where it is a quotation mark."""
    next_one = np.minimum(ends + 1, len(reading) - 1)
    closes = (reading.marks[ends] >= Mark.CLOSING) & (reading.marks[ends] < Mark.BORDER)
    return np.where(closes, reading.marks[next_one], reading.marks[ends])


def at_edges(reading: Reading, pairs: Pairs) -> Measures:
    """Returns which of the commonest words stand at the edges, inside and outside, where those are known."""
    if not reading.ranks:
        return {}
    places = {
        "before first": pairs.start1 - 1,
        "at start of first": pairs.start1,
        "at end of first": pairs.end1 - 1,
        "behind first": pairs.end1,
        "before second": pairs.start2 - 1,
        "at start of second": pairs.start2,
        "at end of second": pairs.end2 - 1,
        "behind second": pairs.end2,
    }
    return {f"word {where}": reading.rank[place] for where, place in places.items()}


def inside(reading: Reading, pairs: Pairs) -> Measures:
    """Returns how many marks of each sort the spans have inside."""
    marks1, marks2 = pairs.between(running(reading.parts_clauses))
    strong1, strong2 = pairs.between(running(reading.is_strong & (reading.marks != Mark.SEMICOLON)))
    semicolons1, semicolons2 = pairs.between(running(reading.marks == Mark.SEMICOLON))
    quotes1, quotes2 = pairs.between(running((reading.marks >= Mark.CLOSING) & (reading.marks < Mark.BORDER)))
    return {
        "marks in first": marks1,
        "marks in second": marks2,
        "stops in first": strong1,
        "stops in second": strong2,
        "semicolons": semicolons1 + semicolons2,
        "difference in quotes": quotes1 - quotes2,
    }


def repeated(reading: Reading, pairs: Pairs) -> Measures:
    """Returns how many words the spans share from their starts and ends on, and those of their clauses."""
    words = np.where(reading.is_word, reading.type_of, -1 - np.arange(len(reading)))
    openings = np.zeros(len(pairs), np.int64)
    endings = np.zeros(len(pairs), np.int64)
    for (start1, end1), (start2, end2) in clauses(reading, pairs):
        there = (end1 > start1) & (end2 > start2)
        openings += there & (words[np.minimum(start1, end1)] == words[np.minimum(start2, end2)])
        endings += there & (words[end1 - 1] == words[end2 - 1])
    opening = np.where(reading.opens, words, -1 - np.arange(len(reading)))
    following = opening[next_opening(reading)[pairs.end2]]
    preceding = opening[last_opening(reading)[pairs.start1 - 1]]
    first1, first2 = words[pairs.start1], words[pairs.start2]
    return {
        "words repeated at start": run_length(reading.type_of, pairs.start1, pairs.start2, pairs, 1),
        "words repeated at end": run_length(reading.type_of, pairs.end1 - 1, pairs.end2 - 1, pairs, -1),
        "clauses opening alike": openings,
        "clauses closing alike": endings,
        "next clause opens alike": (following == first1) | (following == first2),
        "previous clause opens alike": preceding == first1,
    }


def run_length(codes: Ints, left: Ints, right: Ints, pairs: Pairs, step: int, most: int = 6) -> Ints:
    """Returns how many tokens are the same, going on from the left and right places step by step."""
    shorter = np.minimum(pairs.length1, pairs.length2)
    going = np.ones(len(left), bool)
    total = np.zeros(len(left), np.int64)
    for i in range(most):
        going = going & (i < shorter)
        here = np.flatnonzero(going)
        going[here] = codes[left[here] + i * step] == codes[right[here] + i * step]
        total += going
    return total


def next_opening(reading: Reading) -> Ints:
    """Returns the place of the next token at or behind each that opens a clause; the last place without one."""
    places = np.where(reading.opens, np.arange(len(reading)), len(reading) - 1)
    return np.minimum.accumulate(places[::-1])[::-1]


def last_opening(reading: Reading) -> Ints:
    """Returns the place of the last token at or before each that opens a clause; the first place without one."""
    return np.maximum.accumulate(np.where(reading.opens, np.arange(len(reading)), 0))
