"""A corpus so small and so plain that any tagger learns it by heart in seconds."""

from __future__ import annotations

import json
from pathlib import Path

from isocolon import formats
from isocolon.document import Document, Parallelism, Section, Span, Token

SENTENCES = (
    "nox erat et caelo fulgebat luna . homines dicunt , angeli facunt ; nunc tacemus .",
    "tunc uenit puer , tunc abiit puella . arma cano et libros lego , carmina scribo , uerba dico .",
)
"""Each with its parallelisms below, by words."""
PARALLELISMS = (
    (((7, 9), (10, 12)),),
    (((0, 3), (4, 7)), ((8, 10), (11, 13), (14, 16), (17, 19))),
)

RECIPE: dict = {
    "detector": "tagger",
    "scheme": "biomj-token",
    "embedding": {"name": "word", "size": 16, "unknown": 0.0},
    "encoder": {"name": "lstm", "hidden": 16},
    "training": {"rate": 0.05, "batch": 2, "epochs": 40},
}


def document(id: str) -> Document:
    """Returns a document of two sections, with the parallelisms of each."""
    words = [sentence.split() for sentence in SENTENCES]
    text = " ".join(SENTENCES)
    tokens, at = [], 0
    for word in text.split():
        tokens.append(Token(at, at + len(word), word))
        at += len(word) + 1
    first = len(words[0])
    shifted = [Parallelism.of(*branches) for branches in PARALLELISMS[0]]
    shifted += [Parallelism.of(*branches).shifted(first) for branches in PARALLELISMS[1]]
    sections = (Section("1", Span(0, first)), Section("2", Span(first, len(tokens))))
    return Document(id, text, tuple(tokens), "la", sections, tuple(shifted))


def write_corpus(folder: Path) -> tuple[Path, Path]:
    """Writes the corpus and a split of it, and returns both files."""
    formats.write([document(id) for id in "abc"], folder / "corpus.jsonl")
    splits = {"training": ["a"], "validation": ["b"], "test": ["c"]}
    (folder / "splits.json").write_text(json.dumps(splits), encoding="utf-8")
    return folder / "corpus.jsonl", folder / "splits.json"
