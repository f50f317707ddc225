"""A bidirectional LSTM (Hochreiter and Schmidhuber 1997; Graves and Schmidhuber 2005).

Each layer is two LSTMs, the second of which reads every sequence from its own end. Padding thus stands last for both,
and none is packed: on a CPU, torch trains packed sequences several times more slowly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from isocolon.errors import ConfigurationError
from isocolon.nn.encoders.base import Encoder
from isocolon.nn.limits import above_zero, parts

TOKENS = 4_000
"""How many tokens are read at once: what the layers remember of more does not stay in the processor's cache."""


@dataclass(frozen=True)
class LSTMOptions:
    """Options of the BiLSTM."""

    hidden: int = 384
    """How long its vectors are, half from each direction."""
    layers: int = 1
    """How many layers there are."""
    dropout: float = 0.0
    """What part of the vectors between layers is dropped in training."""

    def __post_init__(self) -> None:
        above_zero({"encoder.hidden": self.hidden, "encoder.layers": self.layers})
        parts({"encoder.dropout": self.dropout})
        if self.hidden % 2:
            raise ConfigurationError(f"encoder.hidden is {self.hidden}. Two directions need an even number.")


class LSTMEncoder(Encoder):
    """A bidirectional LSTM."""

    Options: ClassVar[type[LSTMOptions]] = LSTMOptions

    def __init__(self, options: LSTMOptions, size: int) -> None:
        super().__init__(options, size)
        self.size = options.hidden
        sizes = [size] + [options.hidden] * (options.layers - 1)
        self.forwards = nn.ModuleList(nn.LSTM(inner, options.hidden // 2) for inner in sizes)
        self.backwards = nn.ModuleList(nn.LSTM(inner, options.hidden // 2) for inner in sizes)
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        """Returns the hidden states of both directions, side by side."""
        count = -(-lengths.numel() * vectors.shape[1] // TOKENS)
        parts = zip(vectors.chunk(count), lengths.chunk(count), strict=True)
        return torch.cat([self._encode(*part) for part in parts])

    def _encode(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        size, longest = vectors.shape[1], int(lengths.max())
        turned = reversal(longest, lengths)
        vectors = vectors[:, :longest].transpose(0, 1).contiguous()  # [N, B, E], as torch's LSTM works inside
        for layer, (ahead, back) in enumerate(zip(self.forwards, self.backwards, strict=True)):
            if layer:
                vectors = self.dropout(vectors)
            read_back, _ = back(reordered(vectors, turned))
            vectors = torch.cat([ahead(vectors)[0], reordered(read_back, turned)], dim=2)
        return nn.functional.pad(vectors.transpose(0, 1), (0, 0, 0, size - longest))


def reordered(vectors: Tensor, order: Tensor) -> Tensor:
    """Returns vectors [N, B, E] with those at the places of an order [B, N] instead: whole rows, which is fast."""
    rows = order.T * vectors.shape[1] + torch.arange(vectors.shape[1], device=order.device)
    return vectors.flatten(0, 1).index_select(0, rows.flatten()).view_as(vectors)


def reversal(size: int, lengths: Tensor) -> Tensor:
    """Returns for each position the one it changes places with when sequences are reversed: [B, N].

    >>> reversal(4, torch.tensor([4, 2])).tolist()
    [[3, 2, 1, 0], [1, 0, 2, 3]]
    """
    places = torch.arange(size, device=lengths.device)[None]
    return torch.where(places < lengths[:, None], lengths[:, None] - 1 - places, places)
