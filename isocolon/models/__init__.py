"""The trained models that ship with the package, each in a folder with its card."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from isocolon.detectors.lattice import MODEL, LatticeDetector
from isocolon.errors import ModelError, unknown
from isocolon.files import read_text
from isocolon.languages import code_of

HERE = Path(__file__).parent
CARD = "card.md"
LANGUAGES = {"la": "latin", "zh": "chinese"}
"""The models that know one language; any other text is given to the generic one."""
GENERIC = "generic"


def names() -> list[str]:
    """Returns the names of the models that are there.

    >>> "latin" in names()
    True
    """
    return sorted(path.parent.name for path in HERE.glob(f"*/{MODEL}"))


def name_for(language: str) -> str:
    """Returns the name of the model for a language, given by code or name.

    >>> name_for("la"), name_for("en")
    ('latin', 'generic')
    """
    return LANGUAGES.get(code_of(language), GENERIC)


def folder(name: str) -> Path:
    """Returns the folder of a model."""
    if name not in names():
        raise unknown("model", name, names())
    return HERE / name


@lru_cache(maxsize=4)
def load(name: str) -> LatticeDetector:
    """Returns a model by name, ready to detect."""
    return LatticeDetector.load(folder(name))


def card(name: str) -> str:
    """Returns the card of a model: its data, licence, scores and known failures, in Markdown."""
    path = folder(name) / CARD
    if not path.is_file():
        raise ModelError(f"the model '{name}' has no card.")
    return read_text(path)


def summary(name: str) -> dict[str, object]:
    """Returns what a model says of itself: language, criteria, features, and what it reached outside its folds."""
    table = json.loads(read_text(folder(name) / MODEL))
    size = sum(path.stat().st_size for path in folder(name).iterdir())
    return {
        "name": name,
        "language": table["sight"]["language"],
        "criteria": table["sight"]["criteria"],
        "features": len(table["features"]),
        "outside folds": table["outside folds"],
        "bytes": size,
    }
