"""Alignment of many pairs at once against Needleman and Wunsch's recursion for one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from isocolon.evidence.base import Pairs, Similarity
from isocolon.evidence.correspondence import align, bags, batches, gather, names

TOKENS, WIDTH = 60, 30


def slow_alignment(block: NDArray[np.float32], gap: float) -> float:
    """The textbook's table, cell by cell."""
    tall, wide = block.shape
    table = np.zeros((tall + 1, wide + 1))
    table[:, 0], table[0] = -gap * np.arange(tall + 1), -gap * np.arange(wide + 1)
    for i in range(tall):
        for j in range(wide):
            table[i + 1, j + 1] = max(table[i, j] + block[i, j], table[i, j + 1] - gap, table[i + 1, j] - gap)
    return float(table[-1, -1])


def random_pairs(draw: np.random.Generator) -> Pairs:
    lengths = draw.integers(1, 12, (200, 2))
    start1, gap = draw.integers(1, 30, 200), draw.integers(0, 4, 200)
    end1 = start1 + lengths[:, 0]
    pairs = Pairs(start1, end1, end1 + gap, end1 + gap + lengths[:, 1])
    near = (pairs.start2 - pairs.start1 <= WIDTH) & (pairs.end2 - pairs.end1 <= WIDTH) & (pairs.end2 < TOKENS - 2)
    return pairs[near]


@pytest.mark.parametrize("seed", range(3))
def test_all_scores_are_those_of_plain_loops(seed: int) -> None:
    draw = np.random.default_rng(seed)
    grids = draw.random((2, TOKENS, WIDTH)).astype(np.float32) - np.float32(0.2)
    similarities = {"one": Similarity(grids[0], 0.05), "two": Similarity(grids[1], 0.2, reversible=True)}
    pairs = random_pairs(draw)
    table = align(pairs, list(similarities.values()))
    columns_of = {name: table[:, i] for i, name in enumerate(names(similarities))}
    for row, (start1, end1, start2, end2) in enumerate(pairs.rows.tolist()):
        for name, (grid, gap, reversible) in similarities.items():
            cells = [
                [grid[i, j - i - 1] if j - i <= WIDTH else 0 for j in range(start2, end2)] for i in range(start1, end1)
            ]
            block = np.array(cells)
            longer, forward = max(block.shape), slow_alignment(block, gap)
            rows, columns = np.maximum(block.max(axis=1), 0), np.maximum(block.max(axis=0), 0)
            expected = {
                "in order": forward / longer,
                "in order, summed": forward,
                "second covers": rows.mean(),
                "first covers": columns.mean(),
                "weakest word": rows.min(),
            }
            if reversible:
                expected["in reverse"] = (slow_alignment(block[:, ::-1], gap) - forward) / longer
            for kind, value in expected.items():
                assert abs(columns_of[f"{name}: {kind}"][row] - value) < 1e-4


@given(st.integers(0, 1000), st.lists(st.integers(0, 50), min_size=1, max_size=12, unique=True))
@settings(deadline=None, max_examples=40)
def test_a_pair_has_the_same_scores_in_whatever_company(seed: int, chosen: list[int]) -> None:
    draw = np.random.default_rng(seed)
    grids = draw.random((2, TOKENS, WIDTH)).astype(np.float32) - np.float32(0.6)  # most words fit nothing
    similarities = [Similarity(grids[0], 0.05), Similarity(grids[1], 0.2, reversible=True)]
    pairs = random_pairs(draw)
    together = align(pairs, similarities)
    some = np.array(chosen)
    assert (align(pairs[some], similarities) == together[some]).all()
    one = pairs[some[:1]]
    (size,) = [size for _, size in batches(one, 2)]
    flat = np.stack(grids, axis=-1).reshape(-1, 2)
    for padding in (0, 1, 5):
        blocks = gather(flat, one, (size[0] + padding, size[1] + padding), WIDTH)
        for padded, plain in zip(bags(blocks, one), bags(gather(flat, one, size, WIDTH), one), strict=True):
            assert (padded == plain).all()
