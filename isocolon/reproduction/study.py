"""A study: a dataset, where its published results are, and what is read of them once for all parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon import datasets, formats
from isocolon.analysis.printed import Cells, Difference, differences, printed
from isocolon.analysis.results import Results, read_results

if TYPE_CHECKING:
    from collections import Counter

    from isocolon.analysis.comparison import Comparison
    from isocolon.analysis.splitting import Assignment
    from isocolon.analysis.statistics import Description
    from isocolon.document import Document

UNPRINTED = "The paper has this as a picture only, so there are no printed figures to lay beside ours."

Heatmap = Callable[["Counter[tuple[str, str]]", Path, str], None]
"""Draws counted transitions into a file, under a title."""


@dataclass(frozen=True)
class Part:
    """A table, pictures, or why there are none."""

    title: str
    cells: Cells = field(default_factory=dict)
    pictures: tuple[Path, ...] = ()
    remarks: tuple[str, ...] = ()
    missing: str = ""
    """What it takes to make it, where that is not there."""
    as_printed: str = ""
    """The name of the printed table that it is laid beside, if there is one."""

    def differences(self, dataset: str) -> list[Difference]:
        """Returns the cells that the paper prints otherwise."""
        return differences(self.cells, dataset, self.as_printed) if self.as_printed else []

    def printed(self, dataset: str) -> Cells:
        """Returns the table as printed."""
        return printed(dataset, self.as_printed) if self.as_printed else {}


@dataclass(frozen=True)
class Study:
    """What is studied, and with what."""

    dataset: str
    folder: Path
    """Where pictures go."""
    published: Path | None = None
    """The folder of the paper's published results."""
    runs: Path | None = None
    """A folder with trainings of ours, anywhere below it."""
    heatmap: Heatmap | None = None

    @cached_property
    def documents(self) -> list[Document]:
        """The documents of the dataset."""
        return datasets.load(self.dataset)

    @cached_property
    def description(self) -> Description:
        """The statistics of the dataset and of its official splits."""
        from isocolon.analysis import statistics

        return statistics.describe(self.documents, self.official)

    @property
    def official(self) -> dict[str, list[str]]:
        """The ids of the documents in each official split."""
        return datasets.DATASETS[self.dataset].splits()

    @cached_property
    def assignment(self) -> Assignment:
        """The splits that our own splitting makes."""
        from isocolon.analysis import splitting

        return splitting.split(self.documents)

    @cached_property
    def results(self) -> Results | None:
        """The published results, if they are there."""
        path = self.published and self.published / f"aggregated_{self.dataset}_results.csv"
        return read_results(path) if path and path.is_file() else None

    @cached_property
    def comparison(self) -> Comparison | None:
        """What the published results say."""
        from isocolon.analysis.comparison import compare

        return compare(self.results) if self.results else None

    @cached_property
    def analysed(self) -> tuple[list[Document], list[Document]] | None:
        """What the paper's best model predicted on validation, and gold, if they are there."""
        folder = self.published and self.published / "error-analysis"
        if self.dataset != "asp" or folder is None or not folder.is_dir():
            return None
        predicted, gold = (list(formats.read(folder, name, "la")) for name in ("rpd-predicted", "rpd-gold"))
        return predicted, gold
