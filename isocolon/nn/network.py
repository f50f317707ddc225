"""The paper's architecture: embed (and blend), encode, map, CRF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor, nn

from isocolon.nn.batching import pad, sorted_batches
from isocolon.nn.crf import CRF
from isocolon.nn.embeddings.base import Embedding
from isocolon.nn.encoders.base import Encoder

TOKENS = 20_000
"""How many tokens are decoded at once."""


class Network(nn.Module):
    """An encoder-CRF: prepared words in, tags out."""

    def __init__(self, embedding: Embedding, encoder: Encoder, crf: CRF, dropout: float = 0.0) -> None:
        super().__init__()
        self.embedding, self.encoder, self.crf = embedding, encoder, crf
        self.mapping = nn.Linear(encoder.size, len(crf.start))
        self.dropout = nn.Dropout(dropout)

    def emissions(self, inputs: Tensor, lengths: Tensor) -> Tensor:
        """Returns the scores of all tags for all words: [B, N, T]."""
        vectors = self.dropout(self.embedding(inputs))
        scores: Tensor = self.mapping(self.dropout(self.encoder(vectors, lengths)))
        return scores

    def forward(self, inputs: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
        """Returns the negative log likelihood of each sequence's tags: [B]."""
        return -self.crf.log_likelihood(self.emissions(inputs, lengths), tags, lengths)

    @torch.no_grad()
    def tag(self, prepared: Sequence[Tensor], confidence: bool = False) -> list[tuple[Tensor, Tensor | None]]:
        """Returns for each prepared sequence its best tags [N] and, if asked, how probable each of them is [N]."""
        self.eval()
        lengths = [len(sequence) for sequence in prepared]
        found = {}
        for batch in sorted_batches(lengths, TOKENS):
            sizes = torch.tensor([lengths[k] for k in batch])
            tagged = self._tag_batch(pad([prepared[k] for k in batch]), sizes, confidence)
            found.update(zip(batch, tagged, strict=True))
        return [found[k] for k in range(len(prepared))]

    def _tag_batch(self, inputs: Tensor, lengths: Tensor, confidence: bool) -> Iterator[tuple[Tensor, Tensor | None]]:
        emissions = self.emissions(inputs, lengths)
        best = self.crf.best(emissions, lengths)
        sure = self.crf.marginals(emissions, lengths).gather(2, best[..., None])[..., 0] if confidence else None
        for row, length in enumerate(lengths.tolist()):
            yield best[row, :length], None if sure is None else sure[row, :length]
