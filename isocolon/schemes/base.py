"""A scheme: a tagset with a kind of link, and the tags that the two make."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from isocolon.schemes.links import Link
from isocolon.schemes.tagsets import BEGIN, Tagset

Tags: TypeAlias = tuple[tuple[str, ...], ...]
"""For each stratum, from the outermost, a tag for each token."""

TAG = re.compile(r"(?P<letter>[A-Z])(?P<link>-[1-9]\d*)?")


@dataclass(frozen=True)
class Scheme:
    """How parallelisms are written as tags."""

    tagset: Tagset
    link: Link

    @property
    def name(self) -> str:
        """The scheme's name, such as `biomj-token`."""
        return f"{self.tagset.name}-{self.link.name}"


def read_tag(tag: str) -> tuple[str, int | None]:
    """Returns a tag's letter and its link; what is no tag is outside of everything.

    >>> read_tag("B-3"), read_tag("J"), read_tag("?")
    (('B', -3), ('J', None), ('O', None))
    """
    found = TAG.fullmatch(tag)
    if not found:
        return "O", None
    return found["letter"], int(found["link"]) if found["link"] and found["letter"] == BEGIN else None


def link_of(tag: str) -> int | None:
    """Returns the link on a tag, or None."""
    return read_tag(tag)[1]
