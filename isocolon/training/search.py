"""A search: the trials of a space, drawn by Optuna and kept in a folder.

    space.toml     what is searched
    trials.log     Optuna's storage: every trial's options, state and score, and why it failed
    SETTING/0007/  where the objective works, its run folder for instance

Whatever ends a search, starting it again in the same folder goes on: trials that were running run again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import optuna
from optuna.storages.journal import JournalFileBackend, JournalStorage
from optuna.trial import FrozenTrial, TrialState

from isocolon.config import read_recipe, to_table, write_recipe
from isocolon.errors import ConfigurationError
from isocolon.files import write_whole
from isocolon.training.sampling import DistinctSampler, distributions
from isocolon.training.space import Options, Space
from isocolon.training.tasks import Task

SPACE, STORAGE = "space.toml", "trials.log"


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
        self.space, self.retry = space, retry
        self.folder = folder.absolute()  # a cluster's workers stand elsewhere
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
        found: list[Trial] = []
        for name, study in self.studies.items():
            whole = (trial for trial in study.get_trials(deepcopy=False) if self.sampler.is_whole(trial))
            records = [self._record(name, trial) for trial in whole]
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

    def tasks(self) -> Iterator[Task]:
        """Yields what is to be run: what was interrupted, what is to be retried, then new trials of all settings."""
        interrupted = self._interrupted()
        failed = [trial for trial in self.trials() if trial.state is State.FAILED] if self.retry else []
        yield from (self._task(name, trial.number, self.sampler.options(trial.params)) for name, trial in interrupted)
        for trial in failed:
            self.studies[trial.setting].enqueue_trial(dict(trial.options))
            yield self._ask(trial.setting)
        drawn = Counter(trial.setting for trial in self.trials())
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

    def _interrupted(self) -> list[tuple[str, FrozenTrial]]:
        """Returns the trials that were running when a search ended; one that was only half drawn then is dropped."""
        found = []
        for name, study in self.studies.items():
            for trial in study.get_trials(deepcopy=False, states=[TrialState.RUNNING]):
                if self.sampler.is_whole(trial):
                    found.append((name, trial))
                else:
                    study.tell(trial.number, state=TrialState.FAIL)
        return found

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
