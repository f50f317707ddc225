"""Two tokenizations of one text on the tokens they have in common.

An annotation that ends inside a word cuts the word, and from there on its document counts one token more than another
annotator's: *uarie|t*. Two tokenizations agree wherever both have an edge; between two such edges all tokens are one.
Edges are counted in letters of the tokens' normal forms, so it does not matter what stands between the tokens. Branches
that meet inside a word which becomes one again become one with it.
"""

from __future__ import annotations

import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from isocolon.document import Document, Parallelism, Section, Span, Token
from isocolon.errors import DataError, DataWarning


def realign(
    first: Document, second: Document, *, names: tuple[str, str] = ("the first", "the second")
) -> tuple[Document, Document]:
    """Returns both documents, of annotators with these names, on the tokens they have in common.

    >>> one = Document("1", "nemo variet", (Token(0, 4, "nemo"), Token(5, 11, "uariet")))
    >>> two = Document("1", "nemo variet", (Token(0, 4, "nemo"), Token(5, 10, "uarie"), Token(10, 11, "t")))
    >>> [document.words for document in realign(one, two)]
    [('nemo', 'uariet'), ('nemo', 'uariet')]
    """
    check_letters(first, second)
    common = sorted(set(edges_of(first)) & set(edges_of(second)))
    return merge_tokens(first, common, names[0]), merge_tokens(second, common, names[1])


def check_letters(first: Document, second: Document) -> None:
    """Raises a DataError for two documents that are not the same text."""
    ours, theirs = "".join(first.words), "".join(second.words)
    if ours != theirs:
        at = next(
            (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs))
        )
        raise DataError(
            f"document '{first.id}': the texts differ after '{ours[max(0, at - 20) : at]}', "
            f"'{ours[at : at + 20]}' against '{theirs[at : at + 20]}'",
            hint="only different tokens of the same text can be realigned",
        )


def edges_of(document: Document) -> list[int]:
    """Returns the letters at which the tokens begin, and the last one's end."""
    return list(accumulate(map(len, document.words), initial=0))


def merge_tokens(document: Document, common: Sequence[int], name: str) -> Document:
    """Returns an annotator's document with the tokens between each two common edges made one."""
    edges = edges_of(document)
    if len(common) == len(edges):
        return document

    def place(span: Span) -> Span:
        return Span(bisect_right(common, edges[span.start]) - 1, bisect_left(common, edges[span.end]))

    def moved(parallelism: Parallelism) -> Parallelism:
        branches = merge_branches(map(place, parallelism))
        if len(branches) < len(parallelism):
            span = parallelism.hull
            told = f"document '{document.id}': {name} has branches that meet inside a word, in tokens {span.start} to "
            warnings.warn(f"{told}{span.end - 1}; they are made one", DataWarning, stacklevel=4)
        return Parallelism(branches, parallelism.kind, parallelism.confidence)

    groups = [document.tokens[bisect_left(edges, a) : bisect_left(edges, b)] for a, b in pairwise(common)]
    return replace(
        document,
        tokens=tuple(Token(g[0].start, g[-1].end, "".join(token.norm for token in g)) for g in groups),
        sections=tuple(Section(section.id, place(section.span)) for section in document.sections),
        parallelisms=tuple(map(moved, document.parallelisms)),
        layers={},
    )


def merge_branches(branches: Iterable[Span]) -> tuple[Span, ...]:
    """Returns sorted branches with those that overlap made one.

    >>> merge_branches([Span(0, 2), Span(1, 3), Span(3, 4)])
    (Span(start=0, end=3), Span(start=3, end=4))
    """
    found: list[Span] = []
    for branch in branches:
        if found and found[-1].overlaps(branch):
            found[-1] = Span(found[-1].start, branch.end)
        else:
            found.append(branch)
    return tuple(found)
