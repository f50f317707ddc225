"""The Hungarian method for sparse graphs: rows take columns one after the other, along shortest augmenting paths.

Every column has a price and every row a profit, the most that its columns give it: max over columns of weight - price.
A row's choice costs what it forgoes, profit - (weight - price), which is never negative. A new row looks for the
cheapest chain of rows that each give up their column for the next one, down to a free column, with Dijkstra's search,
which ends as soon as nothing cheaper can follow. Prices and profits then move just so far that the chain costs nothing
(Kuhn, 1955; Edmonds & Karp, 1972). To go without a column is a choice as well: a column of one's own, of weight 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple


class Choice(NamedTuple):
    """A column that a row may take: its weight and the number of the edge, None for going without."""

    column: int
    weight: float
    edge: int | None


class Step(NamedTuple):
    """How a search reached a column: the cost so far, the row before it, and that row's choice."""

    cost: float
    row: int
    choice: Choice


class Assignment:
    """Rows with the columns they take, so that the sum of the weights is as great as it can be.

    >>> Assignment([(0, 7, 5), (0, 8, 4), (1, 7, 3)]).edges()
    [1, 2]
    """

    def __init__(self, edges: Iterable[tuple[int, int, float]]) -> None:
        """Edges are (row, column, weight) with columns from 0 and weights above 0."""
        self.choices: dict[int, list[Choice]] = {}
        for number, (row, column, weight) in enumerate(edges):
            self.choices.setdefault(row, [Choice(-1 - row, 0, None)]).append(Choice(column, weight, number))
        self.profit = {row: max(choice.weight for choice in choices) for row, choices in self.choices.items()}
        self.price: dict[int, float] = defaultdict(int)
        self.taken: dict[int, Choice] = {}
        self.owner: dict[int, int] = {}
        for row in self.choices:
            target, reached = self.search(row)
            self.settle(row, target, reached)
            self.exchange(row, target, reached)

    def edges(self) -> list[int]:
        """Returns the numbers of the edges in the matching, in order."""
        return sorted(choice.edge for choice in self.taken.values() if choice.edge is not None)

    def search(self, row: int) -> tuple[int, dict[int, Step]]:
        """Returns the free column that the cheapest chain from a new row ends at, and the steps to all it reached."""
        reached: dict[int, Step] = {}
        target, least = row, inf
        queue: list[tuple[float, int]] = [(0, row)]
        done: set[int] = set()
        while queue and queue[0][0] < least:
            cost, giver = heappop(queue)
            if giver in done:
                continue
            done.add(giver)
            base = cost + self.profit[giver]
            for choice in self.choices[giver]:
                column, weight, _ = choice
                total = max(cost, base - weight + self.price[column])  # no step back, not by rounding either
                if total < least and (column not in reached or total < reached[column].cost):
                    reached[column] = Step(total, giver, choice)
                    if column in self.owner:
                        heappush(queue, (total, self.owner[column]))
                    else:
                        target, least = column, total
        return target, reached

    def settle(self, row: int, target: int, reached: dict[int, Step]) -> None:
        """Moves prices and profits so that every step of the cheapest chain costs nothing."""
        least = reached[target].cost
        self.profit[row] -= least
        for column, step in reached.items():
            if step.cost < least:
                self.price[column] += least - step.cost
                self.profit[self.owner[column]] -= least - step.cost

    def exchange(self, row: int, column: int, reached: dict[int, Step]) -> None:
        """Lets the rows of the chain take their new columns, from its end back to the row it began with."""
        while True:
            _, giver, choice = reached[column]
            left = self.taken.get(giver)
            self.taken[giver], self.owner[column] = choice, giver
            if left is None:
                return
            column = left.column
