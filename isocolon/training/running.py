"""Running a search: ask for trials, hand them out to workers, tell what came of them.

One process asks and tells, so no two workers ever draw the same trial; workers only run the objective, and whose they
are, this machine's or a cluster's, is all one. A trial that fails is put on record with its traceback.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from time import monotonic

from filelock import FileLock, Timeout
from optuna.trial import TrialState

from isocolon.errors import ConfigurationError
from isocolon.training.executors import Workers
from isocolon.training.search import Search, Task, Trial

LOCK, STOP = "search.lock", "stop"
POLL = 1.0
"""How many seconds pass between two looks at those at work."""

Objective = Callable[[Task], float]
"""Returns the score of a trial; runs in a worker, so it must be a module's function, or an object of its class."""

Scores = Callable[[Task], list[float]]
"""Returns the scores of a running trial so far, from its folder, for pruning."""


class Pruned(Exception):
    """Says that a trial was stopped early, as its folder's stop file asked."""


Report = Callable[[Trial], None]
"""Is told of each trial that starts or ends."""


def run(
    search: Search,
    objective: Objective,
    pool: Workers,
    report: Report = lambda trial: None,
    scores: Scores = lambda task: [],
) -> None:
    """Runs all trials of a search that are left, and returns when none is.

    Args:
        search: whose trials.
        objective: what to run.
        pool: who runs it.
        report: is told of each trial that starts or ends.
        scores: what running trials have scored so far, for pruning.
    """
    with alone(search.folder / LOCK):
        Shift(search, objective, pool, report, scores).work()


@dataclass
class Shift:
    """One go at the trials of a search: who runs what right now."""

    search: Search
    objective: Objective
    pool: Workers
    report: Report
    scores: Scores

    def __post_init__(self) -> None:
        self.tasks = self.search.tasks()
        self.running: dict[Future[tuple[float, float]], Task] = {}
        self.suspects: deque[Task] = deque()
        self.isolated = False

    def work(self) -> None:
        """Runs everything."""
        self.fill()
        while self.running:
            done, _ = wait(self.running, timeout=POLL, return_when=FIRST_COMPLETED)
            if any(isinstance(failure(future), BrokenExecutor) for future in done):
                self.recover()
            else:
                for future in done:
                    self.tell(self.running.pop(future), future)
            if self.search.space.pruner != "none":
                self.prune()
            self.fill()

    def fill(self) -> None:
        """Hands out work to all who have none. After a process died, those it may have died of run one by one."""
        self.isolated = self.isolated and bool(self.running)
        while not self.isolated and len(self.running) < (1 if self.suspects else self.pool.width()):
            self.isolated = bool(self.suspects)
            task = self.suspects.popleft() if self.suspects else next(self.tasks, None)
            if task is None:
                return
            self.running[self.pool.executor.submit(timed, self.objective, task)] = task
            self.report(self.search.record(task))

    def recover(self) -> None:
        """Takes on new workers after one died, and all that was running with it; if it ran alone, it failed."""
        lost = list(self.running.values())
        self.running.clear()
        self.pool.renew()
        if len(lost) == 1:
            self.fail(lost[0], "the process that ran this trial died (out of memory, perhaps)")
        else:
            self.suspects.extend(lost)

    def tell(self, task: Task, future: Future[tuple[float, float]]) -> None:
        """Puts on record what came of a trial."""
        error = failure(future)
        if isinstance(error, Pruned):
            self.search.studies[task.setting].tell(task.number, state=TrialState.PRUNED)
            self.report(self.search.record(task))
        elif error is not None:
            self.fail(task, "".join(traceback.format_exception(error)))
        elif not isfinite((outcome := future.result())[0]):
            self.fail(task, f"the score is {outcome[0]}")
        else:
            self.search.live(task).set_user_attr("seconds", outcome[1])
            self.search.studies[task.setting].tell(task.number, outcome[0])
            self.report(self.search.record(task))

    def fail(self, task: Task, error: str) -> None:
        """Puts on record that a trial failed, and why."""
        self.search.live(task).set_user_attr("error", error)
        self.search.studies[task.setting].tell(task.number, state=TrialState.FAIL)
        self.report(self.search.record(task))

    def prune(self) -> None:
        """Looks at how running trials do, and asks those that do badly to stop."""
        for task in self.running.values():
            trial = self.search.live(task)
            known = self.search.studies[task.setting].get_trials(deepcopy=False)[task.number].intermediate_values
            for step, score in enumerate(self.scores(task)):
                if step not in known:
                    trial.report(score, step)
            if trial.should_prune():
                task.folder.joinpath(STOP).touch()


def failure(future: Future[tuple[float, float]]) -> BaseException | None:
    """Returns what a task raised, if anything; work that the cluster has lost ends the search, to be gone on with."""
    if future.cancelled():
        raise ConfigurationError("the cluster is gone. What is done is kept: search again to go on.")
    return future.exception()


def timed(objective: Objective, task: Task) -> tuple[float, float]:
    """Returns a trial's score and how many seconds it took."""
    started = monotonic()
    return objective(task), monotonic() - started


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Makes sure that nobody else searches in a folder."""
    try:
        with FileLock(path, timeout=0):
            yield
    except Timeout as error:
        raise ConfigurationError(f"another search is running in {path.parent}. Wait for it to end.") from error
