"""Links: the number on a later branch's first tag that says which branch it goes on from.

For consecutive branches b1 and b2 of a parallelism, a *token* link counts the hops from b2's first token back to b1's
last, a *branch* link those from branch to branch on their stratum; both are negative.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from typing import ClassVar

from isocolon.document import Span
from isocolon.schemes.tagsets import Role

LONE = frozenset({Role.FIRST_LONE, Role.LATER_LONE})
ENDED = LONE | {Role.FIRST_END, Role.LATER_END}
"""The roles of a branch's last token."""


class Link(ABC):
    """A way to point at an earlier branch."""

    name: ClassVar[str]

    @abstractmethod
    def between(self, earlier: Span, later: Span, branches: Sequence[Span]) -> int:
        """Returns the link from a branch to an earlier one, among the sorted branches of their stratum."""

    @abstractmethod
    def target(self, link: int, at: int, branches: Sequence[Span]) -> int | None:
        """Returns which of the branches the one at a place points at, or None for nowhere."""

    def may_follow(self, role: Role, link: int) -> bool:
        """Whether a branch with this link can begin right after a token of this role."""
        return True


class TokenLink(Link):
    """The distance from the later branch's first token to the earlier one's last.

    >>> TokenLink().between(Span(0, 3), Span(6, 9), ())
    -4
    """

    name = "token"

    def between(self, earlier: Span, later: Span, branches: Sequence[Span]) -> int:
        """Returns the negative number of words from one to the other."""
        return earlier.end - 1 - later.start

    def target(self, link: int, at: int, branches: Sequence[Span]) -> int | None:
        """Returns the branch that ends where the link leads."""
        end = branches[at].start + link + 1
        found = bisect_left(branches, end, hi=at, key=lambda branch: branch.end)
        return found if found < at and branches[found].end == end else None

    def may_follow(self, role: Role, link: int) -> bool:
        """Whether the target fits: one hop back a branch must end, two hops back no branch of two can be passed."""
        if link == -1:
            return role in ENDED
        return link != -2 or role in LONE or role not in ENDED


class BranchLink(Link):
    """The number of branches from the later one back to the earlier.

    >>> BranchLink().between(Span(0, 3), Span(6, 9), (Span(0, 3), Span(3, 6), Span(6, 9), Span(9, 12)))
    -2
    """

    name = "branch"

    def between(self, earlier: Span, later: Span, branches: Sequence[Span]) -> int:
        """Returns the negative number of branches from one to the other."""
        return bisect_left(branches, earlier) - bisect_left(branches, later)

    def target(self, link: int, at: int, branches: Sequence[Span]) -> int | None:
        """Returns the branch so many places before."""
        return at + link if at + link >= 0 else None


LINKS: dict[str, Link] = {link.name: link for link in (TokenLink(), BranchLink())}
