"""The paper's architecture: embed (and blend), encode, map, CRF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from isocolon.nn.batching import pad, sorted_batches
from isocolon.nn.crf import CRF
from isocolon.nn.embeddings.base import Embedding
from isocolon.nn.encoders.base import Encoder

TOKENS = 20_000
"""How many tokens are decoded at once."""


class Scored(NamedTuple):
    """A batch of sequences: their numbers, their lengths [B] and the scores of their tags [B, N, T]."""

    numbers: list[int]
    lengths: Tensor
    emissions: Tensor


class Tagged(NamedTuple):
    """The best tags of a sequence [N] and, if asked for, how probable each of them is [N]."""

    tags: Tensor
    confidence: Tensor | None


class Network(nn.Module):
    """An encoder-CRF: prepared words in, tags out."""

    def __init__(self, embedding: Embedding, encoder: Encoder, crf: CRF, dropout: float = 0.0) -> None:
        super().__init__()
        self.embedding, self.encoder, self.crf = embedding, encoder, crf
        self.mapping = nn.Linear(encoder.size, len(crf.start))
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("handicap", torch.zeros(()))

    def set_handicap(self, value: float) -> None:
        """Sets what is taken from the first tag's scores (O's) when tagging: more of it finds more."""
        self.get_buffer("handicap").fill_(value)

    def emissions(self, inputs: Tensor, lengths: Tensor) -> Tensor:
        """Returns the scores of all tags for all words: [B, N, T]."""
        vectors = self.dropout(self.embedding(inputs))
        scores: Tensor = self.mapping(self.dropout(self.encoder(vectors, lengths)))
        return scores

    def forward(self, inputs: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
        """Returns the negative log likelihood of each sequence's tags: [B]."""
        likelihood: Tensor = self.crf.log_likelihood(self.emissions(inputs, lengths), tags, lengths)
        return -likelihood

    @torch.no_grad()
    def scored(self, prepared: Sequence[Tensor]) -> list[Scored]:
        """Returns the prepared sequences in batches of like length, with the scores of their tags."""
        self.eval()
        lengths = [len(sequence) for sequence in prepared]
        batches = []
        for batch in sorted_batches(lengths, TOKENS):
            sizes = torch.tensor([lengths[k] for k in batch])
            batches.append(Scored(batch, sizes, self.emissions(pad([prepared[k] for k in batch]), sizes)))
        return batches

    def tag(self, batches: Iterable[Scored], confidence: bool = False) -> list[Tagged]:
        """Returns the best tags of each scored sequence, in the order in which they were prepared."""
        found: dict[int, Tagged] = {}
        for numbers, lengths, emissions in batches:
            level = emissions.clone()
            level[..., 0] -= self.get_buffer("handicap")
            found.update(zip(numbers, self._tag_batch(level, lengths, confidence), strict=True))
        return [found[k] for k in range(len(found))]

    def _tag_batch(self, emissions: Tensor, lengths: Tensor, confidence: bool) -> Iterator[Tagged]:
        best = self.crf.best(emissions, lengths)
        sure = self.crf.marginals(emissions, lengths).gather(2, best[..., None])[..., 0] if confidence else None
        for row, length in enumerate(lengths.tolist()):
            yield Tagged(best[row, :length], None if sure is None else sure[row, :length])
