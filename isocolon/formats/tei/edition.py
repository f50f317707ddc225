"""An edition: one `<text>` of a TEI file, what its header says, and how another file finds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from isocolon import languages
from isocolon.errors import ConfigurationError, DataError
from isocolon.files import read_xml
from isocolon.formats.markup import name_of
from isocolon.formats.tei.pointers import Pointers
from isocolon.formats.tei.reading import ReadingText, read_reading_text

if TYPE_CHECKING:
    from lxml.etree import _Element

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SOURCE = "tei.source"
"""The metadata that says which edition a document was read from: the file, and which text where it has many."""

ROOTS = ("TEI", "TEI.2", "teiCorpus", "teiCorpus.2")
MAKER = "isocolon"


@dataclass(frozen=True)
class Edition:
    """A `<text>` in a file."""

    path: Path
    text: _Element
    pointers: Pointers
    alone: bool
    """Whether the file has no other text."""

    @cached_property
    def reading(self) -> ReadingText:
        """The reading text."""
        return read_reading_text(self.text)

    @property
    def tei(self) -> _Element:
        """The TEI element around the text."""
        parent = self.text.getparent()
        assert parent is not None  # texts are found as children
        return parent

    @property
    def fragment(self) -> str:
        """What goes after the file's name to say which text is meant."""
        return "" if self.alone else f"#xpath({self.pointers.xpath(self.text)})"

    def metadata(self) -> dict[str, str]:
        """Returns what the header says of the text; in a file of ours, what we wrote there."""
        if is_ours(self.tei):
            return notes(self.tei)
        titles = {"title": first(self.tei, "titleStmt", "title"), "author": first(self.tei, "titleStmt", "author")}
        return {SOURCE: self.path.as_posix() + self.fragment} | {key: text for key, text in titles.items() if text}

    def language(self) -> str | None:
        """Returns the language that the text, its body or division, or the header names, if any."""
        inside = [self.text, *self.text.iterchildren("*"), *self.text.iterfind("*/*")]
        told = [element.get(LANG) or element.get("lang") for element in inside if name_of(element) in OUTERMOST]
        used = [element.get("ident") or element.get("id") for element in header_elements(self.tei, "language")]
        given = [*told, used[0] if len(used) == 1 else None, self.tei.get(LANG)]
        return next((code for code in given if code and is_language(code)), None)


OUTERMOST = ("text", "body", "div", "div1")


def editions_of(root: _Element, path: Path) -> list[Edition]:
    """Returns the editions in a file."""
    if name_of(root) not in ROOTS:
        hint = f"one of {', '.join(ROOTS)} was expected"
        raise DataError(f"the root is <{name_of(root)}>", path=path, line=root.sourceline, hint=hint)
    teis = [element for element in root.iter("*") if name_of(element) in {"TEI", "TEI.2"}]
    texts = [child for tei in teis for child in tei.iterchildren("*") if name_of(child) == "text"]
    pointers = Pointers(root)
    return [Edition(path, text, pointers, len(texts) == 1) for text in texts]


def open_edition(path: Path, pointer: str) -> Edition:
    """Returns the edition in a file that a pointer points to, or the only one without a pointer."""
    editions = editions_of(read_xml(path), path)
    if not editions:
        raise DataError("there is no <text> in it", path=path, hint="an edition was expected")
    text = editions[0].pointers.find(pointer) if pointer else editions[0].text
    for edition in editions:
        if edition.text is text:
            return edition
    raise DataError(f"'{pointer}' is no <text>", path=path, hint="an edition was expected")


def beside(path: Path, uri: str) -> Path:
    """Returns the file that a relative URI in a file names, or raises a DataError where there is none."""
    parts = urlsplit(uri)
    file = Path(normpath(path.parent / unquote(parts.path)))  # a/../b.xml is b.xml, whichever way it was named
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        hint = "save the edition beside this file and name it there; nothing is fetched"
        raise DataError(f"the edition '{uri}' is no file beside this one", path=path, hint=hint)
    if not file.is_file():
        raise DataError(f"the edition '{uri}' is not there", path=path, hint=f"put it at {file}")
    return file


def header_elements(tei: _Element, wanted: str) -> Iterator[_Element]:
    """Yields the elements of this name in a text's own header."""
    for header in tei.iterchildren("*"):
        if name_of(header) == "teiHeader":
            yield from (element for element in header.iter("*") if name_of(element) == wanted)


def first(tei: _Element, within: str, wanted: str) -> str:
    """Returns the words of the first such element in such a part of the header, or nothing."""
    parts = (element for part in header_elements(tei, within) for element in part.iterchildren("*"))
    return next((plain(element) for element in parts if name_of(element) == wanted), "")


def plain(element: _Element) -> str:
    """Returns the words in an element, on one line."""
    return " ".join("".join(element.itertext("*")).split())


def is_ours(tei: _Element) -> bool:
    """Whether the header says that we made the file."""
    return any(element.get("ident") == MAKER for element in header_elements(tei, "application"))


def notes(tei: _Element) -> dict[str, str]:
    """Returns the metadata that we wrote into a header."""
    ours = (element for element in header_elements(tei, "note") if element.get("type") == "metadata")
    return {element.get("n", ""): element.text or "" for element in ours}


def is_language(code: str) -> bool:
    """Whether this is a code or a name of a language."""
    try:
        return bool(languages.code_of(code))
    except ConfigurationError:
        return False
