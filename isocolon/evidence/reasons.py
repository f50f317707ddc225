"""What words have in common, said to a person: each reason belongs to one of the annotators' six criteria.

Scores want numbers for a million pairs of words; a person wants a sentence about a few. Both ask the language the same
things: its lemmas, sounds and word classes, and the vectors of meaning and form where a model has them. Of several
true things only the most telling is said: forms of one word alliterate, but that is not why anybody hears them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from isocolon.evidence import grammar, inflection
from isocolon.languages.base import Language
from isocolon.languages.vectors import Vectors

RHYME = 3
"""From this many letters on, words that end alike rhyme."""
STEM = 4
"""So many letters words share from their beginnings, at least, where no lemma is known."""
SHARED = 0.7
"""And such a share of the shortest word."""
CONSONANTS = re.compile("^[bcdfghjklmnpqrstvwxz]+")
ONSET = re.compile("^(?:[cgkpstw]h|kn|wr|qu|[bcdfghjklmnpqrstvwxz]|[iu](?=[aeiou]))")
"""The consonant with which a word begins, in one letter or two; Latin has *u* and *i* for v and j."""
SOFT = re.compile("^[cg][eiy]")
WEAK = 0.09
"""What an ending of one letter weighs."""
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
BLURRED = frozenset(["i", "u"])
"""Finals that Pinyin writes alike and that do not rhyme: 机 and 诗, 居 and 处."""
LITTLE_CLASSES = frozenset("rmqpcudfy")
LITTLE_VERBS = frozenset("是有在能会要")


class Reason(NamedTuple):
    """Something that words share: by which criterion, how much it binds them (0 to 1), and what is to say of them."""

    criterion: str
    weight: float
    words: str
    """What follows the words themselves in a sentence: *dicimus / facimus* "rhyme in -imus"."""


@dataclass(frozen=True)
class Comparer:
    """Compares words of one language."""

    language: Language
    vectors: Vectors | None = None
    known: dict[tuple[str, ...], list[Reason]] = field(default_factory=dict, repr=False, compare=False)
    """What was asked already: both orders of a figure ask for the same words."""

    def reasons(self, *words: str) -> list[Reason]:
        """Returns what words, two or more, given by their normal forms, all have in common.

        >>> from isocolon.languages.latin import Latin
        >>> [reason.words for reason in Comparer(Latin()).reasons("dicimus", "facimus")]
        ['rhyme in -imus', 'end in -imus (first person plural)', 'are verbs']
        >>> [reason.words for reason in Comparer(Latin()).reasons("eras", "eram")]
        ['are forms of sum']
        """
        if words not in self.known:
            self.known[words] = self.find_reasons(words)
        return self.known[words]

    def find_reasons(self, words: tuple[str, ...]) -> list[Reason]:
        """Returns what all words have in common; where they are one word, nothing else."""
        if len(set(words)) == 1:
            return [Reason("semantics", 1.0, "are the same word")]
        if one := self.one_word(words):
            return one
        asked = (self.sounds, self.forms, self.classes, self.meanings)
        return [reason for ask in asked for reason in ask(words)]

    def is_little(self, word: str) -> bool:
        """Whether a word says little by itself: a pronoun, a preposition, a particle."""
        if is_chinese(word[:1]):
            return word in LITTLE_VERBS or self.language.word_class(word) in LITTLE_CLASSES
        return grammar.is_little(self.language.code, word)

    def may_answer(self, left: str, right: str) -> bool:
        """Whether two words that stand in the same place can answer each other: a noun does not answer *of*."""
        if is_chinese(left[:1]) and is_chinese(right[:1]):
            return True
        code = self.language.code
        alike = grammar.class_of(code, left) == grammar.class_of(code, right)
        return self.is_little(left) == self.is_little(right) and alike and inflection.may_answer(code, left, right)

    def one_word(self, words: Sequence[str]) -> list[Reason]:
        """Returns whether different words are forms of one: of an irregular one, or by their stem."""
        heads = {grammar.headword(self.language.code, word) for word in words}
        head = heads.pop() if len(heads) == 1 else None
        if head:
            if grammar.class_of(self.language.code, head) == "prepositions":
                return [Reason("syntax", 0.8, "are one preposition")]
            # pronouns answer each other in their places before they do by name: tu me / ego te
            weight = 0.5 if grammar.class_of(self.language.code, head) == "pronouns" else 0.8
            return [Reason("morphology", weight, f"are forms of {head}")]
        if is_chinese(words[0][:1]):
            return []
        stems = {self.language.lemma(word) for word in words}
        start = stems.pop() if len(stems) == 1 else common_start(words)
        known = not stems and len(start) >= RHYME
        regular = self.language.code == "en" and grammar.are_regular(start, words)
        long = len(start) >= max(STEM, SHARED * min(map(len, words)))
        return [Reason("morphology", 0.6, f"share the stem {start}-")] if known or regular or long else []

    def sounds(self, words: Sequence[str]) -> list[Reason]:
        """Returns how different words sound alike: rhyme, a like ending, alliteration."""
        rhymes = {self.language.sound(word).get("rhyme") for word in words}
        if rhymes != {None}:
            clear = len(rhymes) == 1 and not rhymes & BLURRED
            rhyme = rhymes.pop() if clear and not shared_characters(words) else None
            return [Reason("phonology", 0.05, f"rhyme in -{rhyme}")] if rhyme else []
        return end_rhyme(words, "rhyme" if self.language.code == "la" else "end alike") or alliteration(words)

    def forms(self, words: Sequence[str]) -> list[Reason]:
        """Returns how different words are formed alike: by a character, their ending, their grammar."""
        found = shared_characters(words) or self.endings(words)
        sure = any(reason.weight > WEAK for reason in found) or grammar.class_of(self.language.code, words[0])
        if sure or not self.are_near_in_form(words):
            return found
        return [Reason("morphology", 0.35, found[0].words if found else "are used alike")]

    def endings(self, words: Sequence[str]) -> list[Reason]:
        """Returns whether words are inflected alike, as far as their language's stems tell."""
        if any(grammar.class_of(self.language.code, word) for word in words):
            return []
        if self.language.code == "en":
            suffixes = {grammar.suffix_of(word) for word in words}
            suffix = suffixes.pop() if len(suffixes) == 1 else None
            return [Reason("morphology", 0.3, f"end in -{suffix}")] if suffix else []
        return self.inflections(words) if inflection.may_agree(self.language.code, words) else []

    def inflections(self, words: Sequence[str]) -> list[Reason]:
        """Returns whether words have the same ending, or another that says the same."""
        inflected = [word.removeprefix(self.language.lemma(word)) for word in words]
        values = inflection.agreed(self.language.code, words)
        usual, usual_sense = self.usual_ending(words, values.get("class"))
        ending = max(common_end(inflected), usual, key=len)
        sure = inflection.sense(values)
        if not sure and inflection.differ_in_gender(self.language.code, words):
            return []  # corpus and animus are declined differently: only their sounds are alike
        if sure and len(ending) < 2:
            ending = common_end(words)[-STEM:]
        if sure and len(ending) < 2:
            return [Reason("morphology", 0.25, f"are {sure.replace('infinitive', 'infinitives')}")]
        if not ending or (len(ending) == 1 and len(set(inflected)) > 1):
            return []
        sense = sure or usual_sense
        told = f"end in -{ending} ({sense})" if sense else f"end in -{ending}"
        return [Reason("morphology", 0.35 if len(ending) > 1 else WEAK, told)]

    def usual_ending(self, words: Sequence[str], word_class: str | None) -> tuple[str, str | None]:
        """Returns the ending of Latin words, of a class if that is known, that mostly says the same, and what."""
        if self.language.code != "la":
            return "", None
        endings, senses = zip(*map(grammar.ending_of, words), strict=True)
        sense = senses[0] if len(set(senses)) == 1 else None
        adjectives = sense == "present participle" and word_class in ("noun", "adjective")
        return (common_end(endings), sense) if sense and not adjectives else ("", None)

    def are_near_in_form(self, words: Sequence[str]) -> bool:
        """Whether words, every two of them, stand beside the same common words in texts."""
        return self.vectors is not None and near(self.vectors.forms(words), NEAR_FORM)

    def classes(self, words: Sequence[str]) -> list[Reason]:
        """Returns whether words are of one class."""
        code = self.language.code
        if open_class := inflection.agreed(code, words).get("class"):
            return [Reason("syntax", 0.1, f"are {open_class}s")]
        names = {grammar.class_of(code, w) or CLASSES.get(self.language.word_class(w) or "") for w in words}
        name = names.pop() if len(names) == 1 else None
        return [Reason("syntax", 0.3, f"are {name}")] if name else []

    def meanings(self, words: Sequence[str]) -> list[Reason]:
        """Returns whether words, every two of them, are near in meaning; of little words nobody can say."""
        if self.vectors is None or any(len(w) < STEM and not is_chinese(w[:1]) for w in words):
            return []
        close = near(self.vectors.meanings([self.language.lemma(word) for word in words]), NEAR_MEANING)
        return [Reason("semantics", 0.4, "are near in meaning")] if close else []


def end_rhyme(words: Sequence[str], what: str) -> list[Reason]:
    """Returns whether words end in the same letters, two at least; a rhyme begins with its vowel.

    >>> end_rhyme(["moon", "june"], "rhyme"), end_rhyme(["light", "night"], "rhyme")[0].words
    ([], 'rhyme in -ight')
    """
    shared = common_end([word[1:] for word in words])
    ending = CONSONANTS.sub("", shared)
    if len(ending) < RHYME - 1:
        return []
    told = f"{what} in -{ending}" if len(ending) >= RHYME else f"end alike in -{shared}"
    return [Reason("phonology", min(0.1 * len(ending), 0.3), told)]


def common_start(words: Sequence[str]) -> str:
    """Returns the letters with which all words begin.

    >>> common_start(["plant", "planted", "planet"])
    'plan'
    """
    first, last = min(words), max(words)
    return first[: next((i for i, pair in enumerate(zip(first, last, strict=False)) if len(set(pair)) > 1), len(first))]


def common_end(words: Sequence[str]) -> str:
    """Returns the letters with which all words end.

    >>> common_end(["dicimus", "amamus"])
    'mus'
    """
    return common_start([word[::-1] for word in words])[::-1]


def alliteration(words: Sequence[str]) -> list[Reason]:
    """Returns whether words of some length begin with the same consonant, as far as letters tell.

    >>> alliteration(["fear", "fight"])[0].words, alliteration(["short", "small"])
    ('alliterate', [])
    """
    onsets = {onset(word) for word in words}
    alike = len(onsets) == 1 and "" not in onsets and min(map(len, words)) >= RHYME
    return [Reason("phonology", 0.05, "alliterate")] if alike else []


@lru_cache(maxsize=1 << 14)
def onset(word: str) -> str:
    """Returns the sound with which a word begins, as letters; nothing for a vowel."""
    found = ONSET.match(word)
    return f"soft {word[0]}" if SOFT.match(word) else found.group() if found else ""


def shared_characters(words: Sequence[str]) -> list[Reason]:
    """Returns whether Chinese words have characters in common.

    >>> shared_characters(["不要紧", "不要"])[0].words
    'share 不要'
    """
    short = min(words, key=len)
    runs = (short[start:end] for start, end in combinations(range(len(short) + 1), 2))
    shared = max((run for run in runs if is_chinese(run[0]) and all(run in w for w in words)), key=len, default="")
    return [Reason("morphology", 0.5, f"share {shared}")] if shared else []


def is_chinese(character: str) -> bool:
    """Whether a character is a Chinese one."""
    return "\u3400" <= character <= "\u9fff"


def near(vectors: object, least: float) -> bool:
    """Whether every two of some vectors of length 1 have this cosine at least."""
    import numpy as np

    table = np.asarray(vectors)
    return bool((table @ table.T).min() >= least)
