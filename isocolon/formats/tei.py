"""TEI: editions are read as they are and annotated from outside.

Any `<text>` of TEI P5 (or P4) is a document: its reading text, and its divisions as sections. What is written for a
document that came from an edition is a second file whose `<standOff>` points into the edition, which stays as it is;
any other document is written as a TEI file of its own, text and annotation together. See docs/tei.md.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from isocolon import languages
from isocolon.document import Document, Kind
from isocolon.errors import ConfigurationError, DataError, DataWarning
from isocolon.files import read_xml
from isocolon.formats.base import Format, Mark, Trait, annotate, place_sections
from isocolon.formats.tei_pointers import Pointers
from isocolon.formats.tei_text import ID, ReadingText, name, read_reading_text
from isocolon.formats.tei_writing import stand_off, whole_text

if TYPE_CHECKING:
    from lxml.etree import _Element

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SOURCE = "tei.source"
"""The metadata that says which edition a document was read from: the file's path, and which text where it has many."""

STAND_OFF = ".standoff.xml"
ROOTS = ("TEI", "TEI.2", "teiCorpus", "teiCorpus.2")
ROOT = re.compile(
    r"\ufeff?(?>\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)*+<(?:[\w.-]+:)?(?:TEI|teiCorpus)(?:\.2)?[\s/>]",
    re.DOTALL,
)


class TEI(Format):
    """TEI P5, with stand-off annotation."""

    suffixes = (".xml", STAND_OFF)
    holds = frozenset(Trait) - {Trait.TOKENS, Trait.LAYERS}

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the root element is `<TEI>` or `<teiCorpus>`."""
        return ROOT.match(head) is not None

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields a document for each `<text>`, or the one that a file of stand-off annotation is about."""
        root = read_xml(path)
        if name(root) not in ROOTS:
            hint = f"one of {', '.join(ROOTS)} was expected"
            raise DataError(f"the root is <{name(root)}>", path=path, line=root.sourceline, hint=hint)
        id = path.name.removesuffix(STAND_OFF) if path.name.endswith(STAND_OFF) else path.stem
        editions = editions_of(root, path)
        if not editions:
            yield read_standoff(root, path, id, language)
        for number, edition in enumerate(editions, start=1):
            own = edition.tei.get(ID) or edition.text.get(ID) or str(number)
            yield edition.document(f"{id}-{own}" if len(editions) > 1 else id, edition.tei, path, language)

    def render(self, document: Document) -> dict[str, str]:
        """Returns stand-off annotation where the document is an edition's, and else a TEI file of its own."""
        edition = edition_behind(document)
        if edition is None:
            return {".xml": whole_text(document)}
        known = edition.metadata()
        extra = {key: value for key, value in document.metadata.items() if known.get(key) != value}
        source = document.metadata[SOURCE].removeprefix(str(edition.path.parent / "_")[:-1])
        return {STAND_OFF: stand_off(replace(document, metadata=extra), edition.reading, edition.pointers, source)}
