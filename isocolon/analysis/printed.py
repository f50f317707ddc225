"""The paper's tables as printed, to be laid beside our own, cell by cell.

`paper/` holds them as files that look like them: names of rows in the first column, names of columns in the first
line. A cell is compared as text, since what counts is whether the printed figure comes out; where it does not, there
is a reason to give.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from isocolon.files import read_bytes

Cells = dict[str, dict[str, str]]
"""A table: the text of each cell, by row and column."""

PUBLISHED = {
    "asp": "4b8ff965f4beb16a5159c0574f6e1cfacba9a8093291277e4733ac67f133c26e",
    "pse": "e059479e33be1ffb09acc0d45dff168cd03734993291eb3f0b76472ff0fb28e8",
}
"""The SHA-256 of the published files of results, by dataset."""

REASONS = {
    ("asp", "best", "learned (word) + BiLSTM"): (
        "the paper prints the row of bio-token, whose F1 is .140; that of biomj-token is higher, .146."
    ),
    ("asp", "best", "Latin BERT + BiLSTM"): "precision is .46497: printed .47 is .465 rounded once more.",
    ("pse", "averages", "parallelisms per section"): (
        "the printed figure is that of parallelisms per document, not per section."
    ),
    ("asp", "agreement", "mbawo"): "the printed .5906 is a typing error for .5981, which the published code gives.",
    ("asp", "agreement", "mean of samples"): "samples are drawn at random, so the last digits differ.",
    ("asp", "agreement", "interval"): "samples are drawn at random, so the last digits differ.",
    ("asp", "errors", ""): (
        "the paper's counts were made by hand; ours are those of the rules in the guidelines, applied by a program."
    ),
}
"""Why cells differ, by dataset, table, and column or else row; by table alone where it is the same for all."""


@dataclass(frozen=True)
class Difference:
    """A cell in which the paper prints something else."""

    row: str
    column: str
    ours: str
    printed: str
    reason: str


def published_as(path: Path) -> str | None:
    """Returns the dataset whose published results a file is, or None."""
    found = sha256(read_bytes(path).replace(b"\r\n", b"\n")).hexdigest()
    return next((dataset for dataset, digest in PUBLISHED.items() if digest == found), None)


def printed(dataset: str, table: str) -> Cells:
    """Returns a table as printed; nothing where the paper has none.

    >>> printed("asp", "ranks")["biomj-token"]
    {'rank': '3.33'}
    """
    path = files("isocolon.analysis").joinpath("paper", dataset, f"{table}.tsv")
    if not path.is_file():
        return {}
    (_, *columns), *rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {row: dict(zip(columns, cells, strict=True)) for row, *cells in rows}


def differences(ours: Mapping[str, Mapping[str, str]], dataset: str, table: str) -> list[Difference]:
    """Returns the cells of our table that the paper prints otherwise, each with the reason."""
    return [
        Difference(row, column, cells[column], theirs, reason(dataset, table, row, column))
        for row, printed_cells in printed(dataset, table).items()
        for column, theirs in printed_cells.items()
        if (cells := ours.get(row, {})).get(column, "") != theirs and column in cells
    ]


def reason(dataset: str, table: str, row: str, column: str) -> str:
    """Returns why a cell differs, as far as we know."""
    keys = ((dataset, table, part) for part in (column, row, ""))
    return next((REASONS[key] for key in keys if key in REASONS), "we do not know why.")
