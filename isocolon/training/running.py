"""Running a search: ask for trials, hand them out to workers, tell what came of them.

One process asks and tells, so no two workers ever draw the same trial; workers only run the objective, and whose they
are, this machine's or a cluster's, is all one. A trial that fails is put on record with its traceback.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TypeAlias

from filelock import FileLock, Timeout
from optuna.trial import TrialState

from isocolon.errors import ConfigurationError
from isocolon.training.executors import GONE, Workers
from isocolon.training.search import Search, Trial
from isocolon.training.tasks import STOP, Objective, Pruned, Scores, Task, timed

LOCK = "search.lock"
POLL = 1.0
"""How many seconds pass between two looks at those at work."""

Pending: TypeAlias = "Future[tuple[float, float]]"
Outcome: TypeAlias = tuple[float, float] | BaseException
"""What came of a trial: its score and the seconds it took, or what it raised."""

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
        self.running: dict[Pending, Task] = {}
        self.suspects: deque[Task] = deque()
        self.isolated = False

    def work(self) -> None:
        """Runs everything. A cluster's workers outlive us: if we are interrupted, what they run is asked to stop."""
        try:
            self.fill()
            while self.running:
                self.attend()
        finally:
            for task in self.running.values():
                ask_to_stop(task)

    def attend(self) -> None:
        """Waits a moment, puts on record what has ended meanwhile, and hands out more."""
        done = wait(self.running, timeout=POLL, return_when=FIRST_COMPLETED).done
        if any(is_broken(future) for future in done):
            self.recover()
        else:
            ended = [(self.running.pop(future), outcome(future)) for future in done]
            done.clear()  # while we hold on to what is done, Dask does it again if its worker dies
            self.tell_all(ended)
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
            self.submit(task)

    def submit(self, task: Task) -> None:
        """Hands out a task; if it was once asked to stop, that is over."""
        task.folder.joinpath(STOP).unlink(missing_ok=True)
        try:
            self.running[self.pool.executor.submit(timed, self.objective, task)] = task
        except BrokenExecutor:  # a worker died this very moment
            self.suspects.append(task)
            self.recover()
        else:
            self.report(self.search.record(task))

    def recover(self) -> None:
        """Takes on new workers after one died, and all that was running with it; if it ran alone, it failed."""
        self.pool.renew()
        lost = [task for future, task in self.running.items() if not future.done() or is_broken(future)]
        ended = [(task, outcome(future)) for future, task in self.running.items() if task not in lost]
        self.running.clear()
        self.tell_all(ended)
        if len(lost) == 1:
            self.fail(lost[0], "the process that ran this trial died (out of memory, perhaps)")
        else:
            self.suspects.extend(lost)

    def tell_all(self, ended: Iterable[tuple[Task, Outcome]]) -> None:
        """Puts on record what came of trials."""
        for task, result in ended:
            if isinstance(result, Pruned):
                self.end(task, TrialState.PRUNED)
            elif isinstance(result, BaseException):
                self.fail(task, "".join(traceback.format_exception(result)))
            elif not isfinite(result[0]):
                self.fail(task, f"the score is {result[0]}")
            else:
                self.search.live(task).set_user_attr("seconds", result[1])
                self.end(task, TrialState.COMPLETE, result[0])

    def fail(self, task: Task, error: str) -> None:
        """Puts on record that a trial failed, and why."""
        self.search.live(task).set_user_attr("error", error)
        self.end(task, TrialState.FAIL)

    def end(self, task: Task, state: TrialState, score: float | None = None) -> None:
        """Puts on record that a trial has ended."""
        self.search.studies[task.setting].tell(task.number, score, state)
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
                ask_to_stop(task)


def ask_to_stop(task: Task) -> None:
    """Asks a trial to stop, by a file in its folder; one that has no folder yet has nothing to stop."""
    if task.folder.is_dir():
        task.folder.joinpath(STOP).touch()


def outcome(future: Pending) -> Outcome:
    """Returns what a task gave or raised; work that the cluster has lost ends the search, to be gone on with."""
    if future.cancelled():
        raise ConfigurationError(GONE)
    return future.exception() or future.result()


def is_broken(future: Pending) -> bool:
    """Whether a task has ended because a worker died, of it or of another."""
    return isinstance(outcome(future), BrokenExecutor)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Makes sure that nobody else searches in a folder."""
    try:
        with FileLock(path, timeout=0):
            yield
    except Timeout as error:
        raise ConfigurationError(f"another search is running in {path.parent}. Wait for it to end.") from error
