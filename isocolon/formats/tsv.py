"""The metric library pyrallelism's TSV: a word a line, then a parallelism id and a branch id for each stratum.

The first line names the columns; -1 stands where a word is in no branch. pyrallelism 1.1.1 reads what we write.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from isocolon.document import Document, strata
from isocolon.errors import DataError
from isocolon.files import read_text
from isocolon.formats.base import Format, Trait
from isocolon.formats.strata import Collector, columns, spaced

NOWHERE = ("-1", "-1")


class TSV(Format):
    """pyrallelism's TSV."""

    suffixes = (".tsv",)
    holds = frozenset({Trait.TOKENS, Trait.PARALLELISMS, Trait.SINGLETONS, Trait.CROSSINGS})

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the second line has a word and an even number of whole numbers, at least two."""
        rows = lines(head)[1:2]
        ids = rows[0].split("\t")[1:] if rows else []
        return path.suffix == ".tsv" or (len(ids) > 1 and len(ids) % 2 == 0 and all(map(is_number, ids)))

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one document of the file."""
        header, *rows = lines(read_text(path).removeprefix("\ufeff"))
        width = len(header.split("\t"))
        if width < 3 or width % 2 == 0:
            found = f"the first line names {width} columns"
            hint = "a word and, for each stratum, a parallelism id and a branch id were expected"
            raise DataError(found, path=path, line=1, hint=hint)
        collector = Collector(path)
        words: list[str] = []
        for line, row in enumerate(rows, start=2):
            word, *ids = row.split("\t")
            check_row(word, ids, width, path, line)
            for pair in zip(ids[::2], ids[1::2], strict=True):
                if pair != NOWHERE:
                    collector.add(len(words), *pair, line)
            words.append(word)
        yield spaced([("1", words)], id=path.stem, language=language, parallelisms=collector.parallelisms())

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns a header and a line for each token, in its normal form."""
        depth = max(strata(document.parallelisms), default=1)
        header = ["token", *(f"{name}_id_{k + 1}" for k in range(depth) for name in ("parallelism", "branch"))]
        rows = [header]
        for token, cell in zip(document.tokens, columns(document), strict=True):
            if set(token.norm) & set("\t\r\n"):
                raise DataError(f"the token {token.norm!r} of document '{document.id}' does not fit in one TSV cell")
            ids = [cell.get(k + 1, NOWHERE) for k in range(depth)]
            rows.append([token.norm, *(str(id) for pair in ids for id in pair)])
        return {".tsv": "".join("\t".join(row) + "\n" for row in rows)}


def check_row(word: str, ids: list[str], width: int, path: Path, line: int) -> None:
    """Raises a DataError for a row that is not a word and whole numbers, as many as the header names."""
    if len(ids) + 1 != width:
        raise DataError(f"{len(ids) + 1} columns", path=path, line=line, hint=f"the first line names {width}")
    if not word.strip():
        raise DataError("the word is empty", path=path, line=line)
    for id in ids:
        if not is_number(id):
            raise DataError(f"the id '{id}'", path=path, line=line, hint="whole numbers, or -1 for none, were expected")
    for parallelism, branch in zip(ids[::2], ids[1::2], strict=True):
        if (parallelism == NOWHERE[0]) != (branch == NOWHERE[1]):
            found = f"'{word}' has parallelism {parallelism} and branch {branch}"
            raise DataError(found, path=path, line=line, hint="a word has both ids on a stratum, or -1 for both")


def lines(source: str) -> list[str]:
    """Returns the lines of a file. Of what Unicode calls line ends, only LF and CR LF end a row.

    >>> lines("a\\u2028b\\t1\\r\\nc\\t2\\n")
    ['a\\u2028b\\t1', 'c\\t2']
    """
    return [line.removesuffix("\r") for line in source.removesuffix("\n").split("\n")]


def is_number(id: str) -> bool:
    """Whether an id is a whole number."""
    return id.removeprefix("-").isdecimal()
