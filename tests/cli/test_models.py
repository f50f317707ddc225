"""`isocolon models`: the list and the cards say the same."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from isocolon import models

Run = Callable[..., tuple[object, str, str]]


def test_the_list_tells_the_figures_of_the_cards(run: Run) -> None:
    code, out, _ = run("models", "list")
    assert code == 0
    for name in models.listed():
        assert f"{name}: Finds " in out
        for row in models.scores(name):
            assert all(f"{metric} {figure}" in out for metric, figure in row.items() if metric != "on")


def test_the_detector_without_training_is_listed_and_shown(run: Run) -> None:
    found = {each["name"]: each for each in json.loads(run("models", "list", "--json")[1])}
    assert list(found) == models.listed()
    assert json.loads(run("models", "show", "repetition", "--json")[1]) == found["repetition"]
    assert run("models", "show", "repetition")[1].startswith("# repetition\n")


def test_what_can_be_done_is_told(run: Run) -> None:
    code, out, err = run("models")
    assert code == 2
    assert all(f"  {verb} " in out + err for verb in ("list", "show"))


@pytest.mark.parametrize("name", models.listed())
def test_what_ships_is_no_run(name: str, run: Run) -> None:
    code, _, err = run("evaluate", name)
    assert (code, err) == (
        1,
        f"isocolon: '{name}' is a model that ships, not a run. "
        f"Score it with: isocolon detect PATH --model {name} --format jsonl, then isocolon score.\n",
    )


def test_an_unknown_model(run: Run) -> None:
    code, _, err = run("models", "show", "latn")
    assert (code, "there is no model 'latn'. Did you mean 'latin'?" in err) == (1, True)
