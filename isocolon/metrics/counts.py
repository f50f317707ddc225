"""Counts that add up over documents, and the Score that a sum of them makes.

A document's Counts are all that scoring keeps of it, so sums, resamples and significance tests never score again.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from isocolon import __version__
from isocolon.errors import ConfigurationError


@dataclass(frozen=True)
class Counts:
    """What the matched parallelisms scored, and the sizes of all predicted and of all gold ones.

    >>> sum([Counts(1, 2, 3), Counts(0, 1, 0)], start=Counts())
    Counts(matched=1, predicted_size=3, gold_size=3)
    """

    matched: float = 0
    predicted_size: float = 0
    gold_size: float = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.matched + other.matched,
            self.predicted_size + other.predicted_size,
            self.gold_size + other.gold_size,
        )


@dataclass(frozen=True)
class Signature:
    """How a score came about, in one line: print it beside every score, and compare only scores with the same.

    >>> print(Signature("epm", version="1.0"))
    metric:epm|matching:maximum|averaging:micro|documents:1|partial:no|strata:all|cleaned:no|tokens:checked|empty:0|version:1.0
    """

    metric: str = ""
    matching: str = "maximum"
    """Predicted and gold parallelisms are matched so that the sum of the scores is greatest."""
    averaging: str = "micro"
    """Counts are summed over documents before they are divided."""
    documents: int = 1
    """How many documents were compared."""
    partial: str = "no"
    """"yes" where documents that one side lacked were left out, or would have been."""
    strata: str = "all"
    """Which strata of nested parallelisms are scored: "all" or the number of the first ones."""
    cleaned: str = "no"
    """Which corrections were made first, joined by +."""
    tokens: str = "checked"
    """"checked" to be the same on both sides, "realigned" to be so, known to be "unaligned", or "unchecked"."""
    empty: int = 0
    """What nothing predicted against nothing in gold scores."""
    version: str = __version__

    def __post_init__(self) -> None:
        if self.empty not in (0, 1):
            raise ConfigurationError(f"nothing against nothing cannot score {self.empty}. The choices are: 0, 1.")

    def __str__(self) -> str:
        return "|".join(f"{field.name}:{getattr(self, field.name)}" for field in fields(self))


@dataclass(frozen=True)
class Score(Counts):
    """Precision, recall and F-measure of summed Counts.

    >>> score = Score.of(Counts(matched=1, predicted_size=2, gold_size=1), Signature("epm"))
    >>> score.precision, score.recall, round(score.f1, 3), round(score.f(2), 3)
    (0.5, 1.0, 0.667, 0.833)
    """

    signature: str = ""
    empty: int = 0

    @classmethod
    def of(cls, counts: Counts, signature: Signature) -> Score:
        """Returns the score that these counts make."""
        return cls(counts.matched, counts.predicted_size, counts.gold_size, str(signature), signature.empty)

    @property
    def precision(self) -> float:
        """What of the predicted was matched; 0 if nothing was predicted."""
        return self._share(self.predicted_size)

    @property
    def recall(self) -> float:
        """What of the gold was matched; 0 if there was none."""
        return self._share(self.gold_size)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return self.f(1)

    def f(self, beta: float = 1) -> float:
        """Returns the F-measure in which recall weighs beta times as much as precision."""
        if beta <= 0:
            raise ConfigurationError(f"a beta of {beta}. Recall must weigh something: give a number above 0.")
        precision, recall = self.precision, self.recall
        # In the published scorer's order of operations, so that figures agree to the last digit
        weighted = beta**2 * precision + recall
        return (1 + beta**2) * (precision * recall / weighted) if weighted else 0.0

    def _share(self, whole: float) -> float:
        if not (self.predicted_size or self.gold_size):
            return float(self.empty)
        return self.matched / whole if whole else 0.0

    def as_dict(self) -> dict[str, float | str]:
        """Returns the score as `isocolon score --json` prints it."""
        names = ("precision", "recall", "f1", "matched", "predicted_size", "gold_size", "signature")
        return {name: getattr(self, name) for name in names}
