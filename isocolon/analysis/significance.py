"""Is one system better than another, or lucky? Two paired tests over the documents both have seen.

*Approximate randomisation* (Noreen, 1989): if the systems were alike, exchanging their outputs for any documents would
give differences as great as the one observed. *Paired bootstrap* (Koehn, 2004; centred as by Riezler & Maxwell, 2005):
draw documents anew, with both systems' counts, and see how far the difference strays from its mean. Both are two-sided
and need only counts: nothing is scored again.
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
    interval: Interval
    """Where the difference lies, by the paired bootstrap."""
    randomisation_p: float
    bootstrap_p: float
    exact: bool
    """Whether all exchanges were tried, not a sample of them."""


def compare_systems(
    first: Sequence[Counts], second: Sequence[Counts], *, trials: int = TRIALS, seed: int = SEED
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
    observed = float(f1_of(one.sum(axis=0)) - f1_of(other.sum(axis=0)))
    exact = 2 ** len(one) <= trials
    masks = [all_masks(len(one))] if exact else random_masks(len(one), trials, seed)
    exchanged = np.concatenate([exchanges(one, other, some) for some in masks])
    strayed = np.concatenate([f1_of(draws @ one) - f1_of(draws @ other) for draws in drawn(len(one), trials, seed)])
    return Significance(
        observed,
        percentiles(strayed),
        p_value(exchanged, observed, exact=exact),
        p_value(strayed - strayed.mean(), observed, exact=False),
        exact,
    )


def exchanges(one: Floats, other: Floats, masks: Floats) -> Floats:
    """Returns the difference of F1 for each mask, [trials, documents], of documents whose counts are exchanged."""
    moved = masks @ (other - one)
    return f1_of(one.sum(axis=0) + moved) - f1_of(other.sum(axis=0) - moved)


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
