"""Evidence for pairs of spans: every feature by name, each belonging to one criterion.

From a channel come eight numbers for each pair: its mean along the diagonal from the starts and from the ends, and its
value for the words just inside and just outside each edge. Alignments and measures come beside them. What is cheap to
compute comes first, so that few pairs need the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from isocolon.evidence import CRITERIA, correspondence
from isocolon.evidence.band import Band, Floats, Ints
from isocolon.evidence.base import Criterion, Pairs, Similarity
from isocolon.evidence.reading import Reading
from isocolon.languages.vectors import Vectors

CHEAP = ("mean from start", "mean from end", "first", "last")
DEAR = ("before", "behind", "second", "last but one")
SCALE = 255
"""Channels are kept in bytes: sums along diagonals are exact then, whatever stands before."""


@dataclass(frozen=True)
class Grid:
    """The channels of a reading, cell by cell: N tokens, D distances, C channels."""

    names: tuple[str, ...]
    width: int
    cells: NDArray[np.uint8]  # [N * D, C]
    sums: NDArray[np.int32]  # [(N + 1) * D, C], along diagonals
    similarities: dict[str, Similarity]

    def at(self, place: Ints, distance: Ints) -> Floats:
        """Returns the channels of cells."""
        found: Floats = self.cells[place * self.width + distance].astype(np.float32) / SCALE
        return found

    def mean(self, start: Ints, length: Ints, distance: Ints) -> Floats:
        """Returns the means of channels along diagonals."""
        last, first = self.sums[(start + length) * self.width + distance], self.sums[start * self.width + distance]
        found: Floats = (last - first).astype(np.float32) / (length[:, None] * SCALE).astype(np.float32)
        return found


class Evidence:
    """What speaks for two spans being parallel."""

    def __init__(self, criteria: Sequence[str] = tuple(CRITERIA), vectors: Vectors | None = None) -> None:
        self.criteria: list[Criterion] = [CRITERIA[name](vectors) for name in criteria]

    def grid(self, reading: Reading, width: int) -> Grid:
        """Returns the channels of a reading."""
        band = Band(len(reading), width)
        channels = {f"{c.name}.{name}": grid for c in self.criteria for name, grid in c.channels(reading, band).items()}
        cells = np.empty((len(reading), width, len(channels)), np.uint8)
        for i, grid in enumerate(channels.values()):
            cells[..., i] = grid * np.uint8(SCALE) if grid.dtype == bool else np.rint(np.minimum(grid, 1) * SCALE)
        sums = np.zeros((len(reading) + 1, width, len(channels)), np.int32)
        np.cumsum(cells, axis=0, out=sums[1:], dtype=np.int32)
        similarities = {f"{c.name}.{name}": s for c in self.criteria for name, s in c.similarities(channels).items()}
        flat = (cells.reshape(-1, len(channels)), sums.reshape(-1, len(channels)))
        return Grid(tuple(channels), width, *flat, similarities)

    def cheap(self, reading: Reading, grid: Grid, pairs: Pairs) -> tuple[list[str], Floats]:
        """Returns the names and values of the features that cost little: measures, means, first and last words."""
        measures = {
            f"{c.name}.{name}": column for c in self.criteria for name, column in c.measures(reading, pairs).items()
        }
        starts, ends = pairs.start2 - pairs.start1 - 1, pairs.end2 - pairs.end1 - 1
        shorter = np.minimum(pairs.length1, pairs.length2)
        blocks = [
            grid.mean(pairs.start1, shorter, starts),
            grid.mean(pairs.end1 - shorter, shorter, ends),
            grid.at(pairs.start1, starts),
            grid.at(pairs.end1 - 1, ends),
        ]
        columns = [np.asarray(column, np.float32)[:, None] for column in measures.values()]
        return [*measures, *named(grid, CHEAP)], np.concatenate([*columns, *blocks], axis=1)

    def dear(self, grid: Grid, pairs: Pairs) -> tuple[list[str], Floats]:
        """Returns the names and values of the other features: the words around the edges, and alignments."""
        starts, ends = pairs.start2 - pairs.start1 - 1, pairs.end2 - pairs.end1 - 1
        blocks = [
            grid.at(pairs.start1 - 1, starts),
            grid.at(pairs.end1, ends),
            grid.at(pairs.start1 + 1, starts),
            grid.at(np.maximum(pairs.end1 - 2, 0), ends),
        ]
        if grid.similarities:
            blocks.append(correspondence.align(pairs, list(grid.similarities.values())))
        return [*named(grid, DEAR), *correspondence.names(grid.similarities)], np.concatenate(blocks, axis=1)


def named(grid: Grid, places: Sequence[str]) -> list[str]:
    """Returns the names of the features that channels have at some places."""
    return [f"{channel}, {place}" for place in places for channel in grid.names]
