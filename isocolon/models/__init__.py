"""The trained models that ship with the package, each in a folder with its card."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from isocolon.detectors.lattice import MODEL, LatticeDetector
from isocolon.errors import unknown
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


def listed() -> list[str]:
    """Returns the names of everything that has a card: the models, and the detector without training.

    >>> listed()
    ['chinese', 'generic', 'latin', 'repetition']
    """
    return sorted(path.parent.name for path in HERE.glob(f"*/{CARD}"))


def card(name: str) -> str:
    """Returns the card of a model: its data, licence, scores and known failures, in Markdown."""
    if name not in listed():
        raise unknown("model", name, listed())
    return read_text(HERE / name / CARD)


def scores(name: str) -> list[dict[str, str]]:
    """Returns the rows of the table of scores in a model's card, the one place where they are written.

    >>> first, _ = scores("repetition")
    >>> first["on"], first["EPM"]
    ('ASP, all 71 documents but those of the test split', '.216')
    """
    _, _, part = card(name).partition("\n## Scores\n")
    table = [line for line in part.partition("\n## ")[0].splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in table]
    return [{column: cell for column, cell in zip(["on", *head[1:]], row, strict=True) if cell} for row in rows]


def summary(name: str) -> dict[str, object]:
    """Returns what there is to know of a model as plain data: what its card says, and what it is made of."""
    _, about, *_ = card(name).split("\n\n")
    found: dict[str, object] = {"name": name, "about": " ".join(about.split()), "scores": scores(name)}
    if name in names():
        table = json.loads(read_text(folder(name) / MODEL))
        size = sum(path.stat().st_size for path in folder(name).iterdir())
        sight = {key: table["sight"][key] for key in ("language", "criteria")}
        found |= {**sight, "features": len(table["features"]), "bytes": size}
    return found
