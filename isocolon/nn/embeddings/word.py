"""Learned word vectors, with a vector for unknown words that learns from rare ones.

In training, a word seen once is taken for unknown with the probability that Kneser-Ney smoothing gives to the unseen,
n1 / (n1 + 2 n2), where n1 words were seen once and n2 twice (the paper's appendix D; .6529 on ASP).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from isocolon.nn.embeddings.base import Embedding, Vocabulary
from isocolon.nn.limits import above_zero, parts

SPECIAL = 2
"""Number 0 is padding, number 1 an unknown word."""


@dataclass(frozen=True)
class WordOptions:
    """Options of learned word vectors."""

    size: int = 512
    """How long the vectors are."""
    unknown: float | None = None
    """With what probability a word seen once is taken for unknown in training; as Kneser-Ney has it if not given."""

    def __post_init__(self) -> None:
        above_zero({"embedding.size": self.size})
        parts({"embedding.unknown": self.unknown or 0.0})


class WordEmbedding(Embedding):
    """Learned word vectors."""

    Options: ClassVar[type[WordOptions]] = WordOptions

    def __init__(self, options: WordOptions, vocabulary: Vocabulary) -> None:
        super().__init__(options, vocabulary)
        self.size, self.vocabulary = options.size, vocabulary
        self.numbers = {word: number for number, word in enumerate(vocabulary, start=SPECIAL)}
        self.table = nn.Embedding(len(vocabulary) + SPECIAL, options.size, padding_idx=0)
        self.replaced = kneser_ney(vocabulary.values()) if options.unknown is None else options.unknown
        rare = torch.tensor([False] * SPECIAL + [count == 1 for count in vocabulary.values()])
        self.register_buffer("rare", rare, persistent=False)

    def prepare(self, sequences: Sequence[Sequence[str]]) -> list[Tensor]:
        """Returns the numbers of the words of each sequence: [N]."""
        return [torch.tensor([self.numbers.get(word, 1) for word in words]) for words in sequences]

    def forward(self, inputs: Tensor) -> Tensor:
        """Returns the vectors of words [B, N]: [B, N, E]."""
        if self.training:
            lost = self.get_buffer("rare")[inputs] & (torch.rand(inputs.shape) < self.replaced)
            inputs = inputs.masked_fill(lost, 1)
        vectors: Tensor = self.table(inputs)
        return vectors


def kneser_ney(counts: Iterable[int]) -> float:
    """Returns how probable it is that a word seen once stands for one never seen.

    >>> kneser_ney([1, 1, 1, 2, 7])
    0.6
    """
    seen = Counter(counts)
    return seen[1] / (seen[1] + 2 * seen[2]) if seen[1] else 0.0
