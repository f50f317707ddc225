"""What every embedding can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from torch import Tensor, nn

Vocabulary = dict[str, int]
"""Words, or pieces of words, with how often they were seen in training. Their order is that of their vectors."""


class Embedding(nn.Module, ABC):
    """Makes vectors of words. Built from its options and a vocabulary, which is all that a run folder keeps of it."""

    Options: ClassVar[type[Any]]
    """Its frozen dataclass of options."""

    size: int
    """How long the vectors are."""

    vocabulary: Vocabulary

    @abstractmethod
    def __init__(self, options: Any, vocabulary: Vocabulary) -> None:
        super().__init__()

    @classmethod
    def check(cls, options: Any) -> None:
        """Makes sure, before any work begins, that the files are there that the options name."""

    @classmethod
    def fit(cls, options: Any, sequences: Iterable[Sequence[str]]) -> Self:
        """Returns the embedding for the words of training texts."""
        return cls(options, dict(Counter(word for words in sequences for word in words)))

    @abstractmethod
    def prepare(self, sequences: Sequence[Sequence[str]]) -> list[Tensor]:
        """Returns for each sequence of N words what `forward` takes, as a tensor [N, ...]. Done once, not per epoch."""

    @abstractmethod
    def forward(self, inputs: Tensor) -> Tensor:
        """Returns the vectors of prepared and padded words: [B, N, E]."""
