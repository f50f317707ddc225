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
        return compare_documents(((p, q) for p, q in line_up(sides, partial=partial)), strata=strata)
    found = Comparison("", parallelisms_of(ours, "predicted"), parallelisms_of(theirs, "gold"))
    report_repeated(found.predicted, "predicted", counted="as often as it is there")
    report_repeated(parallelisms_of(theirs, "gold"), "gold")
    return [outermost(found, strata)]
