"""What two words have in common, said to a person: each reason belongs to one of the annotators' six criteria.

Scores want numbers for a million pairs of words; a person wants a sentence about one. Both ask the language the same
things: its lemmas, sounds and word classes, and the vectors of meaning and form where a model has them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from isocolon.languages.base import Language
from isocolon.languages.vectors import Vectors

RHYME = 3
"""From this many letters on, words that end alike rhyme."""
STEM = 4
"""So many letters two words share from their beginnings, at least, where no lemma is known."""
CONSONANTS = re.compile("^[bcdfghjklmnpqrstvwxz]+")
NEAR_MEANING = 0.5
NEAR_FORM = 0.85

CLASSES = {
    "n": "nouns",
    "v": "verbs",
    "a": "adjectives",
    "d": "adverbs",
    "r": "pronouns",
    "m": "numerals",
    "q": "measure words",
    "p": "prepositions",
    "c": "conjunctions",
    "u": "particles",
    "t": "times",
    "s": "places",
    "i": "set phrases",
}
"""The word classes a person is told of, by the letter that dictionaries give them."""


class Reason(NamedTuple):
    """Something that two words share: by which criterion, how much it binds them (0 to 1), and what, in words."""

    criterion: str
    weight: float
    words: str


@dataclass(frozen=True)
class Comparer:
    """Compares words of one language."""

    language: Language
    vectors: Vectors | None = None

    def reasons(self, left: str, right: str) -> list[Reason]:
        """Returns what two words, given by their normal forms, have in common.

        >>> from isocolon.languages.latin import Latin
        >>> [reason.words for reason in Comparer(Latin()).reasons("dicimus", "facimus")]
        ['-imus / -imus rhyme', 'both end in -imus']
        """
        if left == right:
            return [Reason("semantics", 1.0, f"both have {left}")]
        asked = (self.sounds, self.forms, self.classes, self.meanings)
        return [reason for ask in asked for reason in ask(left, right)]

    def sounds(self, left: str, right: str) -> list[Reason]:
        """Returns how two different words sound alike: rhyme, a like ending, alliteration."""
        ours, theirs = self.language.sound(left), self.language.sound(right)
        if ours and theirs:
            rhyme = ours.get("rhyme")
            same = rhyme is not None and rhyme == theirs.get("rhyme")
            return [Reason("phonology", 0.05, f"{left} / {right} rhyme in -{rhyme}")] if same else []
        return end_rhyme(left, right) or alliteration(left, right)

    def forms(self, left: str, right: str) -> list[Reason]:
        """Returns how two different words are formed alike: by their stem, their ending, their grammar."""
        found = [*self.stems(left, right), *self.endings(left, right)]
        if self.vectors and not found and cosine(self.vectors.forms([left, right])) >= NEAR_FORM:
            return [Reason("morphology", 0.35, f"{left} / {right} are alike in form")]
        return found

    def stems(self, left: str, right: str) -> list[Reason]:
        """Returns whether two words share a stem, or a Chinese character."""
        ours, theirs = self.language.lemma(left), self.language.lemma(right)
        if shared := [character for character in left if is_chinese(character) and character in right]:
            return [Reason("morphology", 0.5, f"{left} / {right} share {shared[0]}")]
        beginning = ours if ours == theirs else common_start(left, right)
        known = ours == theirs and len(ours) >= RHYME
        if known or len(beginning) >= max(STEM, 0.6 * min(len(left), len(right))):
            return [Reason("morphology", 0.6, f"{left} / {right} share the stem {beginning}-")]
        return []

    def endings(self, left: str, right: str) -> list[Reason]:
        """Returns whether two words are inflected alike, as far as their language's stems tell."""
        ours, theirs = (word.removeprefix(self.language.lemma(word)) for word in (left, right))
        return [Reason("morphology", 0.35, f"both end in -{ours}")] if len(ours) > 1 and ours == theirs else []

    def classes(self, left: str, right: str) -> list[Reason]:
        """Returns whether two words are of one class."""
        ours = self.language.word_class(left)
        name = CLASSES.get(ours or "") if ours == self.language.word_class(right) else None
        return [Reason("syntax", 0.3, f"{left} / {right} are {name}")] if name else []

    def meanings(self, left: str, right: str) -> list[Reason]:
        """Returns whether two words are near in meaning; of little words nobody can say."""
        little = min(len(left), len(right)) < STEM and not is_chinese(left[:1])
        if self.vectors is None or little:
            return []
        near = cosine(self.vectors.meanings([self.language.lemma(left), self.language.lemma(right)])) >= NEAR_MEANING
        return [Reason("semantics", 0.4, f"{left} / {right} are near in meaning")] if near else []


def end_rhyme(left: str, right: str) -> list[Reason]:
    """Returns whether two words end in the same letters, two at least; a rhyme begins with its vowel.

    >>> end_rhyme("moon", "June"), end_rhyme("light", "night")[0].words
    ([], '-ight / -ight rhyme')
    """
    shared = min(len(common_start(left[::-1], right[::-1])), len(left) - 1, len(right) - 1)
    ending = CONSONANTS.sub("", left[len(left) - shared :])
    if len(ending) < RHYME - 1:
        return []
    what = "rhyme" if len(ending) >= RHYME else "sound alike"
    return [Reason("phonology", min(0.1 * len(ending), 0.3), f"-{ending} / -{ending} {what}")]


def common_start(left: str, right: str) -> str:
    """Returns the letters with which both words begin.

    >>> common_start("plant", "planted")
    'plant'
    """
    size = next((i for i, (ours, theirs) in enumerate(zip(left, right, strict=False)) if ours != theirs), None)
    return left[:size] if size is not None else min(left, right, key=len)


def alliteration(left: str, right: str) -> list[Reason]:
    """Returns whether two words of some length begin with the same letter."""
    alike = min(len(left), len(right)) >= RHYME and left[0] == right[0] and left[0].isalpha()
    return [Reason("phonology", 0.05, f"{left} / {right} alliterate")] if alike else []


def is_chinese(character: str) -> bool:
    """Whether a character is a Chinese one."""
    return "\u3400" <= character <= "\u9fff"


def cosine(vectors: object) -> float:
    """Returns the product of two vectors of length 1."""
    import numpy as np

    left, right = np.asarray(vectors)
    return float(left @ right)
