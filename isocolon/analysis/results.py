"""The results of a search, as the paper publishes them: a row for each model, scheme, metric and split.

    embedding,encoder,tagset,link,metric,set,precision,recall,f1
    latin-bert,identity,biomj,td,epm,test,0.5147,0.3256,0.3989

A *model* is an embedding with an encoder, a *scheme* a tagset with a kind of link, a *setting* a model with a scheme.
Each setting has one run in the file: the best of its trials on the optimization split. Links are `td` and `bd`, by
tokens and by branches, in these files; `token` and `branch` everywhere else.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from isocolon.errors import DataError, unknown
from isocolon.files import read_text, write_whole

LINKS = {"td": "token", "bd": "branch"}
"""The kinds of links as the published files call them, and as we do."""

WORDS = {
    "learned": "learned (word)",
    "word": "word2vec",
    "latin-learned-subword": "learned (subword)",
    "latin-bert": "Latin BERT",
    "chinese-bert": "Chinese BERT",
    "identity": "–",
    "lstm": "BiLSTM",
    "transformer": "Transformer",
}
"""What the paper calls the components of its models."""

Key: TypeAlias = "tuple[Model, str, str, str]"
"""A model, scheme, metric and split."""


class Model(NamedTuple):
    """An embedding with an encoder.

    >>> str(Model("latin-bert", "lstm")), Model("latin-bert", "lstm").key
    ('Latin BERT + BiLSTM', 'latin-bert+lstm')
    """

    embedding: str
    encoder: str

    @property
    def key(self) -> str:
        """Its name in files."""
        return f"{self.embedding}+{self.encoder}"

    def __str__(self) -> str:
        parts = [WORDS.get(part, part) for part in self]
        return parts[0] if parts[1] == WORDS["identity"] else " + ".join(parts)


@dataclass(frozen=True)
class Result:
    """A row: what one run scored by one metric on one split."""

    embedding: str
    encoder: str
    tagset: str
    link: str
    metric: str
    set: str
    precision: float
    recall: float
    f1: float

    @property
    def model(self) -> Model:
        """The run's embedding and encoder."""
        return Model(self.embedding, self.encoder)

    @property
    def scheme(self) -> str:
        """The run's tagging scheme, such as `biomj-token`."""
        return f"{self.tagset}-{self.link}"

    @property
    def key(self) -> Key:
        """What no two rows share: model, scheme, metric and split."""
        return self.model, self.scheme, self.metric, self.set


COLUMNS = tuple(field.name for field in fields(Result))


@dataclass(frozen=True)
class Results:
    """Rows, found by model, scheme, metric and split. Every setting has the same metrics and splits."""

    rows: tuple[Result, ...]

    @cached_property
    def models(self) -> list[Model]:
        """The models, in the order of the file."""
        return list(dict.fromkeys(row.model for row in self.rows))

    @cached_property
    def schemes(self) -> list[str]:
        """The schemes, shorter tagsets first."""
        found = dict.fromkeys(row.scheme for row in self.rows)
        return sorted(found, key=scheme_order)

    @cached_property
    def metrics(self) -> list[str]:
        """The metrics, in the order of the file."""
        return list(dict.fromkeys(row.metric for row in self.rows))

    @cached_property
    def sets(self) -> list[str]:
        """The splits that were scored, in the order of the file."""
        return list(dict.fromkeys(row.set for row in self.rows))

    @cached_property
    def _found(self) -> dict[Key, Result]:
        return {row.key: row for row in self.rows}

    def row(self, model: Model, scheme: str, metric: str, set: str) -> Result:
        """Returns what the run of a setting scored."""
        return self._found[model, scheme, metric, set]

    def f1(self, metric: str, set: str) -> dict[Model, dict[str, float]]:
        """Returns the F1 of every setting, by model and scheme, or raises an error for a metric that is not there."""
        for what, name, choices in (("metric", metric, self.metrics), ("split", set, self.sets)):
            if name not in choices:
                raise unknown(f"{what} in these results", name, choices)
        return {
            model: {scheme: self.row(model, scheme, metric, set).f1 for scheme in self.schemes} for model in self.models
        }


def scheme_order(scheme: str) -> tuple[int, str, bool]:
    """Returns the sort key of the paper's tables: short tagsets first, tokens before branches."""
    tagset, _, link = scheme.partition("-")
    return len(tagset), tagset, link != "token"


def read_results(*paths: Path) -> Results:
    """Returns the results in files, such as those of a search for each model.

    Raises:
        DataError: for columns that are missing, what is no number from 0 to 1, rows that are there twice or not at all.
    """
    found: dict[Key, Result] = {}
    for path in paths:
        for line, row in read_rows(path):
            if row.key in found:
                raise DataError(f"{describe(row.key)} is there twice", path=path, line=line)
            found[row.key] = row
    results = Results(tuple(found.values()))
    check_complete(results, paths[0] if len(paths) == 1 else None)
    return results


def read_rows(path: Path) -> Iterator[tuple[int, Result]]:
    """Yields the rows of a file, each with its line."""
    reader = csv.DictReader(io.StringIO(read_text(path), newline=""))
    if missing := [column for column in COLUMNS if column not in (reader.fieldnames or [])]:
        raise DataError(
            f"there is no column {', '.join(missing)}", path=path, line=1, hint=f"the columns are {', '.join(COLUMNS)}"
        )
    for row in reader:
        yield reader.line_num, read_row(row, path, reader.line_num)


def read_row(row: dict[str, str | None], path: Path, line: int) -> Result:
    """Returns one row, with its link as we call it."""

    def word(column: str) -> str:
        if not (value := row[column]):
            raise DataError(f"there is no {column}", path=path, line=line)
        return value

    def rate(column: str) -> float:
        return read_rate(row[column], column, path, line)

    return Result(
        embedding=word("embedding"),
        encoder=word("encoder"),
        tagset=word("tagset"),
        link=LINKS.get(word("link"), word("link")),
        metric=word("metric"),
        set=word("set"),
        precision=rate("precision"),
        recall=rate("recall"),
        f1=rate("f1"),
    )


def read_rate(text: str | None, column: str, path: Path, line: int) -> float:
    """Returns a precision, recall or F1."""
    try:
        rate = float(text or "")
    except ValueError:
        rate = float("nan")
    if not 0 <= rate <= 1:
        raise DataError(f"{column} is '{text or ''}', which is no number from 0 to 1", path=path, line=line)
    return rate


def check_complete(results: Results, path: Path | None) -> None:
    """Raises a DataError where rows are missing."""
    if not results.rows:
        raise DataError("there are no results", path=path)
    known = {row.key for row in results.rows}
    for key in product(results.models, results.schemes, results.metrics, results.sets):
        if key not in known:
            hint = "every model needs the same schemes, metrics and splits"
            raise DataError(f"there is no row for {describe(key)}", path=path, hint=hint)


def describe(key: Key) -> str:
    """Returns which row is meant, in words."""
    model, scheme, metric, set_ = key
    return f"{model.key} with {scheme}, {metric} on {set_}"


def write_results(rows: Iterable[Result], path: Path) -> None:
    """Writes rows with the names of the published files."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    names = {ours: theirs for theirs, ours in LINKS.items()}
    for row in rows:
        writer.writerow(names.get(value, value) if isinstance(value, str) else value for value in astuple(row))
    write_whole({path: stream.getvalue()})
