"""A floor to compare with: neighbouring clauses that repeat words. No training, any language.

Marks cut a text into clauses. Two neighbours are parallel if they are about equally long and share enough of their
words, or begin alike; a run of such neighbours is one parallelism. The confidence is the mean share of shared words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Self

from isocolon.config import construct, to_table
from isocolon.detectors.base import Detector
from isocolon.document import Document, Kind, Parallelism, Span
from isocolon.errors import ModelError
from isocolon.evidence.reading import Mark, mark_of
from isocolon.files import read_text, write_whole

OPTIONS = "repetition.json"


@dataclass(frozen=True)
class RepetitionOptions:
    """Options of the repetition detector."""

    shared: float = 0.5
    """The share of the longer clause's words that the other must have too."""
    opening: float = 0.25
    """The same for clauses that begin with the same word."""
    unlike: float = 0.34
    """By what share of the longer one two clauses may differ in length."""
    shortest: int = 2
    """How many words a clause has at least."""


class RepetitionDetector(Detector):
    """Finds neighbouring clauses that repeat words."""

    def __init__(self, options: RepetitionOptions | None = None) -> None:
        self.options = options or RepetitionOptions()

    def detect(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yields the documents with the runs of repeating clauses found in them."""
        for document in documents:
            yield document.with_parallelisms(self.find(document))

    def find(self, document: Document) -> Iterator[Parallelism]:
        """Yields the parallelisms of a document."""
        words = document.words
        for section in document.sections:
            run: list[Span] = []
            for clause in [*clauses(words, section.span), None]:
                if clause and run and self._parallel(words, run[-1], clause):
                    run.append(clause)
                    continue
                if len(run) > 1:
                    overlaps = [overlap(words, a, b) for a, b in pairwise(run)]
                    yield Parallelism(tuple(run), Kind.UNKNOWN, sum(overlaps) / len(overlaps))
                run = [clause] if clause else []

    def _parallel(self, words: Sequence[str], left: Span, right: Span) -> bool:
        shorter, longer = sorted((len(left), len(right)))
        if shorter < self.options.shortest or longer - shorter > self.options.unlike * longer:
            return False
        wanted = self.options.opening if words[left.start] == words[right.start] else self.options.shared
        return overlap(words, left, right) >= wanted

    def save(self, folder: Path) -> None:
        """Writes the options."""
        folder.mkdir(parents=True, exist_ok=True)
        write_whole({folder / OPTIONS: json.dumps(to_table(self.options), indent=1)})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Returns the detector that was saved in a folder."""
        if not (folder / OPTIONS).is_file():
            raise ModelError(f"{folder}: no repetition detector: there is no {OPTIONS}.")
        return cls(construct(RepetitionOptions, json.loads(read_text(folder / OPTIONS))))


def clauses(words: Sequence[str], span: Span) -> Iterator[Span]:
    """Yields the stretches of a span that marks part.

    >>> list(clauses(["ueni", ",", "uidi", ",", "uici"], Span(0, 5)))
    [Span(start=0, end=1), Span(start=2, end=3), Span(start=4, end=5)]
    """
    start = span.start
    for place in span:
        if mark_of(words[place]) is not Mark.NONE:
            if place > start:
                yield Span(start, place)
            start = place + 1
    if start < span.end:
        yield Span(start, span.end)


def overlap(words: Sequence[str], left: Span, right: Span) -> float:
    """Returns the share of the longer clause's words that the other has too.

    >>> overlap("a time to be born a time to die".split(), Span(0, 5), Span(5, 9))
    0.6
    """
    first, second = set(words[left.start : left.end]), set(words[right.start : right.end])
    return len(first & second) / max(len(first), len(second))
