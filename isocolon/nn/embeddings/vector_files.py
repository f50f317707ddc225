"""Files of word vectors: word2vec's text and binary forms, fastText's .vec (which is the former) and .bin.

A fastText .bin holds vectors of pieces too; a word's vector is the mean of its own and of its pieces'
(Bojanowski et al. 2017), which is computed here for the words of the file.
"""

from __future__ import annotations

import gzip
import lzma
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from isocolon.errors import DataError

FASTTEXT = 793_712_314
"""The number with which a fastText .bin begins."""

Vectors: TypeAlias = tuple[list[str], NDArray[np.float32]]
"""Words and, in their order, their vectors [V, E]."""


def read_vectors(path: Path, limit: int = 500_000) -> Vectors:
    """Returns the words and vectors of a file, told by its first bytes: at most so many, each word once."""
    try:
        with opened(path) as file:
            head = file.read(4096)
        with opened(path) as file:
            if head[:4] == struct.pack("<i", FASTTEXT):
                words, vectors = read_fasttext(file, path, limit)
            elif is_text(head):
                words, vectors = read_text_vectors(file, path, limit)
            else:
                words, vectors = read_binary_vectors(file, path, limit)
    except (OSError, lzma.LZMAError) as error:
        raise DataError(f"cannot read it ({error})", path=path) from error
    first = {word: row for row, word in reversed(list(enumerate(words)))}
    rows = sorted(first.values())
    if not rows:
        raise DataError("there are no vectors in it", path=path)
    return [words[row] for row in rows], vectors[rows]


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Gives the bytes of a file, unpacked if it is packed."""
    openers = {".gz": gzip.open, ".xz": lzma.open}
    with openers.get(path.suffix, open)(path, "rb") as file:  # type: ignore[operator]
        yield cast(IO[bytes], file)


def is_text(head: bytes) -> bool:
    """Whether a file that begins so has vectors in figures.

    >>> is_text(b"2 3\\nueni 0.1 -2 3e-5\\n"), is_text(b"2 3\\nueni \\x00\\x01\\x02\\x03")
    (True, False)
    """
    lines = head.split(b"\n")
    fields = lines[1 if len(lines[0].split()) == 2 and len(lines) > 1 else 0].split()
    try:
        [float(field) for field in fields[1:4]]
    except ValueError:
        return False
    return len(fields) > 1 and b"\0" not in head


def read_text_vectors(file: IO[bytes], path: Path, limit: int) -> Vectors:
    """Returns the vectors of a file with a word and its figures on each line, with or without a header."""
    words: list[str] = []
    rows: list[NDArray[np.float32]] = []
    for number, line in enumerate(file, start=1):
        word, _, figures = line.rstrip().decode("utf-8", errors="replace").partition(" ")
        if number == 1 and figures.isdigit():
            continue
        row = read_figures(figures, path, number)
        if rows and len(row) != len(rows[0]):
            found = f"'{word}' has {len(row)} figures, after {len(rows[0])} before"
            raise DataError(found, path=path, line=number, hint="all vectors of a file are equally long")
        words.append(word)
        rows.append(row)
        if len(words) == limit:
            break
    return words, np.array(rows, dtype=np.float32)


def read_figures(figures: str, path: Path, line: int) -> NDArray[np.float32]:
    """Returns the vector on a line."""
    try:
        return np.array(figures.split(), dtype=np.float32)
    except ValueError as error:
        raise DataError(f"no vector ({error})", path=path, line=line) from error


def read_binary_vectors(file: IO[bytes], path: Path, limit: int) -> Vectors:
    """Returns the vectors of word2vec's binary form: a header, then each word, a space and its floats."""
    header = file.readline().split()
    if len(header) != 2 or not all(field.isdigit() for field in header):
        raise DataError("this is no file of word vectors", path=path, hint="word2vec's or fastText's was expected")
    count, size = min(int(header[0]), limit), int(header[1])
    vectors = np.empty((count, size), dtype=np.float32)
    words = []
    for row in range(count):
        word = bytearray()
        while (letter := file.read(1)) != b" ":
            if not letter:
                raise DataError(f"it ends after {row} of {count} words", path=path, hint="get the file again")
            word += letter
        data = file.read(4 * size)
        if len(data) < 4 * size:
            raise DataError(f"it ends after {row} of {count} words", path=path, hint="get the file again")
        words.append(word.decode("utf-8", errors="replace").lstrip("\n"))
        vectors[row] = np.frombuffer(data, dtype="<f4")
    return words, vectors


def read_fasttext(file: IO[bytes], path: Path, limit: int) -> Vectors:
    """Returns the vectors of the words in a fastText model."""
    _, version, size, *settings = unpack(file, "<14i", path)
    bucket, shortest, longest = settings[7], settings[8], settings[9]
    unpack(file, "<d", path)
    entries, count, _, _, pruned = unpack(file, "<3i2q", path)
    if version != 12 or pruned > 0:
        raise DataError("a fastText model of a kind we do not read", path=path, hint="save its vectors as text (.vec)")
    words = [read_entry(file, path) for _ in range(entries)][:count]
    (quantized,) = unpack(file, "<?", path)
    rows, width = unpack(file, "<2q", path) if not quantized else (0, 0)
    if quantized or width != size:
        raise DataError("a quantized fastText model", path=path, hint="save its vectors as text (.vec)")
    matrix = np.frombuffer(file.read(4 * rows * width), dtype="<f4").reshape(rows, width)
    kept = words[:limit]
    vectors = np.empty((len(kept), width), dtype=np.float32)
    for row, word in enumerate(kept):
        hashes = [count + fnv(piece) % bucket for piece in letter_pieces(f"<{word}>", shortest, longest)]
        vectors[row] = matrix[[row, *hashes]].mean(0)
    return kept, vectors


def unpack(file: IO[bytes], form: str, path: Path) -> tuple[int, ...]:
    """Returns the next numbers of a file."""
    data = file.read(struct.calcsize(form))
    if len(data) < struct.calcsize(form):
        raise DataError("it ends too early", path=path, hint="get the file again")
    return struct.unpack(form, data)


def read_entry(file: IO[bytes], path: Path) -> str:
    """Returns the next word of a fastText dictionary."""
    word = bytearray()
    while (letter := file.read(1)) not in (b"\0", b""):
        word += letter
    unpack(file, "<qb", path)
    return word.decode("utf-8", errors="replace")


def letter_pieces(word: str, shortest: int, longest: int) -> list[str]:
    """Returns the stretches of a word that fastText knows it by, but for a bracket alone.

    >>> letter_pieces("<ab>", 3, 4)
    ['<ab', '<ab>', 'ab>']
    """
    stretches = (
        word[start : start + size]
        for start in range(len(word))
        for size in range(max(shortest, 1), longest + 1)
        if start + size <= len(word)
    )
    return [piece for piece in stretches if piece not in ("<", ">")]


def fnv(piece: str) -> int:
    """Returns the FNV-1a hash of a piece as fastText computes it, with signed bytes."""
    value = 2_166_136_261
    for byte in piece.encode("utf-8"):
        signed = byte if byte < 128 else byte | 0xFFFFFF00
        value = ((value ^ signed) * 16_777_619) & 0xFFFFFFFF
    return value
