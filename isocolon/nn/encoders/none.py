"""No encoder: vectors go to the tags as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from torch import Tensor

from isocolon.nn.encoders.base import Encoder


@dataclass(frozen=True)
class NoOptions:
    """There is nothing to choose."""


class NoEncoder(Encoder):
    """Leaves vectors alone."""

    Options: ClassVar[type[NoOptions]] = NoOptions

    def __init__(self, options: NoOptions, size: int) -> None:
        super().__init__(options, size)
        self.size = size

    def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        """Returns the vectors."""
        return vectors
