"""Which words of two branches answer each other, as the lines of the paper's first figure show it.

The words of two neighbouring branches are aligned in order, or in reverse for a chiasm, so that the reasons they are
linked by weigh most. The same word in another place is linked across the others. Words left over in equal number
between two links stand in the same place and answer each other too: in "we can not dedicate, we can not consecrate"
those are the words that matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from isocolon.evidence.reasons import Comparer, Reason

ENOUGH = 0.15
"""What reasons must weigh for two words to be linked by them alone."""
SURE = 0.6
"""What they must weigh to link words across others."""
STRONG = 0.5
"""What they must weigh for a solid line."""
LEFT_OVER = 3
"""So many words, at most, are linked only because they stand between the same two links."""
LONGEST = 150
"""So many words of a branch are aligned; no figure could show more."""
TIE = 0.01
"""By so much words in the same place are preferred to others with the same reasons."""
SAME_PLACE = Reason("syntax", 0.1, "stand in the same place")

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Link:
    """Two words that answer each other, by their numbers in their branches, and why."""

    left: int
    right: int
    reasons: tuple[Reason, ...]

    @property
    def strong(self) -> bool:
        """Whether the words have several features in common (a solid line in the paper), not one (a dashed one)."""
        told = [reason for reason in self.reasons if reason != SAME_PLACE]
        return sum(reason.weight for reason in told) >= STRONG or len(told) > 1

    @property
    def weight(self) -> float:
        """What the reasons weigh together."""
        return sum(reason.weight for reason in self.reasons)


def align(left: Sequence[str], right: Sequence[str], comparer: Comparer, *, crossed: bool) -> tuple[Link, ...]:
    """Returns the links between the words of two branches.

    >>> from isocolon.languages.english import English
    >>> links = align("fair is foul".split(), "foul is fair".split(), Comparer(English()), crossed=True)
    >>> [(link.left, link.right) for link in links]
    [(0, 2), (1, 1), (2, 0)]

    Args:
        left: the normal forms of a branch's words.
        right: those of the other.
        comparer: knows what words have in common.
        crossed: whether the second branch answers the first in reverse.
    """
    left, right = left[:LONGEST], right[:LONGEST]
    answers = range(len(right))[::-1] if crossed else range(len(right))
    grid = [[comparer.reasons(word, right[j]) for j in answers] for word in left]
    weights = [[weight(cell) * (1 + TIE * (i == j)) for j, cell in enumerate(row)] for i, row in enumerate(grid)]
    path = best_path(weights)
    little = [comparer.is_little(word) for word in left]
    found = {*path, *across(path, weights, little)}
    for i, j in fill(path, little, [comparer.is_little(right[j]) for j in answers]):
        free = all(i != row and j != column for row, column in found)
        if free and comparer.may_answer(left[i], right[answers[j]]):
            found.add((i, j))
    placed = {cell: () if weights[cell[0]][cell[1]] else (SAME_PLACE,) for cell in found}
    return tuple(Link(i, answers[j], (*grid[i][j], *placed[i, j])) for i, j in sorted(found))


def across(path: Sequence[Cell], weights: Sequence[Sequence[float]], little: Sequence[bool]) -> Iterator[Cell]:
    """Yields the cells of words, no little ones, that are surely the same and that the path leaves out."""
    rows, columns = {i for i, _ in path}, {j for _, j in path}
    for i, row in enumerate(weights):
        free = [] if i in rows or little[i] else [j for j, cell in enumerate(row) if cell >= SURE and j not in columns]
        if free:
            columns.add(free[0])
            yield i, free[0]


def weight(reasons: Sequence[Reason]) -> float:
    """Returns what reasons weigh, or nothing if that is too little to link two words."""
    total = sum(reason.weight for reason in reasons)
    return total if total >= ENOUGH else 0.0


def best_path(weights: Sequence[Sequence[float]]) -> list[Cell]:
    """Returns the cells with the greatest sum of which each stands below and behind the one before.

    >>> best_path([[1.0, 0.0], [0.0, 0.4], [0.0, 0.5]])
    [(0, 0), (2, 1)]
    """
    rows, columns = len(weights), len(weights[0]) if weights else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            taken = weights[i][j] + best[i + 1][j + 1] if weights[i][j] else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], taken)
    path = []
    i = j = 0
    while i < rows and j < columns:
        if weights[i][j] and best[i][j] == weights[i][j] + best[i + 1][j + 1]:
            path.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return path


def fill(path: Sequence[Cell], left: Sequence[bool], right: Sequence[bool]) -> list[Cell]:
    """Returns a path with the cells between its own where equally many words are left over on both sides.

    Where they are not equally many, those count that are no little words.

    >>> fill([(0, 0), (2, 2)], [False] * 4, [False] * 5)
    [(0, 0), (1, 1), (2, 2)]
    >>> fill([(0, 0)], [False, False], [False, True, False])
    [(0, 0), (1, 2)]

    Args:
        path: the cells that are sure.
        left: which words of the first branch are little ones.
        right: which of the second's are.
    """
    filled: list[Cell] = []
    ends = (len(left), len(right))
    for (i, j), (next_i, next_j) in pairwise([(-1, -1), *path, ends]):
        rows, columns = list(range(i + 1, next_i)), list(range(j + 1, next_j))
        if len(rows) != len(columns):
            rows, columns = [at for at in rows if not left[at]], [at for at in columns if not right[at]]
        if len(rows) == len(columns) <= LEFT_OVER:
            filled += zip(rows, columns, strict=True)
        if (next_i, next_j) != ends:
            filled.append((next_i, next_j))
    return filled


def chains(links: Sequence[Sequence[Link]]) -> list[list[Cell]]:
    """Returns the words that answer each other from branch to branch, each by its branch and its number in it.

    >>> chains([[Link(0, 1, ()), Link(1, 0, ())], [Link(1, 0, ())]])
    [[(0, 0), (1, 1), (2, 0)], [(0, 1), (1, 0)]]
    """
    found: list[list[Cell]] = []
    growing: dict[int, list[Cell]] = {}
    for branch, some in enumerate(links):
        grown: dict[int, list[Cell]] = {}
        for link in some:
            chain = growing.get(link.left)
            if chain is None:
                chain = [(branch, link.left)]
                found.append(chain)
            chain.append((branch + 1, link.right))
            grown[link.right] = chain
        growing = grown
    return found
