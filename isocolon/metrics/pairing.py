"""What is compared with what: documents by id, never by order, and only if both sides are about the same tokens."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
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
    if holds_documents(predicted) or holds_documents(gold):
        pairs = pair(as_documents(predicted, "predicted"), as_documents(gold, "gold"), partial=partial)
        sides = [(g.id, p.parallelisms, g.parallelisms, "checked") for p, g in pairs]
    else:
        sides = [("", as_parallelisms(predicted, "predicted"), as_parallelisms(gold, "gold"), "unchecked")]
    found = [Comparison(id, outermost(p, strata), outermost(g, strata), tokens) for id, p, g, tokens in sides]
    for comparison in found:
        report_repeated(comparison)
    return found
