"""Recipes: what they say, what is set over them, and what is refused."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.config import Table, apply, construct, own_table, parse_value, read_recipe, to_table, write_recipe
from isocolon.errors import ConfigurationError


@dataclass(frozen=True)
class Inner:
    layers: int = 1
    kind: Literal["lstm", "none"] = "lstm"


@dataclass(frozen=True)
class Outer:
    name: str
    rate: float = 0.1
    seed: int | None = None
    fast: bool = False
    steps: tuple[float, ...] = ()
    inner: Inner = field(default_factory=Inner)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"name": "a"}, Outer("a")),
        ({"name": "a", "rate": 1}, Outer("a", rate=1.0)),
        ({"name": "a", "seed": 3, "fast": True}, Outer("a", seed=3, fast=True)),
        ({"name": "a", "steps": [0, 0.5]}, Outer("a", steps=(0.0, 0.5))),
        ({"name": "a", "inner": {"layers": 2, "kind": "none"}}, Outer("a", inner=Inner(2, "none"))),
    ],
)
def test_construct_and_back(table: Table, expected: Outer) -> None:
    assert construct(Outer, table) == expected
    assert construct(Outer, to_table(expected)) == expected


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"nme": "a"}, r"the recipe: there is no key 'nme'. Did you mean 'name'\? The choices are: name, rate"),
        ({}, "missing 1 required positional argument: 'name'"),
        ({"name": 3}, "the recipe, name: 3 is no str"),
        ({"name": "a", "rate": "fast"}, "the recipe, rate: 'fast' is no float"),
        ({"name": "a", "seed": True}, "the recipe, seed: True is no int"),
        ({"name": "a", "fast": 1}, "the recipe, fast: 1 is no bool"),
        ({"name": "a", "steps": ["x"]}, "the recipe, steps: 'x' is no float"),
        ({"name": "a", "inner": 3}, "the recipe, inner: 3 is no Inner"),
        ({"name": "a", "inner": {"layer": 1}}, "the recipe, inner: there is no key 'layer'. Did you mean 'layers'"),
        ({"name": "a", "inner": {"kind": "lst"}}, "there is no choice for the recipe, inner, kind 'lst'. Did you mean"),
    ],
)
def test_what_does_not_fit(table: Table, words: str) -> None:
    with pytest.raises(ConfigurationError, match=words):
        construct(Outer, table)


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("encoder.layers=2", {"encoder": {"layers": 2}}),
        ("--encoder.layers=2", {"encoder": {"layers": 2}}),
        ("rate = 0.5", {"encoder": {"layers": 1}, "rate": 0.5}),
        ("scheme=bio-token", {"encoder": {"layers": 1}, "scheme": "bio-token"}),
        ("fast=true", {"encoder": {"layers": 1}, "fast": True}),
        ("steps=[1, 2]", {"encoder": {"layers": 1}, "steps": [1, 2]}),
        ("new.deep.key=1", {"encoder": {"layers": 1}, "new": {"deep": {"key": 1}}}),
    ],
)
def test_overrides(override: str, expected: Table) -> None:
    table: Table = {"encoder": {"layers": 1}}
    apply(table, override)
    assert table == expected


@pytest.mark.parametrize(
    ("override", "words"),
    [
        ("layers", "the override 'layers' is not of the form key=value"),
        ("=2", "the override '=2' is not of the form key=value"),
        ("seed.deep=2", "'seed.deep' cannot be set: 'seed' is a value, not a table"),
    ],
)
def test_broken_overrides(override: str, words: str) -> None:
    with pytest.raises(ConfigurationError, match=words):
        apply({"seed": 1}, override)


def test_malformed_toml(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("detector = \n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"a.toml: malformed TOML: Invalid value \(at line 1"):
        read_recipe(tmp_path / "a.toml")


def test_shared_keys_are_not_the_detectors() -> None:
    assert own_table({"detector": "tagger", "data": "a.jsonl", "ratios": [1.0], "scheme": "bio"}) == {"scheme": "bio"}


def test_plain_words_are_values() -> None:
    assert [parse_value(text) for text in ("1", "1.5", "true", '"1"', "bio-token", "a = 1")] == [
        1,
        1.5,
        True,
        "1",
        "bio-token",
        "a = 1",
    ]


KEYS = st.text("abc-_é .", min_size=1, max_size=5)
VALUES = st.one_of(st.text(max_size=8), st.integers(-(2**53), 2**53), st.booleans(), st.floats(allow_nan=False))
TABLES = st.recursive(
    st.dictionaries(KEYS, st.one_of(VALUES, st.lists(st.integers(), max_size=3)), max_size=3),
    lambda inner: st.dictionaries(KEYS, st.one_of(VALUES, inner), max_size=3),
    max_leaves=6,
)


@given(TABLES)
def test_a_written_recipe_reads_the_same(table: Table) -> None:
    assert tomllib.loads(write_recipe(table)) == table
