"""Any language: words as Unicode's word boundaries (UAX #29) have them, folded for case and compatibility."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from isocolon.document import Token
from isocolon.languages.base import Language

if TYPE_CHECKING:
    from regex import Pattern

INVISIBLE = "\ufeff\u200b\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e"
"""Marks that may cling to a word without being part of it: byte order, direction, where to break."""


class Generic(Language):
    """A language of which nothing is known."""

    code = "und"

    def tokenize(self, text: str) -> list[Token]:
        """Returns what stands between Unicode's word boundaries, less white space and control characters.

        >>> [text for _, _, text in Generic().tokenize("Don’t “stop”!")]
        ["don't", '“', 'stop', '”', '!']
        """
        cuts = [match.start() for match in boundaries().finditer(text)]
        normal = cache(self.normalize)
        return [
            Token(start, end, normal(text[start:end]))
            for start, end in (trimmed(text, start, end) for start, end in pairwise(cuts))
            if start < end
        ]

    def normalize(self, form: str) -> str:
        """Returns a form folded for case, width and ligatures, with a straight apostrophe.

        >>> Generic().normalize("Straße"), Generic().normalize("ﬁn’s")
        ('strasse', "fin's")
        """
        folded = unicodedata.normalize("NFKC", form).casefold().replace("’", "'")
        return unicodedata.normalize("NFC", folded).strip() or form


@cache
def boundaries() -> Pattern[str]:
    """Returns the pattern of Unicode's default word boundaries."""
    import regex

    return regex.compile(r"(?w)\b", regex.VERSION1)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Returns a stretch without the white space, control characters and invisible marks at its edges."""
    while start < end and is_nothing(text[start]):
        start += 1
    while start < end and is_nothing(text[end - 1]):
        end -= 1
    return start, end


def is_nothing(character: str) -> bool:
    """Whether a character shows nothing: white space, a control character, an invisible mark."""
    return character.isspace() or character in INVISIBLE or unicodedata.category(character) == "Cc"
