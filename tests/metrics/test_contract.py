"""What every registered metric must keep; a new metric is tested by being listed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from metrics.oracles import greatest_sum
from metrics.randomness import parallelism, random_annotation

from isocolon.metrics import METRICS, Comparison, Counts
from isocolon.metrics.overlaps import Overlaps


@pytest.fixture(params=list(METRICS), scope="module")
def metric(request):
    return METRICS[request.param]()


@given(parallelism(), parallelism())
def test_score_is_symmetric_and_bounded_by_both_sizes(metric, p, q):
    assert metric.score(p, q) == metric.score(q, p)
    assert 0 <= metric.score(p, q) <= min(metric.size(p), metric.size(q))


@given(parallelism(), parallelism())
def test_nothing_in_common_scores_nothing(metric, p, q):
    assert metric.score(p, q.shifted(p.hull.end)) == 0


@given(parallelism())
def test_a_parallelism_of_two_branches_matches_itself_wholly(metric, p):
    assert metric.size(p) > 0
    if len(p) > 1:
        assert metric.score(p, p) == metric.size(p)


def test_all_at_once_is_one_by_one(metric):
    random = Random(0)
    for _ in range(300):
        overlaps = Overlaps.between(random_annotation(random, 8), random_annotation(random, 8))
        assert metric.scores(overlaps).tolist() == [metric.score(p, q) for p, q in overlaps]


def test_counts_are_those_of_the_best_of_all_matchings(metric):
    random = Random(1)
    for _ in range(300):
        predicted, gold = (random_annotation(random, random.randint(0, 5), tokens=16) for _ in range(2))
        best = greatest_sum([[metric.score(p, q) for q in gold] for p in predicted])
        expected = Counts(best, sum(map(metric.size, predicted)), sum(map(metric.size, gold)))
        assert Comparison("", predicted, gold).counts(metric) == expected


def test_exchanging_the_sides_exchanges_precision_and_recall(metric):
    random = Random(2)
    predicted, gold = random_annotation(random, 30, tokens=80), random_annotation(random, 20, tokens=80)
    one, other = Comparison("", predicted, gold).counts(metric), Comparison("", gold, predicted).counts(metric)
    assert (one.matched, one.predicted_size, one.gold_size) == (other.matched, other.gold_size, other.predicted_size)


def test_the_metric_says_what_it_is(metric):
    assert metric.title and metric.score.__doc__ and metric.size.__doc__
