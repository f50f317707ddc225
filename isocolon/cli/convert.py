"""`isocolon convert`: annotated texts from one format to another."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from isocolon import formats
from isocolon.cli.console import note, print_json, progress
from isocolon.document import Document
from isocolon.formats.base import Trait

app = typer.Typer(rich_markup_mode=None, add_completion=False)

NAMES = ", ".join(formats.FORMATS)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file or a folder of files.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file or folder to write.")],
    source_format: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help=f"The format of IN, if not told from it: {NAMES}.")
    ] = None,
    target_format: Annotated[
        str | None, typer.Option("--to", metavar="FORMAT", help="The format of OUT, if not told from its name.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not told from them.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")] = False,
) -> None:
    """Convert annotated texts from one format to another. What the new format cannot hold is said."""
    lost: Counter[Trait] = Counter()
    documents = parallelisms = 0

    def report(document: Document, losses: list[Trait]) -> None:
        nonlocal documents, parallelisms
        documents += 1
        parallelisms += len(document.parallelisms)
        lost.update(losses)

    read = formats.read(source, source_format, language, watch=lambda files: progress(files, "converting", len(files)))
    written = formats.write(read, target, target_format, force=force, report=report)
    for trait, count in lost.items():
        note(f"{count} of {documents} documents lost {trait.value}, which the format cannot hold.")
    if json:
        losses = {trait.name.lower(): count for trait, count in lost.items()}
        counts = {"documents": documents, "parallelisms": parallelisms, "files": len(written), "lost": losses}
        print_json(counts)
    else:
        kept = f" with {parallelisms} parallelisms" if Trait.PARALLELISMS not in lost else ""
        print(f"{documents} document{'s' if documents != 1 else ''}{kept} written to {target}")
