"""The reading text of a TEI edition, and where each of its characters stands in the XML.

All text nodes of a document, end to end, are its *text stream* (TEI Guidelines, chapter Linking, "TEI XPointer
Schemes"). The reading text is the stream without notes, variants, deletions and the like. Every character of it comes
from one place in the stream, but for the line breaks put where two words would run together (`uirtus</l><l>arma`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from isocolon.formats.markup import name_of

if TYPE_CHECKING:
    from lxml.etree import _Element


def names(line: str) -> frozenset[str]:
    """Returns the names on a line."""
    return frozenset(line.split())


ID = "{http://www.w3.org/XML/1998/namespace}id"

DROPPED = names(
    "note noteGrp witDetail rdg rdgGrp fw figDesc desc del am metamark index certainty precision respons "
    "interp interpGrp span spanGrp link linkGrp join joinGrp alt altGrp listWit listApp"
)
"""What is no part of the reading text."""

CHOSEN = {
    "app": ("lem", "rdg", "rdgGrp"),
    "rdgGrp": ("lem", "rdg"),
    "choice": ("reg", "corr", "expan", "ex"),
}
"""Where one of the children is read: the first that has the first name found, or else the first of all."""

FRAMES = frozenset([*CHOSEN, "subst"])
"""What holds elements only: white space in it is the encoder's layout."""

DIVISIONS = names("div div0 div1 div2 div3 div4 div5 div6 div7")
PARAGRAPHS = names("p ab lg sp u")
BREAKS = names("lb pb cb gb milestone")
BLOCKS = names(
    "text group front body back floatingText l s head trailer list item label table row cell figure space "
    "speaker stage castList castItem argument epigraph opener closer salute signed dateline byline postscript "
    "titlePage docTitle titlePart docAuthor docImprint docEdition docDate address addrLine entry line"
)
APART = DIVISIONS | PARAGRAPHS | BREAKS | BLOCKS
"""What separates words, before it and after it."""

LINE_END = " \t\r\n-\u2010\u00ad\u00ac"
"""What may stand before a break inside a word: white space and hyphens."""


class Piece(NamedTuple):
    """A stretch of the reading text that stands in one text node."""

    start: int
    """Where it begins in the reading text."""
    at: int
    """Where it begins in the stream."""
    length: int
    owner: _Element
    """The element whose content it is."""


@dataclass(frozen=True)
class ReadingText:
    """A reading text, its pieces in order, and the extent in the stream of every element in it."""

    text: str
    pieces: Sequence[Piece]
    extents: dict[_Element, tuple[int, int]]

    def stream(self, start: int, end: int) -> list[tuple[int, int]]:
        """Returns the stretches of the stream that a stretch of the text comes from."""
        found: list[tuple[int, int]] = []
        for piece in self.pieces[self.index(start) : bisect_left(self.pieces, end, key=lambda piece: piece.start)]:
            left = piece.at + max(0, start - piece.start)
            right = piece.at + min(piece.length, end - piece.start)
            if found and found[-1][1] == left:
                left = found.pop()[0]
            if left < right:
                found.append((left, right))
        return found

    def index(self, start: int) -> int:
        """Returns the number of the piece in which a character of the text stands."""
        return bisect_right(self.pieces, start, key=lambda piece: piece.start) - 1

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Returns the stretch of the text that comes from a stretch of the stream, or None without any."""
        first = bisect_right(self.pieces, start, key=lambda piece: piece.at + piece.length)
        last = bisect_left(self.pieces, end, key=lambda piece: piece.at) - 1
        if first > last:
            return None
        head, tail = self.pieces[first], self.pieces[last]
        return head.start + max(0, start - head.at), tail.start + min(tail.length, end - tail.at)

    def sections(self) -> list[tuple[str, int]]:
        """Returns the id and the first character of each section."""
        named = unique(section_elements(list(self.extents)))
        places = ((id, self.place(self.extents[element][0], self.end)) for id, element in named)
        return [(id, place[0]) for id, place in places if place]

    @property
    def end(self) -> int:
        """Where the stream ends."""
        return self.pieces[-1].at + self.pieces[-1].length if self.pieces else 0


class Reader:
    """Takes in the nodes of a text in document order and keeps what is read."""

    def __init__(self) -> None:
        self.found: list[tuple[str, int, _Element | None]] = []
        self.extents: dict[_Element, tuple[int, int]] = {}
        self.at = 0
        self.dropping: _Element | None = None
        self.apart = self.joined = False

    def open(self, element: _Element) -> None:
        """Takes in the beginning of an element."""
        if self.dropping is None and is_dropped(element):
            self.dropping = element
        if self.dropping is None:
            self.extents[element] = (self.at, self.at)
            self.edge(element)
        self.add(element.text, element)

    def close(self, element: _Element) -> None:
        """Takes in the end of an element."""
        if self.dropping is None:
            self.extents[element] = (self.extents[element][0], self.at)
            self.apart = self.apart or name_of(element) in APART
        elif self.dropping is element:
            self.dropping = None

    def edge(self, element: _Element) -> None:
        """Takes in that an element begins here, which may part two words or join the parts of one."""
        if name_of(element) in BREAKS and element.get("break") == "no":
            self.joined = True
            self.trim()
        word = name_of(element) == "w" and element.get("part", "N") in "NYI"
        self.apart = self.apart or word or name_of(element) in APART

    def trim(self) -> None:
        """Takes back the white space and the hyphen at the end, where a line ends inside a word."""
        while self.found:
            text, at, owner = self.found.pop()
            if kept := text.rstrip(LINE_END):
                self.found.append((kept, at, owner))
                return

    def add(self, text: str | None, owner: _Element) -> None:
        """Takes in a text node."""
        text = text or ""
        at, self.at = self.at, self.at + len(text)
        if self.dropping is not None or name_of(owner) in FRAMES:
            return
        kept = text.lstrip() if self.joined else text
        if not kept:
            return
        if self.apart and not self.joined:
            self.separate(kept)
        self.apart = self.joined = False
        self.found.append((kept, at + len(text) - len(kept), owner))

    def separate(self, following: str) -> None:
        """Puts a line break between two words that no white space parts."""
        if self.found and not (self.found[-1][0][-1].isspace() or following[0].isspace()):
            self.found.append(("\n", self.at, None))

    def reading_text(self) -> ReadingText:
        """Returns what was kept."""
        pieces, start = [], 0
        for text, at, owner in self.found:
            if owner is not None:
                pieces.append(Piece(start, at, len(text), owner))
            start += len(text)
        return ReadingText("".join(text for text, _, _ in self.found), pieces, self.extents)


def read_reading_text(text: _Element) -> ReadingText:
    """Returns the reading text of a `<text>` element."""
    from lxml import etree

    reader = Reader()
    for event, node in etree.iterwalk(text, events=("start", "end", "comment", "pi")):
        if event == "start":
            reader.open(node)
            continue
        if event == "end":
            reader.close(node)
        if node is not text and (parent := node.getparent()) is not None:
            reader.add(node.tail, parent)
    return reader.reading_text()


def is_dropped(element: _Element) -> bool:
    """Whether an element is no part of the reading text."""
    parent = element.getparent()
    if parent is not None and name_of(parent) in CHOSEN:
        return chosen(parent) is not element
    return name_of(element) in DROPPED or (name_of(element) == "pc" and element.get("force") == "weak")


def chosen(frame: _Element) -> _Element | None:
    """Returns the one child of an apparatus entry or a choice that is read."""
    children = list(frame.iterchildren("*"))
    wanted = (child for choice in CHOSEN[name_of(frame)] for child in children if name_of(child) == choice)
    return next(wanted, children[0] if children else None)


def section_elements(elements: Sequence[_Element]) -> Iterator[tuple[str, _Element]]:
    """Yields the elements that are sections, with ids: divisions, or else segments, or else paragraphs."""
    divisions = [element for element in elements if name_of(element) in DIVISIONS]
    labelled = [division for division in divisions if division.get(ID) or division.get("n")]
    if divisions:
        for division in labelled or divisions:
            yield division.get(ID) or ".".join(citation(division, by_number=not labelled)), division
        return
    segments = [element for element in elements if name_of(element) == "seg" and element.get("type") == "section"]
    for number, segment in enumerate(segments or outermost(elements, PARAGRAPHS), start=1):
        # the segments we write carry the section's own id in @n, for an xml:id cannot hold every character
        own = segment.get("n") or segment.get(ID) if segments else segment.get(ID) or segment.get("n")
        yield own or str(number), segment


def outermost(elements: Iterable[_Element], names: frozenset[str]) -> Iterator[_Element]:
    """Yields the elements of these names that are inside no other such."""
    for element in elements:
        if name_of(element) in names and not any(name_of(ancestor) in names for ancestor in element.iterancestors()):
            yield element


def citation(division: _Element, by_number: bool) -> Iterator[str]:
    """Yields the labels of a division and those around it, outermost first: book, chapter, section."""
    around = [element for element in division.iterancestors() if name_of(element) in DIVISIONS]
    for element in [*reversed(around), division]:
        if by_number:
            yield str(1 + sum(name_of(sibling) in DIVISIONS for sibling in element.itersiblings("*", preceding=True)))
        elif label := element.get("n"):
            yield label


def unique(named: Iterable[tuple[str, _Element]]) -> Iterator[tuple[str, _Element]]:
    """Yields the same with every id but once: a second "praefatio" becomes "praefatio-2"."""
    seen: set[str] = set()
    for id, element in named:
        count, free = 1, id
        while free in seen:
            count += 1
            free = f"{id}-{count}"
        seen.add(free)
        yield free, element
