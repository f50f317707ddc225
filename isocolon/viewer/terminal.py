"""Parallelisms in a terminal: the text with its branches bracketed and numbered, and below each passage what was found.

Colour helps and is never needed: `[1a … [2a …] …]` tells nested branches apart by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from isocolon.evidence.alignment import Link
from isocolon.viewer.figure import Column, Figure, chains, columns, systems, untangled
from isocolon.viewer.result import Edge, Numbered, Result, passages
from isocolon.viewer.wrapping import Wrapper, dimmed, folded, harmless, painted, width

if TYPE_CHECKING:
    from isocolon.evidence.explanation import Explanation

NARROWEST = 20
LABEL, GAP = 4, 2
"""The room for a branch's label, and between words."""


def render(result: Result, *, columns: int = 80, colour: bool = False) -> Iterator[str]:
    """Yields the lines that show a document.

    >>> from isocolon import Document, Parallelism, Token
    >>> words = (Token(0, 4, "ueni"), Token(6, 10, "uidi"))
    >>> document = Document("caesar", "Veni, vidi", words, "la", parallelisms=(Parallelism.of((0, 1), (1, 2)),))
    >>> for line in render(Result(document, "latin", explained=False)):
    ...     print(line)
    caesar: Latin, model latin, 1 parallelism
    <BLANKLINE>
    [1a Veni], [1b vidi]
    <BLANKLINE>
      1  parallelism, 2 branches
    <BLANKLINE>

    Args:
        result: what to show.
        columns: how wide the terminal is.
        colour: whether it shows colours.
    """
    columns = max(columns, NARROWEST)
    yield from folded(heading(result), columns)
    yield ""
    opened: list[int] = []
    for start, end, edges, ended in passages(result):
        yield from passage(result.document.text[start:end], start, edges, opened, columns, colour)
        yield ""
        for numbered in ended:
            yield from entry(result, numbered, columns, colour)
        if ended and not result.explained:
            yield ""


LANGUAGES = {"la": "Latin", "zh": "Chinese", "en": "English", "und": "language unknown"}


def heading(result: Result) -> str:
    """Returns who found how much in what."""
    document = result.document
    count = len(document.parallelisms)
    language = LANGUAGES.get(document.language, f"language '{document.language}'")
    found = f"{count:,} parallelism{'' if count == 1 else 's'}" if count else "no parallelism found"
    return ", ".join([f"{document.id}: {language}", *([f"model {result.model}"] if result.model else []), found])


def passage(text: str, at: int, edges: Iterable[Edge], opened: list[int], columns: int, colour: bool) -> Iterator[str]:
    """Yields the lines of a passage that begins at a character, its edges marked; `opened` goes on to the next."""
    text = harmless(text)
    wrapper = Wrapper(columns)
    done = 0
    for edge in edges:
        yield from wrapper.feed(text[done : edge.at - at], opened[-1] if opened and colour else 0)
        done = max(done, edge.at - at)
        bracket = bracket_of(edge)
        paint = painted(bracket, edge.number, bold=True) if colour else bracket
        if edge.opens:
            opened.append(edge.number)
            yield from wrapper.open(bracket, paint)
        else:
            opened.remove(edge.number)
            wrapper.glue(paint, width(bracket))
    yield from wrapper.feed(text[done:].rstrip(), opened[-1] if opened and colour else 0)
    yield from wrapper.end()


def bracket_of(edge: Edge) -> str:
    """Returns the bracket at an edge; a closing one names its branch where it is not plain which one closes."""
    if edge.opens:
        return f"[{edge.label} "
    return f" {edge.label}]" if edge.alone else "]"


def entry(result: Result, numbered: Numbered, columns: int, colour: bool) -> Iterator[str]:
    """Yields the lines about one parallelism."""
    number = f"{numbered.number:>3}"
    number = painted(number, numbered.number, bold=True) if colour else number
    if numbered.explanation is None:
        yield f"{number}  {numbered.caption}, {len(numbered.parallelism)} branches"
        return
    yield f"{number}  {numbered.caption}"
    yield from (("     " + line).rstrip() for line in alignment(result, numbered, numbered.explanation, columns - 5))
    yield from ("     " + line for line in criteria(numbered.explanation, columns - 5, colour))
    yield ""


def alignment(result: Result, numbered: Numbered, explanation: Explanation, room: int) -> list[str]:
    """Returns the words of the branches, aligned in columns, and below which of them answer each other crosswise."""
    straight, crossing = untangled(Figure.of(result.document, numbered, explanation))
    return [*rows(straight, room), *answers(crossing, room, "crosswise: ")]


def rows(figure: Figure, room: int) -> list[str]:
    """Returns the rows of a figure whose links do not cross, in columns if there is room."""
    if any(figure.links):
        parts = systems(figure, room - LABEL, lambda word: width(word) + GAP)
        aligned = [line for part in parts for line in ("", *table(part, columns(part)))][1:]
        if max(map(width, aligned)) <= room:
            return aligned
    labelled = zip(figure.labels, figure.rows, strict=True)
    lines = [line for label, row in labelled for line in folded(" ".join(row), room, f"{label:<{LABEL}}")]
    return [*lines, *answers(figure, room)]


def answers(figure: Figure, room: int, head: str = "") -> list[str]:
    """Returns which word answers which, behind a head; nothing without any."""
    told = [" ".join(part for word, link in chain for part in (sign(link), word) if part) for chain in chains(figure)]
    return folded(head + "; ".join(told), room) if told else []


def table(figure: Figure, placed: list[Column]) -> list[str]:
    """Returns rows of words in columns, with the links between them."""
    widths = [max(width(word) for word in column.words.values()) for column in placed]
    lines = []
    for row, label in enumerate(figure.labels):
        if row:
            lines.append(line_of("", [sign(column.links.get(row), upright=True) for column in placed], widths))
        lines.append(line_of(label, [harmless(column.words.get(row, "")) for column in placed], widths))
    return lines


def line_of(label: str, cells: Iterable[str], widths: Iterable[int]) -> str:
    """Returns a label and cells in columns of these widths."""
    padded = (cell + " " * (columns - width(cell)) for cell, columns in zip(cells, widths, strict=True))
    return f"{label:<{LABEL}}{(' ' * GAP).join(padded)}".rstrip()


def sign(link: Link | None, *, upright: bool = False) -> str:
    """Returns the sign of a link: solid for strong ones, dashed for weak ones."""
    if link is None:
        return ""
    strong, weak = ("┃", "┆") if upright else ("━", "┄")
    return strong if link.strong else weak


def criteria(explanation: Explanation, room: int, colour: bool) -> Iterator[str]:
    """Yields which of the six criteria hold, with the words that show it."""
    for finding in explanation.told:
        head = f"{'+' if finding.holds else '-'} {finding.criterion:<11}"
        for line in folded(finding.words, room, head):
            yield line if finding.holds or not colour else dimmed(line)
    for line in folded(explanation.silent, room, "- ") if explanation.silent else []:
        yield dimmed(line) if colour else line
