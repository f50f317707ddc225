"""The lattice: all ways to read a text as chains of pairs that do not overlap.

A chain is a run of pairs in which each pair's second span is the next one's first: a parallelism. A pair that opens a
chain weighs `opening`, one that goes on with it weighs `going on`; a reading of the text weighs the sum of its pairs,
and its probability is proportional to the exponential. Inside–outside sums are exact (Baker 1979); tests hold them
against enumeration.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log1p

Row = tuple[int, int, int, int]


def log_add(a: float, b: float) -> float:
    """Returns log(exp(a) + exp(b)).

    >>> log_add(0.0, -inf)
    0.0
    """
    if a < b:
        a, b = b, a
    return a if b == -inf else a + log1p(exp(b - a))


@dataclass(frozen=True)
class Lattice:
    """Pairs over a text of so many tokens, sorted by their ends, with their weights."""

    tokens: int
    rows: Sequence[Row]
    opening: Sequence[float]
    going_on: Sequence[float]

    @cached_property
    def followers(self) -> dict[tuple[int, int], list[int]]:
        """The pairs that start with a span, by that span."""
        table = defaultdict(list)
        for number, (start, end, _, _) in enumerate(self.rows):
            table[start, end].append(number)
        return table

    def forward(self, add: Callable[[float, float], float] = log_add) -> list[float]:
        """Returns the weight of all readings of the tokens before each place; of the best one, if `add` is max."""
        total = [0.0] * (self.tokens + 1)
        chains: dict[tuple[int, int], float] = {}  # by the span they end in
        number = 0
        for place in range(1, self.tokens + 1):
            sum_here = total[place - 1]
            arrived: list[tuple[tuple[int, int], float]] = []
            while number < len(self.rows) and self.rows[number][3] == place:
                start, end, start2, _ = self.rows[number]
                weight = total[start] + self.opening[number]
                if (start, end) in chains:
                    weight = add(weight, chains[start, end] + self.going_on[number])
                arrived.append(((start2, place), weight))
                sum_here = add(sum_here, weight)
                number += 1
            for span, weight in arrived:
                chains[span] = add(chains.get(span, -inf), weight)
            total[place] = sum_here
        return total

    def backward(self, add: Callable[[float, float], float] = log_add) -> list[float]:
        """Returns the weight of all readings of the tokens from each place on."""
        total = [0.0] * (self.tokens + 1)
        chains: dict[tuple[int, int], float] = {}  # by the span they go on from
        order = sorted(range(len(self.rows)), key=lambda number: -self.rows[number][0])
        at = 0
        for place in range(self.tokens - 1, -1, -1):
            sum_here = total[place + 1]
            arrived: list[tuple[tuple[int, int], float]] = []
            while at < len(order) and self.rows[order[at]][0] == place:
                number = order[at]
                _, end, start2, end2 = self.rows[number]
                rest = add(total[end2], chains.get((start2, end2), -inf))
                arrived.append(((place, end), self.going_on[number] + rest))
                sum_here = add(sum_here, self.opening[number] + rest)
                at += 1
            for span, weight in arrived:
                chains[span] = add(chains.get(span, -inf), weight)
            total[place] = sum_here
        return total

    def chains(self, least: float, longest: int, weakest: float) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yields chains with the logarithms of their probabilities.

        Args:
            least: the least logarithm of a probability.
            longest: the most pairs in a chain.
            weakest: a pair that weighs less than this when it goes on does not go on.
        """
        before, behind = self.forward(), self.backward()
        whole = before[-1]
        for first, row in enumerate(self.rows):
            stack: list[tuple[tuple[int, ...], float]] = [((first,), before[row[0]] + self.opening[first] - whole)]
            while stack:
                chain, weight = stack.pop()
                _, _, start, end = self.rows[chain[-1]]
                if weight + behind[end] > least:
                    yield chain, weight + behind[end]
                if len(chain) < longest:
                    stack += [
                        ((*chain, number), weight + self.going_on[number])
                        for number in self.followers.get((start, end), ())
                        if self.going_on[number] > weakest
                    ]

    def best(self) -> list[tuple[int, ...]]:
        """Returns the chains of the reading that weighs most (Viterbi), in reading order."""
        ahead = self.backward(max)
        found: list[tuple[int, ...]] = []
        place = 0
        opening = defaultdict(list)
        for number, row in enumerate(self.rows):
            opening[row[0]].append(number)
        while place < self.tokens:
            chain = next((c for n in opening[place] if (c := self._heaviest(n, ahead, ahead[place]))), None)
            if chain is None:
                place += 1
            else:
                found.append(chain)
                place = self.rows[chain[-1]][3]
        return found

    def _heaviest(self, first: int, ahead: Sequence[float], goal: float) -> tuple[int, ...] | None:
        """Returns the chain from a pair on that reaches a weight together with what is ahead of it, if one does."""
        if goal <= ahead[self.rows[first][0] + 1]:
            return None  # passing over the token is as good
        stack: list[tuple[tuple[int, ...], float]] = [((first,), self.opening[first])]
        while stack:
            chain, weight = stack.pop()
            _, _, start, end = self.rows[chain[-1]]
            if abs(weight + ahead[end] - goal) < 1e-9:
                return chain
            stack += [((*chain, n), weight + self.going_on[n]) for n in self.followers.get((start, end), ())]
        return None


def schedule(hulls: Sequence[tuple[int, int]], gains: Sequence[float]) -> list[int]:
    """Returns which half-open intervals to take, none overlapping another, so that they gain most together.

    >>> schedule([(0, 4), (3, 6), (4, 9)], [1.0, 1.5, 1.0])
    [0, 2]
    """
    order = sorted((i for i, gain in enumerate(gains) if gain > 0), key=lambda i: hulls[i][1])
    best = [(0, 0.0, -1, 0)]  # (end, gain, interval taken, step to go on from)
    for i in order:
        start, end = hulls[i]
        step = last_before(best, start)
        gain = best[step][1] + gains[i]
        best.append((end, gain, i, step) if gain > best[-1][1] else (end, best[-1][1], -1, len(best) - 1))
    taken, at = [], len(best) - 1
    while at > 0:
        _, _, interval, before = best[at]
        if interval >= 0:
            taken.append(interval)
        at = before
    return taken[::-1]


def nest(branches: Sequence[Sequence[tuple[int, int]]], gains: Sequence[float]) -> list[int]:
    """Returns which chains to take, none overlapping another but inside one of its branches, so that they gain most.

    Shorter chains come first: when a chain's turn comes, the best that its branches can hold is known.

    >>> nest([((0, 4), (4, 8)), ((1, 2), (2, 4)), ((3, 4), (4, 6))], [1.0, 0.2, 0.4])
    [0, 1]
    """
    hulls = {i: (branches[i][0][0], branches[i][-1][1]) for i, gain in enumerate(gains) if gain > 0}
    worth: dict[int, float] = {}
    inner: dict[int, list[int]] = {}

    def best_within(start: int, end: int) -> list[int]:
        some = [i for i in worth if start <= hulls[i][0] and hulls[i][1] <= end]
        return [some[k] for k in schedule([hulls[i] for i in some], [worth[i] for i in some])]

    for i in sorted(hulls, key=lambda i: hulls[i][1] - hulls[i][0]):
        inner[i] = [k for start, end in branches[i] for k in best_within(start, end)]
        worth[i] = gains[i] + sum(worth[k] for k in inner[i])
    taken, waiting = [], best_within(0, max((end for _, end in hulls.values()), default=0))
    while waiting:
        taken.append(waiting.pop(0))
        waiting = inner[taken[-1]] + waiting
    return taken


def last_before(steps: Sequence[tuple[int, float, int, int]], start: int) -> int:
    """Returns the last step whose intervals end by a place."""
    from bisect import bisect_right

    return bisect_right(steps, start, key=lambda step: step[0]) - 1
