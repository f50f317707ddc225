"""Embeddings: learned, from files, of pieces."""

from __future__ import annotations

import gzip
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from isocolon import datasets
from isocolon.errors import DataError
from isocolon.languages.vectors import train as learn
from isocolon.nn.batching import pad
from isocolon.nn.blenders import BLENDERS
from isocolon.nn.embeddings import EMBEDDINGS
from isocolon.nn.embeddings.pieces import SPECIAL, TensorPieces, WordPiece, learn_wordpieces, read_vocabulary
from isocolon.nn.embeddings.subword import SubwordEmbedding, SubwordOptions
from isocolon.nn.embeddings.vector_files import fnv, letter_pieces, read_vectors
from isocolon.nn.embeddings.vectors import VectorsEmbedding, VectorsOptions
from isocolon.nn.embeddings.word import WordEmbedding, WordOptions, kneser_ney

TEXTS = [["ueni", ",", "uidi", ",", "uici"], ["ueni", "."]]
WORDS = ["ueni", "uidi", "uici"]
VECTORS = np.array([[0.5, -1.0], [2.0, 0.25], [1.5, 3.0]], dtype=np.float32)


def write_text(path: Path, header: bool = True) -> Path:
    rows = [f"{word} {a} {b}" for word, (a, b) in zip(WORDS, VECTORS.tolist(), strict=True)]
    path.write_text("\n".join(([f"{len(WORDS)} 2"] if header else []) + rows) + "\n", encoding="utf-8")
    return path


def test_known_and_unknown_words() -> None:
    embedding = WordEmbedding.fit(WordOptions(size=3), TEXTS).eval()
    inputs = embedding.prepare([["ueni", "nemo", "uici"], ["nihil"]])
    assert [tensor.tolist() for tensor in inputs] == [[2, 1, 5], [1]]
    vectors = embedding(pad(inputs))
    assert vectors.shape == (2, 3, 3) and vectors[1, 1:].abs().sum() == 0
    assert torch.equal(vectors[0, 1], vectors[1, 0])


def test_words_seen_once_are_sometimes_unknown_in_training() -> None:
    embedding = WordEmbedding.fit(WordOptions(size=3), TEXTS).train()
    assert embedding.replaced == 3 / (3 + 2 * 2)  # uidi, uici and the full stop once; ueni and the comma twice
    torch.manual_seed(1)
    once, twice = embedding.numbers["uidi"], embedding.numbers["ueni"]
    with torch.no_grad():
        embedding.table.weight[1] = 99.0
    lost = (embedding(torch.full((1, 10_000), once)) == 99).float().mean().item()
    assert lost == pytest.approx(3 / 7, abs=0.02)
    assert not (embedding(torch.full((1, 1000), twice)) == 99).any()
    assert not (embedding.eval()(torch.full((1, 1000), once)) == 99).any()


def test_replacement_probability_of_asp(asp_path: Path) -> None:
    training = datasets.load("asp", "training", asp_path.parent)
    embedding = WordEmbedding.fit(WordOptions(size=2), (document.words for document in training))
    assert embedding.replaced == pytest.approx(0.6529, abs=5e-5)


def test_nothing_seen_once() -> None:
    assert kneser_ney([]) == kneser_ney([2, 2]) == 0


@pytest.mark.parametrize("header", [True, False])
def test_text_vectors(tmp_path: Path, header: bool) -> None:
    words, vectors = read_vectors(write_text(tmp_path / "a.vec", header))
    assert words == WORDS
    np.testing.assert_array_equal(vectors, VECTORS)


def test_packed_vectors(tmp_path: Path) -> None:
    plain = write_text(tmp_path / "a.vec")
    with gzip.open(tmp_path / "a.vec.gz", "wb") as file:
        file.write(plain.read_bytes())
    assert read_vectors(tmp_path / "a.vec.gz")[0] == WORDS


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_binary_vectors(tmp_path: Path, end: bytes) -> None:
    rows = b"".join(word.encode() + b" " + row.tobytes() + end for word, row in zip(WORDS, VECTORS, strict=True))
    (tmp_path / "a.bin").write_bytes(b"3 2\n" + rows)
    words, vectors = read_vectors(tmp_path / "a.bin", limit=2)
    assert words == WORDS[:2]
    np.testing.assert_array_equal(vectors, VECTORS[:2])


def fasttext_file(path: Path, buckets: int = 5) -> np.ndarray:
    """Writes a fastText model of three words, and returns its matrix."""
    matrix = np.arange(2 * (len(WORDS) + buckets), dtype=np.float32).reshape(-1, 2)
    settings = [2, 5, 1, 1, 5, 1, 1, 2, buckets, 3, 4, 100]
    entries = b"".join(word.encode() + b"\0" + struct.pack("<qb", 1, 0) for word in WORDS)
    path.write_bytes(
        struct.pack("<14id", 793712314, 12, *settings, 1e-4)
        + struct.pack("<3i2q", 3, 3, 0, 10, -1)
        + entries
        + struct.pack("<?2q", False, *matrix.shape)
        + matrix.tobytes()
    )
    return matrix


def test_fasttext_models(tmp_path: Path) -> None:
    matrix = fasttext_file(tmp_path / "a.bin")
    words, vectors = read_vectors(tmp_path / "a.bin")
    pieces = ["<ue", "<uen", "uen", "ueni", "eni", "eni>", "ni>"]
    assert letter_pieces("<ueni>", 3, 4) == pieces
    expected = (matrix[0] + sum(matrix[3 + fnv(piece) % 5] for piece in pieces)) / 8
    assert words == WORDS
    np.testing.assert_allclose(vectors[0], expected, rtol=1e-6)


def test_hash_of_fasttext() -> None:
    assert fnv("a") == 0xE40C292C  # the published value of FNV-1a


def test_frozen_vectors(tmp_path: Path) -> None:
    options = VectorsOptions(str(write_text(tmp_path / "a.vec")), size=2)
    embedding = VectorsEmbedding.fit(options, TEXTS)
    assert list(embedding.parameters()) == []
    found = embedding(pad(embedding.prepare([["uidi", "nemo"]])))
    torch.testing.assert_close(found[0], torch.tensor([[2.0, 0.25], VECTORS.mean(0).tolist()]))
    again = VectorsEmbedding(VectorsOptions("the file is gone", size=2), embedding.vocabulary)
    again.load_state_dict(embedding.state_dict())
    assert torch.equal(again(torch.tensor([[3]])), embedding(torch.tensor([[3]])))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"ueni 1 2\nuidi 1\n", "line 2: 'uidi' has 1 figures, after 2 before"),
        (b"ueni 1 2\nuidi 1 x\n", "line 2: no vector"),
        (b"\x00\x01\x02", "this is no file of word vectors"),
        (b"3 2\nueni \x00\x01", "it ends after 0 of 3 words"),
        (struct.pack("<2i", 793712314, 12), "it ends too early"),
    ],
)
def test_broken_vector_files(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "a.vec").write_bytes(content)
    with pytest.raises(DataError, match=words):
        read_vectors(tmp_path / "a.vec")


def test_vectors_of_another_size(tmp_path: Path) -> None:
    options = VectorsOptions(str(write_text(tmp_path / "a.vec")), size=300)
    with pytest.raises(DataError, match=r"its vectors have 2 dimensions, and the recipe says 300. Set embedding"):
        VectorsEmbedding.fit(options, TEXTS)


def test_no_vector_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot read it"):
        read_vectors(tmp_path / "a.vec")


@pytest.mark.parametrize(
    ("word", "pieces"),
    [("uerbum", ["uer", "##b", "##um"]), ("uer", ["uer"]), ("uex", ["[UNK]"]), ("", ["[UNK]"])],
)
def test_wordpiece(word: str, pieces: list[str]) -> None:
    assert WordPiece(["[UNK]", "u", "uer", "##b", "##um"]).cut(word) == pieces


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("uerbum", ["uer", "bum_"]),
        ("a_b", ["a", "\\", "u", "b", "_"]),
        ("é", ["\\", "2", "3", "3", ";", "_"]),
    ],
)
def test_tensor2tensor(word: str, pieces: list[str]) -> None:
    assert TensorPieces([*SPECIAL, "uer", "bum_", *"abmeru\\0123456789;_"]).cut(word) == pieces


def test_tensor2tensor_file(tmp_path: Path) -> None:
    (tmp_path / "latin.subword.encoder").write_text("'uer'\n\"bum_\"\n'''\n", encoding="utf-8")
    assert read_vocabulary(tmp_path / "latin.subword.encoder", "tensor2tensor") == [*SPECIAL, "uer", "bum_", "'"]


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        ("", "wordpiece", "the vocabulary is empty"),
        ("uer\n", "wordpiece", r"no WordPiece vocabulary: there is no \[UNK\]"),
        ("'uer'\nbum\n", "tensor2tensor", "line 2: 'bum' is not in quotes"),
    ],
)
def test_broken_vocabularies(tmp_path: Path, content: str, kind: str, words: str) -> None:
    (tmp_path / "vocabulary").write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=words):
        read_vocabulary(tmp_path / "vocabulary", kind)


def test_learned_pieces_cut_every_word_they_were_learned_from() -> None:
    pieces = WordPiece(learn_wordpieces({"uerbum": 5, "uerba": 3, "deus": 2}, 40))
    assert "[UNK]" not in {piece for word in ("uerbum", "uerba", "deus") for piece in pieces.cut(word)}


@pytest.mark.parametrize(("blender", "expected"), [("first", [1.0, 5.0]), ("mean", [2.0, 5.0]), ("sum", [4.0, 5.0])])
def test_blenders(blender: str, expected: list[float]) -> None:
    vectors = torch.tensor([[[1.0], [3.0]], [[5.0], [9.0]], [[7.0], [8.0]]])  # [N, P, E]
    mask = torch.tensor([[True, True], [True, False], [False, False]])
    assert BLENDERS[blender](vectors, mask).flatten().tolist() == [*expected, 0.0]


@pytest.mark.parametrize("blender", BLENDERS)
def test_learned_pieces(blender: str) -> None:
    embedding = SubwordEmbedding.fit(SubwordOptions(size=4, blender=blender, pieces=40), TEXTS)
    inputs = embedding.prepare(TEXTS)
    assert [len(tensor) for tensor in inputs] == [5, 2]
    assert embedding(pad(inputs)).shape == (2, 5, 4)


def test_listing_embeddings_imports_nothing() -> None:
    assert list(EMBEDDINGS) == ["word", "vectors", "subword", "bert"]


def test_the_examples_vectors_tell_marks_from_unknown_words(tmp_path: Path) -> None:
    text = ["ueni uidi uici", "ueni ad te", "uidi te et uici", "et ueni et uidi"] * 9
    learn(text, stem=str, words=8, stems=8, dimensions=4).save(tmp_path / "latin.npz")
    script = Path(__file__).parents[2] / "examples" / "latin_vectors.py"
    files = [str(tmp_path / "latin.npz"), str(tmp_path / "latin.vec")]
    subprocess.run([sys.executable, str(script), *files], check=True)
    options = VectorsOptions(str(tmp_path / "latin.vec"), size=6)
    comma, stop, word, unknown = VectorsEmbedding.fit(options, []).prepare([[",", ".", "ueni", "nemo"]])[0].tolist()
    assert len({comma, stop, word, unknown}) == 4
