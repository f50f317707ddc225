"""Is one system better than another, or lucky? Two paired tests over the documents both have seen.

*Approximate randomisation* (Noreen, 1989): if the systems were alike, exchanging their outputs for any documents would
give differences as great as the one observed. *Paired bootstrap* (Koehn, 2004; centred as by Riezler & Maxwell, 2005):
draw documents anew, with both systems' counts, and see how far the difference strays from its mean. Both are two-sided
and need only counts: nothing is scored again. Exchanges keep what they promise however few documents there are, which
gives no p below 2 / 2^n for n of them. Draws from few documents are too much alike: the bootstrap is kept to the same
bound, and may be trusted from some thirty documents on. From a single document there is nothing to learn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from isocolon.analysis.bootstrap import SEED, TRIALS, Floats, Interval, as_table, batches, drawn, f1_of, percentiles
from isocolon.errors import DataError
from isocolon.metrics import Counts


@dataclass(frozen=True)
class Significance:
    """How the F1 of one system differs from another's, and how likely so great a difference is by chance alone."""

    difference: float
    interval: Interval | None
    """Where the difference lies, by the paired bootstrap; None, as both p, for a single document."""
    randomisation_p: float | None
    bootstrap_p: float | None
    exact: bool
    """Whether all exchanges were tried, not a sample of them."""


def compare_systems(
    first: Sequence[Counts], second: Sequence[Counts], *, empty: int = 0, trials: int = TRIALS, seed: int = SEED
) -> Significance:
    """Returns how the first system's F1 differs from the second's, from both systems' counts in the same documents.

    >>> better, worse = [Counts(3, 4, 4)] * 6, [Counts(2, 4, 4)] * 6
    >>> found = compare_systems(better, worse)
    >>> found.difference, found.randomisation_p, found.exact
    (0.25, 0.03125, True)
    """
    if len(first) != len(second) or [c.gold_size for c in first] != [c.gold_size for c in second]:
        raise DataError("the two systems were not scored on the same documents", hint="pair them with one gold")
    one, other = as_table(first), as_table(second)
    size = len(one)
    observed = float(f1_of(one.sum(axis=0), empty) - f1_of(other.sum(axis=0), empty))
    exact = 2**size <= trials
    if size < 2:
        return Significance(observed, None, None, None, exact)
    masks = [all_masks(size)] if exact else random_masks(size, trials, seed)
    exchanged = np.concatenate([exchanges(one, other, some, empty) for some in masks])
    draws = drawn(size, trials, seed)
    strayed = np.concatenate([f1_of(some @ one, empty) - f1_of(some @ other, empty) for some in draws])
    return Significance(
        observed,
        percentiles(strayed),
        p_value(exchanged, observed, exact=exact),
        max(0.5 ** (size - 1), p_value(strayed - strayed.mean(), observed, exact=False)),
        exact,
    )


def exchanges(one: Floats, other: Floats, masks: Floats, empty: int = 0) -> Floats:
    """Returns the difference of F1 for each mask, [trials, documents], of documents whose counts are exchanged."""
    moved = masks @ (other - one)
    return f1_of(one.sum(axis=0) + moved, empty) - f1_of(other.sum(axis=0) - moved, empty)


def all_masks(size: int) -> Floats:
    """Returns every way to choose among so many documents, [2 ** size, size].

    >>> all_masks(2).tolist()
    [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    return (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(np.float64)


def random_masks(size: int, trials: int, seed: int) -> Iterator[Floats]:
    """Yields so many random ways to choose among documents, in batches that fit in memory."""
    random = np.random.default_rng(seed)
    for batch in batches(trials, size):
        yield random.integers(0, 2, (batch, size)).astype(np.float64)


def p_value(differences: Floats, observed: float, *, exact: bool) -> float:
    """Returns the share of differences as great as the observed one, which a sample counts among its own."""
    extreme = int(np.sum(np.abs(differences) >= abs(observed) - 1e-12))
    return extreme / len(differences) if exact else (extreme + 1) / (len(differences) + 1)
