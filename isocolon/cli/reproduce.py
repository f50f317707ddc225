"""`isocolon reproduce`: the paper's tables and figures, beside the printed ones."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isocolon.cli.console import new_table, note, out, print_json, progress
from isocolon.errors import ConfigurationError, unknown

if TYPE_CHECKING:
    from rich.table import Table

    from isocolon.reproduction import Part, Study

app = typer.Typer(rich_markup_mode=None, add_completion=False)

VARIABLE = "ISOCOLON_PAPER"


@app.command()
def reproduce(
    dataset: Annotated[str, typer.Argument(metavar="asp|pse", help="The dataset whose studies to rebuild.")],
    folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write, with an index.html.")],
    tables: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Which parts, with commas between; else all.")
    ] = None,
    published: Annotated[
        Path | None, typer.Option(metavar="DIR", help=f"The paper's published results; else as {VARIABLE} says.")
    ] = None,
    runs: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder with trainings or searches of ours.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")] = False,
) -> None:
    """Rebuild the paper's tables and figures from data and published results, our figure beside the printed one."""
    from isocolon.analysis.transition_files import write_heatmap
    from isocolon.files import write_whole
    from isocolon.reproduction import PARTS, Study
    from isocolon.reproduction.page import index_page

    names = chosen(tables, list(PARTS))
    study = Study(
        known(dataset),
        folder,
        existing(published, "--published") or from_environment(),
        existing(runs, "--runs"),
        write_heatmap,
    )
    parts = {name: PARTS[name](study) for name in progress(names, "reproducing", len(names))}
    write_whole({folder / "index.html": index_page(study, parts)})
    note(f"wrote {folder / 'index.html'}")
    print_json(to_json(study, parts)) if json else out().print(parts_table(study, parts))


def known(dataset: str) -> str:
    """Returns the name of a dataset that the paper studies."""
    from isocolon.datasets import DATASETS

    if dataset not in DATASETS:
        raise unknown("dataset", dataset, DATASETS)
    return dataset


def chosen(tables: str | None, parts: list[str]) -> list[str]:
    """Returns the names of the parts to make."""
    names = [name.strip() for name in tables.split(",")] if tables else parts
    for name in names:
        if name not in parts:
            raise unknown("table", name, parts)
    return names


def existing(folder: Path | None, option: str) -> Path | None:
    """Returns a folder that was named, if it is there."""
    if folder is not None and not folder.is_dir():
        raise ConfigurationError(f"there is no folder {folder}. Give another with {option}.")
    return folder


def from_environment() -> Path | None:
    """Returns the folder of the published results that the environment names, if any."""
    named = os.environ.get(VARIABLE)
    return existing(Path(named), VARIABLE) if named else None


def to_json(study: Study, parts: dict[str, Part]) -> dict[str, object]:
    """Returns all parts as plain data."""
    return {
        name: {
            "title": part.title,
            "cells": part.cells,
            "printed": part.printed(study.dataset),
            "differences": [asdict(one) for one in part.differences(study.dataset)],
            "pictures": [path.name for path in part.pictures],
            "remarks": list(part.remarks),
            "missing": part.missing or None,
        }
        for name, part in parts.items()
    }


def parts_table(study: Study, parts: dict[str, Part]) -> Table:
    """Returns how each part went."""
    table = new_table("part", "figures", "printed", "differ", "pictures", "not made: needs")
    for name, part in parts.items():
        figures = sum(map(len, part.cells.values()))
        theirs = sum(map(len, part.printed(study.dataset).values())) if part.cells else 0
        differing = len(part.differences(study.dataset))
        table.add_row(
            name, *(str(n or "–") for n in (figures, theirs, differing, len(part.pictures))), part.missing or ""
        )
    return table
