"""The paper's first figure, before it is drawn: rows of words, one a branch, and what links them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from isocolon.document import Document, Token
from isocolon.evidence.alignment import Link
from isocolon.evidence.explanation import Explanation
from isocolon.viewer.result import Numbered


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


def shown(document: Document, words: Sequence[Token]) -> tuple[str, ...]:
    """Returns words as the text has them; those that share a stretch of it (*tecum*) as their normal forms."""
    places = Counter((word.start, word.end) for word in words)
    forms = (word.norm if places[word.start, word.end] > 1 else document.text[word.start : word.end] for word in words)
    return tuple(" ".join(form.split()) for form in forms)


@dataclass
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
    found = []
    for row, links in enumerate(figure.links):
        begun = {link.right for link in figure.links[row - 1]} if row else set()
        for link in links:
            if link.left in begun:
                continue
            chain: list[tuple[str, Link | None]] = [(figure.rows[row][link.left], None)]
            at, step = row, link
            while True:
                at += 1
                chain.append((figure.rows[at][step.right], step))
                following = (
                    [later for later in figure.links[at] if later.left == step.right] if at < len(figure.links) else []
                )
                if not following:
                    break
                step = following[0]
            found.append(chain)
    return found
