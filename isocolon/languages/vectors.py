"""Word vectors: how alike two words are in meaning and in grammatical form, learnt from plain text.

Two spaces, both the leading singular vectors of positive pointwise mutual information (Levy & Goldberg 2014):

- *meaning*: stems by the common stems within six words on either side, the nearer the more;
- *form*: word forms by the commonest words one and two places before and behind, told apart by place. Words of one
  part of speech in one case or mood come out alike, so no tagger is needed. A word never seen takes the mean vector
  of the words with its ending.

Vectors are kept in signed bytes. Nothing here is random: the same text gives the same vectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from isocolon.errors import DataError
from isocolon.files import read_arrays, write_arrays

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MEANING_WINDOW = 6
MEANING_CONTEXTS = 6000
MEANING_SHIFT = 1.1
"""What is taken from the information of meanings, so that chance meetings of rare words count for nothing (log 3)."""
FORM_WINDOW = 2
FORM_CONTEXTS = 1500
POWER = 0.25
"""The power to which singular values are raised: between all dimensions alike and the first above all."""
SMOOTHING = 0.75
"""The power to which contexts' frequencies are raised, so that rare ones count for less."""


@dataclass(frozen=True)
class Space:
    """Words with their vectors, of length 1 each, in signed bytes."""

    words: tuple[str, ...]
    vectors: NDArray[np.int8]

    @cached_property
    def row(self) -> dict[str, int]:
        """The row of each word."""
        return {word: i for i, word in enumerate(self.words)}

    def find(self, words: Sequence[str | None]) -> NDArray[np.float32]:
        """Returns the vectors of some words; zeros for those that are not there."""
        rows = np.array([self.row.get(word, -1) if word else -1 for word in words], np.int64)
        found = self.vectors[rows].astype(np.float32) * (rows >= 0)[:, None]
        return normalized(found)


@dataclass(frozen=True)
class Vectors:
    """The two spaces of one language."""

    meaning: Space
    form: Space
    """Forms, and behind them endings, each with a hyphen before it."""

    def meanings(self, stems: Sequence[str]) -> NDArray[np.float32]:
        """Returns what stems mean."""
        return self.meaning.find(stems)

    def forms(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Returns what the forms of words are like; those unknown are taken by their endings."""
        return self.form.find([next(self._known(word), None) for word in words])

    def _known(self, word: str) -> Iterator[str]:
        return (key for key in (word, *endings(word)) if key in self.form.row)

    def save(self, path: Path) -> None:
        """Writes the vectors into a file (.npz, nothing executable)."""
        spaces = {"meaning": self.meaning, "form": self.form}
        words = {f"{name}_words": in_one_piece(space.words) for name, space in spaces.items()}
        arrays = {name: space.vectors for name, space in spaces.items()}
        write_arrays(path, packed=False, **words, **arrays)

    @classmethod
    def load(cls, path: Path) -> Vectors:
        """Returns the vectors in a file."""
        try:
            words, meaning, forms, form = read_arrays(path, "meaning_words", "meaning", "form_words", "form")
        except DataError as error:
            hint = "make some with: isocolon vectors train"
            raise DataError("these are no word vectors", path=path, hint=hint) from error
        return cls(Space(listed(words), meaning), Space(listed(forms), form))


def in_one_piece(words: Sequence[str]) -> NDArray[np.uint8]:
    """Returns words as a file keeps them: UTF-8, one a line."""
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def listed(piece: NDArray[np.uint8]) -> tuple[str, ...]:
    """Returns the words that a file keeps in one piece."""
    return tuple(piece.tobytes().decode().split("\n"))


def endings(word: str) -> Iterator[str]:
    """Yields the keys of a word's endings, the longest first.

    >>> list(endings("amat"))
    ['-mat', '-at', '-t']
    """
    return (f"-{word[-size:]}" for size in range(min(4, len(word) - 1), 0, -1))


def train(
    lines: Iterable[str],
    *,
    stem: Callable[[str], str],
    words: int = 40_000,
    stems: int = 20_000,
    dimensions: int = 80,
) -> Vectors:
    """Returns the vectors learnt from text, one sentence a line, tokens parted by spaces.

    Args:
        lines: the text.
        stem: the stem of a word.
        words: how many of the commonest forms to keep.
        stems: how many of the commonest stems to keep.
        dimensions: the length of the vectors of meaning; those of form have half of it.
    """
    sentences = [[word for word in line.split() if word[0].isalnum()] for line in lines]
    sentences = [sentence for sentence in sentences if sentence]
    if not sentences:
        raise DataError("there is no sentence to learn vectors from", hint="give text, one sentence a line")
    counts = Counter(word for sentence in sentences for word in sentence)
    meaning = learn_meanings(sentences, stem, stems, dimensions)
    return Vectors(meaning, with_endings(learn_forms(sentences, counts, words, dimensions // 2), counts))


def learn_meanings(sentences: Sequence[Sequence[str]], stem: Callable[[str], str], size: int, dimensions: int) -> Space:
    """Returns the space of stems that occur near the same stems."""
    stemmed = [[stem(word) for word in sentence] for sentence in sentences]
    vocabulary = commonest(Counter(word for sentence in stemmed for word in sentence), size)
    text = numbered(stemmed, vocabulary, MEANING_WINDOW)
    before, behind = neighbours(text, MEANING_WINDOW, (len(vocabulary), min(MEANING_CONTEXTS, len(vocabulary))))
    both = enumerate(zip(before, behind, strict=True), start=1)
    weighed = [(left + right) * (4 / (3 + step)) for step, (left, right) in both]
    return Space(tuple(vocabulary), squeeze(sum(weighed[1:], start=weighed[0]), dimensions, MEANING_SHIFT))


def learn_forms(sentences: Sequence[Sequence[str]], counts: Counter[str], size: int, dimensions: int) -> Space:
    """Returns the space of forms that occur in the same places beside common words."""
    from scipy.sparse import hstack

    vocabulary = commonest(counts, size)
    text = numbered(sentences, vocabulary, FORM_WINDOW)
    before, behind = neighbours(text, FORM_WINDOW, (len(vocabulary), min(FORM_CONTEXTS, len(vocabulary))))
    return Space(tuple(vocabulary), squeeze(hstack([*before, *behind]).tocsr(), dimensions))


def neighbours(
    text: NDArray[np.int64], window: int, shape: tuple[int, int]
) -> tuple[list[csr_matrix], list[csr_matrix]]:
    """Returns how often each word has each of the commonest before it and behind it, at every distance."""
    near = np.where(text < shape[1], text, -1)
    steps = range(1, window + 1)
    before = [tally(text[step:], near[:-step], shape) for step in steps]
    return before, [tally(text[:-step], near[step:], shape) for step in steps]


def with_endings(space: Space, counts: Counter[str]) -> Space:
    """Returns a space of forms with the mean vectors of their endings behind them."""
    rows: dict[str, list[int]] = {}
    for row, word in enumerate(space.words):
        for ending in endings(word):
            rows.setdefault(ending, []).append(row)
    common = {ending: members for ending, members in rows.items() if len(members) >= 5}
    means = np.array([space.vectors[members].astype(np.float32).mean(axis=0) for members in common.values()])
    vectors = np.concatenate([space.vectors, in_bytes(means)]) if common else space.vectors
    return Space((*space.words, *common), vectors)


def commonest(counts: Counter[str], size: int) -> list[str]:
    """Returns the commonest words, those equally common in the order of the alphabet."""
    return sorted(counts, key=lambda word: (-counts[word], word))[:size]


def numbered(sentences: Iterable[Sequence[str]], vocabulary: Sequence[str], apart: int) -> NDArray[np.int64]:
    """Returns the text as numbers of words, -1 for others, with so many of these between sentences."""
    number = {word: i for i, word in enumerate(vocabulary)}
    border = [-1] * apart
    codes = (code for s in sentences for code in [*(number.get(word, -1) for word in s), *border])
    return np.fromiter(codes, np.int64)


def tally(left: NDArray[np.int64], right: NDArray[np.int64], shape: tuple[int, int]) -> csr_matrix:
    """Returns how often each left number stands with each right one, as a sparse matrix."""
    from scipy.sparse import coo_matrix

    known = (left >= 0) & (right >= 0)
    ones = np.ones(int(known.sum()), np.float32)
    return coo_matrix((ones, (left[known], right[known])), shape=shape).tocsr()


def squeeze(counts: csr_matrix, dimensions: int, shift: float = 0.0) -> NDArray[np.int8]:
    """Returns the leading singular vectors of positive pointwise mutual information, less a shift, in bytes."""
    from scipy.sparse.linalg import svds

    table = counts.tocoo()
    rows = np.asarray(counts.sum(axis=1)).ravel()
    columns = np.asarray(counts.sum(axis=0)).ravel() ** SMOOTHING
    information = np.log(table.data * columns.sum() / (rows[table.row] * columns[table.col]))
    table.data = np.maximum(information - shift, 0).astype(np.float32)
    table.eliminate_zeros()
    size = min(dimensions, min(table.shape) - 1)
    if not table.nnz:  # a text so small that nothing in it is beyond chance
        return np.zeros((table.shape[0], size), np.int8)
    start = np.ones(min(table.shape), np.float32)
    left, strength, _ = svds(table.tocsr(), k=size, v0=start)
    return in_bytes(left * strength**POWER)


def normalized(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns vectors of length 1; those of nothing but zeros stay."""
    lengths = np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    found: NDArray[np.float32] = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return found


def in_bytes(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Returns vectors scaled so that the largest number of each is 127."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    return np.rint(vectors / np.where(largest > 0, largest, 1) * 127).astype(np.int8)
