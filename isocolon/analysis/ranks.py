"""Does it matter which scheme is used? Ranks, Friedman's test of them, and Nemenyi's of every two.

Within each model the schemes are ranked by F1, 1 being best and equals sharing their mean rank. Friedman's test (1937)
asks whether mean ranks differ more than chance would have it; Nemenyi's (1963) which two do: those whose ranks are
further apart than the critical difference (Demšar, 2006)

    CD = q(α, k) · √(k (k + 1) / 6 n)        for k schemes, n models

The paper's text says that schemes were the treatments, which is what `friedman` does. Its published script has models
as treatments, so that its p-value says that models differ; `friedman(transpose(scores))` gives it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from math import inf, sqrt
from typing import TypeVar

from isocolon.errors import ConfigurationError, DataError

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)

ALPHA = 0.05
"""How unlikely by chance a difference must be to be called significant."""


@dataclass(frozen=True)
class Friedman:
    """Friedman's statistic, and how likely one as great is by chance."""

    statistic: float
    p: float


@dataclass(frozen=True)
class Pair:
    """Two treatments, the one of better rank first, and how likely so great a difference is by chance."""

    better: str
    worse: str
    p: float


def mean_ranks(scores: Mapping[A, Mapping[B, float]]) -> dict[B, float]:
    """Returns the mean rank of each treatment over all blocks, 1 being best.

    >>> mean_ranks({"a": {"x": 0.9, "y": 0.5, "z": 0.1}, "b": {"x": 0.3, "y": 0.3, "z": 0.2}})
    {'x': 1.25, 'y': 1.75, 'z': 3.0}
    """
    from scipy.stats import rankdata

    treatments = list(next(iter(scores.values())))
    ranks = rankdata([[-block[treatment] for treatment in treatments] for block in scores.values()], axis=1)
    return dict(zip(treatments, ranks.mean(axis=0).tolist(), strict=True))


def transpose(scores: Mapping[A, Mapping[B, float]]) -> dict[B, dict[A, float]]:
    """Returns the scores with treatments as blocks and blocks as treatments."""
    treatments = next(iter(scores.values()))
    return {treatment: {block: scores[block][treatment] for block in scores} for treatment in treatments}


def enough(scores: Mapping[A, Mapping[B, float]]) -> bool:
    """Whether there are enough treatments (three) and blocks (two) for a test."""
    return len(scores) >= 2 and len(next(iter(scores.values()))) >= 3


def friedman(scores: Mapping[A, Mapping[B, float]]) -> Friedman:
    """Returns Friedman's test of whether treatments differ, from their scores in each block."""
    from scipy.stats import friedmanchisquare

    if not enough(scores):
        raise DataError(
            f"Friedman's test needs three treatments in two blocks at least; "
            f"here are {len(next(iter(scores.values())))} in {len(scores)}"
        )
    if all(len({*block.values()}) == 1 for block in scores.values()):
        return Friedman(0.0, 1.0)  # nothing differs, and the formula divides by nothing
    found = friedmanchisquare(*([*values.values()] for values in transpose(scores).values()))
    return Friedman(float(found.statistic), float(found.pvalue))


def nemenyi(scores: Mapping[A, Mapping[str, float]]) -> list[Pair]:
    """Returns Nemenyi's test of every two treatments, the most different first."""
    try:
        posthocs = import_module("scikit_posthocs")
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            "Nemenyi's test needs scikit-posthocs. Install it with: pip install 'isocolon[analysis]'."
        ) from error
    import numpy as np

    ranks = mean_ranks(scores)
    values = np.array([list(block.values()) for block in scores.values()])
    table = posthocs.posthoc_nemenyi_friedman(values).to_numpy()
    names = sorted(ranks, key=ranks.__getitem__)
    place = {name: k for k, name in enumerate(ranks)}
    pairs = [Pair(one, other, float(table[place[one], place[other]])) for one, other in combinations(names, 2)]
    return sorted(pairs, key=lambda pair: pair.p)


def critical_difference(treatments: int, blocks: int, alpha: float = ALPHA) -> float:
    """Returns how far apart the mean ranks of two treatments must be to differ significantly.

    >>> round(critical_difference(4, 14), 2)  # Demšar's example
    1.25
    """
    from scipy.stats import studentized_range

    q = float(studentized_range.ppf(1 - alpha, treatments, inf)) / sqrt(2)
    return q * sqrt(treatments * (treatments + 1) / (6 * blocks))
