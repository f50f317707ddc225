"""Trials that train: what a search runs, and the file of results that comes of it."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon.analysis import splitting
from isocolon.analysis.results import Result
from isocolon.config import Table
from isocolon.datasets.places import find
from isocolon.errors import ConfigurationError, DataError, unknown
from isocolon.files import read_text
from isocolon.metrics import METRICS
from isocolon.nn.loop import HISTORY
from isocolon.schemes import SCHEMES
from isocolon.training.corpora import Source
from isocolon.training.runs import SCORES, Run, detector_name, train
from isocolon.training.space import Space
from isocolon.training.tasks import STOP, Pruned, Task

if TYPE_CHECKING:
    from isocolon.training.search import Search

PUBLISHED = {"word": "learned", "vectors": "word", "none": "identity"}
"""What the published files of results call components that have other names here."""

ALONE = threading.Lock()
"""Trials in threads of one process wait for each other: random numbers are the process's."""


@dataclass(frozen=True)
class Training:
    """An objective: trains a trial's recipe in its folder and returns its F1 by a metric on a split."""

    split: str = "optimization"
    metric: str = "mbawo"

    def __call__(self, task: Task) -> float:
        """Returns the score of a trial."""

        def stop_if_asked(words: str) -> None:
            if task.folder.joinpath(STOP).exists():
                raise Pruned

        with ALONE:
            scores = train(task.recipe, task.folder, seed=task.seed, resume=True, report=stop_if_asked)
        return scores[self.split][self.metric].f1


def scores_so_far(task: Task) -> list[float]:
    """Returns the validation score of each epoch that a running trial has behind it."""
    path = task.folder / HISTORY
    return [epoch["score"] for epoch in json.loads(read_text(path))["epochs"]] if path.is_file() else []


def check(space: Space, *, here: bool = True) -> None:
    """Raises an error for a space that names what does not exist, before any trial runs.

    Args:
        space: what is to be searched.
        here: whether trials run on this machine, and their data must be on it.
    """
    METRICS[space.metric]
    first, settings = next(space.combinations()), list(space.all_settings().values())
    for setting in settings:
        recipe = space.recipe_for(setting, first)
        check_recipe(recipe)
        check_source(recipe, space.split, here=here)
    for key, values in space.sets.items():
        for value in values:
            check_recipe(space.recipe_for(settings[0], first, {key: value}))


def check_recipe(recipe: Table) -> None:
    """Raises a ConfigurationError for a recipe that is not right, or not a tagger's."""
    if (name := detector_name(recipe)) != "tagger":
        raise ConfigurationError(f"a search is among taggers, and the detector is '{name}'. Use `isocolon train`.")
    from isocolon.detectors.tagger import read_options

    read_options(recipe)


def check_source(recipe: Table, split: str, *, here: bool) -> None:
    """Raises an error where documents are not there, or have no such split."""
    source = Source.of(recipe)
    splits = list(source.official() or splitting.named(source.ratios))
    if split not in splits:
        raise unknown("split", split, splits)
    if here:
        for name in source.names:
            find(name)
        if source.data is not None and not Path(source.data).exists():
            raise DataError("there is no such file or folder", path=source.data, hint="check `data` in the recipe")


def result_rows(search: Search) -> list[Result]:
    """Returns the results of each setting's best run, on all splits by all metrics, as the paper publishes them."""
    return [row for trial in search.best().values() for row in rows_of(search.space, search.folder_of(trial))]


def rows_of(space: Space, folder: Path) -> list[Result]:
    """Returns the results in a run folder under the names of its search space."""
    recipe = Run.read(folder).recipe
    scheme = SCHEMES[str(recipe["scheme"])]
    scores = json.loads(read_text(folder / SCORES))
    return [
        Result(
            embedding=space.labels.embedding or named(recipe, "embedding"),
            encoder=space.labels.encoder or named(recipe, "encoder"),
            tagset=scheme.tagset.name,
            link=scheme.link.name,
            metric=metric,
            set=split,
            precision=rates["precision"],
            recall=rates["recall"],
            f1=rates["f1"],
        )
        for metric in METRICS
        for split, metrics in scores.items()
        if (rates := metrics[metric])
    ]


def named(recipe: Table, component: str) -> str:
    """Returns the name of a recipe's component, as files of results have it."""
    table = recipe.get(component)
    if not isinstance(table, dict) or not isinstance(name := table.get("name"), str):
        raise ConfigurationError(f"the recipe has no {component}.name.")
    return PUBLISHED.get(name, name)
