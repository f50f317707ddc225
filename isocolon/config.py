"""Recipes: what to train and how, in TOML, turned into frozen dataclasses.

A component's options are its dataclass; a recipe's tables and keys are the fields' names. Overrides are dotted:
``encoder.layers=2``. A key that does not exist is an error that names the nearest one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from isocolon.errors import ConfigurationError, unknown
from isocolon.files import read_text

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"
Table: TypeAlias = dict[str, Value]
T = TypeVar("T")

SHARED = ("detector", "dataset", "data", "ratios", "seed")
"""The keys of every recipe: which detector, what it is trained on, and how chance falls."""


def read_recipe(path: Path, overrides: Sequence[str] = ()) -> Table:
    """Returns the tables of a TOML file, changed by overrides such as ``encoder.layers=2``."""
    try:
        table: Table = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{path}: malformed TOML: {error}.") from error
    for override in overrides:
        apply(table, override)
    return table


def own_table(recipe: Mapping[str, Value]) -> Table:
    """Returns what of a recipe is for the detector itself.

    >>> own_table({"detector": "tagger", "dataset": "asp", "seed": 1, "scheme": "bio-token"})
    {'scheme': 'bio-token'}
    """
    return {key: value for key, value in recipe.items() if key not in SHARED}


def apply(table: Table, override: str) -> None:
    """Sets one value of a table, given as ``dotted.key=value``; the value is TOML, or else a plain word.

    >>> table = {"encoder": {"layers": 1}}
    >>> apply(table, "encoder.layers=2")
    >>> apply(table, "encoder.name=lstm")
    >>> table
    {'encoder': {'layers': 2, 'name': 'lstm'}}
    """
    key, sign, value = override.removeprefix("--").partition("=")
    *parents, last = key.strip().split(".")
    if not (sign and last):
        raise ConfigurationError(f"the override '{override}' is not of the form key=value.")
    inner = table
    for parent in parents:
        step = inner.setdefault(parent, {})
        if not isinstance(step, dict):
            raise ConfigurationError(f"'{key}' cannot be set: '{parent}' is a value, not a table.")
        inner = step
    inner[last] = parse_value(value.strip())


def parse_value(text: str) -> Value:
    """Returns the value that a text is in TOML, or the text itself."""
    try:
        return cast(Value, tomllib.loads(f"value = {text}")["value"])
    except tomllib.TOMLDecodeError:
        return text


def construct(kind: type[T], table: Mapping[str, Value], where: str = "the recipe") -> T:
    """Returns a dataclass with the values of a table, nested tables for nested dataclasses.

    Raises:
        ConfigurationError: for a key that the dataclass does not have, one that is missing, a value of another type.
    """
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    values = {}
    for key, value in table.items():
        if key not in names:
            raise ConfigurationError(f"{where}: {unknown('key', key, names)}")
        values[key] = convert(hints[key], value, f"{where}, {key}")
    try:
        return kind(**values)
    except TypeError as error:
        raise ConfigurationError(f"{where}: {error}.") from error


def convert(hint: object, value: Value, where: str) -> object:
    """Returns a value as the type that a field wants."""
    if get_origin(hint) in (Union, UnionType):
        choices = [choice for choice in get_args(hint) if choice is not NoneType]
        return None if value is None else convert(choices[0], value, where)
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        return construct(hint, value, where)
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(convert(get_args(hint)[0], item, where) for item in value)
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise unknown(f"choice for {where}", str(value), map(str, get_args(hint)))
        return value
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(hint, type) and not (isinstance(value, hint) and (hint is bool or not isinstance(value, bool))):
        raise ConfigurationError(f"{where}: {value!r} is no {hint.__name__}.")
    return value


def to_table(value: object) -> Value:
    """Returns a dataclass, or what is inside one, as plain tables and values; what is None is left out."""
    if is_dataclass(value):
        pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: to_table(inner) for name, inner in pairs if inner is not None}
    if isinstance(value, list | tuple):
        return [to_table(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_table(inner) for key, inner in value.items()}
    return cast(Value, value)


def write_recipe(table: Table) -> str:
    """Returns a table as TOML.

    >>> print(write_recipe({"detector": "tagger", "encoder": {"layers": 2}}), end="")
    detector = "tagger"
    <BLANKLINE>
    [encoder]
    layers = 2
    """
    return "\n".join(table_lines(table, ())) + "\n"


def table_lines(table: Table, path: tuple[str, ...]) -> list[str]:
    """Returns the lines of a table: its values first, then its tables under headings."""
    lines = [f"{write_key(key)} = {write_value(value)}" for key, value in table.items() if not isinstance(value, dict)]
    for key, inner in table.items():
        if isinstance(inner, dict):
            heading = ".".join(map(write_key, (*path, key)))
            lines += ["", f"[{heading}]", *table_lines(inner, (*path, key))]
    return lines


def write_key(key: str) -> str:
    """Returns a key as TOML has it: bare, or in quotes where it must be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else write_value(key)


def write_value(value: Value) -> str:
    """Returns a value as TOML has it.

    >>> write_value("天"), write_value([0.5, float("inf")]), write_value(True)
    ('"天"', '[0.5, inf]', 'true')
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # which JSON may hold, but TOML not
    if isinstance(value, list):
        return f"[{', '.join(map(write_value, value))}]"
    return repr(value).lower()
