"""Phonology: rhyme, alliteration, assonance; finals and tones where a language's writing does not show sounds."""

from __future__ import annotations

from functools import partial

from isocolon.evidence.band import Band
from isocolon.evidence.base import Channels, Criterion, Similarity, blend
from isocolon.evidence.reading import Reading
from isocolon.languages.base import Language

ENDINGS = (1, 2, 3, 4)


class Phonology(Criterion):
    """Words of the branches sound alike."""

    name = "phonology"

    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns which words end alike, begin alike, and sound alike as their language knows."""
        endings = {f"same last {n}": band.equal(reading.codes(partial(ending, letters=n))) for n in ENDINGS}
        sounds = {
            f"same {kind}": band.equal(reading.codes(partial(sound, kind, reading.language)))
            for kind in reading.language.sounds
        }
        return {**endings, "same initial": band.equal(reading.codes(lambda w: w[0])), **sounds}

    def similarities(self, channels: Channels) -> dict[str, Similarity]:
        """Returns how much of two words' endings is the same."""
        weights = {f"phonology.same last {n}": 0.25 for n in ENDINGS} | {"phonology.same rhyme": 0.5}
        grid = blend(channels, weights)
        return {} if grid is None else {"endings": Similarity(grid, 0.05)}


def sound(kind: str, language: Language, norm: str) -> str | None:
    """Returns the sound of one kind that a language knows of a word."""
    return language.sound(norm).get(kind)


def ending(norm: str, letters: int) -> str | None:
    """Returns the last letters of a word that has more of them; a word of one character is its own ending."""
    return norm[-letters:] if len(norm) > letters or letters == 1 else None
