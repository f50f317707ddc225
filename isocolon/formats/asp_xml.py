"""The two XML forms of the ASP dataset: running text with marked branches, and words with columns of ids.

Untokenized: `<sermon id><section id>... <parallelism id="1" part="1">a se turbatum</parallelism>, sed ...`. The
published files are pretty-printed, with a line break and tabs around each element that are no part of the text; files
whose sections are not set apart (the agreement study's, and ours) are taken as they stand.

Tokenized: `<word id cont parallelism_id_1 branch_id_1 parallelism_id_2 .../>`, an element a word. The words are the
paper's: lower case, u for v, enclitics apart.

Neither knows kinds; ASP's chiasms are marked in its brat files only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon.document import Document, Structure, strata
from isocolon.errors import DataError
from isocolon.files import read_xml
from isocolon.formats.base import Format, Mark, Trait, annotate
from isocolon.formats.markup import DECLARATION, attribute, check_root, content, name_of, refuse_forbidden, tag
from isocolon.formats.strata import Collector, columns, spaced
from isocolon.formats.stretches import refuse_shared_stretches, without_unread

if TYPE_CHECKING:
    from lxml.etree import _Element

LANGUAGE = "la"
INDENTATION = re.compile(r"\A\n\t*|\n\t*\Z")


class UntokenizedASP(Format):
    """ASP's untokenized XML."""

    suffixes = (".xml",)
    language = LANGUAGE
    holds = frozenset({Trait.TEXT, Trait.SECTIONS, Trait.PARALLELISMS, Trait.SINGLETONS})

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file begins with a sermon and has no word elements."""
        return "<sermon" in head and "<word" not in head

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one sermon of the file."""
        root = read_xml(path)
        check_root(root, "sermon", path)
        reading = Reading(path, pretty=bool(root.text and not root.text.strip()))
        for section in root.iterchildren("section"):
            reading.sections.append((attribute(section, "id", path), reading.length))
            reading.take(section)
        text = "".join(reading.pieces)
        if not text.strip():
            raise DataError("the sermon has no text", path=path, hint="sections with text were expected")
        yield annotate(
            text,
            id=root.get("id", path.stem),
            path=path,
            language=language or LANGUAGE,
            sections=reading.sections,
            marks=reading.marks(),
        )

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the text that is read, with its branches as elements, nothing added to it."""
        document = without_unread(document)
        if document.structure is Structure.OVERLAPPING:
            found = f"document '{document.id}' has branches that cross, which nested elements cannot hold"
            raise DataError(found, hint="write JSON Lines or ASP's tokenized XML")
        refuse_bridges(document)
        refuse_shared_stretches(document)
        refuse_forbidden(document.text, document.id)
        starts = [document.tokens[section.span.start].start for section in document.sections]
        cuts = [0, *starts[1:], len(document.text)]
        tags = branch_tags(document)
        body = "".join(
            f"{tag('section', {'id': section.id})}{woven(document.text, start, end, tags)}</section>"
            for section, (start, end) in zip(document.sections, pairwise(cuts), strict=False)
        )
        return {".xml": f"{DECLARATION}{tag('sermon', {'id': document.id})}{body}</sermon>\n"}

    def losses(self, document: Document) -> list[Trait]:
        """Returns what of this document is lost; of the text, what was passed over when it was read."""
        legible = without_unread(document)
        return [*([] if legible is document else [Trait.TEXT]), *super().losses(legible)]


class Reading:
    """The text, sections and branches of a sermon, as they are met."""

    def __init__(self, path: Path, pretty: bool) -> None:
        self.path, self.pretty = path, pretty
        self.pieces: list[str] = []
        self.length = 0
        self.sections: list[tuple[str, int]] = []
        self.branches: dict[str, dict[str, tuple[int, int]]] = {}

    def take(self, element: _Element) -> None:
        """Takes in what is inside an element."""
        self.add(element.text)
        for child in element:
            if child.tag == "parallelism":
                self.take_branch(child)
            elif isinstance(child.tag, str):
                found = f"<{name_of(child)}> inside <{name_of(element)}>"
                raise DataError(found, path=self.path, line=child.sourceline, hint="only <parallelism> may stand here")
            self.add(child.tail)

    def take_branch(self, element: _Element) -> None:
        """Takes in one branch and what is inside."""
        parallelism, part = attribute(element, "id", self.path), attribute(element, "part", self.path)
        start = self.length
        self.take(element)
        parts = self.branches.setdefault(parallelism, {})
        if part in parts:
            found = f"part {part} of parallelism {parallelism} is there twice"
            raise DataError(found, path=self.path, line=element.sourceline, hint="number the parts apart")
        parts[part] = (start, self.length)

    def add(self, piece: str | None) -> None:
        """Takes in a piece of text, less what the pretty-printer put in."""
        text = INDENTATION.sub("", piece or "") if self.pretty else piece or ""
        self.pieces.append(text)
        self.length += len(text)

    def marks(self) -> list[Mark]:
        """Returns the parallelisms met."""
        return [Mark(tuple(parts.values()), name=f"parallelism {id}") for id, parts in self.branches.items()]


def refuse_bridges(document: Document) -> None:
    """Raises a DataError where a branch begins in one section and ends in another, as no element can."""
    starts = {section.span.start for section in document.sections}
    for parallelism in document.parallelisms:
        for branch in parallelism:
            if starts.intersection(range(branch.start + 1, branch.end)):
                found = f"document '{document.id}': the branch {document.text_of(branch)!r} runs over two sections"
                raise DataError(found, hint="write JSON Lines or ASP's tokenized XML")


def branch_tags(document: Document) -> list[tuple[int, str]]:
    """Returns the tags of all branches with the characters they stand before, in the order they are written."""
    opening, closing = [], []
    for number, parallelism in enumerate(document.parallelisms, start=1):
        for part, branch in enumerate(parallelism, start=1):
            start, end = document.characters(branch)
            opening.append((start, 1, -end, number, tag("parallelism", {"id": str(number), "part": str(part)})))
            closing.append((end, 0, -start, -number, "</parallelism>"))
    return [(at, written) for at, *_, written in sorted(opening + closing)]


def woven(text: str, start: int, end: int, tags: list[tuple[int, str]]) -> str:
    """Returns a stretch of text as XML with the tags that stand in it."""
    pieces = []
    at = start
    for place, written in tags:
        # a closing tag belongs to the stretch it ends, an opening one to the stretch it begins
        if (start < place <= end) if written.startswith("</") else (start <= place < end):
            pieces += [content(text[at:place]), written]
            at = place
    return "".join([*pieces, content(text[at:end])])


class TokenizedASP(Format):
    """ASP's tokenized XML, with the number of strata on the root so that pyrallelism reads it too."""

    suffixes = (".xml",)
    language = LANGUAGE
    holds = frozenset({Trait.TOKENS, Trait.SECTIONS, Trait.PARALLELISMS, Trait.SINGLETONS, Trait.CROSSINGS})

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file begins with a sermon of word elements."""
        return "<sermon" in head and "<word" in head

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one sermon of the file."""
        root = read_xml(path)
        check_root(root, "sermon", path)
        sections = [(attribute(section, "id", path), section) for section in root.iterchildren("section")]
        yield read_words(root, sections, path, language or LANGUAGE)

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the tokens as elements, in their normal forms."""
        return {".xml": render_words(document, "sermon")}


def read_words(root: _Element, sections: list[tuple[str, _Element]], path: Path, language: str | None) -> Document:
    """Returns the document of word elements in sections."""
    collector = Collector(path)
    position = 0
    filled = []
    for name, section in sections:
        words = []
        for word in section.iter("word"):
            words.append(attribute(word, "cont", path))
            for stratum in strata_of(word):
                parallelism = attribute(word, f"parallelism_id_{stratum}", path)
                branch = attribute(word, f"branch_id_{stratum}", path)
                collector.add(position, parallelism, branch, word.sourceline)
            position += 1
        filled.append((name, words))
    if not position:
        raise DataError("there are no words", path=path, hint="<word> elements were expected")
    id = root.get("id", path.stem)
    return spaced(filled, id=id, language=language, parallelisms=collector.parallelisms())


def strata_of(word: _Element) -> list[str]:
    """Returns the numbers of the strata on which a word has an id of a parallelism or of a branch."""
    named = (re.fullmatch(r"(?:parallelism|branch)_id_(.+)", key) for key in map(str, word.keys()))
    return list(dict.fromkeys(match[1] for match in named if match))


def render_words(document: Document, root: str) -> str:
    """Returns a document as word elements in sections."""
    cells = columns(document)
    depth = max(strata(document.parallelisms), default=1)
    lines = [tag(root, {"id": document.id, "stratum_count": str(depth)})]
    for section in document.sections:
        lines.append(tag("section", {"id": section.id}))
        for number, position in enumerate(section.span, start=1):
            norm = document.tokens[position].norm
            refuse_forbidden(norm, document.id)
            ids = {
                f"{name}_id_{stratum}": str(id)
                for stratum, pair in cells[position].items()
                for name, id in zip(("parallelism", "branch"), pair, strict=True)
            }
            lines.append(tag("word", {"id": str(number), "cont": norm, **ids}, empty=True))
        lines.append("</section>")
    return DECLARATION + "\n".join([*lines, f"</{root}>\n"])
