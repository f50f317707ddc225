"""Chains: the parallelisms that a reading may hold, and what tells the right ones from the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from isocolon.detectors.lattice.graph import Lattice
from isocolon.evidence.band import Bools, Floats, Ints
from isocolon.evidence.base import Pairs
from isocolon.evidence.reading import Reading

NOWHERE = -12.0
"""The score of a pair that there is none of."""
UNLIKELY = -9.0
"""The logarithm of the probability of a chain that there is none of."""
BESIDE, AROUND = 6, 60
"""How near another chain stands to be beside a chain, and around it, in tokens."""


@dataclass(frozen=True)
class ChainSettings:
    """Which chains are looked at."""

    opening: float = 1.0
    """Added to the score of a pair that opens a chain."""
    going_on: float = 1.0
    """Added to the score of a pair that goes on with one."""
    weakest_pair: float = -6.5
    """Pairs that score less are left out."""
    least_log: float = -8.0
    """The least logarithm of a chain's probability."""
    most: int = 400
    """How many chains of a section are kept."""
    longest: int = 10
    """The most pairs in a chain."""
    weakest_follower: float = -4.5
    """A pair that scores less does not go on with a chain."""


@dataclass(frozen=True)
class Chains:
    """The chains of a reading, with the pairs that they are made of."""

    pairs: Pairs
    scores: Floats
    members: list[tuple[int, ...]]
    """The numbers of each chain's pairs."""
    log: Floats
    """The logarithm of each chain's probability."""

    def __len__(self) -> int:
        return len(self.members)

    @property
    def first(self) -> Ints:
        """The number of each chain's first pair."""
        return np.array([chain[0] for chain in self.members], np.int64)

    @property
    def last(self) -> Ints:
        """The number of each chain's last pair."""
        return np.array([chain[-1] for chain in self.members], np.int64)

    @property
    def start(self) -> Ints:
        """Where each chain starts."""
        return self.pairs.start1[self.first]

    @property
    def end(self) -> Ints:
        """Where each chain ends."""
        return self.pairs.end2[self.last]

    def branches(self, number: int) -> tuple[tuple[int, int], ...]:
        """Returns the branches of a chain, half-open."""
        rows = self.pairs.rows[list(self.members[number])].tolist()
        return ((rows[0][0], rows[0][1]), *((row[2], row[3]) for row in rows))


def find_chains(reading: Reading, pairs: Pairs, scores: Floats, settings: ChainSettings) -> tuple[Chains, Ints]:
    """Returns the likeliest chains of a reading, and the numbers of the pairs that may be in them."""
    kept = np.flatnonzero(scores > settings.weakest_pair)
    some, weights = pairs[kept], scores[kept].astype(float)
    rows = [tuple(row) for row in some.rows.tolist()]
    opening, going_on = (weights + settings.opening).tolist(), (weights + settings.going_on).tolist()
    lattice = Lattice(len(reading), rows, opening, going_on)
    found = list(lattice.chains(settings.least_log, settings.longest, settings.weakest_follower + settings.going_on))
    found = likeliest(found, [reading.section[row[0]] for row in rows], settings.most)
    members, log = [chain for chain, _ in found], np.array([log for _, log in found], np.float32)
    return Chains(some, scores[kept], members, log), kept


def likeliest(
    found: Sequence[tuple[tuple[int, ...], float]], section: Sequence[int], most: int
) -> list[tuple[tuple[int, ...], float]]:
    """Returns the likeliest chains of each section, in the order of sections."""
    kept: list[tuple[tuple[int, ...], float]] = []
    count: dict[int, int] = {}
    for chain, log in sorted(found, key=lambda pair: (-pair[1], pair[0])):
        here = section[chain[0]]
        if count.get(here, 0) < most:
            count[here] = count.get(here, 0) + 1
            kept.append((chain, log))
    return sorted(kept, key=lambda pair: section[pair[0][0]])


def chain_features(reading: Reading, chains: Chains, table: Floats, weakest: Sequence[int]) -> Floats:
    """Returns what tells whether chains are right: their own scores, their rivals', and their pairs' evidence.

    Args:
        reading: the reading.
        chains: its chains.
        table: the evidence of the chains' pairs.
        weakest: the columns of it of which the least value counts too, beside the mean.
    """
    flat = np.array([number for chain in chains.members for number in chain], np.int64)
    sizes = np.array([len(chain) for chain in chains.members], np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    evidence = table[flat]
    means = np.add.reduceat(evidence, starts, axis=0) / sizes[:, None].astype(np.float32)
    least = np.minimum.reduceat(evidence[:, list(weakest)], starts, axis=0)
    own = own_features(reading, chains, flat, starts, sizes)
    return np.concatenate([own, rivalry(reading, chains), means, least], axis=1).astype(np.float32)


def own_features(reading: Reading, chains: Chains, flat: Ints, starts: Ints, sizes: Ints) -> Floats:
    """Returns the scores of the chains' pairs, and the lengths and edge words of their branches."""
    scores = chains.scores[flat]
    total = np.add.reduceat(scores, starts)
    least, most = np.minimum.reduceat(scores, starts), np.maximum.reduceat(scores, starts)
    first, last = chains.first, chains.last
    length = chains.pairs.length2[flat].astype(np.float32)
    opening = chains.pairs.length1[first].astype(np.float32)
    count = sizes + 1
    mean = (np.add.reduceat(length, starts) + opening) / count
    square = (np.add.reduceat(length**2, starts) + opening**2) / count
    shortest = np.minimum(np.minimum.reduceat(length, starts), opening)
    longest = np.maximum(np.maximum.reduceat(length, starts), opening)
    words, pairs = reading.type_of, chains.pairs
    alike = (words[pairs.start1] == words[pairs.start2])[flat].astype(np.float32)
    ending = (words[pairs.end1 - 1] == words[pairs.end2 - 1])[flat].astype(np.float32)
    gaps = pairs.gap[flat].astype(np.float32)
    columns = [
        sizes, chains.log, total, total / sizes, least, most, scores[starts], chains.scores[last], most - least,
        *neighbours(chains), mean, np.sqrt(np.maximum(square - mean**2, 0)), longest - shortest, opening,
        pairs.length2[last], np.add.reduceat(alike, starts) / sizes, np.add.reduceat(ending, starts) / sizes,
        np.add.reduceat(gaps, starts) / sizes, np.maximum.reduceat(gaps, starts) - np.minimum.reduceat(gaps, starts),
    ]  # fmt: skip
    return np.stack(columns, axis=1)


def neighbours(chains: Chains) -> tuple[Floats, Floats]:
    """Returns the best score of a pair that would lengthen each chain, at its start and at its end."""
    into: dict[tuple[int, int], float] = {}
    out_of: dict[tuple[int, int], float] = {}
    for (start1, end1, start2, end2), score in zip(chains.pairs.rows.tolist(), chains.scores.tolist(), strict=True):
        into[start2, end2] = max(into.get((start2, end2), NOWHERE), score)
        out_of[start1, end1] = max(out_of.get((start1, end1), NOWHERE), score)
    rows = chains.pairs.rows.tolist()
    before = [into.get((rows[i][0], rows[i][1]), NOWHERE) for i in chains.first]
    behind = [out_of.get((rows[i][2], rows[i][3]), NOWHERE) for i in chains.last]
    return np.array(before, np.float32), np.array(behind, np.float32)


def rivalry(reading: Reading, chains: Chains) -> Floats:
    """Returns how each chain stands among the other chains of its section."""
    sections = reading.section[chains.start]
    lengths = np.bincount(reading.section)
    density = np.exp(chains.log).sum() / len(reading) * 100
    blocks = []
    for section in dict.fromkeys(sections.tolist()):
        here = np.flatnonzero(sections == section)
        origin = int(np.searchsorted(reading.section, section))
        blocks.append(
            rivals(chains.start[here] - origin, chains.end[here] - origin, chains.log[here], lengths[section])
        )
    table = np.concatenate(blocks)
    return np.concatenate([table, np.full((len(table), 1), density)], axis=1)


def rivals(start: Ints, end: Ints, log: Floats, tokens: int) -> Floats:
    """Returns the same within one section of so many tokens."""
    chance = np.exp(log)
    one, other = (start[:, None], end[:, None]), (start, end)
    overlap = (other[0] < one[1]) & (other[1] > one[0])
    np.fill_diagonal(overlap, False)
    before, behind = one[0] - other[1], other[0] - one[1]  # the gaps between chains
    best_rival = most(log, overlap)
    around = ~overlap & (before < AROUND) & (behind < AROUND)
    np.fill_diagonal(around, False)
    likely = np.where(log > -0.7, 1.0, np.nan)
    columns = [
        log - best_rival, best_rival, overlap @ chance,
        most(log, overlap & (one[0] == other[0])), most(log, overlap & (one[1] == other[1])),
        most(log, overlap & (one[0] <= other[0]) & (other[1] <= one[1])),
        most(log, overlap & (other[0] <= one[0]) & (one[1] <= other[1])),
        most(log, (before >= 0) & (before < BESIDE)), most(log, (behind >= 0) & (behind < BESIDE)),
        around @ chance, overlap @ chance + chance,
        nearest(before, likely), nearest(behind, likely),
        start / tokens, (tokens - end) / tokens, np.full(len(log), tokens),
        np.full(len(log), chance.sum() / tokens * 100),
    ]  # fmt: skip
    return np.stack(columns, axis=1)


def most(log: Floats, chosen: Bools) -> Floats:
    """Returns for each row the likeliest of the chosen chains."""
    found: Floats = np.where(chosen, log, UNLIKELY).max(axis=1, initial=UNLIKELY)
    return found


def nearest(gaps: Ints, likely: Floats) -> Floats:
    """Returns for each row the least gap to a likely chain, 99 without one."""
    there = (gaps >= 0) & ~np.isnan(likely)
    found: Floats = np.where(there, gaps, 99).min(axis=1, initial=99)
    return found
