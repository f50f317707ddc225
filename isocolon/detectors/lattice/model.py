"""The lattice model: what it sees of a text, and how it gets from there to scored chains."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from isocolon import languages
from isocolon.detectors.lattice.candidates import Limits, candidates
from isocolon.detectors.lattice.chains import Chains, ChainSettings, chain_features, find_chains
from isocolon.detectors.lattice.graph import nest
from isocolon.detectors.lattice.trees import Forest
from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.evidence import CRITERIA
from isocolon.evidence.band import Floats
from isocolon.evidence.base import Pairs
from isocolon.evidence.pairs import Evidence, Grid
from isocolon.evidence.reading import Reading, readings
from isocolon.languages.vectors import Vectors

WEAKEST = (": in order", " covers", ": weakest word")
"""Endings of the names of those features of which a chain's least value counts too."""
REVERSAL = "syntax.order: in reverse"
"""The feature that tells chiasms: by how much the reversed order fits better."""


@dataclass(frozen=True)
class Sight:
    """What the detector sees of a text."""

    language: str = "generic"
    """Whose knowledge evidence draws on."""
    own_words: bool = False
    """Whether texts are cut into words anew, whatever words they come with."""
    criteria: tuple[str, ...] = tuple(CRITERIA)
    """The criteria whose evidence counts."""
    common: int = 0
    """How many of the commonest words in training are known one by one; none for a model of several languages."""
    chains: ChainSettings = field(default_factory=ChainSettings)
    """Which chains are looked at."""


@dataclass(frozen=True)
class Decision:
    """What is taken for a parallelism."""

    threshold: float
    """What a chain's probability must exceed to be worth taking; rivals are weighed by what they exceed it by."""
    chiastic: float
    """How much better the reversed order must fit in a chiasm."""
    slope: float = 1.0
    """With `offset`, makes probabilities of the chain scorer's sums."""
    offset: float = 0.0

    def probabilities(self, sums: Floats) -> Floats:
        """Returns the calibrated probabilities that chains are right."""
        return logistic(self.slope * sums + self.offset).astype(np.float32)


def logistic(sums: Floats) -> Floats:
    """Returns the probabilities whose log odds are given, never quite 0 or 1.

    >>> logistic(np.array([0.0, 999.0])).round(3).tolist()
    [0.5, 1.0]
    """
    found: Floats = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return found


@dataclass(frozen=True)
class Survey:
    """A reading with its likely candidates and their evidence."""

    reading: Reading
    pairs: Pairs
    table: Floats


@dataclass(frozen=True)
class Found:
    """The chains of a reading with their evidence."""

    reading: Reading
    chains: Chains
    table: Floats
    reversal: Floats
    """By how much the reversed order fits the chains better."""

    def branches(self, number: int) -> tuple[Span, ...]:
        """Returns the branches of a chain on the document's tokens."""
        places = self.reading.places
        return tuple(Span(int(places[s]), int(places[e - 1]) + 1) for s, e in self.chains.branches(number))


class Eye:
    """Turns documents into candidates with evidence, and those into chains."""

    def __init__(self, sight: Sight, limits: Limits, common: Sequence[str], vectors: Vectors | None) -> None:
        self.sight, self.limits, self.common, self.vectors = sight, limits, tuple(common), vectors
        self.ranks = {word: rank for rank, word in enumerate(common)}
        self.language = languages.LANGUAGES[sight.language]()
        self.evidence = Evidence(sight.criteria, vectors)
        self.cheap_names, self.dear_names = self._names()
        self.names = [*self.cheap_names, *self.dear_names]
        self.weakest = [i for i, name in enumerate(self.names) if name.endswith(WEAKEST)]

    def words(self, document: Document) -> Document:
        """Returns a document with the words that are looked at."""
        return in_own_words(document) if self.sight.own_words else document

    def readings(self, document: Document) -> Iterator[tuple[Reading, Grid, Pairs]]:
        """Yields the readings of a document with their grids and all candidates."""
        for reading in readings(document, self.language, self.ranks):
            pairs = candidates(reading, self.limits)
            if len(pairs):
                yield reading, self.evidence.grid(reading, self.limits.width), pairs

    def surveys(self, document: Document, pruner: Forest, least: float) -> Iterator[Survey]:
        """Yields the readings of a document with the candidates that a pruner leaves, and all their evidence."""
        for reading, grid, pairs in self.readings(document):
            _, cheap = self.evidence.cheap(reading, grid, pairs)
            kept = np.flatnonzero(pruner(cheap) >= least)
            if len(kept):
                _, dear = self.evidence.dear(grid, pairs[kept])
                yield Survey(reading, pairs[kept], np.concatenate([cheap[kept], dear], axis=1))

    def chains(self, survey: Survey, scores: Floats) -> Found | None:
        """Returns the chains of scored candidates, with their evidence; None without any."""
        chains, kept = find_chains(survey.reading, survey.pairs, scores, self.sight.chains)
        if not len(chains):
            return None
        table = survey.table[kept]
        features = chain_features(survey.reading, chains, table, self.weakest)
        column = self.names.index(REVERSAL) if REVERSAL in self.names else None
        reversal = np.array([-1.0 if column is None else table[list(c), column].mean() for c in chains.members])
        return Found(survey.reading, chains, features, reversal.astype(np.float32))

    def _names(self) -> tuple[list[str], list[str]]:
        tokens = tuple(Token(i, i + 1, norm) for i, norm in enumerate("a,b"))
        (reading,) = readings(Document("", "a,b", tokens), self.language, self.ranks)
        grid = self.evidence.grid(reading, 2)
        pairs = Pairs.of([(1, 2, 3, 4)])
        return self.evidence.cheap(reading, grid, pairs)[0], self.evidence.dear(grid, pairs)[0]


@dataclass(frozen=True)
class Trained:
    """All that training gives."""

    eye: Eye
    pruner: Forest
    least: float
    """What the pruner must give a candidate for it to stay."""
    pairs: Forest
    chains: Forest
    decision: Decision
    outside: dict[str, float]
    """Figures of documents scored outside their folds."""


def decide(found: Found, probabilities: Floats, decision: Decision) -> list[Parallelism]:
    """Returns the parallelisms to take: chains beside each other, or inside each other's branches."""
    return [
        Parallelism(found.branches(i), kind(found, i, decision), float(probabilities[i]))
        for i in taken(found, probabilities, decision.threshold)
    ]


def taken(found: Found, probabilities: Floats, threshold: float) -> list[int]:
    """Returns the chains whose probabilities exceed a threshold by most together."""
    likely = np.flatnonzero(probabilities > threshold).tolist()
    branches = [found.chains.branches(i) for i in likely]
    return [likely[k] for k in nest(branches, (probabilities[likely] - threshold).tolist())]


def kind(found: Found, number: int, decision: Decision) -> Kind:
    """Returns whether the words of a chain's branches correspond in the same order or in reverse."""
    two = len(found.chains.members[number]) == 1
    return Kind.CHIASTIC if two and found.reversal[number] > decision.chiastic else Kind.SYNCHYSTIC


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
    """Returns parallelisms on the tokens of another document with the same text; what collapses there is left out."""
    found = []
    for parallelism in parallelisms:
        spans = [target.locate(*source.characters(branch)) for branch in parallelism]
        there = [span for span in spans if span is not None]
        if len(there) == len(spans) and all(a.end <= b.start for a, b in itertools.pairwise(there)):
            found.append(Parallelism(tuple(there), parallelism.kind, parallelism.confidence))
    return found
