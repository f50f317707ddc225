"""Word vectors: words that occur alike come out alike, the same every time, and files survive the trip."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from isocolon.errors import DataError
from isocolon.languages.vectors import Vectors, endings, in_bytes, normalized, train

NOUNS, VERBS = ["rex", "dux", "pater", "puer"], ["uidet", "amat", "docet", "laudat"]
LINES = [f"{a} et {b} {v} nunc {c}" for a in NOUNS for b in NOUNS for v in VERBS for c in NOUNS[:2]]


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    return train(LINES, stem=lambda word: word[:4], words=50, stems=50, dimensions=8)


def test_words_in_the_same_places_have_like_forms(vectors: Vectors) -> None:
    rex, dux, amat, docet = vectors.forms(["pater", "puer", "amat", "docet"])
    assert rex @ dux > rex @ amat
    assert amat @ docet > dux @ docet


def test_an_unknown_word_is_taken_by_its_ending() -> None:
    lines = [f"{stem}at nunc et {stem}um semper" for stem in ["am", "laud", "port", "par", "nat"] for _ in range(3)]
    found = train(lines, stem=lambda word: word[:3], words=50, stems=50, dimensions=8)
    unknown, known = found.forms(["uocat", "amat"])
    assert unknown @ known > 0.9
    assert not found.meanings(["nusquam"]).any()


def test_the_same_text_gives_the_same_vectors(vectors: Vectors) -> None:
    again = train(LINES, stem=lambda word: word[:4], words=50, stems=50, dimensions=8)
    assert (again.form.vectors == vectors.form.vectors).all()
    assert again.meaning.words == vectors.meaning.words


def test_files_keep_them(vectors: Vectors, tmp_path: Path) -> None:
    vectors.save(tmp_path / "v.npz")
    loaded = Vectors.load(tmp_path / "v.npz")
    assert loaded.form.words == vectors.form.words
    assert (loaded.meaning.vectors == vectors.meaning.vectors).all()


def test_bytes_keep_directions() -> None:
    plain = np.random.default_rng(0).normal(size=(20, 32)).astype(np.float32)
    kept = normalized(in_bytes(plain).astype(np.float32))
    assert (normalized(plain) * kept).sum(axis=1).min() > 0.999


def test_endings_come_longest_first() -> None:
    assert list(endings("deus")) == ["-eus", "-us", "-s"]


def test_what_is_no_text_or_no_vectors_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no sentence to learn vectors from"):
        train(["", "..."], stem=str)
    (tmp_path / "v.npz").write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"v\.npz: these are no word vectors.*isocolon vectors train"):
        Vectors.load(tmp_path / "v.npz")
