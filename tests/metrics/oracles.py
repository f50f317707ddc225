"""Slow twins of the scorer, obviously right: they try everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from isocolon.document import Parallelism, Span


def all_matchings(rows: int, columns: int) -> Iterator[list[tuple[int, int]]]:
    """Yields every matching of so many rows with so many columns, the empty one included."""

    def extend(row: int, free: frozenset[int], chosen: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        if row == rows:
            yield chosen
            return
        yield from extend(row + 1, free, chosen)
        for column in free:
            yield from extend(row + 1, free - {column}, [*chosen, (row, column)])

    return extend(0, frozenset(range(columns)), [])


def greatest_sum(weights: Sequence[Sequence[float]]) -> float:
    """Returns the weight of the best of all matchings."""
    columns = len(weights[0]) if weights else 0
    return max(sum(weights[i][j] for i, j in matching) for matching in all_matchings(len(weights), columns))


def mbawo(p: Parallelism, q: Parallelism) -> int:
    """Returns the maximum over all matchings W of hasParWord(W) times the overlap, as appendix B defines it."""
    overlap = [[common_words(one, other) for other in q] for one in p]
    parts = ([overlap[i][j] for i, j in matching] for matching in all_matchings(len(p), len(q)))
    return max(sum(words) if sum(n > 0 for n in words) >= 2 else 0 for words in parts)


def common_words(one: Span, other: Span) -> int:
    return len(set(one) & set(other))


SCORES: dict[str, Callable[[Parallelism, Parallelism], int]] = {
    "epm": lambda p, q: int(set(p) == set(q)),
    "mpbm": lambda p, q: len(set(p) & set(q)) if len(set(p) & set(q)) >= 2 else 0,
    "mbawo": mbawo,
    "mwo": lambda p, q: len(p.words() & q.words()),
}
SIZES: dict[str, Callable[[Parallelism], int]] = {
    "epm": lambda p: 1,
    "mpbm": lambda p: len(set(p)),
    "mbawo": lambda p: len(p.words()),
    "mwo": lambda p: len(p.words()),
}
