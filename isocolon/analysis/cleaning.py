"""The paper's two corrections of annotations (appendix C), where its guidelines had been vague.

*Conjunctions*: if every branch of a parallelism begins with a conjunction or follows one, conjunctions belong to all of
them; otherwise to none. *Interlocks*: parallelisms whose branches alternate, p1 q1 ... p2 q2, and are adjacent, with
nothing but marks and conjunctions between p1 and q1, are one parallelism of longer branches, (p1 q1) and (p2 q2).
The paper says no more than this; that it is what was done shows in the figures, which come out to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from isocolon.analysis.statistics import is_punctuation
from isocolon.document import Document, Kind, Parallelism, Span
from isocolon.errors import ConfigurationError
from isocolon.registry import Registry

CLEANERS: Registry[Callable[[Document], Document]] = Registry(
    "cleaner",
    {
        "conjunctions": "isocolon.analysis.cleaning:settle_conjunctions",
        "interlocks": "isocolon.analysis.cleaning:merge_interlocks",
    },
)

CONJUNCTIONS: dict[str, frozenset[str]] = {
    "la": frozenset(
        {
            *("et", "ac", "atque", "nec", "neque"),  # copulative
            *("aut", "uel", "siue", "seu", "an"),  # disjunctive
            *("sed", "at", "autem", "tamen"),  # adversative
            *("enim", "nam", "namque"),  # causal
            *("ergo", "igitur", "itaque"),  # illative
        }
    ),
    "en": frozenset({"and", "but", "for", "nor", "or", "so", "yet"}),
}
"""Coordinating conjunctions by language. Latin *uerum* and *uero* are left out: far more often they mean "true"."""


def settle_conjunctions(document: Document) -> Document:
    """Returns the document with conjunctions before all branches of a parallelism included, all others left out."""
    if document.language not in CONJUNCTIONS:
        raise ConfigurationError(
            f"document '{document.id}' is in '{document.language}', whose conjunctions we don't know. "
            f"We know those of: {', '.join(CONJUNCTIONS)}."
        )
    conjunctions = CONJUNCTIONS[document.language]
    return document.with_parallelisms(settled(p, document.words, conjunctions) for p in document.parallelisms)


def settled(parallelism: Parallelism, words: Sequence[str], conjunctions: frozenset[str]) -> Parallelism:
    """Returns a parallelism whose branches all begin with a conjunction or none does.

    >>> words = "et ueni et uidi , uici".split()
    >>> settled(Parallelism.of((1, 2), (2, 4)), words, CONJUNCTIONS["la"]) == Parallelism.of((0, 2), (2, 4))
    True
    >>> settled(Parallelism.of((2, 4), (5, 6)), words, CONJUNCTIONS["la"]) == Parallelism.of((3, 4), (5, 6))
    True
    """
    own = parallelism.words()

    def with_conjunction(branch: Span) -> Span | None:
        before = branch.start - 1
        if words[branch.start] in conjunctions:
            return branch
        return Span(before, branch.end) if before >= 0 and before not in own and words[before] in conjunctions else None

    def without_conjunction(branch: Span) -> Span:
        start = next((i for i in branch if words[i] not in conjunctions), branch.end - 1)
        return Span(start, branch.end)

    longer = [with_conjunction(branch) for branch in parallelism]
    kept = [branch for branch in longer if branch is not None]
    branches = kept if len(kept) == len(longer) else [without_conjunction(branch) for branch in parallelism]
    return Parallelism(tuple(branches), parallelism.kind, parallelism.confidence)


def merge_interlocks(document: Document) -> Document:
    """Returns the document with adjacent interlocking parallelisms made one, and what is there twice then only once."""
    conjunctions = CONJUNCTIONS.get(document.language, frozenset())
    passable = [is_punctuation(word) or word in conjunctions for word in document.words]
    found: list[Parallelism] = []
    for parallelism in document.parallelisms:
        partner = next((p for p in reversed(found) if interlocked(p, parallelism, passable)), None)
        if partner is None:
            found.append(parallelism)
        else:
            found[found.index(partner)] = merged(partner, parallelism)
    return document.with_parallelisms(dict.fromkeys(found))


def interlocked(p: Parallelism, q: Parallelism, passable: Sequence[bool]) -> bool:
    """Whether the branches of p and q alternate and only passable tokens stand between a branch of p and q's next."""
    if len(p) != len(q):
        return False
    pairs = list(zip(p, q, strict=True))
    in_turn = pairwise(branch for pair in pairs for branch in pair)
    return all(a.end <= b.start for a, b in in_turn) and all(all(passable[a.end : b.start]) for a, b in pairs)


def merged(p: Parallelism, q: Parallelism) -> Parallelism:
    """Returns the parallelism whose branches run from a branch of p to the end of q's next.

    >>> merged(Parallelism.of((0, 3), (6, 9)), Parallelism.of((3, 6), (9, 12))) == Parallelism.of((0, 6), (6, 12))
    True
    """
    kind = p.kind if p.kind == q.kind else Kind.UNKNOWN
    return Parallelism(tuple(Span(a.start, b.end) for a, b in zip(p, q, strict=True)), kind)
