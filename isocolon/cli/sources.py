"""Where verbs take their documents from: a dataset by name, or any files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from isocolon.cli.console import progress
from isocolon.document import Document

Data: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The folder that holds the datasets, if not told by ISOCOLON_DATA.")
]


def corpus(
    source: str, format: str | None = None, language: str | None = None, data: Path | None = None
) -> list[Document]:
    """Returns the documents of a dataset given by name, or else of a file or folder."""
    from isocolon import datasets, formats

    if source in datasets.DATASETS:
        return datasets.load(source, data=data)
    path = Path(source)
    return list(formats.read(path, format, language, watch=lambda files: progress(files, "reading", len(files))))


def splits_for(source: str, split_file: Path | None) -> dict[str, list[str]]:
    """Returns the splits in a file, or those a dataset comes with, or none."""
    from isocolon import datasets
    from isocolon.analysis.splitting import read_split_file

    if split_file:
        return read_split_file(split_file)
    return datasets.DATASETS[source].splits() if source in datasets.DATASETS else {}
