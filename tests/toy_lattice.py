"""A corpus in which parallelisms are so plain that the lattice detector learns them in a second."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from isocolon import formats
from isocolon.config import Table, write_recipe
from isocolon.document import Document, Parallelism
from isocolon.languages.latin import Latin

WORDS = (
    *("deus", "homo", "terra", "caelum", "lux", "nox", "uita", "mors"),
    *("pax", "bellum", "rex", "lex", "mare", "mons", "sol", "luna"),
)
RECIPE: Table = {
    "detector": "lattice",
    "splits": ["training"],
    "folds": 2,
    "threads": 1,
    "sample": 1.0,
    "pruner": {"trees": 20, "smallest_leaf": 3, "features": 1.0},
    "pairs": {"trees": 40, "smallest_leaf": 3, "features": 1.0},
    "chains": {"trees": 40, "smallest_leaf": 3, "features": 1.0},
}


def toy(number: int, seed: int) -> Document:
    """A document in which two or three clauses with *non* and *sed* are parallel, and others are not."""
    draw = np.random.default_rng([number, seed])
    text, spans = "", []
    for _ in range(12):
        branches = []
        for _ in range(int(draw.integers(2, 4))):
            start = len(text)
            text += f"non {draw.choice(WORDS)} sed {draw.choice(WORDS)}"
            branches.append((start, len(text)))
            text += ", "
        spans.append(branches)
        text += " ".join(draw.choice(WORDS, int(draw.integers(3, 9)))) + ". "
    bare = Document(f"toy-{number}", text, tuple(Latin().tokenize(text)), "la")
    located = [[bare.locate(*branch) for branch in branches] for branches in spans]
    return bare.with_parallelisms(Parallelism(tuple(s for s in branches if s)) for branches in located)


def write_corpus(folder: Path, changes: Table | None = None) -> tuple[Path, Path]:
    """Writes the corpus, a recipe to learn it by and a split of it, and returns the recipe and the split."""
    formats.write([toy(number, 1) for number in range(6)], folder / "toy.jsonl")
    splits = {"training": ["toy-0", "toy-1", "toy-2", "toy-3"], "validation": ["toy-4"], "test": ["toy-5"]}
    (folder / "splits.json").write_text(json.dumps(splits), encoding="utf-8")
    recipe = write_recipe({**RECIPE, "data": str(folder / "toy.jsonl"), **(changes or {})})
    (folder / "toy.toml").write_text(recipe, encoding="utf-8")
    return folder / "toy.toml", folder / "splits.json"
