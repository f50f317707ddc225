"""Samplers for Optuna that never draw a trial twice, nor one that the constraints forbid.

A draw is thrown away until one is allowed and new: with uniform draws that is uniform sampling without replacement
from all that is allowed, the paper's random search. What is drawn for a trial follows from the seed,
the study and the trial's number alone, so that a search that was interrupted goes on as if it had not been.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from optuna import Study
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler, RandomSampler, TPESampler
from optuna.trial import FrozenTrial

from isocolon.config import Value
from isocolon.training.space import Options, Space, is_number

DRAWS = 200
"""How many draws are thrown away before one is chosen from a list of all that is left."""


class DistinctSampler(BaseSampler):
    """Draws as another sampler does, but only what is allowed and new."""

    def __init__(self, space: Space) -> None:
        self.space, self.sets = space, space.sets

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        """Returns the whole space: options are drawn together, since constraints tie them."""
        return distributions(self.sets)

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Returns options that are allowed and were not drawn before; none for a trial that has them already."""
        if "fixed_params" in trial.system_attrs:
            return {}
        seed = crc32(f"{self.space.seed}/{study.study_name}/{trial.number}".encode())
        inner = self._inner(seed)
        seen = [self.options(other.params) for other in study.get_trials(deepcopy=False) if self.is_whole(other)]
        for _ in range(DRAWS):
            options = self.options(draw(inner, study, trial, search_space))
            if options not in seen and self.space.allows(options):
                return options
        left = [options for options in self.space.combinations() if options not in seen]
        return random.Random(seed).choice(left)

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """Never happens, for all options are drawn together."""
        raise AssertionError(f"'{param_name}' is not in the space")

    def is_whole(self, trial: FrozenTrial) -> bool:
        """Whether all options of a trial are on record; they are written one by one."""
        return trial.params.keys() >= self.sets.keys()

    def options(self, params: Mapping[str, Any]) -> Options:
        """Returns what was drawn as the values that the space lists."""
        return {key: nearest(params[key], values) for key, values in self.sets.items()}

    def _inner(self, seed: int) -> BaseSampler:
        if self.space.sampler == "random":
            return RandomSampler(seed)
        startup = max(2, self.space.trials // 4)
        return TPESampler(seed=seed, multivariate=True, n_startup_trials=startup, constant_liar=True)


def draw(
    inner: BaseSampler, study: Study, trial: FrozenTrial, search_space: Mapping[str, BaseDistribution]
) -> dict[str, Any]:
    """Returns what another sampler draws: together what it can, the rest one by one."""
    known = inner.infer_relative_search_space(study, trial)
    together = inner.sample_relative(study, trial, known)
    return {
        key: together[key] if key in together else inner.sample_independent(study, trial, key, distribution)
        for key, distribution in search_space.items()
    }


def distributions(sets: Mapping[str, Sequence[Value]]) -> dict[str, BaseDistribution]:
    """Returns sets as Optuna knows them."""
    return {key: distribution(values) for key, values in sets.items()}


def distribution(values: Sequence[Value]) -> BaseDistribution:
    """Returns a set as Optuna knows it: numbers at even steps as a range, which has an order, all else as choices."""
    if len(values) > 2 and all(map(is_number, values)):
        numbers = [float(str(value)) for value in values]
        step = round(numbers[1] - numbers[0], 12)
        if step > 0 and all(abs(numbers[0] + k * step - number) < 1e-9 for k, number in enumerate(numbers)):
            if all(isinstance(value, int) for value in values):
                return IntDistribution(int(numbers[0]), int(numbers[-1]), step=int(step))
            return FloatDistribution(numbers[0], numbers[-1], step=step)
    return CategoricalDistribution(tuple(values))  # type: ignore[arg-type]


def nearest(drawn: Value, values: Sequence[Value]) -> Value:
    """Returns the value that was drawn as it is in the list: sums of its steps are not exact.

    >>> nearest(0.30000000000000004, [0.1, 0.2, 0.3])
    0.3
    """
    if not isinstance(drawn, float) or drawn in values:
        return drawn
    first, second = (float(str(value)) for value in values[:2])
    return values[round((drawn - first) / (second - first))]
