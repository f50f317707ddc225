"""`isocolon detect`: from texts to their parallelisms."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import typer

from isocolon import formats, languages
from isocolon.cli.batch import Job, Source, sources, texts, work
from isocolon.cli.console import note, progress
from isocolon.cli.crew import Crew
from isocolon.cli.ledger import Ledger
from isocolon.document import Kind
from isocolon.errors import ConfigurationError, DataError, IsocolonError, unknown
from isocolon.viewer.outputs import Output, Style, output
from isocolon.viewer.selection import Selection

app = typer.Typer(rich_markup_mode=None, add_completion=False)

Formats = Literal["text", "json", "jsonl", "brat", "tei", "conllu", "tsv", "html", "svg", "latex"]
STDIN, PREFIX = "-", "isocolon-"


def probability(value: float | None) -> float | None:
    """Returns a confidence, or says that it is none."""
    if value is None or 0 <= value <= 1:
        return value
    meant = f": did you mean {value / 100:g}?" if 1 < value <= 100 else ""
    raise typer.BadParameter(f"{value:g} is no confidence, which goes from 0 to 1{meant}")


@app.command()
def detect(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files and folders; - for what is piped in.")],
    model: Annotated[
        str | None, typer.Option(metavar="NAME|FOLDER", help="A model, or a run of your own, if not the language's.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not guessed.")] = None,
    source_format: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="The files' format, if not told from them.")
    ] = None,
    format: Annotated[Formats, typer.Option(help="What to write.")] = "text",
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write a file for each one read, here.")] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why: words that answer each other, criteria.")
    ] = False,
    min_confidence: Annotated[
        float | None,
        typer.Option(callback=probability, help="The least confidence shown, from 0 to 1, if not the model's own."),
    ] = None,
    kinds: Annotated[
        str, typer.Option(metavar="KIND,…", help="The kinds shown: synchystic, chiastic, unknown.")
    ] = "synchystic,chiastic,unknown",
    max_gap: Annotated[int | None, typer.Option(min=0, help="So many tokens, at most, between branches.")] = None,
    top: Annotated[int | None, typer.Option(min=1, help="So many a document, those of most confidence.")] = None,
    color: Annotated[Literal["auto", "always", "never"], typer.Option(help="Whether to use colours.")] = "auto",
    jobs: Annotated[int, typer.Option(min=1, help="How many processes work at once.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers do the work, or slurm.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files, and do again what is done.")] = False,
) -> None:
    """Find the parallelisms of texts, and show them so that a person sees them."""
    job = Job(
        output=format,
        model=settled_model(model),
        language=languages.code_of(language) if language else None,
        format=settled_format(source_format),
        selection=Selection(min_confidence, tuple(map(kind_named, kinds.split(","))), max_gap, top),
        style=style_for(color, out, opened=explain),
        explain=explain,
        out=out,
    )
    crew = Crew(jobs, cluster) if jobs > 1 or cluster else None
    with readable(paths) as found:
        files = sources(found, source_format, out)
        bad = save(job, files, out, crew, force=force) if out else show(job, files, crew)
    tell(bad)


def tell(bad: Iterable[str]) -> None:
    """Says what was wrong with files, and ends with exit code 1 if there was anything."""
    errors = [re.sub(rf"\S*{PREFIX}\w+[\\/]stdin", "stdin", error) for error in dict.fromkeys(bad)]
    for error in errors:
        note(error)
    if errors:
        raise typer.Exit(1)


def settled_model(model: str | None) -> str | None:
    """Returns a model's name, or its folder as every process finds it, once it is sure that it can be loaded."""
    if model is None:
        return None
    from isocolon.models.loading import load

    load(model)
    return str(Path(model).resolve()) if Path(model).is_dir() else model


def settled_format(name: str | None) -> str | None:
    """Returns the name of a format to read, once it is sure that there is such."""
    if name is not None:
        formats.FORMATS[name]
    return name


def kind_named(name: str) -> Kind:
    """Returns the kind of this name."""
    if name.strip() not in list(Kind):
        raise unknown("kind", name.strip(), Kind)
    return Kind(name.strip())


def style_for(color: str, out: Path | None, *, opened: bool = False) -> Style:
    """Returns how to show things here: in colour on a terminal, unless somebody wants it otherwise."""
    plain = out is not None or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    columns = Style.columns if out else shutil.get_terminal_size().columns
    colour = color == "always" or (color == "auto" and sys.stdout.isatty() and not plain)
    return Style(columns, colour, opened=opened)


@contextmanager
def readable(paths: Iterable[str]) -> Iterator[list[Path]]:
    """Gives the paths to read, what is piped in put into a file for the time."""
    with TemporaryDirectory(prefix=PREFIX) as folder:
        yield [piped(Path(folder)) if path == STDIN else Path(path) for path in dict.fromkeys(paths)]


def piped(folder: Path) -> Path:
    """Returns a file with what is piped in."""
    path = folder / "stdin"
    with path.open("wb") as stream:
        shutil.copyfileobj(sys.stdin.buffer, stream)
    return path


def show(job: Job, files: list[Source], crew: Crew | None) -> list[str]:
    """Prints what was found, and returns what was wrong with files."""
    bad: list[str] = []
    printer = Printer(output(job.output))
    try:
        for text in shown(job, files, crew, bad):
            printer.print(text)
    finally:
        printer.end()
    return bad


def shown(job: Job, files: list[Source], crew: Crew | None, bad: list[str]) -> Iterator[str]:
    """Yields what to print for each document; what was wrong with files is added to `bad`."""
    if crew:
        for done in crew.work(job, files):
            bad.extend([done.error] if done.error else [])
            yield from done.texts
        return
    for source in files:
        try:
            yield from texts(job, source)
        except IsocolonError as error:
            bad.append(str(error))


class Printer:
    """Prints documents as one file."""

    def __init__(self, chosen: Output) -> None:
        self.chosen, self.count = chosen, 0
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character shows a question mark
        sys.stdout.write(chosen.begin)

    def print(self, text: str) -> None:
        """Prints one document, if there is place for another."""
        if self.count and not self.chosen.many:
            raise ConfigurationError("a file of this format holds one document. Name a folder for more with --out.")
        sys.stdout.write((self.chosen.between if self.count else "") + text)
        self.count += 1

    def end(self) -> None:
        """Prints what closes the file."""
        sys.stdout.write(self.chosen.end)
        sys.stdout.flush()


def save(job: Job, files: list[Source], out: Path, crew: Crew | None, *, force: bool) -> list[str]:
    """Writes what was found into a folder, and returns what was wrong with files."""
    ledger = Ledger(job, out, force=force)
    left = [source for source in files if not ledger.is_done(source)]
    bad: list[str] = []
    free: list[Source] = []
    for source in left:
        try:
            free.append(ledger.guard(source))
        except DataError as error:
            bad.append(str(error))
    stream = crew.work(job, free) if crew else (work(job, source) for source in free)
    for done in progress(stream, "detecting", len(free)):
        if done.error:
            bad.append(done.error)
        else:
            ledger.record(done)
    before = f"; {len(files) - len(left)} were done before" if len(left) < len(files) else ""
    note(f"{len(left) - len(bad)} of {len(files)} files done, written to '{out}'{before}.")
    return bad
