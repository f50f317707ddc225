"""TEI pointers: `edition.xml#string-range(/TEI/text/body/p[3],12,9)` is nine characters of the third paragraph.

The scheme is that of the TEI Guidelines (chapter Linking, "TEI XPointer Schemes"): offsets count the characters of the
element's text stream from 0; further pairs of offset and length go on past what is not read, such as a note. The
element is given by its xml:id or, without one, by an XPath of names and positions, which is all the XPath we follow.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from isocolon.errors import DataError
from isocolon.formats.markup import name_of
from isocolon.formats.tei.reading import ID, ReadingText

if TYPE_CHECKING:
    from lxml.etree import _Element

STRING_RANGE = re.compile(r"string-range\(([^,()]+),(-?\d{1,9},\d{1,9}(?:,-?\d{1,9},\d{1,9})*)\)")
XPATH = re.compile(r"xpath\((/[^()]*)\)")
NAME = re.compile(r"[^\W\d][\w.-]*")
STEP = re.compile(r"([^/\[\]]+)(?:\[([1-9]\d{0,8})\])?")


class Pointers:
    """Writes and follows pointers into one document."""

    def __init__(self, root: _Element) -> None:
        self.root = root
        self.ids: dict[str, _Element | None] = {}
        self.steps: dict[_Element, str] = {root: f"/{name_of(root)}"}
        for element in root.iter("*"):
            if NAME.fullmatch(id := element.get(ID, "")):
                self.ids[id] = None if id in self.ids else element  # an id that is there twice points nowhere

    def write(self, reading: ReadingText, start: int, end: int) -> str:
        """Returns the pointer to a stretch of the reading text, from the innermost element around it."""
        stretches = reading.stream(start, end)
        element = reading.pieces[reading.index(start)].owner
        while reading.extents[element][1] < stretches[-1][1] and (parent := element.getparent()) is not None:
            element = parent
        origin = reading.extents[element][0]
        pairs = ",".join(f"{left - origin},{right - left}" for left, right in stretches)
        return f"string-range({self.address(element)},{pairs})"

    def address(self, element: _Element) -> str:
        """Returns an element's id or its XPath."""
        id = element.get(ID, "")
        return id if self.ids.get(id) is element else self.xpath(element)

    def xpath(self, element: _Element) -> str:
        """Returns the way from the root to an element by names and positions."""
        parent = element.getparent()
        if parent is None:
            return self.steps[element]
        if element not in self.steps:
            self.steps |= steps_to_children(parent, namespace(self.root))
        return self.xpath(parent) + self.steps[element]

    def follow(self, pointer: str, reading: ReadingText) -> tuple[int, int]:
        """Returns the stretch of the reading text that a pointer points to."""
        match = STRING_RANGE.fullmatch(pointer)
        element = self.find(match[1] if match else pointer)
        start, end = reading.extents.get(element, (0, 0))
        stretches = [(start, end)]
        if match:
            numbers = [int(number) for number in match[2].split(",")]
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            stretches = [(start + offset, start + offset + length) for offset, length in pairs]
        places = [place for stretch in stretches if (place := reading.place(*stretch))]
        if not places:
            raise DataError(f"the pointer '{pointer}' points to no part of the reading text")
        return places[0][0], places[-1][1]

    def find(self, address: str) -> _Element:
        """Returns the element of an id or an XPath of names and positions."""
        if match := XPATH.fullmatch(address):
            address = match[1]
        element = self.walk(address) if address.startswith("/") else self.ids.get(address)
        if element is None:
            hint = "we follow ids, and paths such as /TEI/text/body/p[3], alone or in string-range()"
            raise DataError(f"'{address}' is no element of the edition", hint=hint)
        return element

    def walk(self, path: str) -> _Element | None:
        """Returns the element at the end of a path, or None where it leads nowhere."""
        first, *steps = path[1:].split("/")
        element = self.root if first in {name_of(self.root), f"{name_of(self.root)}[1]", "*"} else None
        for step in steps:
            match = STEP.fullmatch(step)
            if element is None or not match:
                return None
            tag = "*" if match[1] == "*" else namespace(self.root) + match[1]
            element = next(islice(element.iterchildren(tag), int(match[2] or 1) - 1, None), None)
        return element


def steps_to_children(parent: _Element, space: str) -> dict[_Element, str]:
    """Returns the step to each child: `p[3]` for the third `<p>`, `*[3]` for a third child of another namespace."""
    counts: Counter[str] = Counter()
    steps = {}
    for position, child in enumerate(parent.iterchildren("*"), start=1):
        counts[name_of(child)] += namespace(child) == space
        steps[child] = (
            f"/{name_of(child)}[{counts[name_of(child)]}]" if namespace(child) == space else f"/*[{position}]"
        )
    return steps


def namespace(element: _Element) -> str:
    """Returns the namespace of an element as lxml writes it before the name: `{...}`, or nothing."""
    before, brace, _ = str(element.tag).rpartition("}")
    return before + brace
