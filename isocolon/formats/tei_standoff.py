"""Parallelisms as TEI: a `<spanGrp>` each, in it a `<span>` for each branch that points to its words.

`@subtype` is the kind; `@cert` the confidence, a probability (teidata.probCert). A span repeats the words it points
to, so that a person can read it, and so that we notice when the edition has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon import __version__
from isocolon.document import Document, Kind, Parallelism
from isocolon.errors import DataError
from isocolon.formats.base import Mark
from isocolon.formats.markup import DECLARATION, content, name_of, refuse_forbidden, tag
from isocolon.formats.tei_edition import MAKER, Edition, editions_of, is_ours, plain
from isocolon.formats.tei_text import ID

if TYPE_CHECKING:
    from lxml.etree import _Element

NAMESPACE = "http://www.tei-c.org/ns/1.0"


def standing_off(document: Document, edition: Edition) -> str:
    """Returns the TEI file that annotates an edition beside it."""
    known = edition.metadata()
    extra = {key: value for key, value in document.metadata.items() if known.get(key) != value}
    about = f"Annotates {tag('ptr', {'target': edition.file + edition.fragment}, empty=True)}."
    return tei(header(document, extra, about), groups(document, edition, edition.file))


def standing_alone(document: Document) -> str:
    """Returns the TEI file that holds a document's text, and annotates it."""
    from lxml import etree

    refuse_forbidden(document.text, document.id)
    head = header(document, document.metadata, "Born digital.")
    text = body(document)
    root = etree.fromstring(tei(head, text))
    edition = editions_of(root, Path(f"{document.id}.xml"))[0]
    return tei(head, text + groups(document, edition, ""))


def tei(head: str, resources: str) -> str:
    """Returns a TEI file."""
    return f"{DECLARATION}{tag('TEI', {'xmlns': NAMESPACE})}\n{head}{resources}</TEI>\n"


def header(document: Document, metadata: Mapping[str, str], about: str) -> str:
    """Returns the header: what the file is, what made it, the metadata, and the language."""
    for key, value in metadata.items():
        refuse_forbidden(key + value, document.id)
    notes = "".join(
        f"\n{tag('note', {'type': 'metadata', 'n': key})}{content(value)}</note>" for key, value in metadata.items()
    )
    return (
        f"<teiHeader>\n<fileDesc>\n"
        f"<titleStmt><title>{content(document.metadata.get('title', document.id))}: parallelisms</title></titleStmt>\n"
        f"<publicationStmt><p>Made with isocolon.</p></publicationStmt>\n"
        f"{f'<notesStmt>{notes}{chr(10)}</notesStmt>{chr(10)}' if notes else ''}"
        f"<sourceDesc><p>{about}</p></sourceDesc>\n"
        f"</fileDesc>\n"
        f"<encodingDesc><appInfo>{tag('application', {'ident': MAKER, 'version': __version__})}"
        f"<label>isocolon</label></application></appInfo></encodingDesc>\n"
        f"<profileDesc><langUsage>{tag('language', {'ident': document.language})}{document.language}"
        f"</language></langUsage></profileDesc>\n</teiHeader>\n"
    )
