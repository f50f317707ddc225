"""Paired tests: exact p-values by enumeration, sampled ones near them, and against scipy's permutation test."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from scipy.stats import permutation_test

from isocolon.analysis.significance import compare_systems
from isocolon.errors import DataError
from isocolon.metrics import Counts, Score


def random_counts(random: Random, size: int, advantage: int = 0) -> tuple[list[Counts], list[Counts]]:
    first, second = [], []
    for _ in range(size):
        gold = random.randint(1, 9)
        first.append(Counts(min(gold, random.randint(0, gold) + advantage), random.randint(gold, 12), gold))
        second.append(Counts(random.randint(0, gold), random.randint(gold, 12), gold))
    return first, second


def f1(counts: list[Counts]) -> float:
    total = sum(counts, start=Counts())
    return Score(total.matched, total.predicted_size, total.gold_size).f1


def test_all_exchanges() -> None:
    """The slow twin: exchange the systems' outputs in every possible way."""
    for seed in range(20):
        first, second = random_counts(Random(seed), 6, advantage=2)
        observed = abs(f1(first) - f1(second))
        extreme = 0
        for swaps in product([False, True], repeat=6):
            pairs = [(b, a) if swap else (a, b) for a, b, swap in zip(first, second, swaps, strict=True)]
            extreme += abs(f1([a for a, _ in pairs]) - f1([b for _, b in pairs])) >= observed - 1e-12
        found = compare_systems(first, second)
        assert found.exact
        assert found.randomisation_p == extreme / 2**6
        assert found.difference == pytest.approx(f1(first) - f1(second))


def test_a_sample_of_exchanges_comes_near() -> None:
    first, second = random_counts(Random(3), 12, advantage=1)
    exact = compare_systems(first, second)
    sampled = compare_systems(first, second, trials=4_000)
    assert (exact.exact, sampled.exact) == (True, False)
    assert sampled.randomisation_p == pytest.approx(exact.randomisation_p, abs=0.02)


def test_scipy() -> None:
    first, second = random_counts(Random(5), 10, advantage=1)

    def difference(one: np.ndarray, other: np.ndarray) -> float:
        return f1([(*first, *second)[k] for k in one]) - f1([(*first, *second)[k] for k in other])

    theirs = permutation_test((range(10), range(10, 20)), difference, permutation_type="samples", n_resamples=2_000)
    assert compare_systems(first, second).randomisation_p == pytest.approx(theirs.pvalue, abs=0.01)


def test_a_system_does_not_differ_from_itself() -> None:
    first, _ = random_counts(Random(1), 30)
    found = compare_systems(first, first)
    assert (found.difference, found.randomisation_p, found.bootstrap_p) == (0, 1, 1)
    assert (found.interval.low, found.interval.high) == (0, 0)


def test_both_tests_see_a_great_difference() -> None:
    better, worse = [Counts(8, 10, 10)] * 30, [Counts(3, 10, 10), Counts(5, 10, 10)] * 15
    found = compare_systems(better, worse)
    assert found.randomisation_p < 0.001
    assert found.bootstrap_p < 0.001
    assert found.interval.low > 0.3


def test_under_chance_alone_p_is_even() -> None:
    """Of systems that are alike, about as many fall below each p as p says."""
    ps = np.array([compare_systems(*random_counts(Random(seed), 8), trials=256).randomisation_p for seed in range(300)])
    assert [round((ps <= level).mean(), 1) for level in (0.1, 0.5, 0.9)] == pytest.approx([0.1, 0.5, 0.9], abs=0.11)


def test_other_documents_are_refused() -> None:
    with pytest.raises(DataError, match="the two systems were not scored on the same documents"):
        compare_systems([Counts(1, 1, 1)], [Counts(1, 1, 2)])
