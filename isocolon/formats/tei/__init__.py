"""TEI: editions are read as they are and annotated from outside.

Any `<text>` of TEI P5 (or P4) is a document: its reading text, and its divisions as sections. What is written for a
document that came from an edition is a second file whose `<standOff>` points into the edition, which stays as it is;
any other document is written as a TEI file of its own, text and annotation together. See docs/tei.md.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon.document import Document
from isocolon.errors import DataError, DataWarning
from isocolon.files import read_xml
from isocolon.formats.base import STAND_OFF, Format, Trait, annotate, place_sections
from isocolon.formats.markup import name_of
from isocolon.formats.stretches import without_unread
from isocolon.formats.tei.edition import SOURCE, Edition, beside, editions_of, header_elements, notes, open_edition
from isocolon.formats.tei.reading import ID
from isocolon.formats.tei.standoff import groups_of, read_marks, standing_alone, standing_off

if TYPE_CHECKING:
    from lxml.etree import _Element

PROLOGUE = r"\ufeff?(?>\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)*+"
ROOT = re.compile(PROLOGUE + r"<(?:[\w.-]+:)?(?:TEI|teiCorpus)(?:\.2)?[\s/>]", re.DOTALL)


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
        editions = editions_of(root, path)
        id = path.name.removesuffix(STAND_OFF) if path.name.endswith(STAND_OFF) else path.stem
        if not editions:
            edition = edition_of(root, path)
            yield document_of(edition, root, id, path, language)
        for number, edition in enumerate(editions, start=1):
            own = edition.tei.get(ID) or edition.text.get(ID) or str(number)
            yield document_of(edition, edition.tei, id if edition.alone else f"{id}-{own}", path, language)

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns annotation that points into the edition the document is from, or else a TEI file of its own.

        Args:
            document: the document.
            folder: where the file will stand; beside the edition without one.
        """
        edition = edition_behind(document)
        if edition is None:
            return {".xml": standing_alone(document)}
        return {STAND_OFF: standing_off(document, edition, folder or edition.path.parent)}

    def losses(self, document: Document) -> list[Trait]:
        """Returns what of this document is lost; of the text, what was passed over when it was read."""
        legible = without_unread(document)
        return [*([] if legible is document else [Trait.TEXT]), *super().losses(legible)]


def document_of(edition: Edition, tei: _Element, id: str, path: Path, language: str | None) -> Document:
    """Returns an edition's text with the annotation of a TEI element: its own, or one that stands off."""
    known = edition.metadata()
    spoken = edition.language()
    if tei is not edition.tei:
        known |= notes(tei)
        spoken = next((element.get("ident") for element in header_elements(tei, "language")), spoken)
    return annotate(
        edition.reading.text,
        id=id,
        path=path,
        language=language or spoken,
        sections=edition.reading.sections(),
        marks=list(read_marks(tei, edition, path)),
        metadata=known,
    )


def edition_of(tei: _Element, path: Path) -> Edition:
    """Returns the edition that a file of stand-off annotation is about."""
    pointing = [e for part in header_elements(tei, "sourceDesc") for e in part.iter("*") if name_of(e) == "ptr"]
    pointing += [span for group in groups_of(tei) for span in group]
    targets = [target for element in pointing for target in element.get("target", "").split()]
    if not targets:
        hint = "a <text>, or a <standOff> that points into one, was expected"
        raise DataError("there is no text in it", path=path, line=tei.sourceline, hint=hint)
    file, _, pointer = targets[0].partition("#")
    return open_edition(beside(path, file), pointer if pointer.startswith("xpath(") else "")


def edition_behind(document: Document) -> Edition | None:
    """Returns the edition a document was read from, where it is there and still the same."""
    source = document.metadata.get(SOURCE)
    if source is None:
        return None
    file, _, pointer = source.partition("#xpath(")
    try:
        edition = open_edition(Path(file), f"xpath({pointer}" if pointer else "")
    except DataError as error:
        why = str(error)
    else:
        if fits(document, edition):
            return edition
        why = f"{file}: the edition has another text or other sections by now."
    warnings.warn(
        f"document '{document.id}' is written with its text, not as stand-off. {why}", DataWarning, stacklevel=2
    )
    return None


def fits(document: Document, edition: Edition) -> bool:
    """Whether a document has the text and the sections of an edition."""
    if document.text != edition.reading.text:
        return False
    sections = place_sections(document.tokens, edition.reading.sections())
    return Document(document.id, document.text, document.tokens, sections=sections).sections == document.sections
