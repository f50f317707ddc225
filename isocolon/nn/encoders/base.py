"""What every encoder can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from torch import Tensor, nn


class Encoder(nn.Module, ABC):
    """Gives each word's vector its context. What stands beyond a sequence's length never changes what is inside."""

    Options: ClassVar[type[Any]]
    """Its frozen dataclass of options."""

    size: int
    """How long the vectors are that it returns."""

    @abstractmethod
    def __init__(self, options: Any, size: int) -> None:
        super().__init__()

    @abstractmethod
    def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        """Returns the encoded vectors [B, N, H] of vectors [B, N, E]."""
