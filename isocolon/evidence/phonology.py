"""Phonology: rhyme, alliteration, assonance; finals and tones where a language's writing does not show sounds."""

from __future__ import annotations


from isocolon.evidence.band import Band
from isocolon.evidence.base import Channels, Criterion, Similarity, blend
from isocolon.evidence.reading import Reading

ENDINGS = (1, 2, 3, 4)


class Phonology(Criterion):
    """Words of the branches sound alike."""

    name = "phonology"

    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns which words end alike, begin alike, and sound alike as their language knows."""
        endings = {f"same last {n}": band.equal(reading.codes(lambda w, n=n: ending(w, n))) for n in ENDINGS}
        sounds = [reading.language.sound(norm) for norm in reading.types]
        known = {name: dict(zip(reading.types, values, strict=True)) for name, values in columns(sounds).items()}
        same = {f"same {name}": band.equal(reading.codes(table.get)) for name, table in known.items()}
        return {**endings, "same initial": band.equal(reading.codes(lambda w: w[0])), **same}

    def similarities(self, channels: Channels) -> dict[str, Similarity]:
        """Returns how much of two words' endings is the same."""
        weights = {f"phonology.same last {n}": 0.25 for n in ENDINGS} | {"phonology.same rhyme": 0.5}
        grid = blend(channels, weights)
        return {} if grid is None else {"endings": Similarity(grid, 0.05)}


def ending(norm: str, letters: int) -> str | None:
    """Returns the last letters of a word that has more of them; a word of one character is its own ending."""
    return norm[-letters:] if len(norm) > letters or letters == 1 else None


def columns(sounds: list[dict[str, str]]) -> dict[str, list[str | None]]:
    """Returns a list of values for each kind of sound."""
    kinds = dict.fromkeys(kind for sound in sounds for kind in sound)
    return {kind: [sound.get(kind) for sound in sounds] for kind in kinds}


