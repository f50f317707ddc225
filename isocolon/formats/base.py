"""What every file format can do, and how annotated characters become a Document.

A format reads a file into Documents and renders a Document as the contents of one or more files. Formats that hold
no tokens (text, brat, TEI, ASP's untokenized XML) give `annotate` the text with its annotations by character, and the
language cuts it into tokens.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

from isocolon import languages
from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.errors import DataError
from isocolon.languages.base import Language

log = logging.getLogger("isocolon")

STAND_OFF = ".standoff.xml"
"""How files of annotation end that point into an edition of the same name."""


class Trait(StrEnum):
    """What a Document may have and a format may be unable to hold. The value says it to a person."""

    TEXT = "the text between the tokens"
    LANGUAGE = "the language"
    TOKENS = "the tokens (they are made anew when the file is read)"
    SECTIONS = "the sections"
    PARALLELISMS = "the parallelisms"
    KINDS = "the kinds of parallelisms"
    CONFIDENCES = "the confidences"
    SINGLETONS = "the parallelisms of one branch"
    CROSSINGS = "the branches that cross each other"
    LAYERS = "the layers of the tokens"
    METADATA = "the metadata"


class Format(ABC):
    """A file format. One file gives one document, or any number where `many` is true."""

    suffixes: ClassVar[tuple[str, ...]]
    """The endings of the files that `render` makes, the main one first."""
    many: ClassVar[bool] = False
    """Whether a file holds any number of documents: the renderings of each, one after the other."""
    language: ClassVar[str | None] = None
    """The language that is taken for granted where none is given; guessed from the text without one."""
    holds: ClassVar[frozenset[Trait]]
    """What survives a round trip through the format; the text of the tokens and their number always do."""

    @abstractmethod
    def recognises(self, path: Path, head: str) -> bool:
        """Whether a file of this name that begins like this is of this format."""

    @abstractmethod
    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the documents of a file; the language is taken from the file or guessed where none is given."""

    @abstractmethod
    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the contents of the files for one document, by suffix.

        Args:
            document: the document.
            folder: where the files will stand, for formats that point to other files.
        """

    def losses(self, document: Document) -> list[Trait]:
        """Returns what of this document the format cannot hold."""
        lost = {trait for trait in Trait if trait not in self.holds and has(document, trait)}
        if self.language and Trait.LANGUAGE not in self.holds:
            lost -= {Trait.LANGUAGE}
            lost |= {Trait.LANGUAGE} if document.language != self.language else set()
        return [trait for trait in Trait if trait in lost]


def has(document: Document, trait: Trait) -> bool:
    """Whether a document has something that a format without this trait would lose."""
    parallelisms = document.parallelisms
    match trait:
        case Trait.TEXT:
            return document.text != " ".join(document.words)
        case Trait.LANGUAGE:
            return document.language != languages.guess(document.text)
        case Trait.TOKENS:
            starts = [document.tokens[section.span.start].start for section in document.sections]
            speech = languages.find(document.language)
            made_anew = tokenize_parts(speech, document.text, starts)
            return list(document.tokens) != made_anew or has_edge_inside_stretch(document)
        case Trait.SECTIONS:
            return len(document.sections) > 1
        case Trait.PARALLELISMS:
            return bool(parallelisms)
        case Trait.KINDS:
            return any(p.kind is not Kind.UNKNOWN for p in parallelisms)
        case Trait.CONFIDENCES:
            return any(p.confidence is not None for p in parallelisms)
        case Trait.SINGLETONS:
            return any(len(p) == 1 for p in parallelisms)
        case Trait.CROSSINGS:
            return document.structure == "overlapping"
        case Trait.LAYERS:
            return bool(document.layers)
        case Trait.METADATA:
            return bool(document.metadata)


def has_edge_inside_stretch(document: Document) -> bool:
    """Whether a branch or section begins between two tokens that share one stretch of text."""
    inside = {i + 1 for i, (left, right) in enumerate(pairwise(document.tokens)) if left.start == right.start}
    edges = {edge for p in document.parallelisms for branch in p for edge in (branch.start, branch.end)}
    return bool(inside & (edges | {section.span.start for section in document.sections}))


@dataclass(frozen=True)
class Mark:
    """A parallelism by characters: half-open (start, end) stretches of a text."""

    branches: tuple[tuple[int, int], ...]
    kind: Kind = Kind.UNKNOWN
    confidence: float | None = None
    name: str = ""
    """What the file calls it, for messages."""


def annotate(
    text: str,
    *,
    id: str,
    path: Path,
    language: str | None = None,
    sections: Iterable[tuple[str, int]] = (),
    marks: Sequence[Mark] = (),
    metadata: Mapping[str, str] | None = None,
    legible: str | None = None,
) -> Document:
    """Returns the Document of a text with marked characters.

    Args:
        text: the whole text, which the Document keeps untouched.
        id: the document's id.
        path: the file, for messages.
        language: its code or name; guessed from the text without one.
        sections: (id, first character) of each section; those without a token are left out.
        marks: the parallelisms; a branch's edge inside a token cuts the token.
        metadata: what else the file says.
        legible: the text with what is not to be read (headings, marks) blanked out, where there is such.
    """
    legible = text if legible is None else legible
    code = settle_language(legible, language, id)
    speech = languages.find(code)
    edges = [edge for mark in marks for branch in mark.branches for edge in branch]
    sections = list(sections)
    whole = tokenize_parts(speech, legible, [start for _, start in sections])
    cut = speech.cut(text, whole, edges)
    if not cut:
        raise DataError("there is no word in the text", path=path, hint="give it a word at least")
    bare = Document(id, text, tuple(cut), code, place_sections(cut, sections), metadata=metadata or {})
    return bare.with_parallelisms(anchor(bare, mark, path) for mark in marks)


def tokenize_parts(speech: Language, text: str, starts: Sequence[int]) -> list[Token]:
    """Returns the tokens of a text whose sections begin at these characters; no token runs over a border."""
    cuts = [0, *(start for start in starts[1:] if start), len(text)]
    return [
        Token(token.start + at, token.end + at, token.norm)
        for at, end in pairwise(cuts)
        for token in speech.tokenize(text[at:end])
    ]


def settle_language(text: str, language: str | None, id: str) -> str:
    """Returns the code of the language given, or of the one guessed, which is said in the log."""
    if language is not None:
        return languages.code_of(language)
    code = languages.guess(text)
    log.info("%s: language %s, guessed from the text", id, code)
    return code


def place_sections(tokens: Sequence[Token], sections: Iterable[tuple[str, int]]) -> tuple[Section, ...]:
    """Returns the sections that begin at these characters, each up to the next; the first begins with the text."""
    placed = list(sections)
    firsts = [bisect_left(tokens, at, key=lambda token: token.start) for _, at in placed]
    stops = pairwise([0, *firsts[1:], len(tokens)])
    return tuple(Section(id, Span(a, b)) for (id, _), (a, b) in zip(placed, stops, strict=False) if a < b)


def anchor(document: Document, mark: Mark, path: Path) -> Parallelism:
    """Returns a mark as a parallelism of the document's tokens."""
    spans = []
    for start, end in mark.branches:
        span = document.locate(start, end)
        if span is None:
            raise DataError(
                f"{mark.name or 'a branch'} covers no word: characters {start}-{end}, {document.text[start:end]!r}",
                path=path,
                hint="mark at least one word",
            )
        spans.append(span)
    try:
        return Parallelism(tuple(spans), mark.kind, mark.confidence)
    except DataError as error:
        raise DataError(f"{mark.name or 'a parallelism'}: {error.found}", path=path, hint=error.hint) from error
