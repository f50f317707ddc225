"""Which of the parallelisms found are shown."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from isocolon.document import Document, Kind, Parallelism


@dataclass(frozen=True)
class Selection:
    """What parallelisms must be like to be shown. Single branches are never shown: nothing answers them.

    >>> found = [Parallelism.of((0, 1), (2, 3), confidence=0.9), Parallelism.of((4, 5), (9, 10), confidence=0.4)]
    >>> [Selection(max_gap=3).allows(p) for p in found], [Selection(min_confidence=0.5).allows(p) for p in found]
    ([True, False], [True, False])
    """

    min_confidence: float | None = None
    """The least confidence, if not whatever the model gives; a parallelism without any is shown whatever this is."""
    kinds: tuple[Kind, ...] = tuple(Kind)
    """The kinds."""
    max_gap: int | None = None
    """So many tokens, at most, from a branch to the next."""
    top: int | None = None
    """So many of each document, at most, those of most confidence."""

    def allows(self, parallelism: Parallelism) -> bool:
        """Whether a parallelism may be shown, whatever others there are."""
        confidence = 1.0 if parallelism.confidence is None else parallelism.confidence
        sure = self.min_confidence is None or confidence >= self.min_confidence
        gap = max((right.start - left.end for left, right in pairwise(parallelism)), default=0)
        near = self.max_gap is None or gap <= self.max_gap
        return len(parallelism) > 1 and sure and parallelism.kind in self.kinds and near

    def apply(self, document: Document) -> Document:
        """Returns a document with those of its parallelisms that are shown."""
        allowed = [parallelism for parallelism in document.parallelisms if self.allows(parallelism)]
        by_confidence = sorted(allowed, key=lambda p: -1.0 if p.confidence is None else -p.confidence)
        return document.with_parallelisms(by_confidence[: self.top])
