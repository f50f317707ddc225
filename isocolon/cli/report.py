"""`isocolon report`: the style of texts, as far as their parallelisms tell."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from isocolon import formats, languages
from isocolon.analysis.profile import Profile
from isocolon.analysis.profile import profile as profile_of
from isocolon.cli.batch import Source, file_name, sources
from isocolon.cli.console import new_table, note, out, print_json, progress
from isocolon.cli.detect import probability, readable, settled_model, tell
from isocolon.document import Document
from isocolon.errors import ConfigurationError, IsocolonError
from isocolon.evidence import CRITERIA
from isocolon.files import write_whole
from isocolon.viewer.feedback import Block, Essay, feedback, to_markdown, to_page, usual_density
from isocolon.viewer.report import COLUMNS, cells, render
from isocolon.viewer.result import Result
from isocolon.viewer.selection import Selection

if TYPE_CHECKING:
    from rich.table import Table

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def report(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files and folders; - for what is piped in.")],
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME|FOLDER", help="Detect with this model, even where parallelisms are annotated."),
    ] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not guessed.")] = None,
    source_format: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="The files' format, if not told from them.")
    ] = None,
    min_confidence: Annotated[
        float, typer.Option(callback=probability, help="The least confidence counted, from 0 to 1.")
    ] = 0,
    format: Annotated[
        Literal["table", "csv", "json", "html", "feedback"],
        typer.Option(help="A table, data, a page with plots, or a handout for the writer of each essay."),
    ] = "table",
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    output: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="Write to this file, or feedback to this folder.")
    ] = None,
) -> None:
    """Profile the style of texts: how dense parallelisms are, of what kinds, how long, and what shows them.

    Parallelisms that come with a text are counted as they are; in other texts they are detected.
    """
    selection = Selection(min_confidence)
    code = languages.code_of(language) if language else None
    chosen = settled_model(model)
    bad: list[str] = []
    with readable(paths) as found:
        files = progress(sources(found, source_format), "profiling")
        entries = [entry for file in files for entry in profiled(file, source_format, code, chosen, selection, bad)]
    emit(entries, "json" if json else format, output)
    tell(bad)


def profiled(
    source: Source, format: str | None, language: str | None, model: str | None, selection: Selection, bad: list[str]
) -> Iterator[Essay]:
    """Yields the profiles of a file's documents; what was wrong with it is added to `bad`."""
    try:
        for document in formats.read_file(source.path, format, language):
            result = found_in(document, model, selection)
            held = {n.parallelism: n.explanation.criteria for n in result.parallelisms if n.explanation}
            criteria = [held[parallelism] for parallelism in result.document.parallelisms]
            made = profile_of(result.document, criteria, list(CRITERIA))
            yield Essay.of(result, made)
    except IsocolonError as error:
        bad.append(str(error))


def found_in(document: Document, model: str | None, selection: Selection) -> Result:
    """Returns a document with its own parallelisms, or with those that a model finds."""
    from isocolon.models.loading import detect_all, vectors_of

    if document.parallelisms and model is None:
        return Result(selection.apply(document))
    (found,) = detect_all([document], model)
    return Result(selection.apply(found.document), Path(found.model).name, vectors=vectors_of(found.model))


def emit(entries: list[Essay], format: str, output: Path | None) -> None:
    """Prints the profiles, or writes them to a file, or feedback to a folder."""
    if format == "feedback" and output is not None:
        hand_out(entries, output)
        return
    if format == "table" and output is None:
        show([entry.profile for entry in entries])
        return
    if format == "json" and output is None:
        print_json({"documents": [asdict(entry.profile) for entry in entries]})
        return
    text = written(entries, format)
    if output is None:
        sys.stdout.write(text)
    else:
        write_whole({output: text})
        note(f"the report on {len(entries)} documents is in {output}.")


def sheets(entries: list[Essay]) -> Iterator[list[Block]]:
    """Yields the handout on each text, compared with the others in its language."""
    profiles = [entry.profile for entry in entries]
    for entry in entries:
        yield feedback(entry, usual_density(profiles, entry.profile.language))


def hand_out(entries: list[Essay], folder: Path) -> None:
    """Writes a page for the writer of each essay into a folder."""
    if folder.is_file():
        raise ConfigurationError(f"'{folder}' is a file. Feedback is a page for each text: name a folder with --out.")
    pages: dict[Path, str] = {}
    for entry, blocks in zip(entries, sheets(entries), strict=True):
        name = file_name(entry.profile.document)
        names = (folder / f"{name}{f' ({again})' if again else ''}.html" for again in count())
        pages[next(path for path in names if path not in pages)] = to_page(blocks, entry.profile.language)
    write_whole(pages)
    note(f"feedback on {len(entries)} text{'' if len(entries) == 1 else 's'} is in {folder}.")


def written(entries: list[Essay], format: str) -> str:
    """Returns the profiles as the content of a file."""
    if format == "html":
        return render(entries)
    if format == "feedback":
        return "\n".join(map(to_markdown, sheets(entries)))
    if format == "json":
        import json

        return json.dumps({"documents": [asdict(e.profile) for e in entries]}, ensure_ascii=False, indent=2) + "\n"
    return as_csv([entry.profile for entry in entries])


def as_csv(profiles: list[Profile]) -> str:
    """Returns a row of figures for each document, under a header."""
    from io import StringIO

    stream = StringIO()
    rows = [profile.row() for profile in profiles]
    writer = csv.DictWriter(stream, list(rows[0]) if rows else ["document"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def show(profiles: list[Profile]) -> None:
    """Prints the profiles as tables for people; nothing where no file could be read."""
    if not profiles:
        return
    console = out()
    console.print(figures_table(profiles))
    console.print(criteria_table(profiles))
    for profile in profiles:
        for passage in profile.passages[:1]:
            most = (
                f"{profile.document}, section {passage.section}: {passage.share:.0%} of it is parallel: {passage.text}"
            )
            console.print(most, markup=False)


def figures_table(profiles: list[Profile]) -> Table:
    """Returns the figures of each document."""
    table = new_table("document", *COLUMNS)
    for profile in profiles:
        table.add_row(profile.document, *cells(profile))
    return table


def criteria_table(profiles: list[Profile]) -> Table:
    """Returns how many parallelisms of each document show each criterion."""
    table = new_table("what shows them", *CRITERIA)
    for profile in profiles:
        shares = [profile.criteria[name] / (profile.parallelisms or 1) for name in CRITERIA]
        table.add_row(profile.document, *(f"{share:.0%}" for share in shares))
    return table
