"""Blenders: the vectors of a word's pieces as one vector of the word (the paper's appendix D.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from torch import Tensor

Blender = Literal["first", "mean", "sum"]
"""The names of the blenders. The paper calls the first "take-first"."""


def first(vectors: Tensor, mask: Tensor) -> Tensor:
    """Returns the vector of each word's first piece."""
    return vectors[..., 0, :] * mask[..., :1]


def mean(vectors: Tensor, mask: Tensor) -> Tensor:
    """Returns the mean of the vectors of each word's pieces."""
    return total(vectors, mask) / mask.sum(-1, keepdim=True).clamp(min=1)


def total(vectors: Tensor, mask: Tensor) -> Tensor:
    """Returns the sum of the vectors of each word's pieces."""
    return (vectors * mask[..., None]).sum(-2)


BLENDERS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {"first": first, "mean": mean, "sum": total}
"""Each takes the vectors of pieces [..., P, E] and where there are any [..., P], and returns words' [..., E]."""
