"""The matching is of maximum weight: against all matchings on small graphs, against scipy on large ones."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from metrics.oracles import greatest_sum
from scipy.optimize import linear_sum_assignment

from isocolon.metrics.assignment import Assignment
from isocolon.metrics.matching import maximum_matching, peel

# edges, weights, chosen, why
TABLE = [
    ([], [], [], "nothing to match"),
    ([(0, 0)], [3], [0], "one pair"),
    ([(0, 0)], [0], [], "what scores nothing is no match"),
    ([(0, 0), (0, 1), (0, 2)], [1, 3, 2], [1], "a star takes its heaviest edge"),
    ([(0, 0), (0, 1), (1, 1)], [2, 5, 4], [0, 2], "a path: two edges outweigh the heaviest"),
    ([(0, 0), (0, 1), (1, 1)], [2, 9, 4], [1], "a path: the heaviest outweighs two"),
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [5, 4, 4, 1], [1, 2], "a cycle: 4 + 4 over 5 + 1"),
    ([(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)], [5, 4, 4, 1, 3], [0, 4], "a cycle with a leaf"),
]


@pytest.mark.parametrize(("edges", "weights", "chosen", "why"), TABLE, ids=[row[-1] for row in TABLE])
def test_table(edges, weights, chosen, why):
    assert maximum_matching(np.array(edges, dtype=np.int64).reshape(-1, 2), np.array(weights)) == chosen


def random_graph(random, rows, columns, density, heaviest=9):
    matrix = [[random.randint(0, heaviest) * (random.random() < density) for _ in range(columns)] for _ in range(rows)]
    weights = np.array(matrix).reshape(rows, columns)
    return weights, np.argwhere(weights >= 0)


def check(weights, edges, greatest):
    chosen = edges[maximum_matching(edges, weights[tuple(edges.T)])]
    assert all(len(set(side)) == len(side) for side in chosen.T.tolist()), "no vertex is matched twice"
    assert weights[tuple(chosen.T)].sum() == greatest
    assert (weights[tuple(chosen.T)] > 0).all()


def test_all_matchings():
    random = Random(0)
    for _ in range(1_500):
        weights, edges = random_graph(random, random.randint(1, 5), random.randint(1, 5), random.random())
        check(weights, edges, greatest_sum(weights.tolist()))


@pytest.mark.parametrize("density", [0.005, 0.01, 0.03, 0.3, 1])
def test_scipy(density):
    for seed in range(5):
        weights, edges = random_graph(Random(seed), 120, 100, density)
        check(weights, edges, weights[linear_sum_assignment(weights, maximize=True)].sum())


def test_weights_may_be_fractions():
    weights = np.random.default_rng(0).random((30, 40))
    chosen = maximum_matching(np.argwhere(weights > 0), weights.ravel())
    assert weights.ravel()[chosen].sum() == pytest.approx(weights[linear_sum_assignment(weights, maximize=True)].sum())


def test_rounding_reopens_nothing():
    weights = np.array([[0.1, 0.1, 0.3], [0.1, 0.2, 0], [0.3, 0.6, 0], [0.4, 0.6, 0]])
    chosen = maximum_matching(np.argwhere(weights > 0), weights[weights > 0])
    assert weights[weights > 0][chosen].sum() == pytest.approx(0.3 + 0.6 + 0.4)


@pytest.mark.parametrize("parts", [3, 7, 10])
def test_fractions_that_tie_but_for_rounding(parts):
    random = np.random.default_rng(parts)
    for _ in range(500):
        weights = random.integers(0, 7, random.integers(2, 9, 2)) / parts
        chosen = maximum_matching(np.argwhere(weights > 0), weights[weights > 0])
        greatest = weights[linear_sum_assignment(weights, maximize=True)].sum()
        assert weights[weights > 0][chosen].sum() == pytest.approx(greatest)


def test_a_forest_leaves_no_core():
    path = np.array([(i // 2 + i % 2, 501 + i // 2) for i in range(999)])
    _, core, _ = peel(path, np.ones(999, dtype=np.int64))
    assert core == []


def test_going_without_is_a_choice():
    assert Assignment([(0, 0, 1), (1, 0, 2), (2, 0, 3)]).edges() == [2]
