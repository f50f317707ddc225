"""`isocolon vectors`: word vectors from plain text."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from isocolon.cli.console import note
from isocolon.errors import DataError

app = typer.Typer(rich_markup_mode=None, add_completion=False, help="Make word vectors for the lattice detector.")


@app.callback()
def vectors() -> None:
    """Make word vectors for the lattice detector."""


@app.command()
def train(
    corpus: Annotated[
        Path, typer.Argument(metavar="CORPUS", help="Text, one sentence a line, tokens parted by spaces; .txt or .xz.")
    ],
    target: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write (.npz).")],
    language: Annotated[str, typer.Option(help="The text's language, whose stems are used.")] = "la",
    words: Annotated[int, typer.Option(help="How many of the commonest forms to keep.")] = 40_000,
    stems: Annotated[int, typer.Option(help="How many of the commonest stems to keep.")] = 20_000,
    dimensions: Annotated[int, typer.Option(help="The length of the vectors of meaning.")] = 80,
) -> None:
    """Learn vectors of meaning and of grammatical form from a text."""
    from isocolon import languages
    from isocolon.languages.vectors import train as learn

    stem = languages.find(language).lemma
    learnt = learn(lines(corpus), stem=stem, words=words, stems=stems, dimensions=dimensions)
    learnt.save(target)
    note(f"{len(learnt.meaning.words):,} stems and {len(learnt.form.words):,} forms and endings in {target}")


def lines(corpus: Path) -> Iterator[str]:
    """Yields the lines of a text, compressed or not; of a folder's every text."""
    if corpus.is_dir():
        paths = sorted(path for path in corpus.iterdir() if path.suffix in {".txt", ".xz"})
        for path in paths:
            yield from lines(path)
        return
    try:
        with (
            lzma.open(corpus, "rt", encoding="utf-8")
            if corpus.suffix == ".xz"
            else corpus.open(encoding="utf-8") as file
        ):
            yield from file
    except (OSError, UnicodeDecodeError, lzma.LZMAError) as error:
        raise DataError(f"cannot read it ({error})", path=corpus, hint="give text in UTF-8, plain or .xz") from error
