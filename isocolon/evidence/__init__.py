"""Why two spans are parallel: the annotators' six criteria by name."""

from __future__ import annotations

from isocolon.evidence.base import Criterion
from isocolon.registry import Registry

CRITERIA: Registry[type[Criterion]] = Registry(
    "criterion",
    {
        "length": "isocolon.evidence.length:Length",
        "distance": "isocolon.evidence.distance:Distance",
        "phonology": "isocolon.evidence.phonology:Phonology",
        "morphology": "isocolon.evidence.morphology:Morphology",
        "syntax": "isocolon.evidence.syntax:Syntax",
        "semantics": "isocolon.evidence.semantics:Semantics",
    },
)
