"""The metric library pyrallelism's XML: word elements with columns of ids, the number of strata on the root."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from isocolon.document import Document
from isocolon.errors import DataError
from isocolon.files import read_xml
from isocolon.formats.asp_xml import TokenizedASP, read_words, render_words
from isocolon.formats.base import Format


class PyrallelismXML(Format):
    """pyrallelism's XML; where there are sections, they are sections."""

    suffixes = (".xml",)
    holds = TokenizedASP.holds

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file has word elements with contents or a number of strata."""
        return "stratum_count=" in head or ("<word" in head and "cont=" in head)

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one document of the file."""
        root = read_xml(path)
        sections = [(section.get("id", ""), section) for section in root.iter("section")]
        inside = sum(1 for _, section in sections for _ in section.iter("word"))
        if sections and inside != sum(1 for _ in root.iter("word")):
            raise DataError("some words stand in no section, or in two", path=path, line=root.sourceline)
        yield read_words(root, sections or [("1", root)], path, language)

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the tokens as elements, in their normal forms."""
        return {".xml": render_words(document, "document")}
