"""`isocolon data`: the datasets, on the web and on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isocolon.cli.console import note, print_json
from isocolon.datasets import DATASETS
from isocolon.datasets.base import Dataset
from isocolon.datasets.places import find
from isocolon.errors import DataError

if TYPE_CHECKING:
    from isocolon.datasets.download import Progress

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, add_completion=False)

Name = Annotated[str, typer.Argument(metavar="NAME", help=f"A dataset: {', '.join(DATASETS)}.")]
Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The folder above the dataset's own, if not ISOCOLON_DATA or the user's cache."),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.callback()
def data_command() -> None:
    """List, find, fetch and check the datasets."""


@app.command("list")
def list_datasets(
    data: Data = None,
    bibtex: Annotated[bool, typer.Option("--bibtex", help="Print the papers to cite, for BibTeX, instead.")] = False,
    json: Json = False,
) -> None:
    """Say what datasets there are, where, and what to cite."""
    datasets = [DATASETS[name] for name in DATASETS]
    if json:
        print_json([summary(dataset, data) for dataset in datasets])
    elif bibtex:
        print("\n\n".join(dict.fromkeys(citation.bibtex for dataset in datasets for citation in dataset.citations)))
    else:
        show(datasets, data)


@app.command()
def path(name: Name, data: Data = None, json: Json = False) -> None:
    """Print the folder of a dataset on this machine."""
    folder = find(DATASETS[name].name, data)
    if json:
        print_json({"name": name, "path": str(folder)})
    else:
        print(folder)


@app.command()
def fetch(
    name: Name,
    data: Data = None,
    url: Annotated[str | None, typer.Option(help="Another address of the repository's .tar.gz or .zip.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a folder that is not as published.")] = False,
    json: Json = False,
) -> None:
    """Download a dataset from its authors and check every file."""
    from isocolon.datasets import fetch as fetching

    dataset = DATASETS[name]
    with bar(f"fetching {name}") as progress:
        folder = fetching.fetch(dataset, data, url=url, force=force, progress=progress)
    note(f"{dataset.title} is published under {dataset.licence}; `isocolon data list` says what to cite.")
    if json:
        print_json({"name": name, "path": str(folder)})
    else:
        print(folder)


@app.command()
def check(name: Name, data: Data = None, json: Json = False) -> None:
    """Name the files of a dataset that are missing or altered."""
    from isocolon.datasets import check as checking

    dataset = DATASETS[name]
    folder = find(name, data)
    differences = checking.check(dataset, folder)
    if json:
        lists = {"missing": list(differences.missing), "altered": list(differences.altered)}
        print_json({"name": name, "path": str(folder), "files": len(dataset.checksums()), **lists})
    else:
        for kind, files in {"missing": differences.missing, "altered": differences.altered}.items():
            for file in files:
                print(f"{kind}  {file}")
        print(f"{folder}: {differences or 'every file is as published'}")
    if differences:
        raise typer.Exit(1)


def place(dataset: Dataset, data: Path | None) -> Path | None:
    """Returns the folder of a dataset, or None where it is not on this machine."""
    try:
        return find(dataset.name, data)
    except DataError:
        return None


def summary(dataset: Dataset, data: Path | None) -> dict[str, object]:
    """Returns what there is to know of a dataset, as plain data."""
    folder = place(dataset, data)
    return {
        "name": dataset.name,
        "title": dataset.title,
        "licence": dataset.licence,
        "languages": list(dataset.languages),
        "home": dataset.home,
        "archive": dataset.archive,
        "path": str(folder) if folder else None,
        "documents": len(dataset.ids()),
        "splits": {split: len(ids) for split, ids in dataset.splits().items()},
        "citations": [{"text": citation.text, "bibtex": citation.bibtex} for citation in dataset.citations],
    }


def show(datasets: list[Dataset], data: Path | None) -> None:
    """Prints the datasets for people, a paragraph for each."""
    for dataset in datasets:
        splits = ", ".join(f"{len(ids)} {split}" for split, ids in dataset.splits().items())
        folder = place(dataset, data) or f"not on this machine; get it with `isocolon data fetch {dataset.name}`"
        lines = {
            "language": ", ".join(dataset.languages),
            "documents": f"{len(dataset.ids())} ({splits})",
            "licence": dataset.licence,
            "home": dataset.home,
            "folder": str(folder),
            "cite": "\n             ".join(citation.text for citation in dataset.citations),
        }
        print(f"{dataset.name}: {dataset.title}")
        for label, words in lines.items():
            print(f"  {label:<9}  {words}")


@contextmanager
def bar(doing: str) -> Iterator[Progress]:
    """Gives what shows a download's progress: a bar on stderr where that is a terminal, or nothing."""
    from isocolon.datasets.download import silent

    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(TextColumn(doing), *columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(doing, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
