"""The scorer against brute force and against the published scorer, on tens of thousands of random pairs."""

from __future__ import annotations

from random import Random

import pytest
from metrics.oracles import SCORES, SIZES
from metrics.randomness import near, random_annotation, random_pair

from isocolon.metrics import METRICS, Comparison

PAIRS = 20_000


@pytest.mark.parametrize("name", METRICS)
def test_definition(name):
    """score and size are the paper's, word for word, on pairs of which many score something but not all they could."""
    random, metric = Random(name), METRICS[name]()
    some = whole = 0
    for _ in range(PAIRS):
        p, q = random_pair(random)
        score = SCORES[name](p, q)
        assert metric.score(p, q) == score, (p, q)
        assert metric.size(p) == SIZES[name](p)
        some += score > 0
        whole += score == SIZES[name](p) == SIZES[name](q)
    assert some > PAIRS // 8
    assert some - whole > PAIRS // 25 or name == "epm"  # which knows no half measures


@pytest.mark.parametrize("name", ["epm", "mpbm", "mwo"])
def test_published_scorer(name):
    """Documents of about 4 x 3 parallelisms, those predicted like those of gold, score what pyrallelism says."""
    random, metric = Random(name), METRICS[name]()
    pairs = some = documents = 0
    while pairs < PAIRS:
        gold = random_annotation(random, 3)
        predicted = list(dict.fromkeys([*(near(random, p) for p in gold), *random_annotation(random, 1)]))
        counts = Comparison("", predicted, gold).counts(metric)
        assert (counts.matched, counts.predicted_size, counts.gold_size) == published_counts(name, predicted, gold)
        pairs, some, documents = pairs + len(predicted) * len(gold), some + (counts.matched > 0), documents + 1
    assert some > documents // 2


def test_published_scorer_falls_short_of_the_definition_of_mbawo():
    """pyrallelism maximises before it asks for two branches: it agrees with the definition or returns 0."""
    random, metric = Random("mbawo"), METRICS["mbawo"]()
    short = 0
    for _ in range(PAIRS):
        p, q = random_pair(random)
        ours, (theirs, *_) = metric.score(p, q), published_counts("mbawo", [p], [q])
        assert theirs in (ours, 0)
        short += theirs != ours
    assert 0 < short < PAIRS // 50


def published_counts(name, predicted, gold):
    """Returns matched and sizes by pyrallelism 1.1.1."""
    from pyrallelism.evaluator import evaluate_bipartite_parallelism_metric
    from pyrallelism.primitives.evaluation_metric import METRIC_TABLE

    sides = [dict(enumerate({(b.start, b.end) for b in p} for p in side)) for side in (predicted, gold)]
    matrix, _ = evaluate_bipartite_parallelism_metric(*sides, METRIC_TABLE[name])
    return matrix.score, matrix.hypothesis_count, matrix.reference_count
