"""Words cut into pieces of a vocabulary: WordPiece (Wu et al. 2016), and tensor2tensor's subwords, as Latin BERT's.

Both take the longest piece that fits, again and again, from the left. WordPiece marks what continues a word with ##;
tensor2tensor marks where a word ends with _, and writes what it has no letter for as numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from isocolon.errors import DataError
from isocolon.files import read_text

UNKNOWN = "[UNK]"
SPECIAL = ("[PAD]", UNKNOWN, "[CLS]", "[SEP]", "[MASK]")
"""What Latin BERT puts before the vocabulary of tensor2tensor."""


class Pieces(ABC):
    """A vocabulary of pieces with a way to cut words into them."""

    longest: int
    """How many characters the longest piece has."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.longest = max(map(len, self.numbers), default=1)

    @abstractmethod
    def cut(self, word: str) -> list[str]:
        """Returns the pieces of a word, one at least."""

    def encode(self, word: str) -> list[int]:
        """Returns the numbers of a word's pieces."""
        return [self.numbers[piece] for piece in self.cut(word)]

    def longest_match(self, text: str, start: int, prefix: str = "") -> str | None:
        """Returns the longest piece that stands in a text at a place, or None."""
        for end in range(min(len(text), start + self.longest), start, -1):
            if (piece := prefix + text[start:end]) in self.numbers:
                return piece
        return None


class WordPiece(Pieces):
    """BERT's own.

    >>> WordPiece(["[UNK]", "uer", "##b", "##um"]).cut("uerbum")
    ['uer', '##b', '##um']
    """

    mark: ClassVar[str] = "##"

    def cut(self, word: str) -> list[str]:
        """Returns the pieces of a word; a word that cannot be cut is unknown as a whole."""
        found: list[str] = []
        at = 0
        while at < len(word):
            prefix = self.mark if at else ""
            piece = self.longest_match(word, at, prefix)
            if piece is None:
                return [UNKNOWN]
            found.append(piece)
            at += len(piece) - len(prefix)
        return found or [UNKNOWN]


class TensorPieces(Pieces):
    r"""tensor2tensor's.

    >>> TensorPieces([*SPECIAL, "uer", "bum_", "\\", "1", "0", "3", ";", "_"]).cut("uerbum")
    ['uer', 'bum_']
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        super().__init__(vocabulary)
        self.letters = {letter for piece in self.numbers if piece not in SPECIAL for letter in piece}

    def cut(self, word: str) -> list[str]:
        """Returns the pieces of a word; a letter that has no piece is unknown."""
        text = self.escape(word)
        found: list[str] = []
        at = 0
        while at < len(text):
            piece = self.longest_match(text, at)
            found.append(piece or UNKNOWN)
            at += len(piece) if piece else 1
        return found

    def escape(self, word: str) -> str:
        r"""Returns a word as the vocabulary has it: \\ for \, \u for _, \103; for a letter it lacks, _ at the end."""
        plain = word.replace("\\", "\\\\").replace("_", "\\u")
        return "".join(letter if letter in self.letters else f"\\{ord(letter)};" for letter in plain) + "_"


KINDS: Mapping[str, type[Pieces]] = {"wordpiece": WordPiece, "tensor2tensor": TensorPieces}


def read_vocabulary(path: Path, kind: str) -> list[str]:
    """Returns the pieces in a vocabulary file, in the order of their numbers."""
    lines = read_text(path).splitlines()
    if not any(line.strip() for line in lines):
        raise DataError("the vocabulary is empty", path=path, hint="a line for each piece was expected")
    if kind == "wordpiece":
        if UNKNOWN not in lines:
            raise DataError(f"no WordPiece vocabulary: there is no {UNKNOWN}", path=path, hint="is it tensor2tensor's?")
        return lines
    return [*SPECIAL, *(unquoted(line, path, number) for number, line in enumerate(lines, start=1) if line.strip())]


def unquoted(line: str, path: Path, number: int) -> str:
    """Returns what stands between quotes on a line of tensor2tensor's vocabulary."""
    text = line.strip()
    if len(text) < 2 or text[0] not in "'\"" or text[-1] != text[0]:
        hint = "tensor2tensor puts each piece in quotes"
        raise DataError(f"'{text}' is not in quotes", path=path, line=number, hint=hint)
    return text[1:-1]


def learn_wordpieces(counts: Mapping[str, int], size: int) -> list[str]:
    """Returns a WordPiece vocabulary of so many pieces for words with their counts."""
    from tokenizers import Tokenizer, models, trainers

    tokenizer = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, special_tokens=list(SPECIAL), continuing_subword_prefix=WordPiece.mark, show_progress=False
    )
    words: Sequence[str] = [word for word in sorted(counts) for _ in range(counts[word])]
    tokenizer.train_from_iterator(words, trainer)
    vocabulary = tokenizer.get_vocab()
    return sorted(vocabulary, key=lambda piece: vocabulary[piece])
