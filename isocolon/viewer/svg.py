"""The paper's first figure as SVG: the branches one below the other, lines between words that answer each other.

A solid line joins words with several features in common, a dashed one those with one. The picture needs no font of
its own: words are set in the middle of the room that a common serif needs for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from isocolon.viewer.figure import Figure, columns, systems
from isocolon.viewer.result import Result
from isocolon.viewer.wrapping import character_width, harmless

SIZE = 18
"""The size of the letters."""
ROW = 58
"""How far the lines of words are from each other."""
GAP = 14
WIDEST = 640
"""So wide a row of words is; what is longer goes on below."""
LABEL = 44
"""The room for the labels on the left."""
FONT = "Georgia, 'Times New Roman', 'Noto Serif CJK SC', serif"
NARROW, BROAD = frozenset("fijlrt.,:;'I|!-()[]"), frozenset("mwMW—…@%")


@dataclass(frozen=True)
class Drawing:
    """A part of a picture: its width, its height, and its elements."""

    width: float
    height: float
    elements: tuple[str, ...]


def render(result: Result) -> str:
    """Returns a picture of all parallelisms of a document, one below the other."""
    drawings = []
    for numbered in result.parallelisms:
        if numbered.explanation is not None:
            figure = Figure.of(result.document, numbered, numbered.explanation)
            *parts, last = systems(figure, WIDEST, spaced)
            drawings += [*map(draw, parts), draw(last, numbered.caption)]
    return picture(drawings, harmless(result.document.id)) + "\n"


def picture(drawings: Iterable[Drawing], title: str, scale: float = 1.0) -> str:
    """Returns drawings, one below the other, as an SVG file, shown smaller or larger."""
    parts, bottom, widest = [], 0.0, 1.0
    for drawing in drawings:
        parts.append(f'<g transform="translate(0 {bottom:g})">{"".join(drawing.elements)}</g>')
        bottom, widest = bottom + drawing.height + ROW / 2, max(widest, drawing.width)
    height = max(bottom - ROW / 2, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{widest * scale:g}" height="{height * scale:g}" '
        f'viewBox="0 0 {widest:g} {height:g}" font-family="{FONT}" font-size="{SIZE}" fill="currentColor" '
        f'stroke-width="1.3"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def draw(figure: Figure, caption: str = "") -> Drawing:
    """Returns the drawing of one parallelism."""
    places = [list(row_places(row)) for row in figure.rows] if figure.crossed else column_places(figure)
    tops = [SIZE + ROW * row for row in range(len(figure.rows))]
    elements = []
    for label, words, row, y in zip(figure.labels, figure.rows, places, tops, strict=True):
        elements.append(f'<text x="0" y="{y}" font-size="{SIZE * 0.7:g}" fill-opacity=".7">{label}</text>')
        elements += [
            f'<text x="{x:g}" y="{y}" text-anchor="middle">{escape(harmless(word))}</text>'
            for word, x in zip(words, row, strict=True)
        ]
    for links, (above, below), y in zip(figure.links, pairwise(places), tops, strict=False):
        elements += [line(above[link.left], below[link.right], y, link.strong) for link in links]
    bottom = tops[-1] + SIZE * 0.5
    if caption:
        bottom += SIZE
        elements.append(
            f'<text x="{LABEL}" y="{bottom:g}" font-size="{SIZE * 0.7:g}" font-style="italic">{escape(caption)}</text>'
        )
    right = max(
        x + measure(word) / 2
        for row, xs in zip(figure.rows, places, strict=True)
        for word, x in zip(row, xs, strict=True)
    )
    return Drawing(right + GAP, bottom + SIZE * 0.4, tuple(elements))


def row_places(words: Iterable[str]) -> Iterator[float]:
    """Yields where the middles of a row's words stand."""
    at = float(LABEL)
    for word in words:
        room = measure(word)
        yield at + room / 2
        at += room + GAP


def column_places(figure: Figure) -> list[list[float]]:
    """Returns where the middles of all words stand, row by row, those that answer each other one above the other."""
    places: list[list[float]] = [[] for _ in figure.rows]
    at = float(LABEL)
    for column in columns(figure):
        room = max(map(measure, column.words.values()))
        for row in column.words:
            places[row].append(at + room / 2)
        at += room + GAP
    return places


def spaced(word: str) -> float:
    """Returns about how wide a word is with the room behind it."""
    return measure(word) + GAP


def line(x1: float, x2: float, y: float, strong: bool) -> str:
    """Returns the line of a link between a row and the next."""
    dashes = "" if strong else ' stroke-dasharray="4 3"'
    top, bottom = y + SIZE * 0.4, y + ROW - SIZE * 0.95
    return f'<line x1="{x1:g}" y1="{top:g}" x2="{x2:g}" y2="{bottom:g}" stroke="currentColor"{dashes}/>'


def measure(word: str) -> float:
    """Returns about how wide a word is in a serif font."""
    return SIZE * sum(map(breadth, word))


def breadth(character: str) -> float:
    """Returns about how wide a character is, as a share of the letters' size."""
    if character in NARROW:
        return 0.36
    if character in BROAD or character_width(character) == 2:
        return 1.0 if character_width(character) == 2 else 0.95
    return (0.74 if character.isupper() else 0.57) * character_width(character)
