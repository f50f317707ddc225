"""The lattice model: settings, limits and tree ensembles; from a document to scored chains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from isocolon import languages
from isocolon.detectors.lattice.candidates import Limits, candidates
from isocolon.detectors.lattice.chains import Chains, ChainSettings, chain_features, find_chains
from isocolon.detectors.lattice.trees import Forest
from isocolon.document import Document, Parallelism, Section, Span, Token
from isocolon.evidence import CRITERIA
from isocolon.evidence.band import Floats
from isocolon.evidence.base import Pairs
from isocolon.evidence.pairs import Evidence, Grid
from isocolon.evidence.reading import Reading, readings
from isocolon.languages.base import Language
from isocolon.languages.vectors import Vectors


@dataclass(frozen=True)
class Sight:
    """What the detector sees of a text."""

    language: str = "generic"
    """Whose knowledge evidence draws on."""
    own_words: bool = False
    """Whether texts are cut into words anew, whatever words they come with."""
    criteria: tuple[str, ...] = tuple(CRITERIA)
    """The criteria whose evidence counts."""
    vectors: str | None = None
    """A file of word vectors; without one, words are compared by their letters alone."""
    chains: ChainSettings = field(default_factory=ChainSettings)
    """Which chains are looked at."""


@dataclass(frozen=True)
class Survey:
    """A reading with the candidates that are left of it and their evidence."""

    reading: Reading
    pairs: Pairs
    table: Floats


class Eye:
    """Turns documents into surveys: candidates with their evidence."""

    def __init__(self, sight: Sight, limits: Limits, vectors: Vectors | None) -> None:
        self.sight, self.limits = sight, limits
        self.language: Language = languages.LANGUAGES[sight.language]()
        self.evidence = Evidence(sight.criteria, vectors)

    def readings(self, document: Document) -> Iterator[tuple[Reading, Grid, Pairs]]:
        """Yields the readings of a document with their grids and all candidates."""
        for reading in readings(document, self.language):
            pairs = candidates(reading, self.limits)
            if len(pairs):
                yield reading, self.evidence.grid(reading, self.limits.width), pairs

    def names(self) -> list[str]:
        """Returns the names of all features, in order."""
        tokens = tuple(Token(i, i + 1, norm) for i, norm in enumerate("a,b"))
        (reading,) = readings(Document("", "a,b", tokens), self.language)
        grid = self.evidence.grid(reading, 2)
        pairs = Pairs.of([(1, 2, 3, 4)])
        return [*self.evidence.cheap(reading, grid, pairs)[0], *self.evidence.dear(grid, pairs)[0]]


def in_own_words(document: Document) -> Document:
    """Returns a document with the words that our own reading of its language gives, section by section."""
    language = languages.find(document.language)
    tokens: list[Token] = []
    sections: list[Section] = []
    for section in document.sections:
        start, end = document.characters(section.span)
        words = [Token(t.start + start, t.end + start, t.norm) for t in language.tokenize(document.text[start:end])]
        if words:
            sections.append(Section(section.id, Span(len(tokens), len(tokens) + len(words))))
            tokens += words
    bare = replace(document, tokens=tuple(tokens), sections=tuple(sections), parallelisms=(), layers={})
    return bare.with_parallelisms(moved(document.parallelisms, document, bare))


def moved(parallelisms: Sequence[Parallelism], source: Document, target: Document) -> list[Parallelism]:
    """Returns parallelisms on the tokens of another document with the same text; those that fall together are left."""
    found = []
    for parallelism in parallelisms:
        spans = [target.locate(*source.characters(branch)) for branch in parallelism]
        there = [span for span in spans if span is not None]
        if len(there) == len(spans) and all(a.end <= b.start for a, b in zip(there, there[1:], strict=False)):
            found.append(Parallelism(tuple(there), parallelism.kind, parallelism.confidence))
    return found
