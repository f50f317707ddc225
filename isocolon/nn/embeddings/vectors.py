"""Word vectors from a file, frozen: word2vec's or fastText's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

import torch
from torch import Tensor

from isocolon.errors import DataError
from isocolon.nn.embeddings.base import Embedding, Vocabulary
from isocolon.nn.embeddings.vector_files import read_vectors
from isocolon.nn.embeddings.word import SPECIAL
from isocolon.nn.limits import above_zero


@dataclass(frozen=True)
class VectorsOptions:
    """Options of word vectors from a file."""

    path: str
    """The file: word2vec text or binary, fastText .vec or .bin; .gz and .xz too."""
    size: int = 300
    """How long its vectors are."""
    limit: int = 500_000
    """How many words are read at most, from the beginning; the most frequent come first."""

    def __post_init__(self) -> None:
        above_zero({"embedding.size": self.size, "embedding.limit": self.limit})


class VectorsEmbedding(Embedding):
    """Word vectors from a file. They are kept with the weights, so that the file is needed for training only."""

    Options: ClassVar[type[VectorsOptions]] = VectorsOptions

    def __init__(self, options: VectorsOptions, vocabulary: Vocabulary) -> None:
        super().__init__(options, vocabulary)
        self.size, self.vocabulary = options.size, vocabulary
        self.numbers = {word: number for number, word in enumerate(vocabulary, start=SPECIAL)}
        self.register_buffer("table", torch.zeros(len(vocabulary) + SPECIAL, options.size))

    @classmethod
    def check(cls, options: VectorsOptions) -> None:
        """Makes sure that there are vectors in the file, as long as the recipe says."""
        _, vectors = read_vectors(Path(options.path), limit=1)
        if vectors.shape[1] != options.size:
            raise DataError(
                f"its vectors have {vectors.shape[1]} dimensions, and the recipe says {options.size}",
                path=options.path,
                hint=f"set embedding.size={vectors.shape[1]}, or give another file",
            )

    @classmethod
    def fit(cls, options: VectorsOptions, sequences: Iterable[Sequence[str]]) -> Self:
        """Returns the embedding with all words of the file; an unknown word has their mean."""
        cls.check(options)
        words, vectors = read_vectors(Path(options.path), options.limit)
        embedding = cls(options, dict.fromkeys(words, 0))
        table = embedding.get_buffer("table")
        table[SPECIAL:] = torch.from_numpy(vectors)
        table[1] = table[SPECIAL:].mean(0)
        return embedding

    def prepare(self, sequences: Sequence[Sequence[str]]) -> list[Tensor]:
        """Returns the numbers of the words of each sequence: [N]."""
        return [torch.tensor([self.numbers.get(word, 1) for word in words]) for words in sequences]

    def forward(self, inputs: Tensor) -> Tensor:
        """Returns the vectors of words [B, N]: [B, N, E]."""
        return self.get_buffer("table")[inputs]
