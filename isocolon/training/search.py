"""Search: ask Optuna for trials, hand them out to workers, tell it what came of them.

One process asks and tells, so no two workers ever draw the same trial; workers only run the objective. All that is
known stands in a folder:

    space.toml     what is searched
    trials.log     Optuna's storage: every trial's options, state and score, and why it failed
    SETTING/0007/  where the objective works, its run folder for instance

Whatever ends a search, starting it again in the same folder goes on: trials that were running run again.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from pathlib import Path
from time import monotonic

import optuna
from filelock import FileLock, Timeout
from optuna.storages.journal import JournalFileBackend, JournalStorage
from optuna.trial import FrozenTrial, TrialState

from isocolon.config import Table, read_recipe, to_table, write_recipe
from isocolon.errors import ConfigurationError
from isocolon.files import write_whole
from isocolon.training.executors import Workers
from isocolon.training.sampling import DistinctSampler, distributions
from isocolon.training.space import Options, Space

SPACE, STORAGE, LOCK, STOP = "space.toml", "trials.log", "search.lock", "stop"
POLL = 1.0
"""How many seconds pass between two looks at those at work."""


@dataclass(frozen=True)
class Task:
    """A trial to run: all that a worker needs to know."""

    setting: str
    number: int
    recipe: Table
    folder: Path
    seed: int


Objective = Callable[[Task], float]
"""Returns the score of a trial; runs in a worker, so it must be a module's function, or an object of its class."""

Scores = Callable[[Task], list[float]]
"""Returns the scores of a running trial so far, from its folder, for pruning."""


class Pruned(Exception):
    """Says that a trial was stopped early, as its folder's stop file asked."""


class State(StrEnum):
    """What has become of a trial."""

    RUNNING = "running"
    COMPLETE = "complete"
    PRUNED = "pruned"
    FAILED = "failed"


STATES = {
    TrialState.RUNNING: State.RUNNING,
    TrialState.COMPLETE: State.COMPLETE,
    TrialState.PRUNED: State.PRUNED,
    TrialState.FAIL: State.FAILED,
}


@dataclass(frozen=True)
class Trial:
    """A trial as it is on record."""

    setting: str
    number: int
    options: Options
    state: State
    score: float | None
    seconds: float | None
    error: str
    """Why it failed: the traceback."""

    @property
    def reason(self) -> str:
        """The last line of the traceback."""
        return self.error.strip().rpartition("\n")[2]


Report = Callable[[Trial], None]


class Search:
    """The search of a space in a folder, new or begun before.

    Args:
        space: what to search.
        folder: where everything is kept.
        retry: whether trials that failed are run again.

    Raises:
        ConfigurationError: where the folder holds a search of another space.
    """

    def __init__(self, space: Space, folder: Path, *, retry: bool = False) -> None:
        self.space, self.folder, self.retry = space, folder, retry
        self.settings = space.all_settings()
        keep_space(space, folder / SPACE)
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.storage = JournalStorage(JournalFileBackend(str(folder / STORAGE)))
        self.sampler = DistinctSampler(space)
        pruner = optuna.pruners.MedianPruner() if space.pruner == "median" else optuna.pruners.NopPruner()
        self.studies = {
            name: optuna.create_study(
                storage=self.storage,
                sampler=self.sampler,
                pruner=pruner,
                study_name=name,
                direction="maximize",
                load_if_exists=True,
            )
            for name in self.settings
        }

    @property
    def total(self) -> int:
        """How many trials there are when all is done."""
        return len(self.settings) * self.space.trials

    def trials(self) -> list[Trial]:
        """Returns all trials on record, setting by setting; of one that was retried, the last try."""
        found = []
        for name, study in self.studies.items():
            records = [self._record(name, trial) for trial in study.get_trials(deepcopy=False)]
            found += {repr(record.options): record for record in records}.values()
        return found

    def best(self) -> dict[str, Trial]:
        """Returns the best trial of each setting that has one: the paper's selection; of equals, the first."""
        found: dict[str, Trial] = {}
        for trial in self.trials():
            if trial.state is State.COMPLETE and (trial.score or 0) > (best_score(found.get(trial.setting))):
                found[trial.setting] = trial
        return found

    def folder_of(self, trial: Trial) -> Path:
        """Returns where a trial was run."""
        return self.folder / trial.setting / f"{trial.number:04}"

    def run(
        self,
        objective: Objective,
        pool: Workers,
        report: Report = lambda trial: None,
        scores: Scores = lambda task: [],
    ) -> None:
        """Runs all trials that are left, and returns when none is.

        Args:
            objective: what to run.
            pool: who runs it.
            report: is told of each trial that starts or ends.
            scores: what running trials have scored so far, for pruning.
        """
        with alone(self.folder / LOCK):
            Shift(self, objective, pool, report, scores).work()

    def tasks(self) -> Iterator[Task]:
        """Yields what is to be run: what was interrupted, what is to be retried, then new trials of all settings."""
        interrupted = [(name, trial) for name in self.settings for trial in self._in(name, TrialState.RUNNING)]
        failed = [trial for trial in self.trials() if trial.state is State.FAILED] if self.retry else []
        yield from (self._task(name, trial.number, self.sampler.options(trial.params)) for name, trial in interrupted)
        for trial in failed:
            self.studies[trial.setting].enqueue_trial(dict(trial.options))
            yield self._ask(trial.setting)
        drawn = {name: len({repr(trial.options) for trial in self.trials() if trial.setting == name}) for name in self.settings}
        for number in range(self.space.trials):
            for name in self.settings:
                if number >= drawn[name]:
                    yield self._ask(name)

    def _ask(self, name: str) -> Task:
        trial = self.studies[name].ask(distributions(self.space.sets))
        return self._task(name, trial.number, self.sampler.options(trial.params))

    def _task(self, name: str, number: int, options: Options) -> Task:
        recipe = self.space.recipe_for(self.settings[name], options)
        return Task(name, number, recipe, self.folder / name / f"{number:04}", self.space.seed)

    def _in(self, name: str, state: TrialState) -> list[FrozenTrial]:
        return self.studies[name].get_trials(deepcopy=False, states=[state])

    def live(self, task: Task) -> optuna.trial.Trial:
        """Returns a running trial as Optuna knows it."""
        study = self.studies[task.setting]
        number = self.storage.get_trial_id_from_study_id_trial_number(
            self.storage.get_study_id_from_name(task.setting), task.number
        )
        return optuna.trial.Trial(study, number)

    def record(self, task: Task) -> Trial:
        """Returns what is on record of a task."""
        return self._record(task.setting, self.studies[task.setting].get_trials(deepcopy=False)[task.number])

    def _record(self, name: str, trial: FrozenTrial) -> Trial:
        return Trial(
            name,
            trial.number,
            self.sampler.options(trial.params),
            STATES[trial.state],
            trial.value if trial.state is TrialState.COMPLETE else None,
            trial.user_attrs.get("seconds"),
            trial.user_attrs.get("error", ""),
        )


def best_score(trial: Trial | None) -> float:
    """Returns the score to beat."""
    return -1.0 if trial is None or trial.score is None else trial.score


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
            task = self.suspects.popleft() if (self.isolated := bool(self.suspects)) else next(self.tasks, None)
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


def keep_space(space: Space, path: Path) -> None:
    """Writes what is searched, or makes sure that it is what was searched here before; trials may be added."""
    table = to_table(space)
    assert isinstance(table, dict)
    if path.exists():
        kept = read_recipe(path)
        for key, value in table.items():
            if key not in ("trials", "sampler", "pruner") and kept.get(key, value) != value:
                raise ConfigurationError(
                    f"{path.parent} holds a search with another `{key}`. Choose another folder with --out."
                )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole({path: write_recipe(table)})


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Makes sure that nobody else searches in a folder."""
    try:
        with FileLock(path, timeout=0):
            yield
    except Timeout as error:
        raise ConfigurationError(f"another search is running in {path.parent}. Wait for it, or choose --out.") from error
