"""The band's cells against plain loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from isocolon.evidence.band import Band

CODES = st.lists(st.integers(-1, 3), min_size=1, max_size=12)


@given(CODES, st.integers(1, 5))
def test_equal_is_what_a_loop_finds(codes: list[int], width: int) -> None:
    found = Band(len(codes), width).equal(np.array(codes))
    for i, row in enumerate(found):
        for d, equal in enumerate(row):
            j = i + d + 1
            assert equal == (j < len(codes) and codes[i] == codes[j] >= 0)


@given(CODES, st.integers(1, 5))
def test_both_and_either_part_the_cells(codes: list[int], width: int) -> None:
    band, holds = Band(len(codes), width), np.array(codes) > 0
    neither = band.both(~holds)
    assert ((band.both(holds).astype(int) + band.either(holds) + neither) == band.inside).all()


def test_cosine_is_the_product() -> None:
    vectors = np.random.default_rng(0).normal(size=(7, 3)).astype(np.float32)
    found = Band(7, 4).cosine(vectors)
    for i in range(7):
        for d in range(4):
            expected = vectors[i] @ vectors[i + d + 1] if i + d + 1 < 7 else 0
            assert abs(found[i, d] - expected) < 1e-5
