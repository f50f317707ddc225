"""Plain text: sections are what blank lines part. Parallelisms cannot be written in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from isocolon.document import Document
from isocolon.errors import DataError
from isocolon.files import read_text
from isocolon.formats.base import Format, Trait, annotate, place_sections

BLANK_LINES = re.compile(r"(?<=\S)[^\S\r\n]*(?>\r\n|\r|\n)[^\S\r\n]*(?>\r\n|\r|\n)\s*")


class Text(Format):
    """Plain text in UTF-8."""

    suffixes = (".txt",)
    holds = frozenset({Trait.TEXT})

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file is called .txt, or has no ending but a text inside."""
        return path.suffix in {".txt", ".text", ".md"} or (not path.suffix and "\0" not in head)

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one document of the file."""
        yield document_of(read_text(path), id=path.stem, path=path, language=language)

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the text, untouched."""
        return {".txt": document.text}

    def losses(self, document: Document) -> list[Trait]:
        """Returns what of this document is lost; of sections, those that blank lines do not tell."""
        told = place_sections(document.tokens, blank_line_sections(document.text))
        lost: list[Trait] = [trait for trait in super().losses(document) if trait is not Trait.SECTIONS]
        return lost if told == document.sections else [*lost, Trait.SECTIONS]


def document_of(text: str, *, id: str, path: Path, language: str | None = None) -> Document:
    """Returns the document of a plain text, with the sections that blank lines part, numbered from 1."""
    if not text.strip("\ufeff \t\r\n"):
        raise DataError("the text is empty", path=path, hint="give it a word at least")
    return annotate(text, id=id, path=path, language=language, sections=blank_line_sections(text))


def blank_line_sections(text: str) -> list[tuple[str, int]]:
    """Returns the stretches that blank lines part, numbered from 1, with their first characters.

    >>> blank_line_sections("ueni,\\nuidi,\\n\\nuici")
    [('1', 0), ('2', 13)]
    """
    starts = [0, *(match.end() for match in BLANK_LINES.finditer(text))]
    return [(str(number), start) for number, start in enumerate(starts, start=1)]
