"""Search spaces: what to try, in TOML beside the recipes.

    trials = 8
    constraints = ["encoder.hidden <= embedding.size"]

    [recipe]                                  # what all trials share
    detector = "tagger"
    dataset = "asp"

    [settings]                                # each combination is searched by itself
    scheme = ["bio-token", "biomj-token"]

    [space]                                   # what a trial draws from
    encoder.layers = [1, 2, 3, 4]
    training.rate = { from = 0.0001, to = 0.01, step = 0.0001 }

Every set is finite, so that "no trial twice" means something, and so does "all trials done".
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice, product
from pathlib import Path
from typing import Literal

from isocolon.config import Table, Value, construct, read_recipe
from isocolon.errors import ConfigurationError, unknown

Options = dict[str, Value]
"""Values by dotted keys, such as `encoder.layers`."""

Sampling = Literal["random", "tpe"]
Pruning = Literal["none", "median"]

COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
RANGE = {"from", "to", "step"}


@dataclass(frozen=True)
class Constraint:
    """What the options of a trial must satisfy: two keys, or a key and a number, compared."""

    text: str
    left: str
    sign: str
    right: str

    @classmethod
    def read(cls, text: str) -> Constraint:
        """Returns the constraint that a text such as `encoder.hidden <= embedding.size` says."""
        for sign in COMPARISONS:
            left, found, right = (part.strip() for part in text.partition(sign))
            if found and left and right:
                return cls(text, left, sign, right)
        raise ConfigurationError(
            f"the constraint '{text}' is none. Write one such as: encoder.hidden <= embedding.size."
        )

    def holds(self, options: Mapping[str, Value]) -> bool:
        """Whether options satisfy it.

        >>> Constraint.read("hidden <= size").holds({"hidden": 512, "size": 300})
        False
        """
        return COMPARISONS[self.sign](self._number(self.left, options), self._number(self.right, options))

    def _number(self, part: str, options: Mapping[str, Value]) -> float:
        value = options.get(part, part)
        try:
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            numbers = [key for key, value in options.items() if is_number(value)]
            raise ConfigurationError(f"the constraint '{self.text}': {unknown('number', part, numbers)}") from None


@dataclass(frozen=True)
class Labels:
    """What the model is called in the file of results."""

    embedding: str | None = None
    encoder: str | None = None


@dataclass(frozen=True)
class Space:
    """What to search, and how."""

    recipe: Table
    """What all trials share."""
    space: Table
    """The sets that trials draw from, in tables like those of the recipe."""
    settings: Table = field(default_factory=dict)
    """Sets whose every combination is searched by itself."""
    constraints: tuple[str, ...] = ()
    """What the options of a trial must satisfy."""
    trials: int = 8
    """How many trials each setting has."""
    sampler: Sampling = "random"
    """How options are drawn: uniformly, as in the paper, or by tree-structured Parzen estimators."""
    pruner: Pruning = "none"
    """Whether trials that do worse than the median of those before them are stopped early."""
    seed: int = 1
    """What everything random follows from."""
    split: str = "optimization"
    """The split by which trials are chosen."""
    metric: str = "mbawo"
    """The metric by which trials are chosen."""
    labels: Labels = Labels()
    """What the model is called in the file of results."""

    def __post_init__(self) -> None:
        if self.trials < 1:
            raise ConfigurationError(f"trials is {self.trials}. Each setting needs one at least.")
        if twice := set(self.sets) & set(flatten(self.settings, "settings")):
            raise ConfigurationError(f"'{min(twice)}' is in [settings] and in [space]. Leave it in one of them.")
        found = sum(1 for _ in islice(self.combinations(), self.trials))
        if found < self.trials:
            raise ConfigurationError(
                f"the space has {found} combinations that satisfy its constraints, too few for {self.trials} trials: "
                f"none is run twice. Ask for fewer, or enlarge it."
            )

    @property
    def sets(self) -> dict[str, list[Value]]:
        """The sets that trials draw from, by dotted keys."""
        return flatten(self.space, "space")

    def combinations(self) -> Iterator[Options]:
        """Yields all options that a trial can have."""
        sets = self.sets
        for values in product(*sets.values()):
            options = dict(zip(sets, values, strict=True))
            if self.allows(options):
                yield options

    def allows(self, options: Options) -> bool:
        """Whether options satisfy all constraints; what they leave open is as in the recipe."""
        known = {**leaves(self.recipe), **options}
        return all(Constraint.read(text).holds(known) for text in self.constraints)

    def all_settings(self) -> dict[str, Options]:
        """Returns the options of every setting, by its name."""
        sets = flatten(self.settings, "settings")
        chosen = [dict(zip(sets, values, strict=True)) for values in product(*sets.values())]
        return {"+".join(map(str, options.values())).replace("/", "-") or "all": options for options in chosen}

    def recipe_for(self, *parts: Options) -> Table:
        """Returns the recipe with the options of a setting and of a trial."""
        recipe = deepcopy(self.recipe)
        for options in parts:
            for key, value in options.items():
                put(recipe, key, value)
        return recipe


def read_space(path: Path, overrides: tuple[str, ...] = ()) -> Space:
    """Returns the search space in a file, changed by overrides such as ``trials=4``.

    Raises:
        ConfigurationError: for keys that do not exist, and for sets that are empty.
    """
    return construct(Space, read_recipe(path, overrides), str(path))


def flatten(table: Table, where: str) -> dict[str, list[Value]]:
    """Returns the sets in nested tables by dotted keys.

    >>> flatten({"encoder": {"layers": [1, 2]}, "rate": {"from": 0.1, "to": 0.3, "step": 0.1}}, "space")
    {'encoder.layers': [1, 2], 'rate': [0.1, 0.2, 0.3]}
    """
    found: dict[str, list[Value]] = {}
    for key, value in table.items():
        if isinstance(value, dict) and set(value) != RANGE:
            found |= {f"{key}.{inner}": values for inner, values in flatten(value, f"{where}.{key}").items()}
        else:
            found[key] = read_set(value, f"{where}.{key}")
    return found


def read_set(value: Value, where: str) -> list[Value]:
    """Returns the values that a set or a range lists."""
    if isinstance(value, dict):
        start, end, step = (value[key] for key in ("from", "to", "step"))
        if not all(map(is_number, (start, end, step))) or not float(str(step)) > 0:
            raise ConfigurationError(f"{where}: a range is from a number to a number by a step above 0, not {value}.")
        value = steps(Decimal(str(start)), Decimal(str(end)), Decimal(str(step)))
    if not isinstance(value, list):
        raise ConfigurationError(f"{where} is {value!r}, which is no set. Write [{value!r}, ...].")
    if not value:
        raise ConfigurationError(f"{where} is an empty set. Give it a value at least, or take it out.")
    if len({(type(item), str(item)) for item in value}) < len(value):
        raise ConfigurationError(f"{where} has a value twice: {value}.")
    return value


def steps(start: Decimal, end: Decimal, step: Decimal) -> list[Value]:
    """Returns the numbers of a range with its end, exactly as one would write them."""
    numbers = (start + k * step for k in range(int((end - start) / step) + 1))
    return [
        int(number) if number == int(number) and "." not in f"{start}{step}" else float(number) for number in numbers
    ]


def is_number(value: object) -> bool:
    """Whether a value is a number, which truth is not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def leaves(table: Table, prefix: str = "") -> Options:
    """Returns the values in nested tables by dotted keys."""
    found: Options = {}
    for key, value in table.items():
        found |= leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


def put(table: Table, key: str, value: Value) -> None:
    """Sets a value in nested tables by its dotted key."""
    *parents, last = key.split(".")
    for parent in parents:
        inner = table.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise ConfigurationError(f"'{key}' cannot be set: '{parent}' is a value, not a table.")
        table = inner
    table[last] = value
