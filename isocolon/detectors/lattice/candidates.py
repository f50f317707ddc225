"""Candidates: the pairs of spans that could be neighbouring branches at all.

Marks anchor the structure: branches open within a few words of a clause's opening and close where one closes. Longer
and less alike spans must keep to clauses more strictly; spans that begin or end with the same word, less so. How long
a branch may be and how far the next, is learnt from the documents trained on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from isocolon.document import Document
from isocolon.evidence.band import Bools, Ints
from isocolon.evidence.base import Pairs, running
from isocolon.evidence.reading import Reading

NEAR = 8
"""Up to this many tokens from one branch's last to the next one's first, no repetition is asked for."""
LATEST = 3
"""A branch starts at most so many tokens behind the opening of a clause."""
BRIEF = 4
"""How many tokens a branch has at most that a rhyme alone lets end inside a clause."""
SHORT = 16
"""Longer branches must start where clauses do, or nearly."""
COVERED = 0.998
"""The share of training pairs that the limits let pass, each by itself."""


@dataclass(frozen=True)
class Limits:
    """How long branches may be and how far apart, in tokens."""

    length: int
    """The longest branch."""
    difference: int
    """By how much two neighbours may differ in length."""
    gap: int
    """The most from a branch's last token to its neighbour's first."""
    width: int
    """The most from a branch's start to its neighbour's, and from end to end."""

    @classmethod
    def of(cls, documents: Iterable[Document]) -> Limits:
        """Returns the limits that let nearly all pairs of neighbouring branches in documents pass."""
        pairs = [
            (a, b) for d in documents for p in d.parallelisms for a, b in zip(p.branches, p.branches[1:], strict=False)
        ]
        figures = np.array(
            [
                (
                    max(len(a), len(b)),
                    abs(len(a) - len(b)),
                    b.start - a.end + 1,
                    max(b.start - a.start, b.end - a.end),
                )
                for a, b in pairs
            ]
        )
        return cls(*(int(limit) for limit in np.ceil(np.quantile(figures, COVERED, axis=0))))


def candidates(reading: Reading, limits: Limits) -> Pairs:
    """Returns the candidates of a reading, sorted by where they end."""
    found = [anchored(reading, limits), loose(reading, limits), unmarked(reading, limits)]
    rows = np.concatenate([pairs.rows for pairs in found])
    digits = (len(reading) + 1) ** np.array([2, 1, 0, 3])  # the last end goes first; one number sorts faster than four
    _, firsts = np.unique(rows @ digits, return_index=True)
    return Pairs.of(rows[firsts])


def junctions(reading: Reading, farthest: int) -> tuple[Ints, Ints]:
    """Returns the ends of first branches with the starts of second ones that they may have."""
    starts = np.flatnonzero(~reading.parts_clauses & (reading.since_opening <= LATEST))
    ends = starts[:, None] - np.arange(farthest)  # half-open: behind the last token
    near = np.arange(farthest) < NEAR
    fits = reading.closes[np.maximum(ends - 1, 0)] & (ends > 0) & (near | reading.opens[starts][:, None])
    fits &= reading.section[np.maximum(ends - 1, 0)] == reading.section[starts][:, None]
    which, _ = np.nonzero(fits)
    return ends[fits], starts[which]


def with_first_starts(reading: Reading, limits: Limits, end1: Ints, start2: Ints, end2: Ints, spread: int) -> Pairs:
    """Returns the pairs with any start of the first span that makes it about as long as the second."""
    length1 = (end2 - start2)[:, None] + np.arange(-spread, spread + 1)
    start1 = end1[:, None] - length1
    fits = (length1 >= 1) & (length1 <= limits.length) & (start1 > 0) & (start2[:, None] - start1 <= limits.width)
    inside = np.clip(start1, 0, len(reading) - 1)
    fits &= ~reading.parts_clauses[inside] & (reading.section[inside] == reading.section[start2][:, None])
    fits &= (end2 - end1 <= limits.width)[:, None]
    row, _ = np.nonzero(fits)
    return Pairs(start1[fits], end1[row], start2[row], end2[row])


def second_ends(reading: Reading, start2: Ints, longest: int, closing: bool) -> tuple[Ints, Ints]:
    """Returns rows of starts with the ends that a second span may have: where clauses close, or where they do not."""
    ends = start2[:, None] + np.arange(1, longest + 1)
    last = np.minimum(ends - 1, len(reading) - 1)
    fits = reading.section[last] == reading.section[start2][:, None]
    fits &= reading.closes[last] if closing else ~reading.closes[last] & ~reading.parts_clauses[last]
    row, _ = np.nonzero(fits)
    return row, ends[fits]


def anchored(reading: Reading, limits: Limits) -> Pairs:
    """Returns the pairs of which both spans end where clauses do."""
    end1, start2 = junctions(reading, limits.gap)
    row, end2 = second_ends(reading, start2, limits.length, closing=True)
    pairs = with_first_starts(reading, limits, end1[row], start2[row], end2, limits.difference)
    return pairs[plausible(reading, pairs)]


def plausible(reading: Reading, pairs: Pairs) -> Bools:
    """Returns which anchored pairs may be parallel."""
    word = same_word(reading, pairs.start1, pairs.start2)
    letters = word | same_beginning(reading, pairs)
    opens1, opens2 = reading.opens[pairs.start1], reading.opens[pairs.start2]
    unlike = np.abs(pairs.length1 - pairs.length2)
    far = pairs.gap >= NEAR
    distant = opens1 & opens2 & (unlike <= 4) & (word | (letters & (unlike <= 1)))
    return np.where(far, distant, close_by(reading, pairs, word, letters, unlike))


def close_by(reading: Reading, pairs: Pairs, word: Bools, letters: Bools, unlike: Ints) -> Bools:
    """Returns which pairs near each other may be parallel, given what their first words share."""
    opens1, opens2 = reading.opens[pairs.start1], reading.opens[pairs.start2]
    late1, late2 = reading.since_opening[pairs.start1], reading.since_opening[pairs.start2]
    marks1, marks2 = pairs.between(running(reading.parts_clauses))
    strong1, strong2 = pairs.between(running(reading.is_strong))
    apart = np.abs(marks1 - marks2)
    short = np.maximum(pairs.length1, pairs.length2) <= SHORT
    same_build = np.where(word, np.abs(strong1 - strong2) <= 2, (strong1 == strong2) & (strong1 <= 1))

    whole = opens1 & opens2 & (((unlike <= 14) & (apart <= 1)) | ((unlike <= 8) & (apart <= 2)) | word)
    long = ~short & (
        ((unlike <= 3) & (apart == 0) & (late1 <= 1) & (late2 <= 1))
        | (word & (unlike <= 8) & (late2 <= 1))
        | (letters & (unlike == 0) & (apart == 0))
    )
    half = (opens1 | opens2) & (((unlike <= 5) & (late2 <= 1) & (late1 <= 3)) | ((unlike <= 2) & (apart == 0)))
    level = (late1 == late2) & (unlike <= 3)
    brief = (apart == 0) & (
        (unlike == 0) | ((unlike <= 1) & (pairs.length2 <= 8)) | ((unlike <= 3) & (pairs.length2 <= 6))
    )
    alike = (word & (unlike <= 6)) | (letters & (unlike <= 3)) | brief
    inner = ((apart <= 1) | (word & (apart <= 2))) & (long | (short & (half | level | alike)))
    found: Bools = same_build & (whole | inner)
    return found


def loose(reading: Reading, limits: Limits) -> Pairs:
    """Returns the pairs of equal length that share an edge word or rhyme, the second ending inside a clause."""
    end1, start2 = junctions(reading, min(limits.gap, NEAR))
    row, end2 = second_ends(reading, start2, min(limits.length, 12), closing=False)
    pairs = with_first_starts(reading, limits, end1[row], start2[row], end2, 0)
    edge = same_word(reading, pairs.start1, pairs.start2) | same_word(reading, pairs.end1 - 1, pairs.end2 - 1)
    return pairs[(edge | rhyming(reading, pairs)) & (pairs.length2 >= 2)]


def rhyming(reading: Reading, pairs: Pairs) -> Bools:
    """Returns which short pairs end in the same letters, the second where a clause opens."""
    codes = reading.codes(lambda w: w[-2:] if len(w) > 2 else None)
    left, right = codes[pairs.end1 - 1], codes[pairs.end2 - 1]
    found: Bools = (left >= 0) & (left == right) & reading.opens[pairs.start2] & (pairs.length2 <= BRIEF)
    return found


def unmarked(reading: Reading, limits: Limits) -> Pairs:
    """Returns the pairs with no mark in or between them that share an edge word or are joined by a little one."""
    starts = np.flatnonzero(reading.is_word)
    gap, start2 = (grid.ravel() for grid in np.meshgrid(np.arange(2), starts))
    row, end2 = second_ends_unmarked(reading, start2, min(limits.length, 10))
    pairs = with_first_starts(reading, limits, (start2 - gap)[row], start2[row], end2, 1)
    first = same_word(reading, pairs.start1, pairs.start2)
    last = same_word(reading, pairs.end1 - 1, pairs.end2 - 1)
    total = running(~reading.is_word)
    fits = (total[pairs.end2] == total[pairs.start1]) & (pairs.length1 >= 2)
    fits &= reading.closes[pairs.end2 - 1] | reading.opens[pairs.start1]
    return pairs[fits & (first | (last & (pairs.gap == 1)) | joined(reading, pairs))]


def joined(reading: Reading, pairs: Pairs) -> Bools:
    """Returns which pairs a little word like *and* joins, from near the opening of a clause to its close."""
    found: Bools = (pairs.gap == 1) & reading.is_little[pairs.end1] & reading.closes[pairs.end2 - 1]
    return found & (reading.since_opening[pairs.start1] <= LATEST)


def second_ends_unmarked(reading: Reading, start2: Ints, longest: int) -> tuple[Ints, Ints]:
    """Returns rows of starts with the ends of spans of two words and more that no mark interrupts."""
    ends = start2[:, None] + np.arange(2, longest + 1)
    until = since_words(reading)
    fits = np.arange(2, longest + 1) <= until[start2][:, None]
    row, _ = np.nonzero(fits)
    return row, ends[fits]


def since_words(reading: Reading) -> Ints:
    """Returns how many words stand from each token on before a mark."""
    places = np.arange(len(reading))
    marks = np.where(reading.is_word, len(reading), places)
    return np.minimum.accumulate(marks[::-1])[::-1] - places


def same_word(reading: Reading, left: Ints, right: Ints) -> Bools:
    """Returns which tokens are the same word."""
    found: Bools = reading.is_word[left] & (reading.type_of[left] == reading.type_of[right])
    return found


def same_beginning(reading: Reading, pairs: Pairs) -> Bools:
    """Returns which pairs' first words begin with the same three letters, or the same Chinese character."""
    codes = reading.codes(lambda w: w[:1] if "\u3400" <= w[0] <= "\u9fff" else w[:3])
    found: Bools = (codes[pairs.start1] >= 0) & (codes[pairs.start1] == codes[pairs.start2])
    return found
