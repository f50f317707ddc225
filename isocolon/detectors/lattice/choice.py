"""Choice: the thresholds and the calibration that serve best on documents scored outside their folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from isocolon.detectors.lattice.model import Decision, Found, logistic, taken
from isocolon.document import Document, Kind, nesting_depths
from isocolon.evidence.band import Bools, Floats

Scored: TypeAlias = tuple[tuple[Document, Found], Bools, Floats]
"""The chains of a reading with their document, which of them are right, and their probabilities."""
THRESHOLDS = np.arange(0.1, 0.46, 0.01)


def exactly_right(found: Found, document: Document) -> Bools:
    """Returns which chains are parallelisms of the document."""
    gold = {parallelism.branches for parallelism in document.parallelisms}
    return np.array([found.branches(number) in gold for number in range(len(found.chains))])


def choose(
    documents: Sequence[Document], found: Sequence[tuple[Document, Found]], sums: Sequence[Floats]
) -> tuple[Decision, dict[str, float]]:
    """Returns the decision that serves best on scores outside folds, and what it reaches there."""
    right = [exactly_right(each, document) for document, each in found]
    slope, offset = calibrate(np.concatenate(sums), np.concatenate(right))
    plain = Decision(0, chiastic_threshold(found, right), slope, offset)
    probabilities = [plain.probabilities(some) for some in sums]
    scored = list(zip(found, right, probabilities, strict=True))
    f1 = np.array([scheduled_f1(documents, scored, threshold) for threshold in THRESHOLDS])
    smooth = np.convolve(np.pad(f1, 2, "edge"), np.ones(5) / 5, "valid")  # a lucky threshold is no good one
    best = int(smooth.argmax())
    decision = replace(plain, threshold=float(THRESHOLDS[best]))
    figures = {
        "epm": float(f1[best]),
        "calibration error": calibration_error(*taken_chains(scored, decision.threshold)),
        "reachable": float(np.concatenate(right).sum() / sum(len(document.parallelisms) for document in documents)),
    }
    figures |= recall_of_kinds(documents, scored, decision.threshold)
    spoken = sorted({document.language for document in documents})
    for language in spoken if len(spoken) > 1 else ():
        some = [document for document in documents if document.language == language]
        figures[f"epm {language}"] = scheduled_f1(
            some, [each for each in scored if each[0][0].language == language], decision.threshold
        )
    return decision, figures


def scheduled_f1(documents: Sequence[Document], scored: Sequence[Scored], threshold: float) -> float:
    """Returns the exact F1 of the chains that a threshold takes in documents."""
    _, right = taken_chains(scored, threshold)
    gold = sum(len(document.parallelisms) for document in documents)
    return 2 * int(right.sum()) / max(len(right) + gold, 1)


def recall_of_kinds(documents: Sequence[Document], scored: Sequence[Scored], threshold: float) -> dict[str, float]:
    """Returns what share of the nested and of the chiastic parallelisms is found exactly, where there are any."""
    found = {
        (document.id, each.branches(number))
        for (document, each), _, probabilities in scored
        for number in taken(each, probabilities, threshold)
    }
    nested, chiastic = [], []
    for document in documents:
        depths = nesting_depths(document.parallelisms)
        nested += [(document.id, p.branches) for p, depth in zip(document.parallelisms, depths, strict=True) if depth]
        chiastic += [(document.id, p.branches) for p in document.parallelisms if p.kind is Kind.CHIASTIC]
    kinds = {"nested recall": nested, "chiastic recall": chiastic}
    return {name: sum(key in found for key in keys) / len(keys) for name, keys in kinds.items() if keys}


def taken_chains(scored: Sequence[Scored], threshold: float) -> tuple[Floats, Bools]:
    """Returns the probabilities of the chains that a threshold takes, and which of them are right."""
    chances, answers = [np.zeros(0, np.float32)], [np.zeros(0, bool)]
    for (_, each), right, probabilities in scored:
        chosen = np.array(taken(each, probabilities, threshold), np.int64)
        chances.append(probabilities[chosen])
        answers.append(right[chosen])
    return np.concatenate(chances), np.concatenate(answers)


def calibrate(sums: Floats, right: Bools, steps: int = 50) -> tuple[float, float]:
    """Returns slope and offset of the logistic curve that fits best (Platt 1999), by Newton's method.

    What is hardly needed is not changed: a slope of 1 and an offset of 0 cost nothing, others a little.
    """
    plain = np.array([1.0, 0.0])
    weights = plain.copy()
    design = np.stack([sums, np.ones_like(sums)], axis=1).astype(float)
    for _ in range(steps):
        chance = logistic(design @ weights)
        gradient = design.T @ (chance - right) + (weights - plain)
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + np.eye(2)
        weights -= np.linalg.solve(curvature, gradient)
    return float(weights[0]), float(weights[1])


def calibration_error(chances: Floats, right: Bools, bins: int = 10) -> float:
    """Returns by how much probabilities miss the shares of right ones, in bins, weighed by size (ECE)."""
    place = np.minimum((chances * bins).astype(int), bins - 1)
    missed = [abs(float(chances[place == b].sum()) - float(right[place == b].sum())) for b in range(bins)]
    return sum(missed) / max(len(chances), 1)


def chiastic_threshold(found: Sequence[tuple[Document, Found]], right: Sequence[Bools]) -> float:
    """Returns how much better the reversed order must fit, as the chiasms found in training tell (by F1)."""
    marks = []
    for (document, each), answers in zip(found, right, strict=True):
        kinds = {parallelism.branches: parallelism.kind for parallelism in document.parallelisms}
        marks += [
            (each.reversal[i], kinds[each.branches(i)] is Kind.CHIASTIC) for i in np.flatnonzero(answers).tolist()
        ]
    total = sum(chiastic for _, chiastic in marks)
    best = (0.0, 0.0)
    for threshold, _ in marks:
        above = [chiastic for value, chiastic in marks if value > threshold]
        best = max(best, (2 * sum(above) / max(len(above) + total, 1), float(threshold)))
    return best[1]
