"""Text in a terminal: how wide it is, what must not reach it, and where lines may break."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

COLOURS = (36, 33, 35, 32, 34, 31)
"""The colours of parallelisms in turn, as terminals number them: each person's own palette is kept to."""

CLOSING = frozenset("，。、；：？！”’」』）》〉】…—")
"""Wide marks before which no line breaks."""
WIDE = r"\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U0001f300-\U0003ffff"
PIECES = re.compile(rf"\n|[^\S\n]+|[{WIDE}]|[^\s{WIDE}]+")
HARMLESS = (
    {code: chr(0x2400 + code) for code in range(0x20)}
    | dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
    | {0x7F: "\u2421", **dict.fromkeys([0x9, 0xB, 0xC, 0xD, 0x85, 0x2028, 0x2029], " "), 0xA: "\n"}
)


def harmless(text: str) -> str:
    """Returns a text, character for character, without what could command a terminal.

    >>> harmless("ueni\\x1b[31m uidi")
    'ueni␛[31m uidi'
    """
    return text.translate(HARMLESS)


def width(text: str) -> int:
    """Returns how many columns a text takes.

    >>> width("ueni"), width("天空"), width("é")
    (4, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(character_width, text))


@lru_cache(maxsize=1 << 14)
def character_width(character: str) -> int:
    """Returns how many columns a character takes."""
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def painted(text: str, number: int, *, bold: bool = False) -> str:
    """Returns a text in the colour of a parallelism."""
    return f"\x1b[{'1;' if bold else ''}{COLOURS[(number - 1) % len(COLOURS)]}m{text}\x1b[0m"


def dimmed(text: str) -> str:
    """Returns a text in a weaker colour."""
    return f"\x1b[2m{text}\x1b[0m"


class Wrapper:
    """Breaks text into lines as it comes: text to break, and brackets that stay with their words.

    >>> wrapper = Wrapper(12)
    >>> list(wrapper.feed("ueni, uidi, uici")) + list(wrapper.end())
    ['ueni, uidi,', 'uici']
    """

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.line: list[str] = []
        self.line_width = 0
        self.atom: list[str] = []
        self.atom_width = 0
        self.space = self.glued = False

    def feed(self, text: str, number: int = 0) -> Iterator[str]:
        """Takes in text, in a parallelism's colour if it has a number, and yields the lines that are full."""
        for piece in PIECES.findall(text):
            if piece == "\n":
                yield from self.flush()
                yield self.break_line()
            elif piece.isspace():
                yield from self.flush()
                self.space = True
            else:
                yield from self.word(piece, number)

    def word(self, piece: str, number: int) -> Iterator[str]:
        """Takes in a word or a wide character, which may begin a line unless it is a closing mark."""
        wide = width(piece) == 2 and len(piece) == 1
        if wide and self.atom and not self.glued and piece not in CLOSING:
            yield from self.flush()
        self.glue(painted(piece, number) if number else piece, width(piece))
        self.glued = False

    def open(self, bracket: str, paint: str) -> Iterator[str]:
        """Takes in an opening bracket, which stays with what follows."""
        if self.atom and not self.glued:
            yield from self.flush()
        self.glue(paint, width(bracket))
        self.glued = True

    def glue(self, text: str, columns: int) -> None:
        """Takes in what stays with what was before."""
        self.atom.append(text)
        self.atom_width += columns

    def flush(self) -> Iterator[str]:
        """Puts the word that was gathered on the line, or on a new one, and yields the full one."""
        if not self.atom:
            return
        if self.line and self.line_width + self.space + self.atom_width > self.columns:
            yield self.break_line()
        if self.space and self.line:
            self.line.append(" ")
            self.line_width += 1
        self.line += self.atom
        self.line_width += self.atom_width
        self.atom, self.atom_width, self.space, self.glued = [], 0, False, False

    def break_line(self) -> str:
        """Returns the line and begins a new one."""
        line = "".join(self.line)
        self.line, self.line_width, self.space = [], 0, False
        return line

    def end(self) -> Iterator[str]:
        """Yields what is left."""
        yield from self.flush()
        if self.line:
            yield self.break_line()


def folded(text: str, columns: int, head: str = "") -> list[str]:
    """Returns a text in lines of so many columns, the first behind a head, the others indented like it.

    >>> folded("uidi, uici", 10, head="ueni ")
    ['ueni uidi,', '     uici']
    """
    wrapper = Wrapper(max(columns - width(head), 1))
    lines = [*wrapper.feed(harmless(text)), *wrapper.end()] or [""]
    return [head + lines[0], *(" " * width(head) + line for line in lines[1:])]
