r"""What stands in a line of CoNLL-U: ten fields, and in the tenth (MISC) any number of `Name=value`.

A value may not hold white space or bars as they are; UDPipe's escapes stand for them: ``\s`` a space, ``\t``, ``\n``,
``\r``, ``\p`` a bar, ``\\`` a backslash. We add ``\c``, a colon, and ``\e``, an equals sign, for names.
"""

from __future__ import annotations

import re
from typing import NamedTuple

COLUMNS = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps")
"""The layers with a field of their own, from the third."""

SPACES = ("SpaceAfter", "SpacesAfter", "SpacesBefore", "SpacesInToken")
OWN = frozenset([*SPACES, "NewPar", "NewSection", "Norm", "Parallelism", "Layer"])
"""The names in MISC that we give a meaning; the rest is the layer `misc`."""

ESCAPES = {" ": r"\s", "\t": r"\t", "\n": r"\n", "\r": r"\r", "|": r"\p", "\\": r"\\", ":": r"\c", "=": r"\e"}
MEANT = {escape: letter for letter, escape in ESCAPES.items()}
LETTERS = " \t\n\r|\\"
"""What no value in MISC may hold as it is."""
ESCAPED = re.compile(r"\\[stnrpce\\]")


def escape(text: str, letters: str = LETTERS) -> str:
    r"""Returns a text with escapes for these letters.

    >>> escape("a b|c\n")
    'a\\sb\\pc\\n'
    """
    return text.translate({ord(letter): ESCAPES[letter] for letter in letters})


def unescape(value: str) -> str:
    r"""Returns the text that a value stands for.

    >>> unescape(r"\s\s\\n"), unescape(r"C:\x")
    ('  \\n', 'C:\\x')
    """
    return ESCAPED.sub(lambda match: MEANT[match[0]], value)


def on_a_line(text: str) -> str:
    r"""Returns a text for the end of a comment, readable, with escapes where it must have them.

    >>> on_a_line(" De bello\nGallico")
    '\\sDe bello\\nGallico'
    """
    inner = text.strip(" ")
    before = len(text) - len(text.lstrip(" "))
    after = len(text) - len(inner) - before if inner else 0
    return escape(" " * before) + escape(inner, "\t\n\r\\") + escape(" " * after)


def is_plain(value: str) -> bool:
    """Whether a field can hold a value as it is."""
    return bool(value) and not re.search(r"[\t\n\r]|^ | $", value)


class Misc(NamedTuple):
    """The tenth field: the names we know, with their values, and the rest."""

    known: dict[str, list[str]]
    rest: str

    @classmethod
    def of(cls, field: str) -> Misc:
        """Returns what a field says.

        >>> Misc.of("Gloss=x|SpaceAfter=No")
        Misc(known={'SpaceAfter': ['No']}, rest='Gloss=x')
        """
        known: dict[str, list[str]] = {}
        rest = []
        for part in field.split("|"):
            name, equals, value = part.partition("=")
            if equals and name in OWN:
                known.setdefault(name, []).append(value)
            else:
                rest.append(part)
        return cls(known, "|".join(rest) or "_")

    def text(self, name: str) -> str | None:
        """Returns the text that stands under a name, if it does."""
        return unescape(self.known[name][0]) if name in self.known else None

    def layers(self) -> dict[str, str]:
        """Returns the values of layers that have no field."""
        pairs = (value.partition(":") for value in self.known.get("Layer", []))
        return {unescape(name): unescape(value) for name, _, value in pairs}
