"""What every criterion of parallelism can do, and the pairs of spans that are judged by it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from isocolon.evidence.band import Band, Floats, Ints
from isocolon.evidence.reading import Reading
from isocolon.languages.vectors import Vectors

Channels: TypeAlias = Mapping[str, Floats]
Measures: TypeAlias = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Pairs:
    """Pairs of spans that could be neighbouring branches: half-open, the second behind the first.

    >>> Pairs.of([(1, 3, 4, 7)]).gap
    array([1])
    """

    start1: Ints
    end1: Ints
    start2: Ints
    end2: Ints

    @classmethod
    def of(cls, rows: object) -> Pairs:
        """Returns the pairs in the rows of a table: start, end, start, end."""
        table = np.asarray(rows, np.int64).reshape(-1, 4)
        return cls(table[:, 0], table[:, 1], table[:, 2], table[:, 3])

    def __len__(self) -> int:
        return len(self.start1)

    def __getitem__(self, chosen: NDArray[Any] | slice) -> Pairs:
        """Returns some of the pairs."""
        return Pairs(self.start1[chosen], self.end1[chosen], self.start2[chosen], self.end2[chosen])

    @property
    def rows(self) -> Ints:
        """The pairs as a table."""
        return np.stack([self.start1, self.end1, self.start2, self.end2], axis=1)

    @property
    def length1(self) -> Ints:
        """How many tokens the first spans have."""
        return self.end1 - self.start1

    @property
    def length2(self) -> Ints:
        """How many tokens the second spans have."""
        return self.end2 - self.start2

    @property
    def gap(self) -> Ints:
        """How many tokens lie between the two."""
        return self.start2 - self.end1

    def between(self, sums: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Returns the sums over first and over second spans, from running sums that begin with 0."""
        return sums[self.end1] - sums[self.start1], sums[self.end2] - sums[self.start2]


class Similarity(NamedTuple):
    """What to align words by: a grid, what a gap costs, and whether to try the reverse order too."""

    grid: Floats
    gap: float
    reversible: bool = False


class Criterion(ABC):
    """One of the six criteria by which annotators know a parallelism (Bothwell et al. 2023, section 3)."""

    name: ClassVar[str]

    def __init__(self, vectors: Vectors | None = None) -> None:
        self.vectors = vectors

    @abstractmethod
    def channels(self, reading: Reading, band: Band) -> Channels:
        """Returns how alike the two tokens of each cell are, from 0 to 1, in each respect by name."""

    def similarities(self, channels: Channels) -> dict[str, Similarity]:
        """Returns what to align words by, from the channels of all criteria ("criterion.channel") that there are."""
        return {}

    def measures(self, reading: Reading, pairs: Pairs) -> Measures:
        """Returns what else tells whether two spans are parallel, for each pair."""
        return {}


def running(values: NDArray[Any]) -> NDArray[Any]:
    """Returns the running sums of values, beginning with 0."""
    return np.concatenate([[0], np.cumsum(values)])


def best(channels: Channels, *names: str) -> Floats | None:
    """Returns the greatest of those channels that there are, or None without any."""
    there = [channels[name].astype(np.float32) for name in names if name in channels]
    return np.maximum.reduce(there) if there else None


def blend(channels: Channels, weights: Mapping[str, float]) -> Floats | None:
    """Returns the weighted sum of those channels that there are, or None without any."""
    there = [channels[name].astype(np.float32) * np.float32(w) for name, w in weights.items() if name in channels]
    return sum(there[1:], start=there[0]) if there else None
