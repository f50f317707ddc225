"""How the text spells what is compared by normal forms: a person who wrote *vendidit* is not told of *uendidit*."""

from __future__ import annotations

from isocolon.document import Token
from isocolon.languages.base import Language


def written(text: str, word: Token, language: Language) -> str:
    """Returns a word as the text has it, or its normal form where that is another word (*cum* in *mecum*).

    >>> from isocolon.languages.latin import Latin
    >>> written("Vixit mecum", Token(0, 5, "uixit"), Latin()), written("Vixit mecum", Token(6, 11, "cum"), Latin())
    ('Vixit', 'cum')
    """
    form = " ".join(text[word.start : word.end].split())
    return form if language.normalize(form) == word.norm else word.norm


def spelt(told: str, form: str, norm: str) -> str:
    """Returns what is told of a normal form with the ending or the stem as the text spells it.

    >>> spelt("end in -auit", "amavit", "amauit"), spelt("share the stem uiu-", "vivas", "uiuas")
    ('end in -avit', 'share the stem viv-')
    """
    if len(form) != len(norm):
        return told
    for word in told.split():
        part = word.strip("()")
        if part.startswith("-") and norm.endswith(part[1:]):
            return told.replace(part, "-" + form[len(form) - len(part) + 1 :].lower())
        if part.endswith("-") and norm.startswith(part[:-1]):
            return told.replace(part, form[: len(part) - 1].lower() + "-")
    return told
