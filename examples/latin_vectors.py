"""Word vectors for the tagger, in word2vec's text form, from those that `isocolon vectors train` learns.

A word's vector is what its stem means beside what its form is like; the words of a dataset that the corpus has not, or
too seldom, go by their stems and endings. A punctuation mark gets a vector of its own, drawn at random: where branches
end is told by marks more than by words, and unknown words must not look like them. From the Latin corpus to a tagger:

    isocolon vectors train latin-corpus --out latin.npz
    python examples/latin_vectors.py latin.npz latin.vec asp
    isocolon train recipes/asp/vectors-bilstm.toml --embedding.path=latin.vec --out runs/vectors-bilstm
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from isocolon import datasets, languages
from isocolon.files import write_whole
from isocolon.languages.vectors import Vectors

MARKS = (*",.:;?!-()\"'", "-ne")


def lines(vectors: Vectors, language: str, others: Sequence[str]) -> Iterator[str]:
    """Yields the lines of the file: how many words and dimensions, then each word or mark with its figures."""
    known = [word for word in vectors.form.words if not word.startswith("-")]
    words = [word for word in dict.fromkeys([*known, *others]) if word not in MARKS]
    stem = languages.find(language).lemma
    parts = (vectors.meanings([stem(word) for word in words]), vectors.forms(words))
    table = np.hstack([part * np.sqrt(part.shape[1]) for part in parts])  # each figure about 1 in size
    marks = np.random.default_rng(1).normal(size=(len(MARKS), table.shape[1]))
    yield f"{len(MARKS) + len(words)} {table.shape[1]}\n"
    for word, row in zip((*MARKS, *words), (*marks, *table), strict=True):
        yield f"{word} {' '.join(f'{figure:.4g}' for figure in row)}\n"


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    texts = [document for name in sys.argv[3:] for document in datasets.load(name)]
    others = [word for document in texts for word in document.words]
    write_whole({target: lines(Vectors.load(source), "la", others)})
