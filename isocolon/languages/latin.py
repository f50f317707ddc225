"""Latin: words, marks and the few words that are two.

The tokens are those of the ASP dataset (Bothwell et al. 2023). Three kinds of words are two tokens there or would be:

- a question's *-ne*, also clipped to *-n*: uisne = uis + -ne, satin = satis + -ne;
- *cum* behind its pronoun, put first: tecum = cum + te;
- an *est* merged into the word before: certumst = certum + est.

*-que* and *-ue* stay with their word, as they do in ASP. Whether a word is two is decided on its normal form alone, so
that every spelling (v or u, j or i, with macrons or in capitals) gives the same tokens. ASP's own tokenizer also cut
any unknown word in -n (*amen*, *Simon*) and any in -ne at the beginning of a sentence (*domine*); we cut those in -n
that occur in ASP and no others.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize as unicode_form

from isocolon.document import Token
from isocolon.languages.base import Language
from isocolon.languages.latin_stems import stem
from isocolon.languages.latin_words import (
    ABBREVIATIONS,
    AS_PUBLISHED,
    ASKING,
    CAPITALISED_ABBREVIATIONS,
    CLIPPED,
    WHOLE,
    WITH_EST,
)

if TYPE_CHECKING:
    from isocolon.languages.grammar import Grammar

MARKS = r"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
"""Combining marks and variation selectors: they go with the character before them."""

JOINERS = r"\-\u2010\u2011'\u2019\u00ad\ufffd\u2030"
"""What may stand inside a word: hyphens, apostrophes, and the ruins of a letter (ASP has *Isra‰l* for *Israël*)."""

INVISIBLE = r"\s\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"

LETTERS = rf"(?:[^\W_]++[{MARKS}]*+)++"
PIECE = re.compile(
    rf"{LETTERS}(?:[{JOINERS}]{LETTERS})*+(?:\.(?!\.|\s*\Z))?"  # a word and a full stop that may be part of it
    rf"|\.{{2,}}"
    rf"|(?:[^\w{INVISIBLE}]|_)[{MARKS}]*"
)

SPELLING = str.maketrans(
    {"v": "u", "j": "i", "æ": "ae", "œ": "oe", "ſ": "s", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬅ": "st", "ﬆ": "st"}
    | dict.fromkeys(["\u00ad", *map(chr, range(0x300, 0x370))], "")
)

WITH_CUM = re.compile(r"(me|te|se|nobis|uobis|quo|qua|qui|quibus)cum")
QUESTION = re.compile(r"[a-z]+(?:[cdlmstx]|[io]sti)ne")
MERGED_EST = re.compile(r"[a-z]{2,}(?:m|a|(?<!p)o|u)st")


class Part(NamedTuple):
    """A token inside a piece of text: its stretch, counted from the piece's start, and its normal form."""

    start: int
    end: int
    norm: str


class Enclitic(NamedTuple):
    """What leans on a word: the word's normal form, its own, and its own letters as they are written."""

    host: str
    norm: str
    letters: str


class Latin(Language):
    """Latin of any period and spelling.

    >>> [token.norm for token in Latin().tokenize("Vīsne tēcum ambulāre?")]
    ['uis', '-ne', 'cum', 'te', 'ambulare', '?']
    """

    code = "la"

    def tokenize(self, text: str) -> list[Token]:
        """Returns the tokens of a text; the two of *tecum* share one stretch, those of *uisne* stand side by side.

        >>> Latin().tokenize("tecum. Visne?")[:5]  # doctest: +NORMALIZE_WHITESPACE
        [Token(start=0, end=5, norm='cum'), Token(start=0, end=5, norm='te'), Token(start=5, end=6, norm='.'),
         Token(start=7, end=10, norm='uis'), Token(start=10, end=12, norm='-ne')]
        """
        return [
            Token(at + start, at + end, norm)
            for piece in PIECE.finditer(text)
            for at in (piece.start(),)
            for start, end, norm in parts(piece.group())
        ]

    def normalize(self, form: str) -> str:
        """Returns the word in lowercase with u for v and i for j, without ligatures, macrons and other accents.

        >>> Latin().normalize("JŪVĬT"), Latin().normalize("Cæsar")
        ('iuuit', 'caesar')
        """
        return normal_form(form)

    def lemma(self, norm: str) -> str:
        """Returns the stem of a word.

        >>> Latin().lemma("regibus"), Latin().lemma("regum")
        ('reg', 'reg')
        """
        return stem(norm)

    def grammar(self) -> Grammar:
        """Returns what Latin forms can be, as Whitaker's dictionary has them (examples/latin_grammar.py).

        >>> Latin().grammar().likeliest("regibus")["number"]
        'plural'
        """
        return shipped_grammar()


@lru_cache(maxsize=1)
def shipped_grammar() -> Grammar:
    """Returns the table of forms that the package holds."""
    from isocolon.languages.grammar import Grammar

    return Grammar.load(Path(__file__).with_name("latin_grammar.npz"))


def normal_form(form: str) -> str:
    """Returns the normal form of a word or mark; what is nothing but accents stays as it is."""
    return bare(form) or form


def bare(form: str) -> str:
    """Returns the letters of a form without case, accents and ligatures: nothing, if it is nothing but accents."""
    if form.isascii():
        return form.lower().translate(SPELLING)
    return unicode_form("NFC", unicode_form("NFD", form.lower()).translate(SPELLING))


@lru_cache(maxsize=1 << 16)
def parts(piece: str) -> tuple[Part, ...]:
    """Returns the tokens of a piece that `PIECE` found.

    >>> [part.norm for part in parts("uisne.")], [part.norm for part in parts("etc.")]
    (['uis', '-ne', '.'], ['etc.'])
    """
    word = piece.rstrip(".")
    if word in ("", piece) or is_abbreviation(word):
        return words(piece)
    return (*words(word), Part(len(word), len(piece), "."))


def is_abbreviation(word: str) -> bool:
    """Whether a full stop behind the word is part of it."""
    norm = normal_form(word)
    return norm in ABBREVIATIONS or (word[0].isupper() and norm in CAPITALISED_ABBREVIATIONS)


def words(piece: str) -> tuple[Part, ...]:
    """Returns the one token or the two of a word, an abbreviation or a mark."""
    norm, length = normal_form(piece), len(piece)
    if pronoun := WITH_CUM.fullmatch(norm):
        return Part(0, length, "cum"), Part(0, length, pronoun[1])
    enclitic = find_enclitic(norm)
    if enclitic is None:
        return (Part(0, length, norm),)
    cut = last_place(piece, enclitic.letters)
    if cut is None:
        return Part(0, length, enclitic.host), Part(0, length, enclitic.norm)
    return Part(0, cut, enclitic.host), Part(cut, length, enclitic.norm)


def find_enclitic(norm: str) -> Enclitic | None:
    """Returns the question's -ne or the merged *est* at the end of a word, or None.

    >>> find_enclitic("nihilne"), find_enclitic("nomine")
    (Enclitic(host='nihil', norm='-ne', letters='ne'), None)
    """
    if norm in CLIPPED or norm in AS_PUBLISHED:
        return Enclitic(CLIPPED.get(norm, norm[:-1]), "-ne", "n")
    if norm in WHOLE:
        return None
    if norm in ASKING or QUESTION.fullmatch(norm):
        return Enclitic(norm[:-2], "-ne", "ne")
    if norm in WITH_EST or MERGED_EST.fullmatch(norm):
        letters = "t" if norm.endswith("ust") else "st"  # opus est gives opust: one s serves both
        return Enclitic(norm.removesuffix(letters), "est", letters)
    return None


def last_place(word: str, ending: str) -> int | None:
    """Returns where the ending of a word, given in normal form, begins; None where a ligature hides the place.

    >>> last_place("VĪSNĒ", "ne"), last_place("opuﬆ", "t")
    (3, None)
    """
    letters = 0
    for place in range(len(word) - 1, 0, -1):
        letters += len(bare(word[place]))
        if letters >= len(ending):
            return place if letters == len(ending) else None
    return None
