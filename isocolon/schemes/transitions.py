"""Which tag can follow which, derived from the scheme, and how often it does in a corpus.

What roles can follow each other is the same for all tagsets; a scheme's transitions are the picture of these that its
letters give. They can constrain a CRF, and counted over a corpus they are the paper's figure 6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from isocolon.document import Document
from isocolon.schemes.base import Scheme, read_tag
from isocolon.schemes.coding import encode
from isocolon.schemes.tagsets import BEGIN, Role

START, STOP = "<START>", "<STOP>"

BEGINS_FIRST = frozenset({Role.FIRST_LONE, Role.FIRST_BEGIN})
BEGINS_LATER = frozenset({Role.LATER_LONE, Role.LATER_BEGIN})

AFTER_FIRST = {Role.BETWEEN} | BEGINS_FIRST | BEGINS_LATER
"""After a first branch another is to come, so nothing is outside yet."""
AFTER_LATER = AFTER_FIRST | {Role.OUTSIDE, STOP}
CAN_FOLLOW: dict[str, frozenset[str]] = {
    START: frozenset({Role.OUTSIDE, *BEGINS_FIRST}),
    Role.OUTSIDE: frozenset({Role.OUTSIDE, *BEGINS_FIRST, STOP}),
    Role.BETWEEN: frozenset(AFTER_FIRST),
    Role.FIRST_LONE: frozenset(AFTER_FIRST),
    Role.FIRST_BEGIN: frozenset({Role.FIRST_INSIDE, Role.FIRST_END}),
    Role.FIRST_INSIDE: frozenset({Role.FIRST_INSIDE, Role.FIRST_END}),
    Role.FIRST_END: frozenset(AFTER_FIRST),
    Role.LATER_LONE: frozenset(AFTER_LATER),
    Role.LATER_BEGIN: frozenset({Role.LATER_INSIDE, Role.LATER_END}),
    Role.LATER_INSIDE: frozenset({Role.LATER_INSIDE, Role.LATER_END}),
    Role.LATER_END: frozenset(AFTER_LATER),
}
"""What can follow each role in a text that holds its parallelisms whole, each of two branches or more."""


def allowed(scheme: Scheme, tags: Sequence[str]) -> set[tuple[str, str]]:
    """Returns the pairs of tags, START and STOP that can stand side by side.

    >>> from isocolon.schemes import SCHEMES
    >>> pairs = allowed(SCHEMES["biomj-token"], ["O", "B", "B-2", "I", "J", "M"])
    >>> ("O", "B-2") in pairs, ("M", "B-2") in pairs, ("I", "O") in pairs
    (False, True, False)
    """
    steps = [(role, follower) for role, followers in CAN_FOLLOW.items() for follower in followers]
    return {
        (left, right)
        for role, follower in steps
        for left, right in product(spellings(role, scheme, tags), spellings(follower, scheme, tags))
        if follower not in BEGINS_LATER or fits(scheme, Role(role), left, right)
    }


def fits(scheme: Scheme, role: Role, left: str, right: str) -> bool:
    """Whether a later branch can begin with a tag right after another, which stands for a role."""
    before, link = read_tag(left)[1], read_tag(right)[1]
    assert link is not None
    # One hop more leads from this branch to where the one just before it leads, and each is led to once
    return scheme.link.may_follow(role, link) and (before is None or link != before - 1)


def spellings(role: str, scheme: Scheme, tags: Sequence[str]) -> list[str]:
    """Returns the tags that can stand for a role; START and STOP stand for themselves."""
    if role in (START, STOP):
        return [role]
    letter = scheme.tagset.letter(Role(role))
    linked = role in BEGINS_LATER
    return [tag for tag in tags if read_tag(tag)[0] == letter and (letter != BEGIN or linked == (tag != BEGIN))]


def count(documents: Iterable[Document], scheme: Scheme, *, links: bool = False) -> Counter[tuple[str, str]]:
    """Returns how often each tag follows each, over all strata, with START and STOP around sections.

    A corpus has as many strata as its deepest document; a section without parallelisms on one is all O there.

    Args:
        documents: the corpus.
        scheme: how to tag it.
        links: whether to tell links apart; if not, a B with any link is Bλ.
    """
    corpus = [(document, encode(document.parallelisms, len(document), scheme)) for document in documents]
    deepest = max((len(tags) for _, tags in corpus), default=1)
    counts: Counter[tuple[str, str]] = Counter()
    for document, tags in corpus:
        empty = encode((), len(document), scheme)
        for stratum in (*tags, *empty * (deepest - len(tags))):
            named = stratum if links else tuple(map(without_link, stratum))
            for section in document.sections:
                counts.update(pairwise((START, *named[section.span.start : section.span.end], STOP)))
    return counts


def without_link(tag: str) -> str:
    """Returns a tag with its link, if any, as the paper's λ.

    >>> without_link("B-12"), without_link("B")
    ('Bλ', 'B')
    """
    return tag if read_tag(tag)[1] is None else f"{BEGIN}λ"


ORDER = (START, "O", "M", "B", "Bλ", "I", "J", "E", STOP)


def tag_order(tag: str) -> tuple[int, int]:
    """Returns the sort key that puts tags in the order of the paper's figures, links by distance."""
    return ORDER.index(tag if tag in ORDER else without_link(tag)), -(read_tag(tag)[1] or 0)
