"""The paper's architecture: embed (and blend), encode, map, CRF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_sequence, unpack_sequence

from isocolon.nn.batching import pad, sorted_batches
from isocolon.nn.crf import CRF
from isocolon.nn.embeddings.base import Embedding
from isocolon.nn.encoders.base import Encoder

ENCODED, DECODED = 8_000, 400_000
"""How many tokens, with the padding, are encoded at once (no more than the processor's cache holds) and decoded."""


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
    def scored(self, prepared: Sequence[Tensor]) -> list[Tensor]:
        """Returns the scores of all tags for the words of each prepared sequence: [N, T]."""
        self.eval()
        scores: dict[int, Tensor] = {}
        for batch in sorted_batches([len(sequence) for sequence in prepared], ENCODED):
            sequences = [prepared[k] for k in batch]
            lengths = torch.tensor([len(sequence) for sequence in sequences])
            emissions = self.emissions(pad(sequences), lengths)
            scores |= {k: row[: len(prepared[k])] for k, row in zip(batch, emissions, strict=True)}
        return [scores[k] for k in range(len(scores))]

    @torch.no_grad()
    def tag(self, scores: Sequence[Tensor], confidence: bool = False) -> list[Tagged]:
        """Returns the best tags of each scored sequence."""
        found: dict[int, Tagged] = {}
        for batch in sorted_batches([len(sequence) for sequence in scores], DECODED):
            emissions = pack_sequence([scores[k] for k in batch], enforce_sorted=False)
            emissions.data[:, 0] -= self.get_buffer("handicap")
            tags = unpack_sequence(self.crf.best(emissions))
            sure = self._confidence(unpack_sequence(emissions), tags) if confidence else [None] * len(tags)
            found |= {k: Tagged(best, each) for k, best, each in zip(batch, tags, sure, strict=True)}
        return [found[k] for k in range(len(found))]

    def _confidence(self, emissions: Sequence[Tensor], tags: Sequence[Tensor]) -> list[Tensor]:
        """Returns how probable each of the tags is, for sequences sorted by length."""
        found: list[Tensor] = []
        lengths = [len(sequence) for sequence in emissions]
        for batch in sorted_batches(lengths, ENCODED):
            marginals = self.crf.marginals(
                pad([emissions[k] for k in batch]), torch.tensor([lengths[k] for k in batch])
            )
            found += [row[torch.arange(lengths[k]), tags[k]] for k, row in zip(batch, marginals, strict=True)]
        return found
