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
CELLS = 400_000
"""How many numbers are held at once, about."""
KINDS = ("in order", "second covers", "first covers", "in order, summed", "weakest word", "just outside")
REVERSED = "in reverse"


def names(similarities: dict[str, Similarity]) -> list[str]:
    """Returns the names of the columns that `align` gives."""
    order = [f"{name}: {kind}" for name in similarities for kind in KINDS]
    return order + [f"{name}: {REVERSED}" for name, similarity in similarities.items() if similarity.reversible]


def align(pairs: Pairs, similarities: Sequence[Similarity]) -> Floats:
    """Returns the scores of each pair under each similarity.

    Shapes: K pairs, S similarities, [A, B] words of both spans. Pairs come last but one, so that the inner loops of
    numpy run over all of them.
    """
    width = similarities[0].grid.shape[1]
    grids = np.stack([s.grid for s in similarities], axis=-1).reshape(-1, len(similarities))  # [N * D, S]
    gaps = np.array([s.gap for s in similarities], np.float32)
    reversible = np.flatnonzero([s.reversible for s in similarities])
    backward = np.ascontiguousarray(grids[:, reversible])
    table = np.empty((len(pairs), len(similarities) * len(KINDS) + len(reversible)), np.float32)
    for rows, size in batches(pairs, len(similarities)):
        some = pairs[rows]
        blocks = gather(grids, some, size, width)  # [A, B, K, S]
        forward = needleman_wunsch(blocks, gaps, some)
        longer = np.maximum(some.length1, some.length2)[:, None].astype(np.float32)
        second, first, weakest = bags(blocks, some)
        scores = [forward / longer, second, first, forward, weakest, outside(grids, some, width)]
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
    kinds = tall * 1000 + wide
    for kind in sorted(set(kinds.tolist())):
        rows = np.flatnonzero(kinds == kind)
        size = (kind // 1000, kind % 1000)
        most = max(1, CELLS // (size[0] * size[1] * similarities))
        for at in range(0, len(rows), most):
            yield rows[at : at + most], size


def gather(grids: Floats, pairs: Pairs, size: tuple[int, int], width: int, mirror: bool = False) -> Floats:
    """Returns the cells of each word of the first span with each of the second (from its end, if mirrored)."""
    down, across = np.arange(size[0])[:, None, None], np.arange(size[1])[:, None]
    left = pairs.start1 + down
    right = pairs.end2 - 1 - across if mirror else pairs.start2 + across
    distance = right - left - 1
    there = (down < pairs.length1) & (across < pairs.length2) & (distance < width)
    cells: Floats = np.take(grids, np.where(there, left * width + distance, 0), axis=0)
    cells *= there[..., None]
    return cells


def needleman_wunsch(blocks: Floats, gaps: Floats, pairs: Pairs) -> Floats:
    """Returns the best score of each pair: matches, less what gaps cost. Blocks are [A, B, K, S]."""
    tall, wide, count, kinds = blocks.shape
    steps = np.repeat(np.arange(wide + 1, dtype=np.float32)[:, None, None] * gaps, count, axis=1)  # [B + 1, K, S]
    row = np.zeros_like(steps)  # scores plus steps: coming from the left costs nothing then
    result = np.empty((count, kinds), np.float32)
    for i in range(tall):
        reach = np.empty_like(row)
        reach[0] = -(i + 1) * gaps
        np.add(row[:-1], blocks[i], out=reach[1:])
        reach[1:] += gaps
        np.maximum(reach[1:], row[1:] - gaps, out=reach[1:])
        row = np.maximum.accumulate(reach, axis=0, out=reach)
        done = np.flatnonzero(pairs.length1 == i + 1)
        result[done] = row[pairs.length2[done], done] - steps[pairs.length2[done], done]
    return result


def bags(blocks: Floats, pairs: Pairs) -> tuple[Floats, Floats, Floats]:
    """Returns how well each span is covered by the other's words in any order, and the first's weakest word.

    A word that fits nothing counts 0, never less: so cells beyond the spans, which hold 0, change nothing.
    """
    first, second = (blocks.max(axis=axis, initial=0) for axis in (1, 0))  # [A, K, S], [B, K, S]
    there = np.arange(blocks.shape[0])[:, None] < pairs.length1
    weakest = np.where(there[..., None], first, np.float32(np.inf)).min(axis=0)
    shares = first.sum(axis=0) / pairs.length1[:, None], second.sum(axis=0) / pairs.length2[:, None]
    return shares[0].astype(np.float32), shares[1].astype(np.float32), weakest


def outside(grids: Floats, pairs: Pairs, width: int) -> Floats:
    """Returns how alike the words just outside both spans are: before them, and one or two behind."""
    before = grids[(pairs.start1 - 1) * width + pairs.start2 - pairs.start1 - 1] * (pairs.gap > 0)[:, None]
    offset = pairs.end2 - pairs.end1 - 1
    last = len(grids) // width - 1
    behind = [grids[np.minimum(pairs.end1 + step, last) * width + offset] for step in (0, 1)]
    found: Floats = np.maximum.reduce([before, *behind])
    return found
