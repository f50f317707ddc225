"""The paper's first figure, before it is drawn: rows of words, one a branch, and what links them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from isocolon.document import Document, Token
from isocolon.evidence import alignment
from isocolon.evidence.alignment import Link
from isocolon.viewer.result import Numbered

if TYPE_CHECKING:
    from isocolon.evidence.explanation import Explanation


@dataclass(frozen=True)
class Figure:
    """Rows of words as they stand in the text, with a label each, and the links of each row with the next."""

    labels: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    links: tuple[tuple[Link, ...], ...]

    @classmethod
    def of(cls, document: Document, numbered: Numbered, explanation: Explanation) -> Figure:
        """Returns the figure of a parallelism that was explained."""
        labels = tuple(label for label, _ in numbered.branches())
        rows = tuple(shown(document, words) for words in explanation.branches)
        return cls(labels, rows, explanation.links)

    @property
    def crossed(self) -> bool:
        """Whether links between two rows cross."""
        return any(first.right > second.right for links in self.links for first, second in pairwise(links))


def untangled(figure: Figure) -> tuple[Figure, Figure]:
    """Returns a figure with the links that go on in order, if those are most, and one with those that cross them.

    >>> figure = Figure(("1a", "1b"), (("a", "b"), ("b", "a")), ((Link(0, 1, ()), Link(1, 0, ())),))
    >>> [part.links for part in untangled(figure)] == [((),), figure.links]
    True
    """
    kept = [in_order(links) for links in figure.links]
    crossing = [
        tuple(link for link in links if link not in some) for links, some in zip(figure.links, kept, strict=True)
    ]
    return replace(figure, links=tuple(kept)), replace(figure, links=tuple(crossing))


def in_order(links: Sequence[Link]) -> tuple[Link, ...]:
    """Returns the most links that do not cross each other; where those are not most, the links that cross none."""
    runs: list[list[Link]] = []
    for link in links:
        before = [run for run in runs if run[-1].right < link.right]
        runs.append([*max(before, key=len, default=[]), link])
    longest = max(runs, key=len, default=[])
    if 2 * len(longest) > len(links):
        return tuple(longest)
    return tuple(a for a in links if all((a.left - b.left) * (a.right - b.right) > 0 for b in links if b is not a))


def shown(document: Document, words: Sequence[Token]) -> tuple[str, ...]:
    """Returns words as the text has them; those that share a stretch of it (*tecum*) as their normal forms."""
    places = Counter((word.start, word.end) for word in words)
    forms = (word.norm if places[word.start, word.end] > 1 else document.text[word.start : word.end] for word in words)
    return tuple(" ".join(form.split()) for form in forms)


@dataclass(eq=False)
class Column:
    """Words that stand one above the other, by row, and the links between those of neighbouring rows, by the lower."""

    words: dict[int, str] = field(default_factory=dict)
    links: dict[int, Link] = field(default_factory=dict)


def columns(figure: Figure) -> list[Column]:
    """Returns the words of a figure whose links do not cross, linked ones in one column.

    >>> figure = Figure(("1a", "1b"), (("we", "say", "this"), ("and", "we", "do")), ((Link(0, 1, ()), Link(1, 2, ())),))
    >>> [list(column.words.values()) for column in columns(figure)]
    [['and'], ['we', 'we'], ['say', 'do'], ['this']]
    """
    table = [Column({0: word}) for word in figure.rows[0]]
    above = list(range(len(table)))
    for row, (words, links) in enumerate(zip(figure.rows[1:], figure.links, strict=True), start=1):
        partners = {link.right: link for link in links}
        place = 0
        column_of: list[Column] = []
        for i, word in enumerate(words):
            link = partners.get(i)
            if link:
                place = above[link.left]
                table[place].links[row] = link
            else:
                coming = min((above[later.left] for j, later in partners.items() if j > i), default=len(table) + 1)
                if place >= min(coming, len(table)):
                    table.insert(place, Column())
                    above = [at + (at >= place) for at in above]
            table[place].words[row] = word
            column_of.append(table[place])
            place += 1
        above = [next(at for at, column in enumerate(table) if column is mine) for mine in column_of]
    return table


def chains(figure: Figure) -> list[list[tuple[str, Link | None]]]:
    """Returns the words that answer each other from row to row, each with its link to the one before.

    >>> figure = Figure(("1a", "1b"), (("fair", "foul"), ("foul", "fair")), ((Link(0, 1, ()), Link(1, 0, ())),))
    >>> [[word for word, _ in chain] for chain in chains(figure)]
    [['fair', 'fair'], ['foul', 'foul']]
    """
    into = {(row + 1, link.right): link for row, links in enumerate(figure.links) for link in links}
    found = alignment.chains(figure.links)
    return [
        [(figure.rows[row][i], into.get((row, i)) if at else None) for at, (row, i) in enumerate(chain)]
        for chain in found
    ]


def systems(figure: Figure, room: float, measure: Callable[[str], float]) -> list[Figure]:
    """Returns a figure cut, like a score, into parts that are not wider than a room; one that crosses stays whole.

    >>> figure = Figure(("1a", "1b"), (("we", "say"), ("we", "do")), ((Link(0, 0, ()), Link(1, 1, ())),))
    >>> [part.rows for part in systems(figure, 3, len)]
    [(('we',), ('we',)), (('say',), ('do',))]
    """
    if figure.crossed:
        return [figure]
    placed = columns(figure)
    widths = [max(map(measure, column.words.values())) for column in placed]
    # the narrowest room in which there are as few parts: so no word is left alone in the last
    parts = min((packed(widths, room * step / 10) for step in range(1, 11)), key=len)
    return [of_columns(figure.labels, [placed[at] for at in part]) for part in parts]


def packed(widths: Iterable[float], room: float) -> list[list[int]]:
    """Returns the numbers of widths in runs that fit into a room, one alone where it does not.

    >>> packed([2, 2, 9, 1], 5)
    [[0, 1], [2], [3]]
    """
    parts: list[list[int]] = [[]]
    filled = 0.0
    for at, width in enumerate(widths):
        if parts[-1] and filled + width > room:
            parts.append([])
            filled = 0.0
        parts[-1].append(at)
        filled += width
    return parts


def of_columns(labels: tuple[str, ...], some: Sequence[Column]) -> Figure:
    """Returns the figure that some columns make; rows without a word in them are left out."""
    rows = {row: [column for column in some if row in column.words] for row in range(len(labels))}
    kept = [row for row, columns in rows.items() if columns]
    words = tuple(tuple(column.words[row] for column in rows[row]) for row in kept)
    links = tuple(tuple(links_into(rows, row)) if row - above == 1 else () for above, row in pairwise(kept))
    return Figure(tuple(labels[row] for row in kept), words, links)


def links_into(rows: Mapping[int, Sequence[Column]], row: int) -> Iterator[Link]:
    """Yields the links of a row of columns with the one above it."""
    for at, column in enumerate(rows[row]):
        if row in column.links:
            yield Link(rows[row - 1].index(column), at, column.links[row].reasons)
