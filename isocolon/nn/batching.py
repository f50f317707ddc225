"""Sequences of different lengths as batches: neighbours in length together, so that little is padded."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

JITTER = 0.1
"""By how much of itself a length is moved before sorting, so that an epoch's batches differ from the last one's."""


def shuffled_batches(lengths: Sequence[int], size: int, seed: int) -> list[list[int]]:
    """Returns the numbers of all sequences in batches of a size, bucketed by length, in random order.

    >>> sorted(number for batch in shuffled_batches([5, 90, 6, 88, 7], 2, seed=1) for number in batch)
    [0, 1, 2, 3, 4]
    """
    generator = torch.Generator().manual_seed(seed)
    if size == 1:
        return [[number] for number in torch.randperm(len(lengths), generator=generator).tolist()]
    noise = 1 + JITTER * (2 * torch.rand(len(lengths), generator=generator) - 1)
    order = (torch.tensor(lengths) * noise).argsort().tolist()
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    return [batches[k] for k in torch.randperm(len(batches), generator=generator).tolist()]


def sorted_batches(lengths: Sequence[int], tokens: int) -> list[list[int]]:
    """Returns the numbers of all sequences, shortest first, in batches of at most so many tokens with the padding.

    >>> sorted_batches([5, 90, 6, 88], tokens=200)
    [[0, 2], [3, 1]]
    """
    batches: list[list[int]] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batches and lengths[number] * (len(batches[-1]) + 1) <= tokens:
            batches[-1].append(number)
        else:
            batches.append([number])
    return batches


def pad(sequences: Sequence[Tensor]) -> Tensor:
    """Returns tensors of any, but as many, dimensions as one, with zeros where they are shorter: [B, ...].

    >>> pad([torch.tensor([1, 2]), torch.tensor([3])]).tolist()
    [[1, 2], [3, 0]]
    """
    sizes = [max(sizes) for sizes in zip(*(sequence.shape for sequence in sequences), strict=True)]
    padded = sequences[0].new_zeros((len(sequences), *sizes))
    for row, sequence in zip(padded, sequences, strict=True):
        row[tuple(slice(size) for size in sequence.shape)] = sequence
    return padded
