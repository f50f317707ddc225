"""The nouns: Span, Parallelism, Token, Section, Document. Standard library only.

A document keeps the user's text untouched. Everything else points into it: tokens by character offsets, spans by
token positions, sections and parallelisms by spans. Definitions follow section 2 of Bothwell et al. (2023); spans
are half-open here, so the paper's (i, j) is our [i - 1, j).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate, pairwise
from typing import NamedTuple

from isocolon.errors import DataError


class Kind(StrEnum):
    """How the words of the branches correspond: in the same order, in reverse, or nobody said."""

    SYNCHYSTIC = "synchystic"
    CHIASTIC = "chiastic"
    UNKNOWN = "unknown"


class Structure(StrEnum):
    """What the branches of a whole set of parallelisms do to each other."""

    FLAT = "flat"
    NESTED = "nested"
    OVERLAPPING = "overlapping"


@dataclass(frozen=True, order=True, slots=True)
class Span:
    """A half-open interval of token positions, never empty.

    >>> Span(2, 5).overlaps(Span(4, 6)), Span(2, 5).nests(Span(3, 5)), len(Span(2, 5))
    (True, True, 3)
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise DataError(f"a span cannot run from {self.start} to {self.end}", hint="a span needs 0 <= start < end")

    def __len__(self) -> int:
        return self.end - self.start

    def __iter__(self) -> Iterator[int]:
        """Iterates over the token positions inside."""
        return iter(range(self.start, self.end))

    def overlaps(self, other: Span) -> bool:
        """Whether the two have a token in common."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        """Whether the other lies wholly inside this one (or is the same)."""
        return self.start <= other.start and other.end <= self.end

    def nests(self, other: Span) -> bool:
        """Whether one of the two contains the other: the paper's "nested"."""
        return self.contains(other) or other.contains(self)

    def crosses(self, other: Span) -> bool:
        """Whether the two overlap without being nested."""
        return self.overlaps(other) and not self.nests(other)

    def shifted(self, by: int) -> Span:
        """Returns the span moved by so many tokens."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True)
class Parallelism:
    """Branches that echo each other: sorted, disjoint spans. Two parallelisms are equal if their branches are.

    Gold parallelisms have two branches or more; a prediction may have one and is then counted as the paper counts it.

    >>> Parallelism.of((4, 6), (0, 2)) == Parallelism.of((0, 2), (4, 6), kind=Kind.CHIASTIC)
    True
    """

    branches: tuple[Span, ...]
    kind: Kind = field(default=Kind.UNKNOWN, compare=False)
    confidence: float | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "branches", tuple(sorted(self.branches)))
        if self.kind.__class__ is not Kind:
            object.__setattr__(self, "kind", Kind(self.kind))
        if not self.branches:
            raise DataError("a parallelism has no branches", hint="give it one branch at least")
        for left, right in pairwise(self.branches):
            if right.start < left.end:
                raise DataError(
                    f"branches [{left.start}, {left.end}) and [{right.start}, {right.end}) of one parallelism overlap",
                    hint="the branches of one parallelism must be disjoint",
                )
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise DataError(f"a confidence of {self.confidence}", hint="confidences lie between 0 and 1")

    @classmethod
    def of(cls, *branches: tuple[int, int], kind: Kind = Kind.UNKNOWN, confidence: float | None = None) -> Parallelism:
        """Returns the parallelism with these half-open (start, end) branches."""
        return cls(tuple(Span(start, end) for start, end in branches), kind, confidence)

    def __len__(self) -> int:
        return len(self.branches)

    def __iter__(self) -> Iterator[Span]:
        return iter(self.branches)

    @property
    def hull(self) -> Span:
        """The span from the first branch's start to the last one's end."""
        return Span(self.branches[0].start, self.branches[-1].end)

    def words(self) -> set[int]:
        """Returns the positions of all tokens in the branches."""
        return {position for branch in self.branches for position in branch}

    def shifted(self, by: int) -> Parallelism:
        """Returns the parallelism moved by so many tokens."""
        return Parallelism(tuple(branch.shifted(by) for branch in self.branches), self.kind, self.confidence)


def structure(parallelisms: Iterable[Parallelism]) -> Structure:
    """Returns whether a set of parallelisms is flat, nested or overlapping (section 2 of the paper).

    >>> structure([Parallelism.of((0, 4), (5, 9)), Parallelism.of((0, 1), (2, 3))]).value
    'nested'
    """
    nested = False
    enclosing: list[Span] = []  # the branches open where the sweep stands, outermost first
    for branch in sorted((b for p in parallelisms for b in p), key=outermost_first):
        while enclosing and enclosing[-1].end <= branch.start:
            enclosing.pop()
        if enclosing and not enclosing[-1].contains(branch):
            return Structure.OVERLAPPING
        nested = nested or bool(enclosing)
        enclosing.append(branch)
    return Structure.NESTED if nested else Structure.FLAT


def strata(parallelisms: Sequence[Parallelism]) -> tuple[int, ...]:
    """Returns the stratum of each parallelism, from 1: no two on one stratum overlap, the enclosing come first.

    A parallelism stands whole on one stratum, below every parallelism with a branch around one of its own, as the
    published ASP files have it.

    >>> strata([Parallelism.of((0, 1), (2, 3)), Parallelism.of((0, 4), (5, 9))])
    (2, 1)
    """
    depths = nesting_depths(parallelisms)
    order = sorted(range(len(parallelisms)), key=lambda i: (depths[i], parallelisms[i].branches))
    taken: list[set[int]] = []
    result = [0] * len(parallelisms)
    for i in order:
        words = parallelisms[i].words()
        free = next((s for s, positions in enumerate(taken) if positions.isdisjoint(words)), len(taken))
        if free == len(taken):
            taken.append(set())
        taken[free] |= words
        result[i] = free + 1
    return tuple(result)


def nesting_depths(parallelisms: Sequence[Parallelism]) -> list[int]:
    """Returns for each parallelism how many branches, at most, lie around one of its own."""
    depths = [0] * len(parallelisms)
    enclosing: list[Span] = []
    owned = [(branch, i) for i, parallelism in enumerate(parallelisms) for branch in parallelism]
    for branch, i in sorted(owned, key=lambda pair: outermost_first(pair[0])):
        enclosing = [outer for outer in enclosing if outer.end > branch.start]
        around = sum(outer.contains(branch) and outer != branch for outer in enclosing)
        depths[i] = max(depths[i], around)
        enclosing.append(branch)
    return depths


def outermost_first(span: Span) -> tuple[int, int]:
    """Returns the sort key that puts spans in reading order, an enclosing one before what it holds."""
    return span.start, -span.end


class Token(NamedTuple):
    """A word or a mark: where it stands in the text, and its normal form.

    Two tokens stand on disjoint stretches of text, in order, or share one stretch (Latin *tecum* is cum + te).
    """

    start: int
    end: int
    norm: str


@dataclass(frozen=True, slots=True)
class Section:
    """A span with an id: a sermon's section, an essay's paragraph."""

    id: str
    span: Span


@dataclass(frozen=True)
class Document:
    """A text, untouched, with its tokens, sections and parallelisms.

    Sections lie end to end over all tokens; where none are given, the whole document is one. Parallelisms are kept
    in reading order. `layers` are further annotations of the tokens, one string for each token (part of speech,
    sentence, ...); `metadata` is what else the source says about the document.

    >>> tokens = (Token(0, 4, "ueni"), Token(4, 5, ","), Token(6, 10, "uidi"))
    >>> document = Document("caesar", "Veni, vidi", tokens, "la", parallelisms=(Parallelism.of((0, 1), (2, 3)),))
    >>> [document.text_of(branch) for branch in document.parallelisms[0]]
    ['Veni', 'vidi']
    """

    id: str
    text: str = field(repr=False)
    tokens: tuple[Token, ...] = field(repr=False)
    language: str = "und"
    sections: tuple[Section, ...] = field(default=(), repr=False)
    parallelisms: tuple[Parallelism, ...] = field(default=(), repr=False)
    layers: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    metadata: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.tokens and not self.sections:
            object.__setattr__(self, "sections", (Section("1", Span(0, len(self.tokens))),))
        object.__setattr__(self, "parallelisms", tuple(sorted(self.parallelisms, key=lambda p: p.branches)))
        self._check_tokens()
        self._check_sections()
        for parallelism in self.parallelisms:
            if parallelism.hull.end > len(self.tokens):
                raise self._fault(f"a branch ends at {parallelism.hull.end}, but there are {len(self.tokens)} tokens")
        for name, values in self.layers.items():
            if len(values) != len(self.tokens):
                raise self._fault(f"layer '{name}' has {len(values)} values for {len(self.tokens)} tokens")

    def _check_tokens(self) -> None:
        start = end = 0
        for token in self.tokens:
            in_order = token.start >= end or (token.start, token.end) == (start, end)
            if not (in_order and token.start < token.end <= len(self.text)):
                raise self._fault(
                    f"token '{token.norm}' stands at characters {token.start}-{token.end}, after one at {start}-{end}, "
                    f"in a text of {len(self.text)}"
                )
            start, end = token.start, token.end

    def _check_sections(self) -> None:
        reached = 0
        for section in self.sections:
            if section.span.start != reached:
                raise self._fault(f"section '{section.id}' starts at token {section.span.start}, not {reached}")
            reached = section.span.end
        if reached != len(self.tokens):
            raise self._fault(f"the sections end at token {reached} of {len(self.tokens)}")
        ids = [section.id for section in self.sections]
        if len(set(ids)) < len(ids):
            raise self._fault(f"section '{next(i for i in ids if ids.count(i) > 1)}' is there twice")

    def _fault(self, found: str) -> DataError:
        return DataError(f"document '{self.id}': {found}")

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def words(self) -> tuple[str, ...]:
        """The normal forms of the tokens."""
        return tuple(token.norm for token in self.tokens)

    @property
    def structure(self) -> Structure:
        """Whether the parallelisms are flat, nested or overlapping."""
        return structure(self.parallelisms)

    def characters(self, span: Span) -> tuple[int, int]:
        """Returns the half-open stretch of characters on which the tokens of a span stand."""
        return self.tokens[span.start].start, self.tokens[span.end - 1].end

    def text_of(self, span: Span) -> str:
        """Returns the user's own text of a span."""
        start, end = self.characters(span)
        return self.text[start:end]

    def locate(self, start: int, end: int) -> Span | None:
        """Returns the span of the tokens that touch the characters from start to end, or None without any."""
        first = bisect_right(self.tokens, start, key=lambda token: token.end)
        last = bisect_left(self.tokens, end, key=lambda token: token.start)
        return Span(first, last) if first < last else None

    def _repr_html_(self) -> str:
        """Returns what a notebook shows. The viewer is imported only then: the one noun that asks a verb."""
        from isocolon.viewer.notebook import fragment

        return fragment(self)

    def with_parallelisms(self, parallelisms: Iterable[Parallelism]) -> Document:
        """Returns the same document with these parallelisms instead of its own."""
        return replace(self, parallelisms=tuple(parallelisms))

    def split(self) -> tuple[Document, ...]:
        """Returns one document for each section; sections that a parallelism bridges stay together.

        The text between two sections goes with the former, so that `join` gives the same document.
        """
        if not self.tokens:
            return (replace(self, id=f"{self.id}{PART}"),)
        groups = self._unbridged_sections()
        firsts = [group[0].span.start for group in groups]
        inside: list[list[Parallelism]] = [[] for _ in groups]
        for parallelism in self.parallelisms:
            inside[bisect_right(firsts, parallelism.branches[0].start) - 1].append(parallelism)
        cuts = pairwise([0, *(self.tokens[first].start for first in firsts[1:]), len(self.text)])
        return tuple(self._part(*part) for part in zip(groups, inside, cuts, strict=True))

    def _unbridged_sections(self) -> list[list[Section]]:
        """Returns the sections in runs between which no parallelism, and no token, is cut."""
        bridges = [(p.hull.start, p.hull.end) for p in self.parallelisms]
        bridges += [(i, i + 2) for i, (a, b) in enumerate(pairwise(self.tokens)) if a.start == b.start]
        reaches = dict.fromkeys(range(len(self.tokens)), 0)
        for start, end in bridges:
            reaches[start] = max(reaches[start], end)
        groups: list[list[Section]] = []
        reach = 0
        for section in self.sections:
            if section.span.start < reach:
                groups[-1].append(section)
            else:
                groups.append([section])
            reach = max(reach, *(reaches[position] for position in section.span))
        return groups

    def _part(
        self, sections: Sequence[Section], parallelisms: Iterable[Parallelism], characters: tuple[int, int]
    ) -> Document:
        start, end = characters
        first, last = sections[0].span.start, sections[-1].span.end
        return Document(
            id=self.id + part_suffix(sections),
            text=self.text[start:end],
            tokens=tuple(Token(t.start - start, t.end - start, t.norm) for t in self.tokens[first:last]),
            language=self.language,
            sections=tuple(Section(section.id, section.span.shifted(-first)) for section in sections),
            parallelisms=tuple(parallelism.shifted(-first) for parallelism in parallelisms),
            layers={name: values[first:last] for name, values in self.layers.items()},
            metadata=self.metadata,
        )


PART = "#"  # stands between a document's id and its section's in the id of a part


def part_suffix(sections: Sequence[Section]) -> str:
    """Returns what the id of a part with these sections adds to its document's."""
    return PART + "+".join(section.id for section in sections)


def join(parts: Sequence[Document]) -> Document:
    """Returns the document whose `split` gave these parts, whatever parallelisms they hold by now.

    >>> tokens = (Token(0, 4, "ueni"), Token(5, 9, "uidi"))
    >>> sections = (Section("1", Span(0, 1)), Section("2", Span(1, 2)))
    >>> document = Document("caesar", "ueni uidi", tokens, "la", sections)
    >>> [part.id for part in document.split()], join(document.split()) == document
    (['caesar#1', 'caesar#2'], True)
    """
    if not parts:
        raise DataError("there are no parts to join", hint="give join what split returned")
    characters = [0, *accumulate(len(part.text) for part in parts)]
    positions = [0, *accumulate(len(part) for part in parts)]
    placed = list(zip(parts, characters, positions, strict=False))
    return Document(
        id=parts[0].id.removesuffix(part_suffix(parts[0].sections)),
        text="".join(part.text for part in parts),
        tokens=tuple(Token(t.start + at, t.end + at, t.norm) for part, at, _ in placed for t in part.tokens),
        language=parts[0].language,
        sections=tuple(Section(s.id, s.span.shifted(by)) for part, _, by in placed for s in part.sections),
        parallelisms=tuple(p.shifted(by) for part, _, by in placed for p in part.parallelisms),
        layers={name: tuple(v for part in parts for v in part.layers[name]) for name in parts[0].layers},
        metadata=parts[0].metadata,
    )
