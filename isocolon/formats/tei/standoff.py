"""Parallelisms in TEI: a `<spanGrp>` each, in it a `<span>` for each branch that points to its words.

`@subtype` is the kind; `@cert` the confidence, a probability (teidata.probCert). A span repeats the words it points
to, so that a person can read it, and so that we notice when the edition has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from isocolon import __version__
from isocolon.document import Document, Kind, Parallelism
from isocolon.errors import DataError
from isocolon.formats.base import Mark
from isocolon.formats.markup import DECLARATION, attribute, content, name_of, refuse_forbidden, tag
from isocolon.formats.stretches import refuse_shared_stretches, unread, without_unread
from isocolon.formats.tei.edition import MAKER, SOURCE, Edition, editions_of, is_ours, plain
from isocolon.formats.tei.reading import ID

if TYPE_CHECKING:
    from lxml.etree import _Element

NAMESPACE = "http://www.tei-c.org/ns/1.0"
HEADER = """<teiHeader>
<fileDesc>
<titleStmt><title>{title}: parallelisms</title></titleStmt>
<publicationStmt><p>Made with isocolon.</p></publicationStmt>
{notes}<sourceDesc><p>{about}</p></sourceDesc>
</fileDesc>
<encodingDesc><appInfo>{application}<label>isocolon</label></application></appInfo></encodingDesc>
<profileDesc><langUsage>{language}</language></langUsage></profileDesc>
</teiHeader>
"""
COARSE = ("high", "medium", "low", "unknown")
"""What `@cert` may also be, and says nothing that we could count with."""


def standing_off(document: Document, edition: Edition, folder: Path) -> str:
    """Returns the TEI file that annotates an edition, to stand in this folder."""
    known = edition.metadata()
    extra = {key: value for key, value in document.metadata.items() if known.get(key) != value}
    file = quote(Path(relpath(edition.path, folder)).as_posix())
    about = f"Annotates {tag('ptr', {'target': file + edition.fragment}, empty=True)}."
    return tei(header(document, extra, about) + stand_off(document, edition, file))


def standing_alone(document: Document) -> str:
    """Returns the TEI file that holds a document's text, and annotates it."""
    from lxml import etree

    # the text is the document's own from here on, so it is of no edition
    metadata = {key: value for key, value in document.metadata.items() if key != SOURCE}
    head = header(document, metadata, "No other source.")
    text = body(document)
    root = etree.fromstring(tei(head + text).encode(), etree.XMLParser(huge_tree=True))
    edition = editions_of(root, Path(f"{document.id}.xml"))[0]
    return tei(head + text + stand_off(without_unread(document), edition, ""))


def tei(inside: str) -> str:
    """Returns a TEI file."""
    return f"{DECLARATION}{tag('TEI', {'xmlns': NAMESPACE})}\n{inside}</TEI>\n"


def header(document: Document, metadata: Mapping[str, str], about: str) -> str:
    """Returns the header: what the file is, what made it, the metadata, and the language."""
    for word in [document.id, *metadata, *metadata.values()]:
        refuse_forbidden(word, document.id)
    notes = [f"{tag('note', {'type': 'metadata', 'n': key})}{content(text)}</note>\n" for key, text in metadata.items()]
    return HEADER.format(
        title=content(document.metadata.get("title", document.id)),
        notes=f"<notesStmt>\n{''.join(notes)}</notesStmt>\n" if notes else "",
        about=about,
        application=tag("application", {"ident": MAKER, "version": __version__}),
        language=tag("language", {"ident": document.language}) + content(document.language),
    )


def body(document: Document) -> str:
    """Returns the text as it is, in one block, the sections as segments of it, what is not read as `<fw>`."""
    refuse_forbidden(document.text, document.id)
    gaps = list(unread(document))
    ids = [section.id for section in document.sections] or ["1"]
    starts = [document.tokens[section.span.start].start for section in document.sections[1:]]
    segments = []
    for number, (id, (start, end)) in enumerate(zip(ids, pairwise([0, *starts, len(document.text)]), strict=True), 1):
        refuse_forbidden(id, document.id)
        opening = tag("seg", {"type": "section", "xml:id": f"s{number}", "n": id})
        segments.append(f"{opening}{framed(document.text, start, end, gaps)}</seg>")
    opening = tag("text", {"xml:lang": document.language})
    return f'{opening}<body><ab xml:id="text" xml:space="preserve">{"".join(segments)}</ab></body></text>\n'


def framed(text: str, start: int, end: int, gaps: Sequence[tuple[int, int]]) -> str:
    """Returns a stretch of text as XML, the gaps that lie in it as forme work, which no reader reads."""
    edges = [edge for gap in gaps if start <= gap[0] < end for edge in gap]
    pieces = [content(text[a:b]) for a, b in pairwise([start, *edges, end])]
    return "".join(f"<fw>{piece}</fw>" if number % 2 else piece for number, piece in enumerate(pieces))


def stand_off(document: Document, edition: Edition, file: str) -> str:
    """Returns the annotation; an empty group where there is nothing to annotate, for TEI wants something there."""
    refuse_shared_stretches(document)
    groups = [group(number, p, document, edition, file) for number, p in enumerate(document.parallelisms, start=1)]
    empty = tag("spanGrp", {"type": "parallelism"}, empty=True) + "\n"
    return f"<standOff>\n{''.join(groups) or empty}</standOff>\n"


def group(number: int, parallelism: Parallelism, document: Document, edition: Edition, file: str) -> str:
    """Returns a parallelism as XML."""
    attributes = {"xml:id": f"p{number}", "type": "parallelism", "subtype": str(parallelism.kind)}
    if parallelism.confidence is not None:
        attributes["cert"] = repr(parallelism.confidence)
    spans = []
    for branch in parallelism:
        pointer = edition.pointers.write(edition.reading, *document.characters(branch))
        opening = tag("span", {"type": "branch", "target": f"{file}#{pointer}"})
        spans.append(f"{opening}{content(' '.join(document.text_of(branch).split()))}</span>\n")
    return f"{tag('spanGrp', attributes)}\n{''.join(spans)}</spanGrp>\n"


def groups_of(tei: _Element) -> list[_Element]:
    """Returns the parallelisms in a TEI element's own stand-off annotation."""
    inside = [element for child in tei.iterchildren("*") if name_of(child) == "standOff" for element in child.iter("*")]
    groups = [e for e in inside if name_of(e) == "spanGrp" and e.get("type") == "parallelism"]
    return [group for group in groups if len(group)]


def read_marks(tei: _Element, edition: Edition, path: Path) -> Iterator[Mark]:
    """Yields the parallelisms in a TEI element that point into an edition."""
    for number, group in enumerate(groups_of(tei), start=1):
        try:
            branches = tuple(read_branch(span, edition, path) for span in group.iterchildren("*"))
            yield Mark(branches, kind_of(group), confidence_of(group), group.get(ID) or f"parallelism {number}")
        except DataError as error:
            raise DataError(error.found, path=path, line=group.sourceline, hint=error.hint) from error


def read_branch(span: _Element, edition: Edition, path: Path) -> tuple[int, int]:
    """Returns the stretch of the reading text that a span points to."""
    places = []
    for target in attribute(span, "target", path).split():
        file, _, pointer = target.partition("#")
        if file and (path.parent / unquote(file)).resolve() != edition.path.resolve():
            raise DataError(f"'{target}' points into another file than {edition.path.name}")
        places.append(edition.pointers.follow(unquote(pointer), edition.reading))
    start, end = min(places)[0], max(end for _, end in places)
    said, read = plain(span), " ".join(edition.reading.text[start:end].split())
    if said and said != read and is_ours(span.getroottree().getroot()):
        found = f"the annotation says '{said}', but the text it points to is '{read}'"
        raise DataError(found, hint="the text has changed since; annotate it anew")
    return start, end


def kind_of(group: _Element) -> Kind:
    """Returns the kind of a parallelism."""
    kind = group.get("subtype", "unknown")
    if kind not in set(Kind):
        raise DataError(f"a parallelism of subtype '{kind}'", hint=f"we know {', '.join(Kind)}")
    return Kind(kind)


def confidence_of(group: _Element) -> float | None:
    """Returns the confidence in a parallelism, where it is a number."""
    value = group.get("cert", "unknown")
    if value in COARSE:
        return None
    try:
        return float(value)
    except ValueError as error:
        raise DataError(f"a certainty of '{value}'", hint="a number between 0 and 1 was expected") from error
