"""Interchangeable things by name, imported only when one is wanted.

A registry is a plain table of ``name: "module:object"`` strings: greppable, ordered, and listing its names
imports nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar, cast

from isocolon.errors import unknown

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """A mapping from names to objects that are imported at first use.

    >>> shapes = Registry[float]("number", {"pi": "math:pi", "e": "math:e"})
    >>> list(shapes), round(shapes["pi"], 2)
    (['pi', 'e'], 3.14)
    """

    def __init__(self, what: str, table: Mapping[str, str]) -> None:
        self.what, self.table = what, dict(table)

    def __getitem__(self, name: str) -> T:
        if name not in self.table:
            raise unknown(self.what, name, self.table)
        module, _, attribute = self.table[name].partition(":")
        return cast(T, getattr(import_module(module), attribute))

    def __contains__(self, name: object) -> bool:
        return name in self.table

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)
