"""Search spaces: what they hold, what they refuse, and that draws are uniform, allowed and new."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isocolon.errors import ConfigurationError
from isocolon.training.space import Constraint, Space, read_space

optuna = pytest.importorskip("optuna", reason="searching needs the extra 'train'")

from isocolon.training.sampling import DistinctSampler, distribution, distributions, nearest  # noqa: E402

RECIPES = Path(__file__).parents[2] / "recipes" / "search"

WORD_LSTM = """
trials = 3
constraints = ["encoder.hidden <= embedding.size"]

[recipe]
detector = "tagger"
dataset = "asp"
embedding.name = "word"

[settings]
scheme = ["bio-token", "biomj-branch"]

[space]
lemmatize = [true, false]
embedding.size = [64, 96]
encoder.hidden = [32, 64, 96, 128]
training.rate = { from = 0.0001, to = 0.01, step = 0.0001 }
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a search space."""
    path = tmp_path / "space.toml"
    path.write_text(WORD_LSTM)
    return path


def test_what_a_file_says(path: Path) -> None:
    space = read_space(path)
    assert {key: len(values) for key, values in space.sets.items()} == {
        "lemmatize": 2,
        "embedding.size": 2,
        "encoder.hidden": 4,
        "training.rate": 100,
    }
    assert space.sets["training.rate"][:3] == [0.0001, 0.0002, 0.0003]
    assert space.sets["training.rate"][-1] == 0.01
    assert sum(1 for _ in space.combinations()) == 2 * (2 + 3) * 100
    assert space.all_settings() == {"bio-token": {"scheme": "bio-token"}, "biomj-branch": {"scheme": "biomj-branch"}}


def test_recipes_of_trials(path: Path) -> None:
    space = read_space(path, ("trials=1", "recipe.training.epochs=2"))
    recipe = space.recipe_for({"scheme": "bio-token"}, {"encoder.hidden": 32, "training.rate": 0.1})
    assert recipe["encoder"] == {"hidden": 32}
    assert recipe["training"] == {"epochs": 2, "rate": 0.1}
    assert space.recipe["training"] == {"epochs": 2}  # untouched


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("trials = 3", "trails = 3", "there is no key 'trails'. Did you mean 'trials'?"),
        ("trials = 3", "trials = 0", "trials is 0. Each setting needs one at least."),
        ("trials = 3", "trials = 3\nsampler = 'grid'", "there is no choice for"),
        ("[64, 96]", "[]", "space.embedding.size is an empty set. Give it a value at least, or take it out."),
        ("[64, 96]", "64", "space.embedding.size is 64, which is no set. Write [64, ...]."),
        ("[64, 96]", "[64, 64]", "space.embedding.size has a value twice"),
        ("[64, 96]", "[16]", "the space has 0 combinations that satisfy its constraints"),
        ("from = 0.0001", "from = 0.1", "space.training.rate is an empty set"),
        ("step = 0.0001", "step = 0", "a range is from a number to a number by a step above 0"),
        (
            "<= embedding.size",
            "<= embedding.sise",
            "there is no number 'embedding.sise'. Did you mean",
        ),
        ("<= embedding.size", "is small", "the constraint 'encoder.hidden is small' is none. Write one such as"),
        ("lemmatize =", "scheme =", "'scheme' is in [settings] and in [space]. Leave it in one of them."),
        ("[space]", "[space", "malformed TOML"),
    ],
)
def test_bad_spaces(path: Path, old: str, new: str, message: str) -> None:
    path.write_text(WORD_LSTM.replace(old, new, 1))
    with pytest.raises(ConfigurationError) as caught:
        read_space(path)
    assert message in str(caught.value)


def test_too_many_trials(path: Path) -> None:
    with pytest.raises(ConfigurationError, match="has 1000 combinations that satisfy its constraints, too few"):
        read_space(path, ("trials=1001",))


@pytest.mark.parametrize(
    ("text", "holds"), [("a <= b", True), ("a < b", False), ("a >= 3", True), ("b > 2.5", True), ("4 <= a", False)]
)
def test_constraints(text: str, holds: bool) -> None:
    assert Constraint.read(text).holds({"a": 3, "b": 3}) is holds


def asked(space: Space, count: int) -> list[dict[str, object]]:
    sampler = DistinctSampler(space)
    study = optuna.create_study(sampler=sampler, study_name="study")
    return [sampler.options(study.ask(distributions(space.sets)).params) for _ in range(count)]


@pytest.mark.parametrize("sampler", ["random", "tpe"])
def test_every_combination_once(sampler: str) -> None:
    sets = {"a": [1, 2, 4, 8], "b": [1, 2, 3, 4], "c": ["x", "y"], "d": [True]}
    space = Space({}, sets, constraints=("a <= b",), sampler=sampler)  # type: ignore[arg-type]
    everything = list(space.combinations())
    drawn = asked(space, len(everything))
    assert sorted(map(repr, drawn)) == sorted(map(repr, everything))


def test_draws_are_uniform() -> None:
    sets = {"a": [1, 2, 3], "b": [1, 2, 3]}
    firsts = Counter(
        tuple(asked(Space({}, sets, constraints=("a <= b",), trials=1, seed=seed), 1)[0].values())
        for seed in range(900)
    )
    assert len(firsts) == 6
    assert all(110 < count < 195 for count in firsts.values())  # 150 expected, four deviations of 11


def test_draws_follow_from_the_seed() -> None:
    sets = {"a": list(range(50)), "b": ["x", "y"]}
    assert asked(Space({}, sets, seed=1), 8) == asked(Space({}, sets, seed=1), 8)
    assert asked(Space({}, sets, seed=1), 8) != asked(Space({}, sets, seed=2), 8)


def later_scores(sampler: str, seed: int) -> float:
    """The mean score of the later half of 24 trials."""
    sets = {"a": list(range(1, 51)), "b": list(range(1, 101))}
    space = Space({}, sets, constraints=("a <= b",), trials=24, sampler=sampler, seed=seed)  # type: ignore[arg-type]
    study = optuna.create_study(sampler=DistinctSampler(space), study_name="study", direction="maximize")
    for _ in range(24):
        trial = study.ask(distributions(space.sets))
        study.tell(trial, 1 / trial.params["a"] + trial.params["b"] / 100)
    return fmean(trial.value or 0 for trial in study.trials[12:])


def test_tpe_learns_from_what_it_tried() -> None:
    gained = [later_scores("tpe", seed) - later_scores("random", seed) for seed in range(1, 5)]
    assert fmean(gained) > 0.2


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 50), st.integers(1, 9), st.integers(3, 60))
def test_ranges_come_back_exactly(start: int, step: int, count: int) -> None:
    values = [round((start + k * step) * 0.0001, 10) for k in range(count)]
    drawn = distribution(values)
    assert isinstance(drawn, optuna.distributions.FloatDistribution)
    assert drawn.step is not None
    assert [nearest(drawn.low + k * drawn.step, values) for k in range(count)] == values


def test_kinds_of_distributions() -> None:
    assert isinstance(distribution([1, 2, 3, 4]), optuna.distributions.IntDistribution)
    assert isinstance(distribution([32, 48, 64, 96]), optuna.distributions.CategoricalDistribution)
    assert isinstance(distribution([True, False, True]), optuna.distributions.CategoricalDistribution)
