"""The paper's studies rebuilt from its data and its published results, our figure beside the printed one.

Each part is a table or a picture, by the name under which `isocolon reproduce --tables` knows it. What a part needs and
this machine does not have is said in its place; nothing is made up.
"""

from __future__ import annotations

from collections.abc import Callable

from isocolon.registry import Registry
from isocolon.reproduction.study import Part, Study

__all__ = ["PARTS", "Part", "Study"]

PARTS: Registry[Callable[[Study], Part]] = Registry(
    "table",
    {
        "counts": "isocolon.reproduction.corpus:counts",
        "averages": "isocolon.reproduction.corpus:averages",
        "overlap": "isocolon.reproduction.corpus:overlap",
        "splits": "isocolon.reproduction.corpus:splits",
        "ratios": "isocolon.reproduction.corpus:ratios",
        "welch": "isocolon.reproduction.corpus:welch",
        "transitions": "isocolon.reproduction.corpus:transitions",
        "agreement": "isocolon.reproduction.annotation:agreement",
        "best": "isocolon.reproduction.results:best",
        "honest": "isocolon.reproduction.results:honest",
        "means": "isocolon.reproduction.results:means",
        "ranks": "isocolon.reproduction.results:ranks",
        "boxes": "isocolon.reproduction.results:boxes",
        "errors": "isocolon.reproduction.annotation:errors",
        "remarks": "isocolon.reproduction.annotation:remarks",
        "conformance": "isocolon.reproduction.annotation:conformance",
        "trainings": "isocolon.reproduction.trainings:trainings",
    },
)
"""What makes each part, in the order of the paper."""
