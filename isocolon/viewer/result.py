"""What is shown: a document with its parallelisms numbered, who found them, and why they are parallelisms."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from isocolon.document import Document, Parallelism, Span, outermost_first
from isocolon.languages.vectors import Vectors

if TYPE_CHECKING:
    from isocolon.evidence.explanation import Explanation

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Numbered:
    """A parallelism with its number: 1 for the first in the text, an enclosing one before what it holds."""

    number: int
    parallelism: Parallelism
    explanation: Explanation | None = None

    def label(self, branch: int) -> str:
        """Returns the name of a branch, counted from 0.

        >>> numbered = Numbered(3, Parallelism.of((0, 1), (2, 3)))
        >>> numbered.label(0), numbered.label(1), numbered.label(27)
        ('3a', '3b', '3ab')
        """
        return f"{self.number}{LETTERS[branch // 26 - 1] if branch >= 26 else ''}{LETTERS[branch % 26]}"

    def branches(self) -> Iterator[tuple[str, Span]]:
        """Yields the branches with their labels."""
        return ((self.label(i), branch) for i, branch in enumerate(self.parallelism))

    @property
    def caption(self) -> str:
        """The kind and, where there is one, the confidence, in words.

        >>> Numbered(1, Parallelism.of((0, 1), (2, 3), confidence=0.871)).caption
        'parallelism, 87 %'
        """
        kind = "parallelism" if self.parallelism.kind == "unknown" else str(self.parallelism.kind)
        confidence = self.parallelism.confidence
        return kind if confidence is None else f"{kind}, {confidence:.0%}".replace("%", " %")


@dataclass(frozen=True)
class Result:
    """A document to show."""

    document: Document
    model: str = ""
    """The name of the model that found the parallelisms; nothing where they come with the document."""
    explained: bool = True
    vectors: Vectors | None = None
    """What tells like meanings and forms, where the model has such."""

    @cached_property
    def parallelisms(self) -> tuple[Numbered, ...]:
        """The parallelisms in reading order."""
        order = sorted(self.document.parallelisms, key=lambda p: outermost_first(p.branches[0]))
        return tuple(Numbered(i, p, self.explain(p)) for i, p in enumerate(order, start=1))

    def explain(self, parallelism: Parallelism) -> Explanation | None:
        """Returns why a parallelism is one, if that was asked for."""
        if not self.explained:
            return None
        from isocolon.evidence.explanation import explain

        return explain(self.document, parallelism, self.vectors)


@dataclass(frozen=True)
class Edge:
    """A place in the text where a branch begins or ends."""

    at: int
    label: str
    number: int
    opens: bool
    alone: bool = False
    """Whether a branch ends that is not the one begun last: the two cross."""


def edges(result: Result) -> list[Edge]:
    """Returns the edges of all branches in the order in which to draw them: what opened last closes first."""
    spans = [
        (*result.document.characters(branch), label, numbered.number)
        for numbered in result.parallelisms
        for label, branch in numbered.branches()
    ]
    openings = [Edge(start, label, number, True) for start, _, label, number in sorted(spans, key=enclosing_first)]
    closings = [Edge(end, label, number, False) for _, end, label, number in sorted(spans, key=enclosed_first)]
    return mark_crossings(sorted([*openings, *closings], key=lambda edge: (edge.at, edge.opens)))


def enclosing_first(span: tuple[int, int, str, int]) -> tuple[int, int, int]:
    """Returns the sort key for openings: what encloses opens first."""
    return span[0], -span[1], span[3]


def enclosed_first(span: tuple[int, int, str, int]) -> tuple[int, int, int]:
    """Returns the sort key for closings: what opened last closes first."""
    return span[1], -span[0], -span[3]


def mark_crossings(edges: list[Edge]) -> list[Edge]:
    """Returns the edges, those closings told apart that do not close what opened last."""
    marked: list[Edge] = []
    opened: list[str] = []
    for edge in edges:
        if edge.opens:
            opened.append(edge.label)
            marked.append(edge)
        else:
            marked.append(Edge(edge.at, edge.label, edge.number, False, opened[-1] != edge.label))
            opened.remove(edge.label)
    return marked


def passages(result: Result) -> Iterator[tuple[int, int, list[Edge], list[Numbered]]]:
    """Yields the stretches of text of the sections, with the edges in them and the parallelisms that end in them."""
    document = result.document
    if not document.tokens:
        yield 0, len(document.text), [], []
        return
    cuts = [0, *(document.tokens[s.span.start].start for s in document.sections[1:]), len(document.text)]
    drawn = deque(edges(result))
    waiting = deque(sorted(result.parallelisms, key=lambda numbered: numbered.parallelism.hull.end))
    for (start, end), section in zip(pairwise(cuts), document.sections, strict=True):
        here, ended = [], []
        while drawn and (drawn[0].at < end or (drawn[0].at == end and not drawn[0].opens)):
            here.append(drawn.popleft())
        while waiting and waiting[0].parallelism.hull.end <= section.span.end:
            ended.append(waiting.popleft())
        yield start, end, here, sorted(ended, key=lambda numbered: numbered.number)
