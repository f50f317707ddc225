"""The eight tagsets as rows of one table: which letter each role of a token gets.

A token is outside of everything, between two branches of a parallelism, or in a branch: its first token (always B),
inside it, or its last token; the first branch of a parallelism and the later ones may differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a token can be, more finely than any tagset tells. Lone and long say how long its branch is."""

    OUTSIDE = "outside"
    BETWEEN = "between"
    FIRST_LONE = "the only token of a first branch"
    FIRST_BEGIN = "the first token of a first branch, with others to come"
    FIRST_INSIDE = "inside a first branch"
    FIRST_END = "the last token of a longer first branch"
    LATER_LONE = "the only token of a later branch"
    LATER_BEGIN = "the first token of a later branch, with others to come"
    LATER_INSIDE = "inside a later branch"
    LATER_END = "the last token of a longer later branch"


OUTSIDE, BEGIN = "O", "B"


@dataclass(frozen=True)
class Tagset:
    """A row: the letters that differ between tagsets.

    >>> TAGSETS["biomj"].branch(3, first=False)
    ('B', 'J', 'J')
    """

    name: str
    between: str
    """Tokens between two consecutive branches of a parallelism: M, or O."""
    first: str
    """Tokens inside the first branch of a parallelism: I."""
    later: str
    """Tokens inside later branches: J, or I."""
    end: str
    """The last token of a branch of two tokens or more: E, or nothing of its own."""

    def branch(self, size: int, *, first: bool) -> tuple[str, ...]:
        """Returns the letters of a branch of so many tokens."""
        inside = self.first if first else self.later
        if size == 1:
            return (BEGIN,)
        return (BEGIN, *(inside for _ in range(size - 2)), self.end or inside)

    def letter(self, role: Role) -> str:
        """Returns the letter of a role."""
        return {
            Role.OUTSIDE: OUTSIDE,
            Role.BETWEEN: self.between,
            Role.FIRST_INSIDE: self.first,
            Role.FIRST_END: self.end or self.first,
            Role.LATER_INSIDE: self.later,
            Role.LATER_END: self.end or self.later,
        }.get(role, BEGIN)


TAGSETS = {
    tagset.name: tagset
    for tagset in (
        # name, between, first, later, end
        Tagset("bio", "O", "I", "I", ""),
        Tagset("bioe", "O", "I", "I", "E"),
        Tagset("bioj", "O", "I", "J", ""),
        Tagset("biom", "M", "I", "I", ""),
        Tagset("bioje", "O", "I", "J", "E"),
        Tagset("biome", "M", "I", "I", "E"),
        Tagset("biomj", "M", "I", "J", ""),
        Tagset("biomje", "M", "I", "J", "E"),
    )
}
