"""What a recipe says of the lattice detector's training, and what is wrong with it, before any work starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from math import inf
from pathlib import Path

from isocolon.config import Table, construct, own_table
from isocolon.detectors.lattice.model import Sight
from isocolon.errors import ConfigurationError
from isocolon.evidence import CRITERIA
from isocolon.languages import LANGUAGES

SHIPPED = Path(__file__).parents[2] / "models"
"""Where vectors are looked for that are not beside the recipe."""


@dataclass(frozen=True)
class Boosting:
    """How an ensemble of trees is grown (LightGBM's terms in brackets)."""

    trees: int = 200
    """How many trees one model has."""
    leaves: int = 40
    """How many leaves a tree has at most (num_leaves)."""
    rate: float = 0.07
    """What part of each tree's advice is taken (learning_rate)."""
    smallest_leaf: int = 30
    """How many examples a leaf holds at least (min_data_in_leaf)."""
    features: float = 0.25
    """The share of features that each tree may look at (feature_fraction)."""
    examples: float = 0.8
    """The share of examples that each tree sees (bagging_fraction)."""
    shrinkage: float = 10.0
    """How much large leaf values cost (lambda_l2)."""
    models: int = 1
    """How many models of different seeds are averaged; every second one draws thresholds at random (extra_trees)."""


@dataclass(frozen=True)
class Options:
    """Options of the lattice detector's training."""

    sight: Sight = field(default_factory=Sight)
    """What the detector sees of a text."""
    vectors: str | None = None
    """A file of word vectors; without one, words are compared by their letters alone."""
    splits: tuple[str, ...] = ("training", "validation", "optimization")
    """The splits trained on; thresholds come from the same documents, each scored by models that never saw it."""
    folds: int = 5
    """Into how many parts documents are dealt."""
    sample: float = 0.15
    """The share of wrong candidates that the pruner is trained on."""
    kept: float = 0.99
    """The share of right candidates that the pruner leaves."""
    threads: int = 2
    """How many forests are grown at a time, each on one processor core."""
    pruner: Boosting = field(
        default_factory=lambda: Boosting(40, 24, 0.15, 60, features=0.5, examples=1.0, shrinkage=5)
    )
    """The trees that leave likely candidates."""
    pairs: Boosting = field(default_factory=lambda: Boosting(models=4))
    """The trees that score candidates."""
    chains: Boosting = field(
        default_factory=lambda: Boosting(150, 12, 0.04, 40, features=0.25, examples=0.7, shrinkage=20, models=2)
    )
    """The trees that score chains."""


SHARE = (0.001, 1)
RANGES: Mapping[str, tuple[float, float]] = {
    **dict.fromkeys(["sample", "kept", "rate", "features", "examples"], SHARE),
    **dict.fromkeys(["threads", "trees", "smallest_leaf", "models", "most", "longest"], (1, inf)),
    **dict.fromkeys(["folds", "leaves"], (2, inf)),
    **dict.fromkeys(["shrinkage", "common"], (0, inf)),
}
"""The least and the most that numbers may be, by the names of options, in whatever table they stand."""


def options_of(recipe: Table) -> Options:
    """Returns the options in a recipe; vectors are looked for beside the package's models too.

    >>> options_of({"detector": "lattice", "dataset": "asp", "folds": 3}).folds
    3

    Raises:
        ConfigurationError: for an unknown key, criterion or language, a number out of range, missing vectors.
    """
    options = construct(Options, own_table(recipe))
    check_ranges(options)
    check_names(options)
    if options.vectors is None or Path(options.vectors).is_file():
        return options
    if not (SHIPPED / options.vectors).is_file():
        raise ConfigurationError(
            f"there are no word vectors '{options.vectors}'. Make some with: isocolon vectors train."
        )
    return replace(options, vectors=str(SHIPPED / options.vectors))


def check_names(options: Options) -> None:
    """Makes sure that the language and the criteria exist, that there are any, and that no split is named twice."""
    LANGUAGES[options.sight.language]
    for name in options.sight.criteria:
        CRITERIA[name]
    for key, names in (("sight.criteria", options.sight.criteria), ("splits", options.splits)):
        if not names or len(set(names)) < len(names):
            raise ConfigurationError(f"{key} is {list(names)}. Give one name at least, and each once.")


def check_ranges(options: object, where: str = "") -> None:
    """Makes sure that no number is too small or too great, in all tables.

    >>> check_ranges(Options(folds=1))
    Traceback (most recent call last):
        ...
    isocolon.errors.ConfigurationError: folds is 1. Give a number from 2 on.
    """
    assert is_dataclass(options)
    for option in fields(options):
        value = getattr(options, option.name)
        least, most = RANGES.get(option.name, (-inf, inf))
        if is_dataclass(value):
            check_ranges(value, f"{where}{option.name}.")
        elif option.name in RANGES and not least <= value <= most:
            allowed = f"from {least} on" if most == inf else f"from {least} to {most}"
            raise ConfigurationError(f"{where}{option.name} is {value}. Give a number {allowed}.")
