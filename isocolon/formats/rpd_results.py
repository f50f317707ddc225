"""The output that the paper's taggers left behind: a word a line, its tags as predicted and as in gold beside it.

    Partition 1:
    tolle/B#B;;O#O
    morbos/I#I;;O#O
    ,/M#M;;O#O
    tolle/B-2#B-2;;O#O

After the word come, for each stratum, the predicted tag and the gold one, in the scheme of the paper's best model,
`biomj-token`. A file thus holds two annotations, and there is a format for each. As in the published decoder, the
partitions (sections) are laid end to end before links are followed. Stars and remarks in brackets at the end of a line
are the paper's error analysis, made by hand; the remarks are kept in a layer of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import ClassVar, NamedTuple

from isocolon.document import Document
from isocolon.errors import ConfigurationError, DataError
from isocolon.files import read_text
from isocolon.formats.base import Format, Trait
from isocolon.formats.strata import spaced
from isocolon.schemes import SCHEMES, decode

PARTITION = re.compile(r"Partition (?P<id>\d+):")
LINE = re.compile(r"(?P<word>\S+)/(?P<tags>[A-Z][^/\s*]*)\**\s*(?P<remark>.*)")
TAG = re.compile(r"[OMIJE]|B(-\d+)?")


class PublishedResults(Format):
    """What the two annotations of such a file share: all but which of the two tags is read."""

    suffixes = ("_results.txt",)
    holds = frozenset({Trait.TOKENS, Trait.SECTIONS, Trait.PARALLELISMS, Trait.SINGLETONS})
    column: ClassVar[int]
    """Which of the tags on either side of # is read."""

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one document of the file."""
        rows = list(read_rows(path))
        sections = [(id, [row.word for row in group]) for id, group in groupby(rows, key=lambda row: row.section)]
        columns = zip(*(row.tags for row in rows), strict=True)
        strata = tuple(tuple(pair[self.column] for pair in column) for column in columns)
        yield replace(
            spaced(sections, id=path.stem.removesuffix("_results"), language=language),
            parallelisms=decode(strata, SCHEMES["biomj-token"]),
            layers={"remark": tuple(row.remark for row in rows)},
        )

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Refuses: these are results of the past."""
        raise ConfigurationError("the paper's published results are only read. Write jsonl instead.")


class PublishedPrediction(PublishedResults):
    """What the tagger predicted."""

    column = 0

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file begins with a partition and a word with tags."""
        first, *others = head.splitlines() or [""]
        return bool(PARTITION.fullmatch(first) and others and LINE.match(others[0]))


class PublishedGold(PublishedResults):
    """What the tagger should have predicted."""

    column = 1

    def recognises(self, path: Path, head: str) -> bool:
        """Never: a file whose format is not given is read as a prediction."""
        return False


class Row(NamedTuple):
    """A word with what the file says about it."""

    section: str
    word: str
    tags: list[tuple[str, str]]
    """Predicted and gold, for each stratum."""
    remark: str


def read_rows(path: Path) -> Iterator[Row]:
    """Yields the words of a file."""
    section, strata = "1", None
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if heading := PARTITION.fullmatch(line):
            section = heading["id"]
        elif line.strip():
            row = read_row(line, section, path, number)
            if strata not in (None, len(row.tags)):
                raise DataError(f"tags for {len(row.tags)} strata, after {strata} before", path=path, line=number)
            strata = len(row.tags)
            yield row


def read_row(line: str, section: str, path: Path, number: int) -> Row:
    """Returns the word of a line with its tags."""
    found = LINE.fullmatch(line)
    pairs = [tuple(pair.split("#")) for pair in found["tags"].split(";;")] if found else []
    if not found or not all(len(pair) == 2 and all(map(TAG.fullmatch, pair)) for pair in pairs):
        hint = "a line is word/predicted#gold;;predicted#gold, its tags O, M, I, J, E, B or B with a link such as B-2"
        raise DataError(f"cannot read '{line}'", path=path, line=number, hint=hint)
    return Row(section, found["word"], [(predicted, gold) for predicted, gold in pairs], found["remark"])
