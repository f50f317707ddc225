"""A pre-norm Transformer encoder (Vaswani et al. 2017; Nguyen and Salazar 2019): x + F(LayerNorm(x)), a norm at last.

Every token attends to all tokens of its sequence. (The published code hands sequences over as batches of one token, so
that its Transformer attends to nothing.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

import torch
from torch import Tensor, nn

from isocolon.errors import ConfigurationError
from isocolon.nn.encoders.base import Encoder
from isocolon.nn.limits import above_zero, parts


@dataclass(frozen=True)
class TransformerOptions:
    """Options of the Transformer."""

    hidden: int = 512
    """How wide the feed-forward layers are."""
    layers: int = 2
    """How many layers there are."""
    heads: int = 4
    """How many attention heads each layer has."""
    activation: Literal["relu", "gelu"] = "relu"
    """The feed-forward layers' activation function."""
    dropout: float = 0.1
    """What part of each layer's output is dropped in training."""

    def __post_init__(self) -> None:
        above_zero({f"encoder.{name}": getattr(self, name) for name in ("hidden", "layers", "heads")})
        parts({"encoder.dropout": self.dropout})


class TransformerEncoder(Encoder):
    """A pre-norm Transformer encoder with sinusoidal positions."""

    Options: ClassVar[type[TransformerOptions]] = TransformerOptions

    def __init__(self, options: TransformerOptions, size: int) -> None:
        super().__init__(options, size)
        if size % options.heads:
            raise ConfigurationError(
                f"encoder.heads is {options.heads}, which does not divide the vectors' size of {size}."
            )
        self.size = size
        layer = nn.TransformerEncoderLayer(
            size,
            options.heads,
            options.hidden,
            options.dropout,
            options.activation,
            batch_first=True,
            norm_first=True,
        )
        self.layers = nn.TransformerEncoder(layer, options.layers, nn.LayerNorm(size), enable_nested_tensor=False)
        for parameter in self.layers.parameters():
            if parameter.dim() > 1:  # the layers are copies of one: without this they would start alike
                nn.init.xavier_uniform_(parameter)
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, vectors: Tensor, lengths: Tensor) -> Tensor:
        """Returns the vectors after all layers."""
        size = vectors.shape[1]
        padding = torch.arange(size, device=vectors.device)[None] >= lengths[:, None]  # [B, N]
        placed = self.dropout(vectors + sinusoids(size, self.size).to(vectors))
        encoded: Tensor = self.layers(placed, src_key_padding_mask=padding)
        return encoded


def sinusoids(length: int, size: int) -> Tensor:
    """Returns the sines and cosines that tell positions apart: [N, E]."""
    places = torch.arange(length)[:, None]
    rates = torch.exp(torch.arange(0, size, 2) * (-math.log(10_000) / size))
    waves = torch.zeros(length, size)
    waves[:, 0::2] = torch.sin(places * rates)
    waves[:, 1::2] = torch.cos(places * rates[: size // 2])
    return waves
