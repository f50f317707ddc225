"""Parallelisms to tags and back: `decode(encode(P)) == P`, whatever the scheme and however deep the nesting.

Decoding is total: any tags give some parallelisms. As in the paper, E does not end a branch (only what is no part of
a branch does), an I, J or E with no branch before it is ignored, and a link to nowhere begins a new parallelism.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from isocolon.document import Parallelism, Span, strata
from isocolon.errors import TaggingError
from isocolon.schemes.base import Scheme, Tags, read_tag
from isocolon.schemes.tagsets import BEGIN, OUTSIDE, Tagset

CONTINUING = frozenset("IJE")


def encode(parallelisms: Iterable[Parallelism], length: int, scheme: Scheme) -> Tags:
    """Returns the tags of so many tokens, a tuple for each stratum and one at least.

    >>> from isocolon.schemes import SCHEMES
    >>> encode([Parallelism.of((0, 3), (5, 7))], 8, SCHEMES["biomje-token"])
    (('B', 'I', 'E', 'M', 'M', 'B-3', 'E', 'O'),)
    """
    unique = list(dict.fromkeys(parallelisms))
    levels = strata(unique)
    return tuple(
        encode_stratum([p for p, level in zip(unique, levels, strict=True) if level == stratum], length, scheme)
        for stratum in range(1, max(levels, default=1) + 1)
    )


def encode_stratum(parallelisms: Sequence[Parallelism], length: int, scheme: Scheme) -> tuple[str, ...]:
    """Returns the tags of parallelisms that do not overlap."""
    branches = sorted(branch for parallelism in parallelisms for branch in parallelism)
    if branches and branches[-1].end > length:
        raise TaggingError(f"a branch ends at {branches[-1].end}, but there are {length} tokens.")
    tags = [OUTSIDE] * length
    for parallelism in parallelisms:
        for left, right in pairwise(parallelism):
            tags[left.end : right.start] = [scheme.tagset.between] * (right.start - left.end)
    # Branches last: one that interlocks with another parallelism's stands between that one's branches
    for parallelism in parallelisms:
        for earlier, branch in pairwise((None, *parallelism)):
            letters = scheme.tagset.branch(len(branch), first=earlier is None)
            link = "" if earlier is None else str(scheme.link.between(earlier, branch, branches))
            tags[branch.start : branch.end] = [letters[0] + link, *letters[1:]]
    return tuple(tags)


def decode(tags: Tags, scheme: Scheme, *, strict: bool = False) -> tuple[Parallelism, ...]:
    """Returns the parallelisms that the tags of all strata spell.

    >>> from isocolon.schemes import SCHEMES
    >>> found = decode((("B", "I", "M", "B-2", "E", "J", "O"),), SCHEMES["biomje-token"])
    >>> found == (Parallelism.of((0, 2), (3, 6)),)
    True

    Args:
        tags: for each stratum, a tag for each token.
        scheme: how they were written.
        strict: whether to take only what the scheme would write: a branch ends with E where there are E tags and goes
            on only with its own kind of I or J, a branch with a link to nowhere is left out, and so is a parallelism
            of one branch.
    """
    found = (parallelism for stratum in tags for parallelism in decode_stratum(stratum, scheme, strict=strict))
    return tuple(dict.fromkeys(found))


def decode_stratum(tags: Sequence[str], scheme: Scheme, *, strict: bool = False) -> list[Parallelism]:
    """Returns the parallelisms of one stratum's tags."""
    links, branches = read_branches(tags, scheme.tagset if strict else None)
    groups: list[list[Span]] = []
    group_of: dict[int, list[Span]] = {}  # of the branch at each place
    for place, (link, branch) in enumerate(zip(links, branches, strict=True)):
        target = None if link is None else scheme.link.target(link, place, branches)
        group = group_of.get(place if target is None else target)
        if group is None:
            if strict and link is not None:
                continue
            groups.append(group := [])
        group.append(branch)
        group_of[place] = group
    return [Parallelism(tuple(group)) for group in groups if len(group) > 1 or not strict]


def read_branches(tags: Sequence[str], tagset: Tagset | None) -> tuple[list[int | None], list[Span]]:
    """Returns the links and the branches of one stratum's tags; with a tagset, as it would have written them."""
    parts = [read_tag(tag) for tag in tags]
    letters = [letter for letter, _ in parts]
    starts = [place for place, letter in enumerate(letters) if letter == BEGIN]
    links = [parts[start][1] for start in starts]
    return links, [Span(start, end_of(letters, start, links[k], tagset)) for k, start in enumerate(starts)]


def end_of(letters: Sequence[str], start: int, link: int | None, tagset: Tagset | None) -> int:
    """Returns where the branch that begins at a place ends."""
    inside = CONTINUING if tagset is None else {tagset.first if link is None else tagset.later}
    end = start + 1
    while end < len(letters) and letters[end] in inside:
        end += 1
    ends_with_letter = tagset is not None and tagset.end and end < len(letters) and letters[end] == tagset.end
    return end + bool(ends_with_letter)
