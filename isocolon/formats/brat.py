"""brat's stand-off annotation: a `.txt` and, beside it, an `.ann` of entities (`T`) and relations (`R`, `*`).

Branches are entities; relations join them, and what is joined, directly or through others, is one parallelism. The
labels of both datasets are read, and `Branch` with the relations below is written:

| entity | relation | kind | edges |
|---|---|---|---|
| `Branch` | `Parallel`, `Synchystic`, `Chiasm` | unknown, synchystic, chiastic | as annotated |
| `ParallelArm` (ASP) | `Parallel`, `Parallelism` | synchystic | less punctuation, as ASP's guidelines have it |
| `ChiasmA`, `ChiasmB` (ASP) | `Chiasm` | chiastic | less punctuation |

A line `<147 2>` or `<Paragraph 2>` of the text is a heading: it begins section 2 and is not read. Without headings,
blank lines part the sections; where a document's sections are others, an entity `Section` marks the first word of
each, with its id in a note. Confidences are notes too.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from isocolon.document import Document, Kind
from isocolon.errors import DataError, DataWarning
from isocolon.files import read_text
from isocolon.formats.base import Format, Mark, Trait, annotate, place_sections
from isocolon.formats.stretches import refuse_shared_stretches
from isocolon.formats.text import blank_line_sections

ASP_LABELS = {"ParallelArm", "ChiasmA", "ChiasmB"}
BRANCH_LABELS = ASP_LABELS | {"Branch"}
SECTION = "Section"
RELATION_KINDS = {
    "Parallel": Kind.UNKNOWN,
    "Synchystic": Kind.SYNCHYSTIC,
    "Parallelism": Kind.SYNCHYSTIC,
    "Chiasm": Kind.CHIASTIC,
}
RELATIONS = {Kind.UNKNOWN: "Parallel", Kind.SYNCHYSTIC: "Synchystic", Kind.CHIASTIC: "Chiasm"}
HEADING = re.compile(r"^<[^<>\r\n]*?(\d+)>[^\S\r\n]*\r?$", re.MULTILINE)
POINTER = re.compile(r"^>>> ?", re.MULTILINE)  # before the sentences that PSE's annotators were to look at
CONFIDENCE = re.compile(r"confidence (\d+(?:\.\d+)?(?:e-?\d+)?)")  # any other note is a person's own


@dataclass(frozen=True)
class Entity:
    """A text-bound annotation: one stretch of characters with a label."""

    id: str
    label: str
    start: int
    end: int


@dataclass
class Annotations:
    """What an .ann file says that is of use here."""

    entities: dict[str, Entity]
    relations: list[tuple[str, list[str]]]
    notes: dict[str, list[str]]


class Brat(Format):
    """brat's stand-off format."""

    suffixes = (".ann", ".txt")
    holds = frozenset({Trait.TEXT, Trait.SECTIONS, Trait.PARALLELISMS, Trait.KINDS, Trait.CONFIDENCES, Trait.CROSSINGS})

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file is an .ann, or has one beside it."""
        return path.suffix == ".ann" or (path.suffix == ".txt" and path.with_suffix(".ann").is_file())

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one document of the pair of files, of which either may be named."""
        text = read_text(path.with_suffix(".txt"))
        path = path.with_suffix(".ann")
        annotations = Parser(path, text).parse(read_text(path))
        marks = [mark(annotations, group, text) for group in components(annotations)]
        report_orphans(annotations, path)
        legible, sections = headed_sections(text)
        yield annotate(
            text,
            id=path.stem,
            path=path,
            language=language,
            sections=marked_sections(annotations) or sections or blank_line_sections(text),
            marks=marks,
            legible=legible,
        )

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the text, untouched, and its annotations."""
        refuse_shared_stretches(document)
        return {".txt": document.text, ".ann": "".join(line + "\n" for line in annotation_lines(document))}

    def losses(self, document: Document) -> list[Trait]:
        """Returns what of this document is lost; headings stay in the text, and are passed over when it is read."""
        return super().losses(replace(document, text=headed_sections(document.text)[0]))


def headed_sections(text: str) -> tuple[str, list[tuple[str, int]]]:
    """Returns the text with its headings blanked out, and the sections that they begin."""
    sections = [(match[1], match.start()) for match in HEADING.finditer(text)]
    if not sections:
        return text, []
    return POINTER.sub(blank, HEADING.sub(blank, text)), sections


def blank(match: re.Match[str]) -> str:
    """Returns spaces for what was matched."""
    return " " * len(match[0])


class Parser:
    """Reads an .ann file against the text it annotates."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text, self.line = path, text, 0

    def parse(self, source: str) -> Annotations:
        """Returns the annotations of a file, checked."""
        found = Annotations({}, [], {})
        seen: set[str] = set()
        for self.line, line in enumerate(source.removeprefix("\ufeff").split("\n"), start=1):
            id, *fields = line.rstrip("\r").split("\t")
            if id and id != "*" and id in seen:
                raise self.error(f"{id} is there twice", "every annotation needs an id of its own")
            seen.add(id)
            if id.startswith("T"):
                found.entities[id] = self.entity(id, fields)
            elif id.startswith(("R", "*")):
                found.relations.append(self.relation(id, fields))
            elif id.startswith("#") and len(fields) > 1:
                found.notes.setdefault(fields[0].partition(" ")[2], []).append(fields[1])
            elif id and id[0] not in "EAMN#":
                raise self.error(f"the line begins with '{id[:20]}'", "annotations begin with T, R, *, E, A, M, N or #")
        for label, ends in found.relations:
            for end in ends:
                if end not in found.entities and label in RELATION_KINDS:
                    raise DataError(f"a relation {label} names {end}, which is not there", path=self.path)
        return found

    def entity(self, id: str, fields: list[str]) -> Entity:
        """Returns the entity of a line such as ``T1<tab>Branch 0 4;5 9<tab>ueni uidi``."""
        match = re.fullmatch(r"(\S+) (\d+ \d+(?:;\d+ \d+)*)", fields[0]) if len(fields) == 2 else None
        if match is None:
            raise self.error(f"{id} is malformed", "a label, offsets and the text were expected, tabs between them")
        fragments = [tuple(map(int, fragment.split(" "))) for fragment in match[2].split(";")]
        start, end = fragments[0][0], fragments[-1][1]
        for left, right in pairwise(fragments):
            if match[1] in BRANCH_LABELS and right[0] - left[1] != 1:
                found = f"{id} is in pieces that lie {right[0] - left[1]} characters apart ({left[1]} to {right[0]})"
                raise self.error(found, "a branch is one stretch of text; pieces may lie one character apart")
        if not all(a < b <= len(self.text) for a, b in fragments):
            found = f"{id} stands at {match[2]}, but the text has {len(self.text)} characters"
            raise self.error(found, f"was {self.path.with_suffix('.txt').name} changed after it was annotated?")
        covered = " ".join(self.text[a:b] for a, b in fragments)
        if spaces(covered) != spaces(fields[1]):
            found = f"{id} covers {covered!r} in the text, but says {fields[1]!r}"
            raise self.error(found, f"was {self.path.with_suffix('.txt').name} changed after it was annotated?")
        return Entity(id, match[1], start, end)

    def relation(self, id: str, fields: list[str]) -> tuple[str, list[str]]:
        """Returns the label and ends of a line such as ``R1<tab>Parallel Arg1:T1 Arg2:T2``."""
        label, *ends = fields[0].split() if fields else [""]
        if len(ends) < 2:
            raise self.error(f"{id} is malformed", "a label and two annotations were expected")
        return label, [end.rpartition(":")[2] for end in ends]

    def error(self, found: str, hint: str) -> DataError:
        """Returns the error for the line being read."""
        return DataError(found, path=self.path, line=self.line, hint=hint)


def spaces(text: str) -> str:
    """Returns a text with every white character as a space, for brat cannot write line breaks."""
    return re.sub(r"\s", " ", text)


def components(annotations: Annotations) -> list[list[str]]:
    """Returns the ids of entities that relations join, a list for each connected component."""
    group_of = {id: [id] for id in annotations.entities}
    for label, (first, *others) in annotations.relations:
        for other in others if label in RELATION_KINDS else ():
            into, gone = group_of[first], group_of[other]
            if into is not gone:
                into += gone
                group_of |= dict.fromkeys(gone, into)
    return [group for id, group in group_of.items() if group[0] == id and len(group) > 1]


def mark(annotations: Annotations, group: list[str], text: str) -> Mark:
    """Returns the parallelism of joined entities."""
    entities = [annotations.entities[id] for id in group]
    members = set(group)
    labels = {label for label, ends in annotations.relations if members.issuperset(ends)}
    kinds = {RELATION_KINDS[label] for label in labels if label in RELATION_KINDS}
    kind = kinds.pop() if len(kinds) == 1 else Kind.UNKNOWN
    if kind is Kind.UNKNOWN and all(entity.label == "ParallelArm" for entity in entities):
        kind = Kind.SYNCHYSTIC
    notes = [CONFIDENCE.fullmatch(note) for id in group for note in annotations.notes.get(id, [])]
    confidence = next((float(ours[1]) for ours in notes if ours), None)
    return Mark(tuple(stretch(entity, text) for entity in entities), kind, confidence, name="+".join(group))


def stretch(entity: Entity, text: str) -> tuple[int, int]:
    """Returns the characters of a branch, less the punctuation at its edges where it was annotated as ASP's are."""
    start, end = entity.start, entity.end
    if entity.label in ASP_LABELS:
        while start < end and is_edge(text[start]):
            start += 1
        while start < end and is_edge(text[end - 1]):
            end -= 1
    return (start, end) if start < end else (entity.start, entity.end)


def is_edge(character: str) -> bool:
    """Whether a character is no part of a word: punctuation, a symbol, a space."""
    return unicodedata.category(character)[0] in "PSZC"


def report_orphans(annotations: Annotations, path: Path) -> None:
    """Warns of branches that no relation joins to another, and of relations that mean nothing to us."""
    joined = {id for group in components(annotations) for id in group}
    orphans = [e.id for e in annotations.entities.values() if e.label in BRANCH_LABELS and e.id not in joined]
    if orphans:
        warnings.warn(f"{path}: left out, for no relation joins them: {', '.join(orphans)}", DataWarning, stacklevel=4)
    strange = sorted({label for label, _ in annotations.relations} - RELATION_KINDS.keys())
    if strange:
        known = ", ".join(RELATION_KINDS)
        warnings.warn(f"{path}: relations left out: {', '.join(strange)}; we know {known}", DataWarning, stacklevel=4)


def marked_sections(annotations: Annotations) -> list[tuple[str, int]]:
    """Returns the sections that entities mark the beginnings of."""
    marked = sorted(
        (e.start, annotations.notes.get(e.id, [e.id])[0]) for e in annotations.entities.values() if e.label == SECTION
    )
    return [(name, start) for start, name in marked]


def annotation_lines(document: Document) -> Iterator[str]:
    """Yields the lines of a document's .ann file."""
    entity = relation = note = 0
    for name, start, end in sections_to_mark(document):
        if set(name) & set("\t\r\n"):
            raise DataError(f"the section id {name!r} of document '{document.id}' does not fit in a note of brat's")
        entity, note = entity + 1, note + 1
        yield from (entity_line(entity, SECTION, document.text, start, end), note_line(note, entity, name))
    for parallelism in document.parallelisms:
        first = entity + 1
        for branch in parallelism:
            entity += 1
            yield entity_line(entity, "Branch", document.text, *document.characters(branch))
        for other in range(first + 1, entity + 1):
            relation += 1
            yield f"R{relation}\t{RELATIONS[parallelism.kind]} Arg1:T{other - 1} Arg2:T{other}\t"
        if parallelism.confidence is not None:
            note += 1
            yield note_line(note, first, f"confidence {parallelism.confidence!r}")


def sections_to_mark(document: Document) -> list[tuple[str, int, int]]:
    """Returns the id and first word of each section, where a reader could not tell the sections from the text."""
    told = headed_sections(document.text)[1] or blank_line_sections(document.text)
    if place_sections(document.tokens, told) == document.sections:
        return []
    firsts = ((section.id, document.tokens[section.span.start]) for section in document.sections)
    return [(id, token.start, token.end) for id, token in firsts]


def entity_line(number: int, label: str, text: str, start: int, end: int) -> str:
    """Returns the line of an entity, in pieces where it runs over line breaks, as brat has it."""
    if re.search(r"\r|\n\s|\s\n", text[start:end]):
        return f"T{number}\t{label} {start} {end}\t{spaces(text[start:end])}"
    pieces = [(start + m.start(), start + m.end()) for m in re.finditer(r"[^\n]+", text[start:end])]
    covered = " ".join(text[a:b] for a, b in pieces)
    return f"T{number}\t{label} {';'.join(f'{a} {b}' for a, b in pieces)}\t{spaces(covered)}"


def note_line(number: int, entity: int, words: str) -> str:
    """Returns the line of a note on an entity."""
    return f"#{number}\tAnnotatorNotes T{entity}\t{words}"
