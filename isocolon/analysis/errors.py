"""What kinds of errors there are in predictions: the paper's taxonomy, applied without hands.

A predicted and a gold parallelism that have words in common are one case, and one error at most; what meets nothing is
a case of its own. The largest unit wins:

| level | false negative | false positive | false mixture |
|---|---|---|---|
| parallelism | a gold one met nothing | a predicted one met nothing | – |
| branch | gold branches met none of the predicted | predicted branches met none of gold | both |
| word | branches lack words | branches have words too many | both |

Which parallelism is held against which: equal ones first, the rest so that the most words are in common; within two
parallelisms, branches so that the most of them meet, and then have the most words in common (Bothwell et al., 2023,
appendix H, and their guidelines for error analysis).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from isocolon.document import Document, Parallelism, Span
from isocolon.metrics import METRICS, Comparison
from isocolon.metrics.matching import maximum_matching
from isocolon.metrics.overlaps import shared


class Level(StrEnum):
    """The largest unit that is wrong."""

    PARALLELISM = "parallelism"
    BRANCH = "branch"
    WORD = "word"


class Fault(StrEnum):
    """What is wrong with it: there is too much, too little, or both."""

    POSITIVE = "false positive"
    NEGATIVE = "false negative"
    MIXTURE = "false mixture"


@dataclass(frozen=True)
class Error:
    """One case in which predicted and gold differ."""

    document: str
    level: Level
    fault: Fault
    predicted: Parallelism | None
    gold: Parallelism | None

    @property
    def hull(self) -> Span:
        """The span of all tokens concerned."""
        hulls = [parallelism.hull for parallelism in (self.predicted, self.gold) if parallelism is not None]
        return Span(min(hull.start for hull in hulls), max(hull.end for hull in hulls))


Cell = tuple[Level, Fault]
CELLS: tuple[Cell, ...] = tuple(
    (level, fault) for level in Level for fault in Fault if (level, fault) != (Level.PARALLELISM, Fault.MIXTURE)
)
"""The eight kinds of errors, in the order of the paper's table."""


def find_errors(comparison: Comparison) -> list[Error]:
    """Returns the errors of one document, in reading order.

    >>> gold = [Parallelism.of((0, 2), (3, 5)), Parallelism.of((10, 12), (13, 15))]
    >>> predicted = [Parallelism.of((0, 2), (3, 4)), Parallelism.of((20, 22), (23, 25))]
    >>> for error in find_errors(Comparison("1", predicted, gold)):
    ...     print(f"{error.level}, {error.fault}")
    word, false negative
    parallelism, false negative
    parallelism, false positive
    """
    right = set(comparison.predicted) & set(comparison.gold)
    wrong = replace(
        comparison,
        predicted=[p for p in comparison.predicted if p not in right],
        gold=[q for q in comparison.gold if q not in right],
    )
    met = wrong.alignment(METRICS["mwo"]())
    added = Counter(comparison.predicted) - Counter([*right, *(match.predicted for match in met)])
    missing = Counter(comparison.gold) - Counter([*right, *(match.gold for match in met)])
    found = [Error(comparison.id, *classify(p, q), p, q) for p, q, _ in met]
    found += [Error(comparison.id, Level.PARALLELISM, Fault.POSITIVE, p, None) for p in added.elements()]
    found += [Error(comparison.id, Level.PARALLELISM, Fault.NEGATIVE, None, q) for q in missing.elements()]
    return sorted(found, key=lambda error: error.hull)


def classify(predicted: Parallelism, gold: Parallelism) -> Cell:
    """Returns what is wrong with a predicted parallelism that has words in common with a gold one, not its equal.

    >>> gold = Parallelism.of((0, 2), (3, 5), (6, 8))
    >>> [str(fault) for fault in classify(Parallelism.of((0, 2), (3, 8)), gold)]
    ['branch', 'false negative']
    >>> [str(fault) for fault in classify(Parallelism.of((0, 2), (2, 4), (6, 8)), gold)]
    ['word', 'false mixture']
    """
    rows = np.array(shared(predicted, gold))
    words = rows[:, 2]
    chosen = maximum_matching(rows[:, :2], words + words.sum())  # one more pair outweighs all words
    pairs = [(predicted.branches[i], gold.branches[j]) for i, j, _ in rows[chosen]]
    if len(pairs) < max(len(predicted), len(gold)):
        return Level.BRANCH, fault_of(added=len(predicted) > len(pairs), missing=len(gold) > len(pairs))
    return Level.WORD, fault_of(
        added=any(not theirs.contains(ours) for ours, theirs in pairs),
        missing=any(not ours.contains(theirs) for ours, theirs in pairs),
    )


def fault_of(*, added: bool, missing: bool) -> Fault:
    """Returns the fault of what has something added, something missing, or both."""
    return Fault.MIXTURE if added and missing else Fault.POSITIVE if added else Fault.NEGATIVE


def tabulate(errors: Iterable[Error]) -> dict[Cell, int]:
    """Returns how many errors there are of each kind."""
    counts = Counter((error.level, error.fault) for error in errors)
    return {cell: counts[cell] for cell in CELLS}


REMARK = re.compile(r"\[(?P<one>[^;\]]+); (?P<other>[^\]]+)\]")


def tabulate_remarks(document: Document) -> dict[Cell, int]:
    """Returns how many errors of each kind were found by hand, from remarks such as [Branch; False Negative]."""
    found: Counter[Cell] = Counter()
    for remark in REMARK.finditer(" ".join(document.layers.get("remark", ()))):
        words = {remark["one"].lower(), remark["other"].lower()}  # the paper's files have them in either order
        found.update(cell for cell in CELLS if words == set(cell))
    return {cell: found[cell] for cell in CELLS}
