"""Word vectors for the tagger, in word2vec's text form, from those that `isocolon vectors train` learns.

A word's vector is what its stem means beside what its form is like. From the Latin corpus to a trained tagger:

    isocolon vectors train latin-corpus --out latin.npz
    python examples/latin_vectors.py latin.npz latin.vec
    isocolon train recipes/asp/vectors-bilstm.toml --embedding.path=latin.vec --out runs/vectors-bilstm
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from isocolon import languages
from isocolon.files import write_whole
from isocolon.languages.vectors import Vectors


def lines(vectors: Vectors, language: str) -> Iterator[str]:
    """Yields the lines of the file: how many words and dimensions, then each word with its figures."""
    words = [word for word in vectors.form.words if not word.startswith("-")]
    stem = languages.find(language).lemma
    parts = (vectors.meanings([stem(word) for word in words]), vectors.forms(words))
    table = np.hstack([part * np.sqrt(part.shape[1]) for part in parts])  # each figure about 1 in size
    yield f"{len(words)} {table.shape[1]}\n"
    for word, row in zip(words, table, strict=True):
        yield f"{word} {' '.join(f'{figure:.4g}' for figure in row)}\n"


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    write_whole({target: lines(Vectors.load(source), "la")})
