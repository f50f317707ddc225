"""Encoders by name: vectors of words in, vectors of words in their context out."""

from __future__ import annotations

from isocolon.nn.encoders.base import Encoder
from isocolon.registry import Registry

ENCODERS: Registry[type[Encoder]] = Registry(
    "encoder",
    {
        "none": "isocolon.nn.encoders.none:NoEncoder",
        "lstm": "isocolon.nn.encoders.lstm:LSTMEncoder",
        "transformer": "isocolon.nn.encoders.transformer:TransformerEncoder",
    },
)
