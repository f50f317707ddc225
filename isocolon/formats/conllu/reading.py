"""Documents out of CoNLL-U, whoever wrote it; see `isocolon.formats.conllu`."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

from isocolon import languages
from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.errors import DataError, DataWarning
from isocolon.formats.base import settle_language
from isocolon.formats.conllu.fields import COLUMNS, Misc, unescape
from isocolon.formats.strata import Collector

NUMBER = re.compile(r"[0-9]{1,9}(?:[-.][0-9]{1,9})?")
VERDICT = re.compile(rf"({'|'.join(Kind)})(?:, confidence ([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?))?")


class Row(NamedTuple):
    """A line with ten fields."""

    line: int
    number: str
    form: str
    columns: tuple[str, ...]
    misc: Misc


class Comment(NamedTuple):
    """The value of a comment, with its escapes, and where it stands."""

    value: str
    line: int


@dataclass
class Sentence:
    """Comments by key, and rows."""

    comments: dict[str, Comment] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def said(self, *keys: str) -> str | None:
        """Returns what the first of these comments that is there says."""
        return next((unescape(self.comments[key].value) for key in keys if key in self.comments), None)


def read_sentences(lines: Iterable[tuple[int, str]], path: Path) -> Iterator[Sentence]:
    """Yields the sentences of a file."""
    sentence = Sentence()
    for number, line in chain(lines, [(0, "")]):
        text = line.rstrip("\r\n")
        if text.startswith("#"):
            key, value = read_comment(text)
            sentence.comments[key] = Comment(value, number)
        elif text.strip():
            sentence.rows.append(read_row(text, path, number))
        elif sentence.rows:
            yield sentence
            sentence = Sentence()


def read_comment(text: str) -> tuple[str, str]:
    """Returns the key and the value of a comment.

    >>> read_comment("# newdoc id = b1"), read_comment("# newpar")
    (('newdoc id', 'b1'), ('newpar', ''))
    """
    key, equals, value = text[1:].partition(" = ")
    if not equals:
        key, _, value = text[1:].partition("=")
    return key.strip(" "), value.strip(" ")


def read_row(text: str, path: Path, line: int) -> Row:
    """Returns the fields of a line."""
    fields = text.split("\t")
    if len(fields) != 10:
        found = f"the line has {len(fields)} field{'s' if len(fields) > 1 else ''}"
        raise DataError(found, path=path, line=line, hint="CoNLL-U has ten, parted by tabs")
    number, form, *columns, misc = fields
    if not NUMBER.fullmatch(number):
        raise DataError(f"'{number}' is no word id", path=path, line=line, hint="write 3, 3-4 or 3.1")
    if not form:
        raise DataError(f"word {number} has no form", path=path, line=line)
    return Row(line, number, form, tuple(columns), Misc.of(misc))


def stretches(sentence: Sentence, path: Path) -> Iterator[tuple[Row, list[Row]]]:
    """Yields the rows that stand on a stretch of text each, with the words on it; empty nodes stand on none."""
    expected, last = 1, 0
    whole, words = sentence.rows[0], list[Row]()
    for row in sentence.rows:
        first, _, end = row.number.partition("-")
        if "." in row.number:
            continue
        if int(first) != expected or (end and (expected <= last or int(end) <= expected)):
            hint = "the words of a sentence are numbered 1, 2, 3 and so on"
            raise DataError(f"word {row.number} stands where {expected} should", path=path, line=row.line, hint=hint)
        if end:
            whole, words, last = row, [], int(end)
            continue
        whole, words = (whole, [*words, row]) if expected <= last else (row, [row])
        if expected >= last:
            yield whole, words
        expected += 1
    if expected <= last:
        raise DataError(f"the words {whole.number} are not all there", path=path, line=whole.line)


class Word(NamedTuple):
    """A token to be: its stretch of text, its form, the normal form where one is given, and all its layers."""

    start: int
    end: int
    form: str
    norm: str | None
    layers: dict[str, str]


class Builder:
    """Takes in the sentences of one document, the first of which says what there is to say of all."""

    def __init__(self, id: str, path: Path, comments: dict[str, Comment]) -> None:
        self.id, self.path, self.comments = id, path, comments
        self.parts: list[str] = []
        self.length = 0
        self.gap: str | None = ""
        self.words: list[Word] = []
        self.sections: list[tuple[str, int]] = []
        self.collector = Collector(path)
        self.empty_nodes = self.count = 0

    def add(self, sentence: Sentence) -> None:
        """Takes in a sentence."""
        self.count += 1
        self.empty_nodes += sum("." in row.number for row in sentence.rows)
        id = sentence.said("sent_id")
        if (section := sentence.said("newpar id", "newpar")) is not None:
            self.open_section(section)
        for whole, words in stretches(sentence, self.path):
            self.add_stretch(whole, words, str(self.count) if id is None else id)

    def open_section(self, id: str) -> None:
        """Takes in that a section begins at the next word."""
        self.sections.append((id or str(len(self.sections) + 1), len(self.words)))

    def add_stretch(self, whole: Row, words: list[Row], sentence: str) -> None:
        """Takes in a stretch of text and the words on it."""
        form = whole.misc.text("SpacesInToken") or whole.form
        self.write(" " if self.gap is None else self.gap)
        self.write(whole.misc.text("SpacesBefore") or "")
        start = self.length
        self.write(form)
        unspaced = "" if whole.misc.text("SpaceAfter") == "No" else None
        self.gap = whole.misc.text("SpacesAfter") if "SpacesAfter" in whole.misc.known else unspaced
        for row in words:
            self.add_word(row, Word(start, self.length, form if row is whole else row.form, *told(row, sentence)))
            if row is not whole:
                self.add_branches(whole)

    def add_word(self, row: Row, word: Word) -> None:
        """Takes in a word."""
        if "NewPar" in row.misc.known or "NewSection" in row.misc.known:
            self.open_section(row.misc.text("NewSection") or "")
        self.words.append(word)
        self.add_branches(row)

    def add_branches(self, row: Row) -> None:
        """Takes in the branches that a row says the last word is in."""
        for pair in ",".join(row.misc.known.get("Parallelism", [])).split(","):
            parallelism, colon, branch = pair.partition(":")
            if colon:
                self.collector.add(len(self.words) - 1, parallelism, branch, row.line)
            elif pair:
                hint = "write parallelism and branch, such as 1:2"
                raise DataError(f"'{pair}' is no branch", path=self.path, line=row.line, hint=hint)

    def write(self, text: str) -> None:
        """Takes in a part of the text."""
        self.parts.append(text)
        self.length += len(text)

    def document(self, language: str | None) -> Document:
        """Returns the document."""
        if self.empty_nodes:
            found = f"{self.path}: document '{self.id}' is read without its empty nodes, {self.empty_nodes} in all"
            warnings.warn(found, DataWarning, stacklevel=2)
        self.write(self.gap or "")
        text = "".join(self.parts)
        named = self.comments["language"].value if "language" in self.comments else None
        code = settle_language(text, language or named, self.id)
        try:
            return Document(
                self.id,
                text,
                tuple(self.tokens(code)),
                code,
                tuple(self.placed_sections()),
                tuple(self.parallelisms()),
                {name: tuple(word.layers.get(name, "_") for word in self.words) for name in self.layers()},
                dict(self.metadata()),
            )
        except DataError as error:
            raise DataError(error.found, path=error.path or self.path, line=error.line, hint=error.hint) from error

    def tokens(self, language: str) -> Iterator[Token]:
        """Yields the tokens."""
        normalize = languages.find(language).normalize
        for word in self.words:
            yield Token(word.start, word.end, normalize(word.form) if word.norm is None else word.norm)

    def metadata(self) -> Iterator[tuple[str, str]]:
        """Yields the keys and values of the metadata."""
        for key, comment in self.comments.items():
            if key.startswith("metadata "):
                yield unescape(key.removeprefix("metadata ")), unescape(comment.value)

    def placed_sections(self) -> Iterator[Section]:
        """Yields the sections; words before the first are a section of their own."""
        begun = self.sections if self.sections and self.sections[0][1] == 0 else [("0", 0), *self.sections]
        stops = [start for _, start in begun] + [len(self.words)]
        if self.sections:
            yield from (Section(id, Span(a, b)) for (id, _), (a, b) in zip(begun, pairwise(stops), strict=True))

    def parallelisms(self) -> Iterator[Parallelism]:
        """Yields the parallelisms, with what the comments say of them."""
        for number, parallelism in zip(self.collector.starts, self.collector.parallelisms(), strict=True):
            comment = self.comments.get(f"parallelism {number}")
            yield judged(parallelism, comment, self.path) if comment else parallelism

    def layers(self) -> list[str]:
        """Returns the names of the layers: those the comments name, or else all that say something."""
        if "layers" in self.comments:
            return [unescape(name) for name in self.comments["layers"].value.split(" ") if name]
        telling = [name for name in (*COLUMNS, "misc") if any(word.layers[name] != "_" for word in self.words)]
        return [*telling, "sentence"]


def told(row: Row, sentence: str) -> tuple[str | None, dict[str, str]]:
    """Returns the normal form that a row gives, if any, and the values of all layers."""
    fields = dict(zip(COLUMNS, row.columns, strict=True)) | {"misc": row.misc.rest, "sentence": sentence}
    return row.misc.text("Norm"), fields | row.misc.layers()


def judged(parallelism: Parallelism, comment: Comment, path: Path) -> Parallelism:
    """Returns a parallelism with the kind and the confidence of a comment: `chiastic, confidence 0.9`."""
    match = VERDICT.fullmatch(comment.value)
    if not match:
        hint = f"write a kind ({', '.join(Kind)}) and, if there is one, a confidence: chiastic, confidence 0.9"
        raise DataError(f"'{comment.value}' says nothing", path=path, line=comment.line, hint=hint)
    return Parallelism(parallelism.branches, Kind(match[1]), float(match[2]) if match[2] else None)


def read_documents(lines: Iterable[tuple[int, str]], path: Path, language: str | None = None) -> Iterator[Document]:
    """Yields the documents of a file; without a line that begins one, the file is one."""
    builder: Builder | None = None
    count = 0
    for sentence in read_sentences(lines, path):
        new = sentence.said("newdoc id", "newdoc")
        if builder is None or new is not None:
            if builder:
                yield builder.document(language)
            count += new is not None
            builder = Builder(new or (path.stem if new is None else f"{path.stem}-{count}"), path, sentence.comments)
        builder.add(sentence)
    if builder is None:
        raise DataError("the file holds no sentence", path=path, hint="lines of ten fields were expected")
    yield builder.document(language)
