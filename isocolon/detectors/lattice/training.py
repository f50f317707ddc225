"""Training: three scorers, each on what the one before has not seen.

The pruner is trained on a sample of all candidates, the pair scorer on those the pruner leaves, the chain scorer on the
chains that pair scores make. Documents are dealt into folds; whatever a scorer is trained on was scored by earlier
scorers from other folds. The same scores outside their folds choose the thresholds, so that nothing but the documents
trained on is ever looked at.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from isocolon.detectors.lattice.candidates import Limits
from isocolon.detectors.lattice.choice import choose, exactly_right
from isocolon.detectors.lattice.model import Eye, Found, Survey, Trained, in_own_words
from isocolon.detectors.lattice.options import Boosting, Options
from isocolon.detectors.lattice.trees import Forest
from isocolon.document import Document
from isocolon.errors import ConfigurationError, DataError
from isocolon.evidence.band import Bools, Floats, Ints
from isocolon.evidence.base import Pairs
from isocolon.evidence.reading import Mark, Reading, mark_of
from isocolon.languages.vectors import Vectors

if TYPE_CHECKING:
    from lightgbm import Booster

Report = Callable[[str], None]
RIVALS = 3
"""How many wrong candidates of its sample the pruner leaves for each right one, at least."""


class Workshop:
    """Grows forests, and keeps each in a file so that an interrupted training can go on."""

    def __init__(self, folder: Path, options: Options, seed: int, resume: bool, report: Report) -> None:
        self.folder, self.options, self.seed, self.resume, self.report = folder, options, seed, resume, report
        folder.mkdir(parents=True, exist_ok=True)

    def forest(self, name: str, boosting: Boosting, rows: Floats, right: Bools) -> Forest:
        """Returns a forest grown from examples, or the one that an earlier run left."""
        path = self.folder / f"{name}.npz"
        if self.resume and path.exists():
            return Forest.load(path)
        forest = grow(boosting, rows, right, seed=self.seed)
        forest.save(path)
        return forest


def grow(boosting: Boosting, rows: Floats, right: Bools, *, seed: int) -> Forest:
    """Returns the mean of models trained to tell right rows from wrong ones."""
    import lightgbm

    if not right.any() or right.all():
        raise nothing_to_learn(f"all {len(right)} candidates are {'right' if right.any() else 'wrong'}")
    common = {
        "objective": "binary",
        "num_leaves": boosting.leaves,
        "learning_rate": boosting.rate,
        "min_data_in_leaf": boosting.smallest_leaf,
        "feature_fraction": boosting.features,
        "bagging_fraction": boosting.examples,
        "bagging_freq": 1,
        "lambda_l2": boosting.shrinkage,
        "max_bin": 63,
        "num_threads": 1,
        "deterministic": True,
        "force_col_wise": True,
        "verbose": -1,
    }
    data = lightgbm.Dataset(rows, right, params={"max_bin": 63, "verbose": -1, "num_threads": 1})
    models: list[Booster] = [
        lightgbm.train({**common, "seed": seed * 100 + number, "extra_trees": number % 2 == 1}, data, boosting.trees)
        for number in range(boosting.models)
    ]
    return Forest.of(models)


def nothing_to_learn(found: str) -> DataError:
    """Returns the error for documents that hold too little."""
    return DataError(f"there is nothing to learn from: {found}", hint="annotate more documents, or deal fewer folds")


def train(
    documents: Sequence[Document], options: Options, folder: Path, *, seed: int, resume: bool, report: Report
) -> Trained:
    """Returns a model trained on documents.

    Args:
        documents: the texts with their parallelisms.
        options: what to train and how.
        folder: where the forests grown so far are kept.
        seed: what everything random follows from.
        resume: whether to go on with the forests in the folder.
        report: is told how it goes.
    """
    words = [in_own_words(document) for document in documents] if options.sight.own_words else list(documents)
    check(words, options)
    vectors = Vectors.load(Path(options.vectors)) if options.vectors else None
    eye = Eye(options.sight, Limits.of(words), commonest(words, options.sight.common), vectors)
    shop = Workshop(folder, options, seed, resume, report)
    deal = dealt(words, options.folds, seed)
    report(f"{len(words)} documents, {len(eye.names)} features, {eye.limits}")
    pruners, pruner, least = train_pruner(shop, eye, words, deal)
    surveys = [
        (document, survey) for document in words for survey in eye.surveys(document, pruners[deal[document.id]], least)
    ]
    report(f"{sum(len(survey.pairs) for _, survey in surveys):,} candidates left")
    pairs, scores = train_pairs(shop, surveys, deal)
    found = [
        (document, each)
        for (document, survey), some in zip(surveys, scores, strict=True)
        if (each := eye.chains(survey, some))
    ]
    report(f"{sum(len(each.chains) for _, each in found):,} chains")
    chains, sums = train_chains(shop, found, deal)
    decision, outside = choose(words, found, sums)
    report(f"outside folds: EPM F1 {outside['epm']:.4f} at threshold {decision.threshold:.2f}")
    return Trained(eye, pruner, least, pairs, chains, decision, outside)


def check(documents: Sequence[Document], options: Options) -> None:
    """Makes sure that there is something to learn from."""
    if not any(len(parallelism) > 1 for document in documents for parallelism in document.parallelisms):
        raise DataError("no document has a parallelism", hint="training needs texts with parallelisms marked in them")
    if len(documents) < options.folds:
        count = f"{len(documents)} document{'' if len(documents) == 1 else 's'}"
        raise ConfigurationError(
            f"{count} cannot be dealt into {options.folds} folds. Give as many documents as folds at least."
        )


def commonest(documents: Sequence[Document], size: int) -> list[str]:
    """Returns the commonest words of documents, those equally common in the order of the alphabet."""
    counts = Counter(word for document in documents for word in document.words if mark_of(word) is Mark.NONE)
    return sorted(counts, key=lambda word: (-counts[word], word))[:size]


def dealt(documents: Sequence[Document], folds: int, seed: int) -> dict[str, int]:
    """Returns the fold of each document, by its id."""
    ids = sorted(document.id for document in documents)
    random.Random(seed).shuffle(ids)
    return {id: place % folds for place, id in enumerate(ids)}


def train_pruner(
    shop: Workshop, eye: Eye, documents: Sequence[Document], deal: dict[str, int]
) -> tuple[list[Forest], Forest, float]:
    """Returns the pruners of all folds, the one of all documents, and what they must give a candidate."""
    draw = np.random.default_rng(shop.seed)
    tables, answers, folds = [], [], []
    for document in documents:
        for reading, grid, pairs in eye.readings(document):
            right = is_right(reading, pairs, document)
            some = np.flatnonzero(right | (draw.random(len(pairs)) < shop.options.sample))
            tables.append(eye.evidence.cheap(reading, grid, pairs[some])[1])
            answers.append(right[some])
            folds.append(np.full(len(some), deal[document.id]))
    table, right, fold = stacked(tables), stacked(answers), stacked(folds)
    forests, sums = crossed(shop, "pruner", shop.options.pruner, table, right, fold)
    return forests[:-1], forests[-1], least_sum(sums[right], sums[~right], shop.options.kept)


def least_sum(right: Floats, wrong: Floats, kept: float) -> float:
    """Returns what leaves the wanted share of right candidates, and some wrong ones too, however easy they are."""
    some = np.sort(wrong)[-min(len(wrong), RIVALS * len(right)) :]
    return float(min([np.quantile(right, 1 - kept), *some[:1]]))


def train_pairs(
    shop: Workshop, surveys: Sequence[tuple[Document, Survey]], deal: dict[str, int]
) -> tuple[Forest, list[Floats]]:
    """Returns the pair scorer of all documents, and the scores of all candidates by scorers of other folds."""
    table = stacked([survey.table for _, survey in surveys])
    right = stacked([is_right(survey.reading, survey.pairs, document) for document, survey in surveys])
    fold = stacked([np.full(len(survey.pairs), deal[document.id]) for document, survey in surveys])
    forests, sums = crossed(shop, "pairs", shop.options.pairs, table, right, fold)
    return forests[-1], parted(sums, [len(survey.pairs) for _, survey in surveys])


def train_chains(
    shop: Workshop, found: Sequence[tuple[Document, Found]], deal: dict[str, int]
) -> tuple[Forest, list[Floats]]:
    """Returns the chain scorer of all documents, and the scores of all chains by scorers of other folds."""
    table = stacked([each.table for _, each in found])
    right = stacked([exactly_right(each, document) for document, each in found])
    fold = stacked([np.full(len(each.chains), deal[document.id]) for document, each in found])
    forests, sums = crossed(shop, "chains", shop.options.chains, table, right, fold)
    return forests[-1], parted(sums, [len(each.chains) for _, each in found])


def crossed(
    shop: Workshop, name: str, boosting: Boosting, table: Floats, right: Bools, fold: Ints
) -> tuple[list[Forest], Floats]:
    """Returns a forest for each fold, grown from the others, one from all, and what rows get outside their folds."""
    sums = np.zeros(len(table), np.float32)
    names = [*(f"{name}-{number}" for number in range(shop.options.folds)), name]
    rows = [*(np.flatnonzero(fold != number) for number in range(shop.options.folds)), slice(None)]
    with ThreadPoolExecutor(shop.options.threads) as threads:
        grown = threads.map(lambda name, some: shop.forest(name, boosting, table[some], right[some]), names, rows)
        forests = list(grown)
    shop.report(f"{name}: {len(forests)} forests from {len(table):,} rows, {int(right.sum()):,} of them right")
    for number, forest in enumerate(forests[:-1]):
        sums[fold == number] = forest(table[fold == number])
    return forests, sums


def stacked(parts: Sequence[Floats]) -> Floats:
    """Returns the rows of all readings."""
    if not parts:
        raise nothing_to_learn("there are no candidates")
    return np.concatenate(parts)


def parted(values: Floats, sizes: Sequence[int]) -> list[Floats]:
    """Returns values in parts of some sizes."""
    return np.split(values, np.cumsum(sizes)[:-1])


def is_right(reading: Reading, pairs: Pairs, document: Document) -> Bools:
    """Returns which pairs are neighbouring branches of a parallelism."""
    gold = {
        (a.start, a.end, b.start, b.end)
        for parallelism in document.parallelisms
        for a, b in zip(parallelism.branches, parallelism.branches[1:], strict=False)
    }
    places = reading.places
    columns = (places[pairs.start1], places[pairs.end1 - 1] + 1, places[pairs.start2], places[pairs.end2 - 1] + 1)
    return np.fromiter((row in gold for row in zip(*map(np.ndarray.tolist, columns), strict=True)), bool, len(pairs))
