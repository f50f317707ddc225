"""A trial to run, as workers see it. They need nothing else of a search, and not Optuna."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from isocolon.config import Table

STOP = "stop"
"""The file that asks a trial to stop, in its folder."""


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


def timed(objective: Objective, task: Task) -> tuple[float, float]:
    """Returns a trial's score and how many seconds it took."""
    started = monotonic()
    return objective(task), monotonic() - started
