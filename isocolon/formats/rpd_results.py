"""The output that the paper's taggers left behind: a word a line, its tags as predicted and as in gold beside it.

    Partition 1:
    tolle/B#B;;O#O
    morbos/I#I;;O#O
    ,/M#M;;O#O
    tolle/B-2#B-2;;O#O

After the word come, for each stratum, the predicted tag and the gold one. A file thus holds two annotations, and there
is a format for each. `B` begins a branch; `B-2` begins one that goes on from the branch on the same stratum that ended
two tokens before; any I, J or E continues a branch; O and M are outside. As in the published decoder, partitions
(sections) are laid end to end before links are followed, a link to nowhere begins a new parallelism, and an I, J or E
with no branch before it is ignored. Stars and remarks in brackets at the end of a line are the paper's error analysis,
made by hand; they are kept in the layer "remark".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import ClassVar, NamedTuple

from isocolon.document import Document, Parallelism, Span
from isocolon.errors import ConfigurationError, DataError
from isocolon.files import read_text
from isocolon.formats.base import Format, Trait
from isocolon.formats.strata import spaced

PARTITION = re.compile(r"Partition (?P<id>\d+):")
LINE = re.compile(r"(?P<word>\S+)/(?P<tags>[A-Z][^/\s*]*)\**\s*(?P<remark>.*)")
TAG = re.compile(r"[OMIJE]|B(-\d+)?")
CONTINUING = frozenset("IJE")


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
        strata = [[pair[self.column] for pair in column] for column in columns]
        yield replace(
            spaced(sections, id=path.stem.removesuffix("_results"), language=language),
            parallelisms=tuple(parallelism for tags in strata for parallelism in decode(tags)),
            layers={"remark": tuple(row.remark for row in rows)},
        )

    def render(self, document: Document) -> dict[str, str]:
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
        hint = "a line is word/predicted#gold;;predicted#gold, its tags of O, M, I, J, E, B and B-1, B-2, ..."
        raise DataError(f"cannot read '{line}'", path=path, line=number, hint=hint)
    return Row(section, found["word"], [(predicted, gold) for predicted, gold in pairs], found["remark"])


def decode(tags: Sequence[str]) -> list[Parallelism]:
    """Returns the parallelisms of one stratum's tags with token-distance links.

    >>> decode(["B", "I", "M", "B-2", "O", "J", "B-9"]) == [Parallelism.of((0, 2), (3, 4)), Parallelism.of((6, 7))]
    True
    """
    found: list[list[Span]] = []
    ending: dict[int, list[Span]] = {}  # the parallelism of the branch that ends with a token
    for start, tag in enumerate(tags):
        if tag.startswith("B"):
            end = next((i for i in range(start + 1, len(tags)) if tags[i] not in CONTINUING), len(tags))
            branches = ending.get(start + int(tag[1:])) if tag != "B" else None
            if branches is None:
                branches = []
                found.append(branches)
            branches.append(Span(start, end))
            ending[end - 1] = branches
    return [Parallelism(tuple(branches)) for branches in found]
