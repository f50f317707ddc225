"""Learned vectors of pieces of words, blended into vectors of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, Self

import torch
from torch import Tensor, nn

from isocolon.nn.batching import pad
from isocolon.nn.blenders import BLENDERS, Blender
from isocolon.nn.embeddings.base import Embedding, Vocabulary
from isocolon.nn.embeddings.pieces import KINDS, learn_wordpieces, read_vocabulary
from isocolon.nn.limits import above_zero


@dataclass(frozen=True)
class SubwordOptions:
    """Options of learned vectors of pieces."""

    size: int = 384
    """How long the vectors are."""
    blender: Blender = "mean"
    """How the vectors of pieces become vectors of words."""
    kind: Literal["wordpiece", "tensor2tensor"] = "wordpiece"
    """How words are cut."""
    vocabulary: str | None = None
    """A file of pieces, one a line, such as Latin BERT's; learned from the training texts if not given."""
    pieces: int = 8_000
    """How many pieces are learned."""

    def __post_init__(self) -> None:
        above_zero({"embedding.size": self.size, "embedding.pieces": self.pieces})


class SubwordEmbedding(Embedding):
    """Learned vectors of pieces."""

    Options: ClassVar[type[SubwordOptions]] = SubwordOptions

    def __init__(self, options: SubwordOptions, vocabulary: Vocabulary) -> None:
        super().__init__(options, vocabulary)
        self.size, self.vocabulary = options.size, vocabulary
        self.pieces = KINDS[options.kind](vocabulary)
        self.blend = BLENDERS[options.blender]
        self.table = nn.Embedding(len(vocabulary) + 1, options.size, padding_idx=0)  # number 0 is padding

    @classmethod
    def check(cls, options: SubwordOptions) -> None:
        """Makes sure that the file of pieces can be read."""
        if options.vocabulary is not None:
            read_vocabulary(Path(options.vocabulary), options.kind)

    @classmethod
    def fit(cls, options: SubwordOptions, sequences: Iterable[Sequence[str]]) -> Self:
        """Returns the embedding with the pieces in the file, or with those of the training texts."""
        if options.vocabulary is not None:
            return cls(options, dict.fromkeys(read_vocabulary(Path(options.vocabulary), options.kind), 0))
        counts = Counter(word for words in sequences for word in words)
        return cls(options, dict.fromkeys(learn_wordpieces(counts, options.pieces), 0))

    def prepare(self, sequences: Sequence[Sequence[str]]) -> list[Tensor]:
        """Returns the numbers of the pieces of each word: [N, P], zeros after a word's last."""
        return [
            pad([torch.tensor([number + 1 for number in self.pieces.encode(word)]) for word in words])
            for words in sequences
        ]

    def forward(self, inputs: Tensor) -> Tensor:
        """Returns the blended vectors of pieces [B, N, P]: [B, N, E]."""
        vectors: Tensor = self.blend(self.table(inputs), inputs > 0)
        return vectors
