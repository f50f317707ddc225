"""What is compared with what: documents by id, never by order, and only if both sides are about the same tokens."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from isocolon.document import Document, Parallelism
from isocolon.document import strata as stratum_of_each
from isocolon.errors import ConfigurationError, DataError, DataWarning
from isocolon.metrics.comparison import Comparison

Branches = Iterable[tuple[int, int]]
Annotation = Document | Iterable[Document | Parallelism | Branches]
"""What can be scored: Documents, or the parallelisms of one, as such or as half-open (start, end) pairs."""


def compare(
    *, predicted: Annotation, gold: Annotation, strata: int | None = None, partial: bool = False
) -> list[Comparison]:
    """Returns a comparison for each document, in the order of gold.

    Args:
        predicted: Documents, one or many, or the plain parallelisms of a single one.
        gold: the same, about the same tokens.
        strata: how many strata of nested parallelisms to compare, from the outermost; all without a number.
        partial: whether documents that are on one side only are left out, with a warning, instead of refused.

    Raises:
        DataError: for documents without a partner and for partners whose tokens differ.
    """
    if strata is not None and strata < 1:
        raise ConfigurationError(f"cannot score {strata} strata. Give a number from 1, or none for all.")
    ours, theirs = listed(predicted), listed(gold)
    if any(isinstance(item, Document) for item in (*ours, *theirs)):
        documents = documents_of(ours, "predicted"), documents_of(theirs, "gold")
        alone = isinstance(predicted, Document) and isinstance(gold, Document)
        pairs = zip(*documents, strict=True) if alone else pair(*documents, partial=partial)
        found = [compare_pair(predicted=one, gold=other) for one, other in pairs]
    else:
        found = [Comparison("", parallelisms_of(ours, "predicted"), parallelisms_of(theirs, "gold"))]
    for comparison in found:
        report_repeated(comparison)
    return found if strata is None else [outermost(comparison, strata) for comparison in found]


def pair(
    first: Sequence[Document],
    second: Sequence[Document],
    *,
    names: tuple[str, str] = ("predicted", "gold"),
    partial: bool = False,
) -> list[tuple[Document, Document]]:
    """Returns the documents with the same ids, in the order of the second; names those that have no partner."""
    ours, theirs = by_id(first, names[0]), by_id(second, names[1])
    common = [(ours[id], theirs[id]) for id in theirs if id in ours]
    lonely = "; ".join(
        f"{len(ids)} in {there} but not in {here}: {', '.join(ids)}"
        for there, here, ids in (
            (names[1], names[0], [id for id in theirs if id not in ours]),
            (names[0], names[1], [id for id in ours if id not in theirs]),
        )
        if ids
    )
    if lonely and not (partial and common):
        hint = "documents are paired by id; take what both sides have with partial=True (--partial)"
        raise DataError(f"documents without a partner, {lonely}", hint=hint)
    if lonely:
        warnings.warn(f"left out documents without a partner, {lonely}", DataWarning, stacklevel=3)
    return common


def by_id(documents: Sequence[Document], side: str) -> dict[str, Document]:
    """Returns the documents by their ids, which must differ."""
    twice = [id for id, count in Counter(document.id for document in documents).items() if count > 1]
    if twice:
        raise DataError(f"{side} has document '{twice[0]}' twice", hint="every document needs an id of its own")
    return {document.id: document for document in documents}


def compare_pair(*, predicted: Document, gold: Document) -> Comparison:
    """Returns the comparison of two Documents about the same tokens."""
    check_tokens(predicted, gold)
    return Comparison(gold.id, predicted.parallelisms, gold.parallelisms, "checked")


def check_tokens(predicted: Document, gold: Document) -> None:
    """Raises a DataError that names the first token in which the two sides of a document differ."""
    difference = first_difference(predicted, gold, names=("predicted", "gold"))
    if difference:
        hint = "both sides must be about the same tokens: read both with one tokenizer"
        raise DataError(difference, hint=hint)


def first_difference(first: Document, second: Document, *, names: tuple[str, str]) -> str:
    """Returns in words where the tokens of two documents first differ, nothing if they don't."""
    if first.words == second.words:
        return ""
    both = enumerate(zip_longest(first.words, second.words))
    position, pair = next((at, words) for at, words in both if words[0] != words[1])
    one, other = ("missing" if word is None else f"'{word}'" for word in pair)
    return f"document '{second.id}': token {position} is {one} in {names[0]} and {other} in {names[1]}"


def outermost(comparison: Comparison, strata: int) -> Comparison:
    """Returns the comparison of the parallelisms on so many first strata."""

    def kept(parallelisms: Sequence[Parallelism]) -> list[Parallelism]:
        return [p for p, s in zip(parallelisms, stratum_of_each(parallelisms), strict=True) if s <= strata]

    return replace(comparison, predicted=kept(comparison.predicted), gold=kept(comparison.gold))


def report_repeated(comparison: Comparison) -> None:
    """Warns of parallelisms that one side has more than once."""
    where = f"document '{comparison.id}': " if comparison.id else ""
    sides = (comparison.predicted, comparison.gold)
    for side, parallelisms, distinct in zip(("predicted", "gold"), sides, comparison.distinct, strict=True):
        repeated = len(parallelisms) - len(distinct)
        if repeated:
            first, _ = Counter(parallelisms).most_common(1)[0]
            spans = ", ".join(f"[{branch.start}, {branch.end})" for branch in first)
            warnings.warn(
                f"{where}{side} repeats {repeated} of {len(parallelisms)} parallelisms, {spans} for one; "
                "each is matched once and counted as often as it is there",
                DataWarning,
                stacklevel=3,
            )


def listed(annotation: Annotation) -> list[Document | Parallelism | Branches]:
    """Returns the items of an annotation."""
    return [annotation] if isinstance(annotation, Document) else list(annotation)


def documents_of(items: Sequence[Document | Parallelism | Branches], side: str) -> list[Document]:
    """Returns the items, all of which must be Documents."""
    found = [item for item in items if isinstance(item, Document)]
    if len(found) < len(items):
        hint = "give Documents on both sides, or lists of parallelisms on both"
        raise DataError(f"{side} holds plain parallelisms where there are Documents beside them", hint=hint)
    return found


def parallelisms_of(items: Sequence[Document | Parallelism | Branches], side: str) -> list[Parallelism]:
    """Returns the items as parallelisms."""
    found = []
    for number, item in enumerate(items):
        assert not isinstance(item, Document)
        try:
            found.append(item if isinstance(item, Parallelism) else Parallelism.of(*item))
        except (TypeError, ValueError) as error:
            hint = "a parallelism is a list of half-open (start, end) pairs"
            raise DataError(f"{side} parallelism {number} is {item!r}", hint=hint) from error
    return found
