"""`isocolon describe`: a dataset or a corpus in figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from isocolon.cli.console import new_table, note, out, print_json
from isocolon.cli.sources import Data, corpus, splits_for

if TYPE_CHECKING:
    from rich.table import Table

    from isocolon.analysis.statistics import Contents, Description

app = typer.Typer(rich_markup_mode=None, add_completion=False)

REMARKS = {
    "pse": "the paper's table prints 1.92 ± 1.47 parallelisms per section; that is the figure per document.",
}
"""What to know when these figures are held against the paper's."""


@app.command()
def describe(
    source: Annotated[str, typer.Argument(metavar="DATASET|PATH", help="A dataset's name, or a file or folder.")],
    format: Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The files' format.")] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not told from them.")] = None,
    data: Data = None,
    split_file: Annotated[Path | None, typer.Option(help="The splits to count too, as `split --out` writes.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw the figures into this folder.")] = None,
    plot_format: Annotated[Literal["png", "svg", "pdf"], typer.Option(help="The kind of picture.")] = "png",
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Describe a dataset or a corpus in figures: counts, averages, lexical overlap, and what its splits hold."""
    from isocolon.analysis import statistics

    found = statistics.describe(corpus(source, format, language, data), splits_for(source, split_file))
    if plot:
        draw(found, plot, plot_format)
    if json:
        print_json(found.to_json())
        return
    show(found)
    if source in REMARKS:
        note(REMARKS[source])


def draw(found: Description, folder: Path, kind: str) -> None:
    """Draws the histogram of overlap and, where there are splits, what they hold."""
    from isocolon.analysis import plots

    drawn = [plots.plot_overlap(found.nlo_histogram, folder / f"overlap.{kind}")]
    if found.splits:
        drawn.append(plots.plot_splits(found.splits, folder / f"splits.{kind}"))
    for path in drawn:
        note(f"drew {path}")


def show(found: Description) -> None:
    """Prints the figures as tables for people."""
    console = out()
    console.print(counts_table(found))
    console.print(averages_table(found))
    console.print(particulars_table(found))


def counts_table(found: Description) -> Table:
    """Returns the counts of the corpus and of each split, what is nested in brackets."""
    table = new_table("", "documents", "sections", "tokens", "branched tokens", "branches", "parallelisms")
    for name, contents in {**found.splits, "all": found.contents}.items():
        table.add_row(name, *counts(contents))
    return table


def counts(contents: Contents) -> list[str]:
    """Returns the counts in words of figures."""
    return [
        f"{contents.documents:,}",
        f"{contents.sections:,}",
        f"{contents.tokens:,}",
        f"{contents.branched_tokens:,}",
        f"{contents.branches:,} ({contents.nested_branches})",
        f"{contents.parallelisms:,} ({contents.nested_parallelisms})",
    ]


def averages_table(found: Description) -> Table:
    """Returns the averages, each with its standard deviation."""
    table = new_table("on average", "± s.d.")
    table.add_row("parallelisms per section", str(found.parallelisms_per_section))
    table.add_row("parallelisms per document", str(found.parallelisms_per_document))
    table.add_row("branches per parallelism", str(found.branches_per_parallelism))
    table.add_row("tokens from a branch to the next", str(found.branch_distance))
    table.add_row("tokens in a branch", str(found.branch_size))
    table.add_row(f"lexical overlap of {found.pairs:,} pairs of branches", str(found.nlo))
    return table


def particulars_table(found: Description) -> Table:
    """Returns what else there is to know."""
    table = new_table("in particular", "")
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in found.kinds.items() if count)
    table.add_row("pairs of branches without a word in common", f"{found.pairs_without_overlap:.2%}")
    table.add_row("structure", str(found.structure))
    table.add_row("kinds", kinds or "–")
    table.add_row("distinct tokens in branches", f"{found.branched_positions:,}")
    table.add_row("longest section, in tokens", f"{found.longest_section:,}")
    table.add_row("sections over 512 tokens", f"{found.sections_over_512:,}")
    table.add_row("parallelisms across sections", f"{found.parallelisms_across_sections:,}")
    table.add_row("branch edges that are punctuation", f"{found.punctuation_edges:,}")
    table.add_row("branch edges that are ellipses", f"{found.ellipsis_edges:,}")
    return table
