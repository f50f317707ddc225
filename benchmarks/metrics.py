"""How fast is scoring? Ratios against pyrallelism 1.1.1 on the same data in the same run, and growth up to 100,000.

    python benchmarks/metrics.py

Both scorers start from plain (start, end) pairs: pyrallelism from the dicts of sets it wants, ours from lists, which it
checks and makes into Parallelisms; "of Parallelisms" is ours without that. What both find is compared as well. Times
are processor time, ours the best of some runs; trust the ratios rather than the times.
"""

from __future__ import annotations

import argparse
import tracemalloc
from collections.abc import Callable
from math import log
from random import Random
from time import process_time

from isocolon.document import Parallelism
from isocolon.metrics import METRICS, Comparison, score

Branches = list[tuple[int, int]]
GOALS = {"epm": 20, "mpbm": 20, "mbawo": 100, "mwo": 100}


def in_turn(random: Random, count: int, gap: float) -> list[Branches]:
    """Returns parallelisms one after the other, sized like ASP's, with so many tokens between two on average."""
    found, at = [], 0
    for _ in range(count):
        branches = []
        for _ in range(random.choice((2, 2, 2, 2, 3))):
            end = at + 1 + min(int(random.expovariate(0.3)), 15)
            branches.append((at, end))
            at = end + random.randint(0, 3)
        found.append(branches)
        at += int(random.expovariate(1 / gap)) if gap else 0
    return found


def scattered(random: Random, count: int) -> list[Branches]:
    """Returns parallelisms with branches anywhere in a text of 12 tokens for each: they tangle beyond all measure."""
    found = []
    for _ in range(count):
        starts = sorted(random.sample(range(0, 12 * count, 6), random.choice((2, 2, 2, 3))))
        found.append([(start, start + random.randint(1, 6)) for start in starts])
    return found


def noisy(random: Random, gold: list[Branches]) -> list[Branches]:
    """Returns what a fair system might predict: some gone, some with an edge moved, some as they are."""
    kept = [branches for branches in gold if random.random() < 0.7]
    return [[(a, b - 1 if b - a > 1 and random.random() < 0.3 else b) for a, b in branches] for branches in kept]


def corpora(count: int) -> dict[str, tuple[list[Branches], list[Branches]]]:
    """Returns predicted and gold of several kinds."""
    random = Random(count)
    gold = in_turn(random, count, gap=50)
    return {
        "as in ASP": (noisy(random, gold), gold),
        "dense": (in_turn(random, count, gap=0), in_turn(random, count, gap=0)),
        "scattered": (scattered(random, count), scattered(random, count)),
    }


def best_time(run: Callable[[], object], times: int) -> float:
    """Returns the seconds of the fastest run."""
    spent = []
    for _ in range(times):
        start = process_time()
        run()
        spent.append(process_time() - start)
    return min(spent)


def published_matched(name: str, predicted: list[Branches], gold: list[Branches]) -> tuple[float, float]:
    """Returns what pyrallelism matches by a metric, and its seconds."""
    from pyrallelism.evaluator import evaluate_bipartite_parallelism_metric
    from pyrallelism.primitives.evaluation_metric import METRIC_TABLE

    sides = [dict(enumerate(map(set, side))) for side in (predicted, gold)]
    start = process_time()
    matrix, _ = evaluate_bipartite_parallelism_metric(*sides, METRIC_TABLE[name])
    return matrix.score, process_time() - start


def print_ratios(count: int) -> None:
    """Prints how many times faster we are than pyrallelism."""
    print(f"{count:,} x {count:,} parallelisms       pyrallelism      of lists  times  of Parallelisms  times   goal")
    for kind, (predicted, gold) in corpora(count).items():
        ready = [[Parallelism.of(*branches) for branches in side] for side in (predicted, gold)]
        for name in METRICS:
            metric = METRICS[name]()
            theirs, seconds = published_matched(name, predicted, gold)
            ours = score(predicted=predicted, gold=gold, metrics=[name])[name].matched
            assert ours == theirs or (name == "mbawo" and ours > theirs), (kind, name, ours, theirs)
            lists = best_time(lambda: score(predicted=predicted, gold=gold, metrics=[name]), 5)  # noqa: B023
            bare = best_time(lambda: Comparison("", *ready).counts(metric), 5)  # noqa: B023
            print(
                f"{kind:12} {name:5} {seconds:20.3f} s {lists:10.4f} s {seconds / lists:6,.0f}"
                f" {bare:14.4f} s {seconds / bare:6,.0f} {GOALS[name]:6}"
            )


def print_growth(counts: list[int]) -> None:
    """Prints seconds and peak memory of all four metrics, and the growth beside what N log N allows."""
    print("\nall four metrics       parallelisms     seconds   growth   N log N   peak MB   N x N MB")
    for kind in corpora(2):
        before: tuple[int, float] | None = None
        for count in counts:
            predicted, gold = corpora(count)[kind]
            ready = [[Parallelism.of(*branches) for branches in side] for side in (predicted, gold)]
            seconds = best_time(lambda: count_all(ready), 3)  # noqa: B023
            allowed = count * log(count) / (before[0] * log(before[0])) if before else 1
            growth = seconds / before[1] if before else 1
            print(
                f"{kind:22} {count:12,} {seconds:11.4f} {growth:8.1f} {allowed:9.1f} {peak_memory(ready):9,.1f}"
                f" {8 * len(predicted) * count / 1e6:10,.0f}"
            )
            before = count, seconds


def count_all(sides: list[list[Parallelism]]) -> None:
    """Counts all four metrics."""
    comparison = Comparison("", *sides)
    for name in METRICS:
        comparison.counts(METRICS[name]())


def peak_memory(sides: list[list[Parallelism]]) -> float:
    """Returns the megabytes that scoring takes beside its input."""
    tracemalloc.start()
    count_all(sides)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ratios-at", type=int, default=1_000, help="parallelisms on each side for the ratios")
    parser.add_argument("--growth-at", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    arguments = parser.parse_args()
    print_ratios(arguments.ratios_at)
    print_growth(arguments.growth_at)
