"""Words with columns of ids beside them, two for each stratum: ASP's and PSE's XML, pyrallelism's formats.

A word inside branch 2 of parallelism 7 on stratum 1 carries `parallelism_id_1 = 7` and `branch_id_1 = 2`. Such files
hold words but no text, so the text is made of the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from isocolon import languages
from isocolon.document import Document, Parallelism, Section, Span, Token, strata
from isocolon.errors import DataError
from isocolon.formats.base import settle_language


class Collector:
    """Gathers branches from words as they pass, in order.

    >>> collector = Collector(Path("a.tsv"))
    >>> for position, ids in enumerate([("1", "1"), ("1", "1"), None, ("1", "2")]):
    ...     if ids:
    ...         collector.add(position, *ids, line=position + 1)
    >>> collector.parallelisms() == (Parallelism.of((0, 2), (3, 4)),)
    True
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ends: dict[tuple[str, str], int] = {}
        self.starts: dict[str, dict[str, int]] = {}

    def add(self, position: int, parallelism: str, branch: str, line: int | None) -> None:
        """Takes in that the word at this position belongs to this branch."""
        end = self.ends.get((parallelism, branch))
        if end is None:
            self.starts.setdefault(parallelism, {})[branch] = position
        elif end != position:
            raise DataError(
                f"branch {branch} of parallelism {parallelism} is broken: it goes on at word {position + 1} after "
                f"ending at word {end}",
                path=self.path,
                line=line,
                hint="a branch is one unbroken run of words, on one stratum, under an id of its own",
            )
        self.ends[parallelism, branch] = position + 1

    def parallelisms(self) -> tuple[Parallelism, ...]:
        """Returns the parallelisms gathered."""
        return tuple(
            Parallelism(tuple(Span(start, self.ends[parallelism, branch]) for branch, start in branches.items()))
            for parallelism, branches in self.starts.items()
        )


def columns(document: Document) -> list[dict[int, tuple[int, int]]]:
    """Returns for each token its (parallelism id, branch id) by stratum, ids counted from 1 in reading order."""
    cells: list[dict[int, tuple[int, int]]] = [{} for _ in document.tokens]
    for number, (parallelism, stratum) in enumerate(stratified(document.parallelisms), start=1):
        for branch_number, branch in enumerate(parallelism, start=1):
            for position in branch:
                cells[position][stratum] = (number, branch_number)
    return cells


def stratified(parallelisms: Sequence[Parallelism]) -> list[tuple[Parallelism, int]]:
    """Returns the parallelisms with their strata."""
    return list(zip(parallelisms, strata(parallelisms), strict=True))


def spaced(
    sections: Iterable[tuple[str, Sequence[str]]],
    *,
    id: str,
    language: str | None,
    parallelisms: Sequence[Parallelism] = (),
) -> Document:
    """Returns the document of bare words, with spaces between them.

    >>> document = spaced([("1", ["ueni", ","]), ("2", ["uidi"])], id="caesar", language="la")
    >>> document.text, [section.id for section in document.sections]
    ('ueni , uidi', ['1', '2'])
    """
    filled = [(name, words) for name, words in sections if words]
    text = " ".join(word for _, words in filled for word in words)
    code = settle_language(text, language, id)
    normalize = languages.find(code).normalize
    tokens: list[Token] = []
    placed = []
    at = 0
    for name, words in filled:
        first = len(tokens)
        for word in words:
            tokens.append(Token(at, at + len(word), normalize(word)))
            at += len(word) + 1
        placed.append(Section(name, Span(first, len(tokens))))
    return Document(id, text, tuple(tokens), code, tuple(placed), tuple(parallelisms))
