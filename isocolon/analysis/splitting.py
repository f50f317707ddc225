"""Splits of a corpus that share its parallelisms out fairly: the paper's greedy procedure (its appendix E).

Each document is counted by its *inner* tags (those in branches) and its *outer* ones, over as many strata as the
corpus has. Documents are then placed one by one, those with the most inner tags first (ties: most outer tags, then
the greater id, as the published script sorted them), each into the split that leaves the smallest error

    error = mean over inner and outer tags of mean over splits s of (share of s in what is placed - ratio of s) ** 2

and into the first such split where several do. This gives the published splits of ASP and PSE-I file by file.

The published script prints another "overall error" (8.9432 and 3.6121): it divides the outer tags by the total of
the inner ones. `Assignment.published_error` is that figure, `Assignment.error` the one that was minimised.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import fsum, isclose
from pathlib import Path

from isocolon.analysis.statistics import Average
from isocolon.document import Document, strata
from isocolon.errors import ConfigurationError, DataError
from isocolon.files import read_text, write_whole

PAPER_RATIOS = {"training": 0.7, "validation": 0.1, "optimization": 0.1, "test": 0.1}
"""The splits of the paper and their shares."""

DEFAULT_NAMES = {
    2: ("training", "test"),
    3: ("training", "validation", "test"),
    4: tuple(PAPER_RATIOS),
}
"""What splits are called where nobody names them."""


@dataclass(frozen=True, order=True)
class TagCount:
    """How many inner and outer tags a document has. The order is that in which documents are placed, reversed."""

    inner: int
    outer: int
    document: str


@dataclass(frozen=True)
class Split:
    """A part of a corpus: its name, the share it should have, and its documents in the order they were placed."""

    name: str
    ratio: float
    counts: tuple[TagCount, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of the documents."""
        return tuple(count.document for count in self.counts)

    @property
    def inner(self) -> int:
        """The number of inner tags."""
        return sum(count.inner for count in self.counts)

    @property
    def outer(self) -> int:
        """The number of outer tags."""
        return sum(count.outer for count in self.counts)

    @property
    def tag_ratio(self) -> Average:
        """The inner tags for each outer one, averaged over the documents that have outer ones."""
        return Average.of(count.inner / count.outer for count in self.counts if count.outer)


@dataclass(frozen=True)
class Welch:
    """Welch's test of whether the documents of two splits have equally many tags.

    None where that cannot be told: with fewer than two documents, or with equally many in each document of a split.
    """

    statistic: float | None
    p: float | None

    @classmethod
    def of(cls, first: Sequence[int], second: Sequence[int]) -> Welch:
        """Returns the test of these two samples."""
        if min(len(first), len(second)) < 2 or len(set(first)) == len(set(second)) == 1:
            return cls(None, None)
        from scipy.stats import ttest_ind

        result = ttest_ind(first, second, equal_var=False)
        return cls(float(result.statistic), float(result.pvalue))


@dataclass(frozen=True)
class Comparison:
    """Two splits, compared by the inner and the outer tags of their documents."""

    first: str
    second: str
    inner: Welch
    outer: Welch


@dataclass(frozen=True)
class Assignment:
    """A corpus in splits, and how well the shares came out."""

    splits: tuple[Split, ...]

    @property
    def files(self) -> dict[str, list[str]]:
        """The ids of the documents in each split: what a split file holds."""
        return {split.name: list(split.documents) for split in self.splits}

    @property
    def inner(self) -> int:
        """The number of inner tags in the whole corpus."""
        return sum(split.inner for split in self.splits)

    @property
    def outer(self) -> int:
        """The number of outer tags in the whole corpus."""
        return sum(split.outer for split in self.splits)

    @property
    def error(self) -> float:
        """The mean squared error of the splits' shares of inner and outer tags."""
        return (self._error([s.inner for s in self.splits]) + self._error([s.outer for s in self.splits])) / 2

    @property
    def published_error(self) -> float:
        """The "overall error" as the published script computes it: the outer tags, too, over the inner total."""
        outer = self._error([split.outer for split in self.splits], self.inner)
        return (self._error([split.inner for split in self.splits]) + outer) / 2

    def _error(self, tags: Sequence[int], total: int | None = None) -> float:
        return squared_error(tags, [split.ratio for split in self.splits], total)

    def comparisons(self) -> tuple[Comparison, ...]:
        """Returns Welch's tests for every two splits."""
        return tuple(
            Comparison(
                first=first.name,
                second=second.name,
                inner=Welch.of([c.inner for c in first.counts], [c.inner for c in second.counts]),
                outer=Welch.of([c.outer for c in first.counts], [c.outer for c in second.counts]),
            )
            for first, second in combinations(self.splits, 2)
        )

    def to_json(self) -> dict[str, object]:
        """Returns the splits with all their statistics as plain data."""
        return {
            "error": self.error,
            "published_error": self.published_error,
            "assignment": self.files,
            "splits": {split.name: self._statistics(split) for split in self.splits},
            "welch": [asdict(comparison) for comparison in self.comparisons()],
        }

    def _statistics(self, split: Split) -> dict[str, object]:
        return {
            "ratio": split.ratio,
            "documents": len(split.counts),
            "inner": split.inner,
            "outer": split.outer,
            "inner_ratio": share(split.inner, self.inner),
            "outer_ratio": share(split.outer, self.outer),
            "inner_per_document": asdict(Average.of(count.inner for count in split.counts)),
            "outer_per_document": asdict(Average.of(count.outer for count in split.counts)),
            "tag_ratio": asdict(split.tag_ratio),
            "counts": [asdict(count) for count in split.counts],
        }


def split(documents: Iterable[Document], ratios: Mapping[str, float] = PAPER_RATIOS) -> Assignment:
    """Returns the corpus in splits of about these shares.

    Args:
        documents: the corpus, with its parallelisms.
        ratios: the share of each split, by name; positive, and 1 together.

    Raises:
        ConfigurationError: for ratios that are not positive or do not sum to 1.
        DataError: for two documents with one id, and where there are fewer documents than splits.

    >>> from isocolon.document import Parallelism, Token
    >>> tokens = tuple(Token(k, k + 1, "a") for k in range(4))
    >>> corpus = [Document(str(k), "aaaa", tokens, parallelisms=(Parallelism.of((0, 1), (1, 2)),)) for k in range(4)]
    >>> split(corpus, {"training": 0.75, "test": 0.25}).files
    {'training': ['3', '2', '0'], 'test': ['1']}
    """
    check(ratios)
    shares = tuple(ratios.values())
    placed: list[list[TagCount]] = [[] for _ in shares]
    inner, outer = [0] * len(shares), [0] * len(shares)
    counts = sorted(tag_counts(documents), reverse=True)
    if len(counts) < len(shares):
        found = f"{len(shares)} splits ({', '.join(ratios)}) cannot be made of {len(counts)} documents"
        raise DataError(found, hint="give more documents or fewer ratios")
    for count in counts:
        errors = [
            squared_error(added(inner, k, count.inner), shares) + squared_error(added(outer, k, count.outer), shares)
            for k in range(len(shares))
        ]
        best = errors.index(min(errors))
        placed[best].append(count)
        inner, outer = added(inner, best, count.inner), added(outer, best, count.outer)
    return Assignment(tuple(Split(name, ratios[name], tuple(held)) for name, held in zip(ratios, placed, strict=True)))


def added(counts: Sequence[int], place: int, more: int) -> list[int]:
    """Returns the counts with so many more in one place."""
    return [count + more * (k == place) for k, count in enumerate(counts)]


def tag_counts(documents: Iterable[Document]) -> list[TagCount]:
    """Returns the inner and outer tags of each document, over as many strata as the deepest nesting needs."""
    corpus = tuple(documents)
    if not corpus:
        raise DataError("there are no documents to split")
    ids = [document.id for document in corpus]
    if len(set(ids)) < len(ids):
        raise DataError(f"document '{next(i for i in ids if ids.count(i) > 1)}' is there twice")
    depth = max((stratum for document in corpus for stratum in strata(document.parallelisms)), default=1)
    inner = [sum(len(branch) for p in document.parallelisms for branch in p) for document in corpus]
    return [TagCount(n, depth * len(document) - n, document.id) for document, n in zip(corpus, inner, strict=True)]


def squared_error(tags: Sequence[int], ratios: Sequence[float], total: int | None = None) -> float:
    """Returns the mean squared error of the shares against the ratios; 0 where there is nothing to share.

    `fsum` makes the sum the same in any order, so that splits that are equally good tie exactly.

    >>> squared_error([3, 1], [0.5, 0.5])
    0.0625
    """
    whole = sum(tags) if total is None else total
    return fsum((n / whole - r) ** 2 for n, r in zip(tags, ratios, strict=True)) / len(tags) if whole else 0.0


def share(part: int, whole: int) -> float:
    """Returns a part as a fraction of the whole; 0 of nothing."""
    return part / whole if whole else 0.0


def check(ratios: Mapping[str, float]) -> None:
    """Raises a ConfigurationError for ratios that are no shares of a whole."""
    for name, ratio in ratios.items():
        if not ratio > 0:
            raise ConfigurationError(f"the ratio of '{name}' is {ratio:g}. Ratios must be positive.")
    if not isclose(total := fsum(ratios.values()), 1, abs_tol=1e-6):
        listed = " + ".join(f"{ratio:g}" for ratio in ratios.values()) or "nothing"
        raise ConfigurationError(f"the ratios sum to {total:g} ({listed}). They must sum to 1.")


def named(ratios: Sequence[float], names: Sequence[str] = ()) -> dict[str, float]:
    """Returns the ratios under their names, or under the usual ones.

    >>> named([0.8, 0.2])
    {'training': 0.8, 'test': 0.2}
    """
    chosen = tuple(names) or DEFAULT_NAMES.get(len(ratios)) or tuple(f"split-{k + 1}" for k in range(len(ratios)))
    if len(chosen) != len(ratios):
        raise ConfigurationError(
            f"there are {len(ratios)} ratios and {len(chosen)} names. Give one name to each ratio."
        )
    if len(set(chosen)) < len(chosen):
        raise ConfigurationError(f"two splits have one name: {', '.join(chosen)}. Give each its own.")
    return dict(zip(chosen, ratios, strict=True))


def read_split_file(path: Path) -> dict[str, list[str]]:
    """Returns the ids of the documents in each split, from a file that says them in JSON.

    Raises:
        DataError: for a file of another form, and for a document in two splits.
    """
    try:
        plain = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise DataError(f"malformed JSON ({error.msg})", path=path, line=error.lineno) from error
    form = 'a split file is of the form {"training": ["id", ...], "test": ["id", ...]}'
    if not isinstance(plain, dict) or not all(isinstance(ids, list) for ids in plain.values()):
        raise DataError("this is no split file", path=path, hint=form)
    placed: dict[str, str] = {}
    for name, ids in plain.items():
        for id in ids:
            if not isinstance(id, str):
                raise DataError(f"split '{name}' has {json.dumps(id)} where an id was expected", path=path, hint=form)
            if id in placed:
                raise DataError(f"document '{id}' is in '{placed[id]}' and in '{name}'", path=path)
            placed[id] = name
    return plain


def write_split_file(splits: Mapping[str, Sequence[str]], path: Path) -> None:
    """Writes the ids of the documents in each split as JSON, one split a line."""
    lines = [f"  {json.dumps(name)}: {json.dumps(list(ids), ensure_ascii=False)}" for name, ids in splits.items()]
    write_whole({path: "{\n" + ",\n".join(lines) + "\n}\n"})
