"""Alignment: how well the words of two spans correspond, in order, in reverse, or in any order.

Forward and reversed scores are Needleman & Wunsch's (1970), computed for many pairs at once: within a row the best
way to come from the left is a running maximum, so only rows need a loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from isocolon.evidence.band import Floats, Ints
from isocolon.evidence.base import Pairs, Similarity

STEP = 4
"""Spans are aligned together whose lengths round up to the same multiple of this."""
CELLS = 2_000_000
"""How many numbers are held at once, about."""
KINDS = ("in order", "second covers", "first covers", "in order, summed", "weakest word", "just outside")
REVERSED = "in reverse"


def names(similarities: dict[str, Similarity]) -> list[str]:
    """Returns the names of the columns that `align` gives."""
    order = [f"{name}: {kind}" for name in similarities for kind in KINDS]
    return order + [f"{name}: {REVERSED}" for name, similarity in similarities.items() if similarity.reversible]


def align(pairs: Pairs, similarities: Sequence[Similarity]) -> Floats:
    """Returns the scores of each pair under each similarity.

    Shapes: K pairs, S similarities, [A, B] words of both spans.
    """
    width = similarities[0].grid.shape[1]
    grids = np.stack([s.grid for s in similarities], axis=-1).reshape(-1, len(similarities))  # [N * D, S]
    gaps = np.array([s.gap for s in similarities], np.float32)
    reversible = np.flatnonzero([s.reversible for s in similarities])
    backward = np.ascontiguousarray(grids[:, reversible])
    table = np.empty((len(pairs), len(similarities) * len(KINDS) + len(reversible)), np.float32)
    for rows, size in batches(pairs, len(similarities)):
        some = pairs[rows]
        blocks = gather(grids, some, size, width)  # [K, A, B, S]
        forward = needleman_wunsch(blocks, gaps, some)
        longer = np.maximum(some.length1, some.length2)[:, None]
        scores = [forward / longer, *bags(blocks, some), outside(grids, some, width)]
        scores.insert(3, forward)
        columns = np.stack(scores, axis=-1).reshape(len(some), -1)  # [K, S * kinds]
        table[rows, : columns.shape[1]] = columns
        if len(reversible):
            mirrored = gather(backward, some, size, width, mirror=True)
            turned = needleman_wunsch(mirrored, gaps[reversible], some)
            table[rows, columns.shape[1] :] = (turned - forward[:, reversible]) / longer
    return table


def batches(pairs: Pairs, similarities: int) -> Iterator[tuple[Ints, tuple[int, int]]]:
    """Yields rows of pairs of about the same lengths, with the lengths that hold them all."""
    tall, wide = (-(-length // STEP) * STEP for length in (pairs.length1, pairs.length2))
    keys, kinds = np.unique(np.stack([tall, wide]), axis=1, return_inverse=True)
    for kind, (a, b) in enumerate(keys.T.tolist()):
        rows = np.flatnonzero(kinds.ravel() == kind)
        size = max(1, CELLS // (a * b * similarities))
        for at in range(0, len(rows), size):
            yield rows[at : at + size], (a, b)


def gather(grids: Floats, pairs: Pairs, size: tuple[int, int], width: int, mirror: bool = False) -> Floats:
    """Returns the cells of each word of the first span with each of the second (from its end, if mirrored)."""
    down, across = np.arange(size[0]), np.arange(size[1])
    left = pairs.start1[:, None, None] + down[:, None]
    right = pairs.end2[:, None, None] - 1 - across if mirror else pairs.start2[:, None, None] + across
    distance = right - left - 1
    there = (
        (down[:, None] < pairs.length1[:, None, None])
        & (across < pairs.length2[:, None, None])
        & (distance < width)
    )
    cells: Floats = grids[np.where(there, left * width + distance, 0)]
    cells *= there[..., None]
    return cells


def needleman_wunsch(blocks: Floats, gaps: Floats, pairs: Pairs) -> Floats:
    """Returns the best score of each pair: matches, less what gaps cost. Blocks are [K, A, B, S]."""
    count, tall, wide, kinds = blocks.shape
    steps = np.arange(wide + 1, dtype=np.float32)[:, None] * gaps  # [B + 1, S]
    row = np.broadcast_to(-steps, (count, wide + 1, kinds))
    result = np.empty((count, kinds), np.float32)
    everyone = np.arange(count)
    for i in range(tall):
        reach = np.empty((count, wide + 1, kinds), np.float32)
        reach[:, 0] = -(i + 1) * gaps
        reach[:, 1:] = np.maximum(row[:, :-1] + blocks[:, i], row[:, 1:] - gaps)
        row = np.maximum.accumulate(reach + steps, axis=1) - steps
        done = everyone[pairs.length1 == i + 1]
        result[done] = row[done, pairs.length2[done]]
    return result


def bags(blocks: Floats, pairs: Pairs) -> tuple[Floats, Floats, Floats]:
    """Returns how well each span is covered by the other's words in any order, and the first's weakest word."""
    first, second = blocks.max(axis=2), blocks.max(axis=1)  # [K, A, S], [K, B, S]
    there = np.arange(blocks.shape[1])[:, None] < pairs.length1[:, None, None]
    weakest = np.where(there, first, np.inf).min(axis=1)
    return first.sum(axis=1) / pairs.length1[:, None], second.sum(axis=1) / pairs.length2[:, None], weakest


def outside(grids: Floats, pairs: Pairs, width: int) -> Floats:
    """Returns how alike the words just outside both spans are: before them, and one or two behind."""
    before = grids[(pairs.start1 - 1) * width + pairs.start2 - pairs.start1 - 1] * (pairs.gap > 0)[:, None]
    offset = pairs.end2 - pairs.end1 - 1
    last = len(grids) // width - 1
    behind = [grids[np.minimum(pairs.end1 + step, last) * width + offset] for step in (0, 1)]
    return np.maximum.reduce([before, *behind])


