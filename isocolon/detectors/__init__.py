"""Detectors by name."""

from __future__ import annotations

from isocolon.detectors.base import Detector
from isocolon.registry import Registry

DETECTORS: Registry[type[Detector]] = Registry(
    "detector",
    {
        "lattice": "isocolon.detectors.lattice:LatticeDetector",
        "tagger": "isocolon.detectors.tagger:Tagger",
        "repetition": "isocolon.detectors.repetition:RepetitionDetector",
    },
)
