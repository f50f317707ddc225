"""What does searching itself cost? Trials that do nothing, by processes and by a Dask cluster on this machine.

    python benchmarks/search.py [--trials 200]

Every trial is drawn, handed out, done and put on record, the disk being asked to hold on to it six times. Then trials
that sleep for a second: how much of twice as many workers arrives, whatever else this machine has to do.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from isocolon.training.executors import workers
from isocolon.training.running import run
from isocolon.training.search import Search
from isocolon.training.space import Space
from isocolon.training.tasks import Objective, Task

SETTINGS = 4
HERE = "127.0.0.1:0"
"""Nobody else needs to see what Dask shows of itself."""


def nothing(task: Task) -> float:
    return 0.5


def sleep(task: Task) -> float:
    time.sleep(1)
    return 0.5


def measure(name: str, trials: int, objective: Objective = nothing, jobs: int = 1, cluster: str | None = None) -> None:
    sets = {"size": [1, 2, 4, 8], "layers": list(range(1, 11)), "rate": {"from": 0.0001, "to": 0.01, "step": 0.0001}}
    settings = {"scheme": [f"scheme-{k}" for k in range(SETTINGS)]}
    space = Space({}, sets, settings=settings, constraints=("size <= layers",), trials=trials // SETTINGS)  # type: ignore[arg-type]
    with tempfile.TemporaryDirectory() as folder, workers(jobs, cluster) as pool:
        once = Task("", 0, {}, Path(folder), 1)
        for start in [pool.executor.submit(sleep, once) for _ in range(2)]:  # until all workers are there
            start.result()
        search = Search(space, Path(folder))
        started = perf_counter()
        run(search, objective, pool)
        seconds = perf_counter() - started
        assert len(search.trials()) == search.total
    print(f"{name:<28}{search.total:>6} trials {seconds:>7.2f} s {search.total / seconds:>7.1f} trials/s")


@contextmanager
def local_cluster(size: int) -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=size,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=HERE,
        worker_dashboard_address=HERE,
        scheduler_port=0,
    ) as cluster:
        yield cluster.scheduler_address


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=200)
    trials = parser.parse_args().trials
    for objective, count in ((nothing, trials), (sleep, 16)):
        print(f"trials that {'do nothing' if objective is nothing else 'sleep for a second'}")
        for jobs in (1, 2):
            measure(f"{jobs} process{'es' * (jobs - 1)}", count, objective, jobs)
        with local_cluster(2) as address:
            measure("Dask, 2 workers", count, objective, cluster=address)


if __name__ == "__main__":
    main()
