"""A run: a folder with all that made a detector and all that came of it.

recipe.toml        the recipe as it was used, with every option
environment.json   the versions, the machine and the seed
splits.json        which document was in which split
...                what the detector keeps: weights, vocabulary, history, checkpoint
scores.json        the four metrics on every split, with signatures
learning-curve.png
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic
from typing import Protocol, runtime_checkable

from isocolon import __version__
from isocolon.analysis.splitting import read_split_file
from isocolon.config import Table, read_recipe, write_recipe
from isocolon.detectors import DETECTORS
from isocolon.detectors.base import Detector
from isocolon.document import Document
from isocolon.errors import ConfigurationError, DataError, ModelError, unknown
from isocolon.files import read_text, write_whole
from isocolon.metrics import Score, score
from isocolon.training.corpora import Source, Splits, check, load
from isocolon.training.curves import draw_curve

RECIPE, ENVIRONMENT, SPLITS, SCORES = "recipe.toml", "environment.json", "splits.json", "scores.json"
PACKAGES = ("numpy", "scipy", "torch", "transformers", "safetensors", "lightgbm", "onnxruntime")

Report = Callable[[str], None]
Scores = dict[str, dict[str, Score]]
"""The scores of each split by metric."""


@dataclass(frozen=True)
class Run:
    """What a run folder says about itself."""

    folder: Path
    recipe: Table
    seed: int
    assigned: dict[str, list[str]]

    @classmethod
    def read(cls, folder: Path) -> Run:
        """Returns the run in a folder, or raises a ModelError where there is none that this version can use."""
        for name in (RECIPE, ENVIRONMENT, SPLITS):
            if not (folder / name).is_file():
                raise ModelError(f"{folder}: no run folder: there is no {name}. Make one with: isocolon train.")
        environment = json.loads(read_text(folder / ENVIRONMENT))
        if release(environment["isocolon"]) != release(__version__):
            raise ModelError(
                f"{folder}: a run of isocolon {environment['isocolon']}, and this is {__version__}. Train it again."
            )
        recipe = read_recipe(folder / RECIPE)
        return cls(folder, recipe, environment["seed"], json.loads(read_text(folder / SPLITS)))

    def documents(self, split: str) -> list[Document]:
        """Returns the documents of one of its splits."""
        if split not in self.assigned:
            raise unknown("split", split, self.assigned)
        if not self.assigned[split]:
            raise DataError(f"the {split} split is empty", path=self.folder, hint="there is nothing to score in it")
        return load(Source.of(self.recipe), assigned={split: self.assigned[split]})[split]

    def detector(self) -> Detector:
        """Returns its detector."""
        return find_detector(self.recipe).load(self.folder)


def release(number: str) -> list[str]:
    """Returns the part of a version within which runs can be used: its first two numbers."""
    return number.split(".")[:2]


def detector_name(recipe: Table) -> str:
    """Returns the name of a recipe's detector."""
    name = recipe.get("detector")
    if not isinstance(name, str):
        raise ConfigurationError(f"the recipe has no `detector`. The choices are: {', '.join(DETECTORS)}.")
    if name not in DETECTORS:
        raise unknown("detector", name, DETECTORS)
    return name


@runtime_checkable
class Trainable(Protocol):
    """A kind of detector that can be trained."""

    def check(self, recipe: Table) -> None:
        """Raises what is wrong with a recipe, before anything is read or written."""

    def train(
        self,
        recipe: Table,
        run: Path,
        splits: Mapping[str, Sequence[Document]],
        *,
        seed: int,
        resume: bool,
        report: Report,
    ) -> Detector:
        """Returns a detector trained on the splits, with all that it keeps in the run folder."""


def find_detector(recipe: Table) -> type[Detector]:
    """Returns the kind of detector that a recipe names."""
    name = detector_name(recipe)
    try:
        return DETECTORS[name]
    except ModuleNotFoundError as error:
        hint = "Install it with: pip install 'isocolon[train]'."
        raise ConfigurationError(f"the detector '{name}' needs the package {error.name}. {hint}") from error


def trainable_detector(recipe: Table) -> Trainable:
    """Returns the kind of detector that a recipe trains."""
    kind = find_detector(recipe)
    if not isinstance(kind, Trainable):
        raise ConfigurationError(f"the detector '{detector_name(recipe)}' needs no training. Use it as it is.")
    return kind


def train(
    recipe: Table,
    folder: Path,
    *,
    split_file: Path | None = None,
    seed: int | None = None,
    resume: bool = False,
    report: Report = lambda words: None,
) -> Scores:
    """Trains a detector in a run folder and returns its scores on all splits.

    Args:
        recipe: what to train and how.
        folder: the run folder, new or empty unless an interrupted run is resumed.
        split_file: which document is in which split, if not as the dataset has it.
        seed: what everything random follows from, if not as the recipe has it.
        resume: whether to go on where a run in the folder was stopped.
        report: is told how it goes.
    """
    trainable = trainable_detector(recipe)
    trainable.check(recipe)
    chosen = choose_seed(recipe, seed)
    if resume and (folder / SPLITS).exists():
        run = same(Run.read(folder), recipe, chosen, split_file)
        recipe = run.recipe  # with the options that nobody set then, whatever their defaults are now
        splits = load(Source.of(recipe), assigned=run.assigned)
    else:
        refuse_taken(folder)
        splits = load(Source.of(recipe), split_file)
        check(splits)
        begin(folder, {**recipe, "seed": chosen}, splits, chosen)
    started = monotonic()
    detector = trainable.train(recipe, folder, splits, seed=chosen, resume=resume, report=report)
    report(f"trained in {monotonic() - started:.0f} s")
    scores = {split: evaluate(detector, documents) for split, documents in splits.items() if documents}
    write_whole({folder / SCORES: json.dumps(as_dicts(scores), indent=1)})
    draw_curve(folder)
    return scores


def choose_seed(recipe: Table, seed: int | None) -> int:
    """Returns the seed that was asked for, or the recipe's, or 1."""
    chosen = recipe.get("seed", 1) if seed is None else seed
    if not isinstance(chosen, int) or isinstance(chosen, bool) or not 0 <= chosen < 2**31:
        raise ConfigurationError(f"a seed of {chosen!r}. Give a whole number from 0 to {2**31 - 1}.")
    return chosen


def same(run: Run, recipe: Table, seed: int, split_file: Path | None) -> Run:
    """Returns a run that is to be resumed, if it is of the same recipe and splits."""
    changed = [key for key, value in recipe.items() if key != "seed" and not agrees(run.recipe.get(key), value)]
    changed += ["seed"] * (seed != run.seed)
    changed += ["split file"] * (split_file is not None and read_split_file(split_file) != run.assigned)
    if changed:
        what = changed[0]
        raise ConfigurationError(f"{run.folder}: the run was begun with another `{what}`. Resume it as it was begun.")
    return run


def agrees(kept: object, asked: object) -> bool:
    """Whether all that is asked for is as it was kept, which may say more."""
    if isinstance(kept, dict) and isinstance(asked, dict):
        return all(agrees(kept.get(key), value) for key, value in asked.items())
    return kept == asked


def refuse_taken(folder: Path) -> None:
    """Makes sure that no earlier run is lost; one that never began to train is no loss."""
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if names - {RECIPE, ENVIRONMENT, SPLITS} or folder.is_file():
        raise ConfigurationError(f"{folder} is there already. Choose another folder, or go on with --resume.")


def begin(folder: Path, recipe: Table, splits: Splits, seed: int) -> None:
    """Writes what is known before training."""
    folder.mkdir(parents=True, exist_ok=True)
    ids = {split: [document.id for document in documents] for split, documents in splits.items()}
    write_whole(
        {
            folder / RECIPE: write_recipe(recipe),
            folder / ENVIRONMENT: json.dumps(environment(seed), indent=1),
            folder / SPLITS: json.dumps(ids, ensure_ascii=False),
        }
    )


def environment(seed: int) -> dict[str, object]:
    """Returns what a run depends on besides its recipe."""
    packages = {}
    for package in PACKAGES:
        try:
            packages[package] = version(package)
        except PackageNotFoundError:
            continue
    return {
        "isocolon": __version__,
        "seed": seed,
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "processor": platform.machine(),
        "packages": packages,
    }


def evaluate(detector: Detector, gold: Sequence[Document]) -> dict[str, Score]:
    """Returns the scores of what a detector finds in documents."""
    bare = [document.with_parallelisms(()) for document in gold]
    return score(predicted=list(detector.detect(bare)), gold=gold)


def as_dicts(scores: Mapping[str, Mapping[str, Score]]) -> dict[str, dict[str, dict[str, float | str]]]:
    """Returns scores as JSON has them."""
    return {split: {metric: value.as_dict() for metric, value in each.items()} for split, each in scores.items()}
