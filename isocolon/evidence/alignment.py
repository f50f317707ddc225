"""Which words of two branches answer each other, as the lines of the paper's first figure show it.

The words of two neighbouring branches are aligned in order, or in reverse for a chiasm, so that the reasons they are
linked by weigh most. Words left over in equal number between two links stand in the same place and answer each other
too: in "we can not dedicate, we can not consecrate" those are the words that matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from isocolon.evidence.reasons import Comparer, Reason

ENOUGH = 0.1
"""What reasons must weigh for two words to be linked by them alone."""
LEFT_OVER = 3
"""So many words, at most, are linked only because they stand between the same two links."""
LONGEST = 150
"""So many words of a branch are aligned; no figure could show more."""
TIE = 0.01
"""By so much words in the same place are preferred to others with the same reasons."""
SAME_PLACE = Reason("syntax", 0.1, "the same place")


@dataclass(frozen=True)
class Link:
    """Two words that answer each other, by their numbers in their branches, and why."""

    left: int
    right: int
    reasons: tuple[Reason, ...]

    @property
    def strong(self) -> bool:
        """Whether the words have several features in common (a solid line in the paper), not one (a dashed one)."""
        return self.weight >= 1 or len({reason.criterion for reason in self.reasons}) > 1

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
    path = best_path(
        [[weight(cell) * (1 + TIE * (i == j)) for j, cell in enumerate(row)] for i, row in enumerate(grid)]
    )
    return tuple(
        Link(i, answers[j], tuple(grid[i][j]) + (() if (i, j) in path else (SAME_PLACE,)))
        for i, j in fill(path, len(left), len(right))
    )


def weight(reasons: Sequence[Reason]) -> float:
    """Returns what reasons weigh, or nothing if that is too little to link two words."""
    total = sum(reason.weight for reason in reasons)
    return total if total >= ENOUGH else 0.0


def best_path(weights: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
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


def fill(path: Sequence[tuple[int, int]], rows: int, columns: int) -> list[tuple[int, int]]:
    """Returns a path with the cells between its own where equally many words are left over on both sides.

    >>> fill([(0, 0), (2, 2)], 4, 5)
    [(0, 0), (1, 1), (2, 2)]
    """
    filled = []
    for (i, j), (next_i, next_j) in pairwise([(-1, -1), *path, (rows, columns)]):
        if next_i - i == next_j - j <= LEFT_OVER + 1:
            filled += [(i + step, j + step) for step in range(1, next_i - i)]
        if (next_i, next_j) != (rows, columns):
            filled.append((next_i, next_j))
    return filled
