"""The band: every pair of tokens that stand near enough to be compared.

A cell (i, d) holds how alike tokens i and i + d + 1 are. A parallelism is a streak along a diagonal (d constant), a
chiasm one across diagonals; sums along diagonals make every mean over a streak a difference of two numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

# What arrays hold, for the reader; numpy's operations do not keep track of it well enough for mypy
Floats: TypeAlias = NDArray[Any]
Ints: TypeAlias = NDArray[Any]
Bools: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Band:
    """The cells of all pairs of tokens at most `width` apart.

    >>> Band(3, 2).equal(np.array([7, 8, 7])).astype(int).tolist()
    [[0, 1], [0, 0], [0, 0]]
    """

    tokens: int
    width: int

    @cached_property
    def inside(self) -> Bools:
        """Whether both tokens of a cell exist."""
        return self.right(np.ones(self.tokens, bool))

    def right(self, values: NDArray[Any]) -> NDArray[Any]:
        """Returns, for each cell, the value of its right token; 0 where there is none."""
        padded = np.concatenate([values, np.zeros(self.width, values.dtype)])
        return np.lib.stride_tricks.sliding_window_view(padded, self.width)[1 : self.tokens + 1]

    def equal(self, codes: Ints) -> Bools:
        """Returns which cells have tokens with the same code; a code below 0 equals nothing."""
        known = np.where(codes < 0, -1 - np.arange(len(codes)), codes + 1)
        found: Bools = known[:, None] == self.right(known)
        return found

    def both(self, holds: Bools) -> Bools:
        """Returns which cells have two tokens of which something holds."""
        found: Bools = holds[:, None] & self.right(holds)
        return found

    def either(self, holds: Bools) -> Bools:
        """Returns which cells have one token of which something holds and one of which it does not."""
        found: Bools = (holds[:, None] ^ self.right(holds)) & self.inside
        return found

    def nearness(self, sizes: Floats) -> Floats:
        """Returns the smaller of two sizes as a share of the larger one."""
        left, right = sizes[:, None], self.right(sizes)
        found: Floats = np.minimum(left, right) / np.maximum(np.maximum(left, right), np.float32(1))
        return found

    def lookup(self, table: Floats, codes: Ints) -> Floats:
        """Returns the values that a square table has for the codes of the tokens."""
        found: Floats = table[codes[:, None], self.right(codes)] * self.inside
        return found

    def cosine(self, vectors: Floats) -> Floats:
        """Returns the products of vectors of length 1 (or 0, for what is unknown)."""
        products = np.zeros((self.tokens, self.width), np.float32)
        for distance in range(1, min(self.width, self.tokens - 1) + 1):
            np.einsum("ij,ij->i", vectors[:-distance], vectors[distance:], out=products[:-distance, distance - 1])
        return products
