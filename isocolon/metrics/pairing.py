"""What is compared with what: documents by id, never by order, and only if both sides are about the same tokens."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from operator import index

from isocolon.document import Document, Parallelism, Span
from isocolon.document import strata as stratum_of_each
from isocolon.errors import ConfigurationError, DataError, DataWarning
from isocolon.metrics.comparison import Comparison

Branches = Iterable[Span | tuple[int, int]]
Item = Document | Parallelism | Branches
Annotation = Document | Iterable[Item]
"""What can be scored: Documents, or the parallelisms of one, as such or as Spans or half-open (start, end) pairs."""

SIDES = ("predicted", "gold")


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
    ours, theirs = listed(predicted, "predicted"), listed(gold, "gold")
    if any(isinstance(item, Document) for item in (*ours, *theirs)):
        sides = {"predicted": documents_of(ours, "predicted"), "gold": documents_of(theirs, "gold")}
        return compare_rows(line_up(sides, partial=partial), sides=SIDES, strata=strata)
    given = parallelisms_of(theirs, "gold")
    comparison = Comparison("", parallelisms_of(ours, "predicted"), given)
    report_repeated(comparison, given, SIDES)
    return [outermost(comparison, strata)]


Row = Mapping[str, Document]
"""What each side has of one document, by the side's name."""


def line_up(sides: Mapping[str, Sequence[Document]], *, partial: bool = False) -> list[Row]:
    """Returns the documents that all sides have, in the order of the last; those that some side lacks are named.

    Documents are told by their ids. Where every side has only one they are lined up whatever their ids, and told.

    Raises:
        DataError: for documents that some side lacks, unless only a part is wanted, and some are on all sides.
    """
    if all(len(documents) == 1 for documents in sides.values()):
        row = {side: documents[0] for side, documents in sides.items()}
        if len({document.id for document in row.values()}) > 1:
            warn(f"took these for one document, the only one of each side: {ids_of(row)}")
        return [row]
    tables = {side: by_id(documents, side) for side, documents in sides.items()}
    everything = dict.fromkeys(chain.from_iterable(reversed(tables.values())))
    common = [id for id in everything if all(id in table for table in tables.values())]
    if len(common) < len(everything):
        report_lacking(tables, everything, partial=partial, some=bool(common))
    return [{side: table[id] for side, table in tables.items()} for id in common]


def report_lacking(
    tables: Mapping[str, Mapping[str, Document]], ids: Iterable[str], *, partial: bool, some: bool
) -> None:
    """Names the documents that each side lacks: in a warning if only a part is wanted, else in an error."""
    lacking = {side: [id for id in ids if id not in table] for side, table in tables.items()}
    named = "; ".join(f"{len(lost)} not in {side}: {some_of(lost)}" for side, lost in lacking.items() if lost)
    if partial and some:
        warn(f"left out documents without a partner, {named}")
        return
    remedy = "take what all sides have with partial=True" if some else "give them the same ids on all sides"
    raise DataError(f"documents without a partner, {named}", hint=f"documents are paired by id; {remedy}")


def some_of(ids: Sequence[str], most: int = 8) -> str:
    """Returns the first ids in a row, and how many there are beside them.

    >>> some_of(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    return ", ".join(ids[:most]) + (f" and {len(ids) - most} more" if len(ids) > most else "")


def by_id(documents: Sequence[Document], side: str) -> dict[str, Document]:
    """Returns the documents by their ids, which must differ."""
    twice = [id for id, count in Counter(document.id for document in documents).items() if count > 1]
    if twice:
        raise DataError(f"{side} has document '{twice[0]}' twice", hint="every document needs an id of its own")
    return {document.id: document for document in documents}


def compare_rows(rows: Iterable[Row], *, sides: tuple[str, str], strata: int | None = None) -> list[Comparison]:
    """Returns the comparison of two sides of each row, the predicted one and gold, which must have the same tokens."""
    found = []
    for row in rows:
        predicted, gold = (row[side] for side in sides)
        check_tokens(predicted, gold, sides)
        comparison = Comparison(gold.id, predicted.parallelisms, gold.parallelisms, tokens="checked")
        report_repeated(comparison, gold.parallelisms, sides)
        found.append(outermost(comparison, strata))
    return found


def check_tokens(predicted: Document, gold: Document, sides: tuple[str, str]) -> None:
    """Raises a DataError that names the first token in which the two sides of a document differ."""
    difference = first_difference(predicted, gold, sides=sides)
    if difference:
        hint = (
            "both sides must be about the same tokens: check that these are the same text, and if they are, "
            "read both with one language=…, or detect on the gold file itself"
        )
        raise DataError(difference, hint=hint)


def first_difference(first: Document, second: Document, *, sides: tuple[str, str]) -> str:
    """Returns in words where the tokens of two documents first differ, nothing if they don't."""
    if first.words == second.words:
        return ""
    both = enumerate(zip_longest(first.words, second.words))
    position, pair = next((at, words) for at, words in both if words[0] != words[1])
    one, other = ("missing" if word is None else f"'{word}'" for word in pair)
    same = first.id == second.id
    which = f"document '{first.id}'" if same else ids_of(dict(zip(sides, (first, second), strict=True)))
    return f"{which}: token {position} is {one} in {sides[0]} and {other} in {sides[1]}"


def ids_of(row: Row) -> str:
    """Returns in words what each side calls its document."""
    return ", ".join(f"'{document.id}' in {side}" for side, document in row.items())


def outermost(comparison: Comparison, strata: int | None) -> Comparison:
    """Returns the comparison of the parallelisms on so many first strata, or of all."""
    if strata is None:
        return comparison
    if strata < 1:
        raise ConfigurationError(f"cannot score {strata} strata. Give a number from 1, or none for all.")

    def kept(parallelisms: Sequence[Parallelism]) -> list[Parallelism]:
        return [p for p, s in zip(parallelisms, stratum_of_each(parallelisms), strict=True) if s <= strata]

    return replace(comparison, predicted=kept(comparison.predicted), gold=kept(comparison.gold))


def report_repeated(comparison: Comparison, gold: Sequence[Parallelism], sides: tuple[str, str]) -> None:
    """Warns of parallelisms that are there more than once, in gold as it was given, and says how they are counted."""
    where = f"document '{comparison.id}': " if comparison.id else ""
    if len(comparison.distinct) < len(comparison.predicted):
        repeats = repeats_in(comparison.predicted)
        warn(f"{where}{sides[0]} {repeats}; each is matched once and counted as often as it is there")
    if len(comparison.gold) < len(gold):
        warn(f"{where}{sides[1]} {repeats_in(gold)}; each counts once")


def repeats_in(parallelisms: Sequence[Parallelism]) -> str:
    """Returns in words how many parallelisms are repeated, nothing if none are.

    >>> repeats_in([Parallelism.of((0, 2), (3, 5))] * 3)
    'repeats 2 of 3 parallelisms, [0, 2), [3, 5) for one'
    """
    repeated = len(parallelisms) - len(set(parallelisms))
    if not repeated:
        return ""
    [(first, _)] = Counter(parallelisms).most_common(1)
    spans = ", ".join(f"[{branch.start}, {branch.end})" for branch in first)
    return f"repeats {repeated} of {len(parallelisms)} parallelisms, {spans} for one"


def warn(message: str) -> None:
    """Tells of something odd in the data."""
    warnings.warn(message, DataWarning, stacklevel=4)


def listed(annotation: Annotation, side: str) -> list[Item]:
    """Returns the items of an annotation."""
    if isinstance(annotation, Document):
        return [annotation]
    try:
        return list(annotation)
    except TypeError as error:
        raise DataError(f"{side} is {annotation!r}", hint="give Documents, or a list of parallelisms") from error


def documents_of(items: Sequence[Item], side: str) -> list[Document]:
    """Returns the items, all of which must be Documents."""
    found = [item for item in items if isinstance(item, Document)]
    if len(found) < len(items):
        hint = "give Documents on both sides, or lists of parallelisms on both"
        raise DataError(f"{side} holds plain parallelisms where there are Documents beside them", hint=hint)
    return found


def parallelisms_of(items: Sequence[Item], side: str) -> list[Parallelism]:
    """Returns the items as parallelisms."""
    found = []
    for number, item in enumerate(items):
        assert not isinstance(item, Document)
        try:
            found.append(item if isinstance(item, Parallelism) else Parallelism(tuple(map(branch_of, item))))
        except (TypeError, ValueError) as error:
            hint = "a parallelism is a list of half-open (start, end) pairs of whole numbers"
            raise DataError(f"{side} parallelism {number} is {item!r}", hint=hint) from error
    return found


def branch_of(branch: Span | tuple[int, int]) -> Span:
    """Returns a branch given as a Span or as its start and end, which are whole numbers of whatever make."""
    start, end = (branch.start, branch.end) if isinstance(branch, Span) else branch
    return Span(index(start), index(end))
