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
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (0, 0)


def test_both_tests_see_a_great_difference() -> None:
    better, worse = [Counts(8, 10, 10)] * 30, [Counts(3, 10, 10), Counts(5, 10, 10)] * 15
    found = compare_systems(better, worse)
    assert found.randomisation_p is not None and found.randomisation_p < 0.001
    assert found.bootstrap_p is not None and found.bootstrap_p < 0.001
    assert found.interval is not None and found.interval.low > 0.3


def by_chance(size: int, times: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the p of both tests for pairs of systems that are alike, each with draws of its own."""
    found = [compare_systems(*random_counts(Random(seed), size), trials=256, seed=seed) for seed in range(times)]
    return np.array([f.randomisation_p for f in found]), np.array([f.bootstrap_p for f in found])


def shares(ps: np.ndarray) -> list[float]:
    """Returns how many fall below .05, .1 and .5."""
    return [float((ps <= level).mean()) for level in (0.05, 0.1, 0.5)]


def test_under_chance_alone_p_is_even() -> None:
    """Of systems that are alike, as many fall below each p as p says, within 2.5 standard errors of so many pairs."""
    exchanged, drawn = by_chance(40, times=800)
    for level, margin, one, other in zip(
        (0.05, 0.1, 0.5), (0.019, 0.027, 0.044), shares(exchanged), shares(drawn), strict=True
    ):
        assert one == pytest.approx(level, abs=margin)
        assert other == pytest.approx(level + 0.015, abs=margin)  # which is how far the bootstrap is too sure of itself


def test_few_documents() -> None:
    """Exchanges never claim too much; the bootstrap does below some 30 documents, as the docs say, within bounds."""
    exchanged, drawn = by_chance(8, times=400)
    assert shares(exchanged)[0] <= 0.05 + 0.02
    assert 0.08 < shares(drawn)[0] < 0.16
    for size in (2, 3, 5):
        assert min(map(min, by_chance(size, times=50))) >= 2 / 2**size


def test_nothing_can_be_learnt_from_one_document() -> None:
    found = compare_systems([Counts(9, 9, 9)], [Counts(0, 9, 9)])
    assert (found.difference, found.interval, found.randomisation_p, found.bootstrap_p) == (1, None, None, None)


def test_nothing_against_nothing_is_what_it_is_asked_to_be() -> None:
    nothing, something = [Counts()] * 3, [Counts(0, 1, 0)] * 3
    assert compare_systems(nothing, something, empty=0).difference == 0
    assert compare_systems(nothing, something, empty=1).difference == 1


def test_other_documents_are_refused() -> None:
    with pytest.raises(DataError, match="the two systems were not scored on the same documents"):
        compare_systems([Counts(1, 1, 1)], [Counts(1, 1, 2)])
