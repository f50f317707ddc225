"""Batches hold every sequence once, with little padding."""

from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from isocolon.nn.batching import pad, shuffled_batches, sorted_batches

LENGTHS = st.lists(st.integers(1, 300), min_size=1, max_size=40)


@given(LENGTHS, st.integers(1, 9), st.integers(0, 5))
def test_shuffled_batches_hold_everything_once(lengths: list[int], size: int, seed: int) -> None:
    batches = shuffled_batches(lengths, size, seed)
    assert sorted(number for batch in batches for number in batch) == list(range(len(lengths)))
    assert all(len(batch) <= size for batch in batches)
    assert batches == shuffled_batches(lengths, size, seed)


def test_neighbours_in_length_are_together() -> None:
    lengths = [10] * 8 + [100] * 8
    for batch in shuffled_batches(lengths, 4, seed=3):
        assert len({lengths[number] for number in batch}) == 1


def test_epochs_differ() -> None:
    lengths = list(range(50, 90))
    assert shuffled_batches(lengths, 4, seed=1) != shuffled_batches(lengths, 4, seed=2)


@given(LENGTHS, st.integers(1, 1000))
def test_sorted_batches_keep_to_their_size(lengths: list[int], tokens: int) -> None:
    batches = sorted_batches(lengths, tokens)
    assert sorted(number for batch in batches for number in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[number] for number in batch) <= tokens


def test_pad_in_all_dimensions() -> None:
    assert pad([torch.ones(1, 2), torch.ones(2, 1)]).tolist() == [[[1, 1], [0, 0]], [[1, 0], [1, 0]]]
