"""Morphology: the same lemma, a shared stem, the same grammatical form."""

from __future__ import annotations

from functools import partial

import numpy as np

from isocolon.evidence.band import Band, Floats
from isocolon.evidence.base import Channels, Criterion, Similarity, best, blend
from isocolon.evidence.reading import Mark, Reading, mark_of

NEAR = 0.5
"""From this cosine on, two words are near in form."""
SINGLE = ("case", "number", "gender", "person", "mood")
"""What counts by itself too, beside all that is grammatical taken together."""
PREFIXES = 6
"""How many letters of two words are compared from their beginnings."""


class Morphology(Criterion):
    """Words of the branches are formed alike."""

    name = "morphology"

    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns how much of their lemma, their beginning, their letters and their grammatical form words share."""
        lemma = band.equal(reading.codes(reading.language.lemma))
        found = {
            "same lemma": lemma,
            "same rare lemma": lemma * reading.rarity[:, None],
            "shared beginning": shared_beginning(reading, band),
            "same first 3": band.equal(reading.codes(lambda w: w[:3] if len(w) > 3 else w)),
            "shared letters": band.lookup(shared_letters(reading), reading.type_of),
        }
        if self.vectors:
            vectors = self.vectors.forms(reading.types)[reading.type_of] * reading.is_word[:, None]
            found["same form"] = np.maximum(band.cosine(vectors), 0)
            found["near form"] = np.maximum(found["same form"] - NEAR, 0) / (1 - NEAR)
        return {**found, **same_grammar(reading, band)}

    def similarities(self, channels: Channels) -> dict[str, Similarity]:
        """Returns how alike words are in letters, and in form."""
        letters = best(channels, "morphology.shared letters", "morphology.shared beginning")
        found = {} if letters is None else {"stems": Similarity(letters, 0.05)}
        if "morphology.same form" in channels:
            grid = blend(channels, {"morphology.same form": 1, "syntax.same mark": 0.5})
            if grid is not None:
                found["forms"] = Similarity(grid, 0.1, reversible=True)
        if "morphology.same grammar" in channels:
            grid = blend(channels, {"morphology.same grammar": 1, "syntax.same mark": 0.5})
            if grid is not None:
                found["grammar"] = Similarity(grid, 0.1, reversible=True)
        return found


def same_grammar(reading: Reading, band: Band) -> Channels:
    """Returns how likely two words agree in case, number and so on, and how likely in all, as far as that is known."""
    if not reading.grammar:
        return {}
    found = {name: band.cosine(shares) for name, shares in reading.grammar.items()}
    everything = band.both(reading.is_word).astype(np.float32)
    for name, shares in reading.grammar.items():
        lacks = np.maximum(1 - shares.sum(axis=1), 0)
        everything *= found[name] + lacks[:, None] * band.right(lacks)
    return {f"same {name}": found[name] for name in SINGLE} | {"same grammar": everything}


def shared_beginning(reading: Reading, band: Band) -> Floats:
    """Returns how many letters two words share from their beginnings, as a share of the longer word."""
    shared = np.zeros((band.tokens, band.width), np.float32)
    for size in range(1, PREFIXES + 1):
        shared += band.equal(reading.codes(partial(beginning, letters=size)))
    length = np.minimum(reading.each(len), PREFIXES)
    found: Floats = shared / np.maximum(np.maximum(length[:, None], band.right(length)), 1)
    return found


def beginning(norm: str, letters: int) -> str | None:
    """Returns the first letters of a word that has as many."""
    return norm[:letters] if len(norm) >= letters else None


def shared_letters(reading: Reading) -> Floats:
    """Returns how many pairs of letters (or Chinese characters) two types share, twice that over all they have."""
    units = [units_of(norm) if mark_of(norm) is Mark.NONE else frozenset() for norm in reading.types]
    number = {unit: i for i, unit in enumerate(dict.fromkeys(unit for some in units for unit in some))}
    sizes = np.array([len(some) for some in units])
    table = np.zeros((len(units), len(number)), np.float32)
    table[np.repeat(np.arange(len(units)), sizes), [number[unit] for some in units for unit in some]] = 1
    found: Floats = 2 * (table @ table.T) / np.maximum(sizes[:, None] + sizes, 1)
    return found


def units_of(norm: str) -> frozenset[str]:
    """Returns the pairs of letters of a word with its edges, or its characters if they are Chinese.

    >>> sorted(units_of("et")), sorted(units_of("天空"))
    (['^e', 'et', 't$'], ['天', '空'])
    """
    if any("\u3400" <= character <= "\u9fff" for character in norm):
        return frozenset(norm)
    edged = f"^{norm}$"
    return frozenset(edged[i : i + 2] for i in range(len(edged) - 1))
