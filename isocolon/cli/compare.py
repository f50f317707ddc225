"""`isocolon compare`: models and schemes by their results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from isocolon.cli.console import new_table, note, out, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from isocolon.analysis.comparison import Comparison
    from isocolon.analysis.printed import Difference
    from isocolon.analysis.results import Result

app = typer.Typer(rich_markup_mode=None, add_completion=False)

MARKS = "*†‡§¶#"
Marks = dict[str, str]
"""The mark of each row that has a footnote."""


@app.command()
def compare(
    sources: Annotated[list[Path], typer.Argument(metavar="RESULTS.csv...", help="Results, as `search` writes them.")],
    metric: Annotated[str, typer.Option(help="The metric to compare by.")] = "epm",
    split: Annotated[str, typer.Option("--set", help="The split to compare on.")] = "test",
    alpha: Annotated[float, typer.Option(min=0.0001, max=0.5, help="When a difference is significant.")] = 0.05,
    plot: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw box plots and ranks into this folder.")] = None,
    plot_format: Annotated[Literal["png", "svg", "pdf"], typer.Option(help="The kind of picture.")] = "png",
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Compare models and tagging schemes: best rows, means, ranks, and whether the differences are significant."""
    from isocolon.analysis import comparison
    from isocolon.analysis.results import read_results

    results = read_results(*sources)
    compared = comparison.compare(results, metric, split, alpha)
    found = printed_otherwise(sources, compared)
    if plot:
        boxes = comparison.draw_boxes(results, split, plot, plot_format)
        for path in (*boxes, *comparison.draw_ranks(compared, plot, plot_format, alpha)):
            note(f"drew {path}")
    if json:
        differences = {table: [asdict(one) for one in some] for table, some in found.items()}
        print_json(compared.to_json() | {"differences": differences})
    else:
        show(compared, found, alpha)


def printed_otherwise(sources: Sequence[Path], compared: Comparison) -> dict[str, list[Difference]]:
    """Returns the cells that the paper prints otherwise, by table, where its own results are compared."""
    from isocolon.analysis.printed import differences, published_as

    dataset = published_as(sources[0]) if len(sources) == 1 else None
    if dataset is None or (compared.metric, compared.set) != ("epm", "test"):
        return {}
    return {table: differences(cells, dataset, table) for table, cells in compared.tables().items()}


def show(compared: Comparison, found: dict[str, list[Difference]], alpha: float) -> None:
    """Prints tables for people, each with footnotes where the paper has other figures."""
    console = out()
    for name, table in (("best", best_table), ("means", means_table), ("ranks", ranks_table)):
        marks = dict(zip(rows_of(found.get(name, [])), MARKS, strict=False))
        console.print(table(compared, marks))
        for line in footnotes(found.get(name, []), marks):
            console.print(line, soft_wrap=True)
    for line in compared.verdicts(alpha):
        console.print(line, soft_wrap=True)
    if found:
        console.print(f"Cells that the paper prints otherwise: {sum(map(len, found.values()))}.")


def best_table(compared: Comparison, marks: Marks) -> Table:
    """Returns the rows of each model's best scheme, under both protocols side by side."""
    from isocolon.analysis.selection import PROTOCOLS

    table = new_table(f"best by {compared.metric} on {compared.set}", *column_heads())
    table.title = " | ".join(f"{protocol.name}: {protocol.label}" for protocol in PROTOCOLS)
    published, honest = compared.best["published"], compared.best["honest"]
    for model, row in published.items():
        table.add_row(f"{model}{marks.get(str(model), '')}", *cells(row), *cells(honest[model]))
    return table


def column_heads() -> list[str]:
    """Returns the names of the columns, those of the published protocol first."""
    heads = ("scheme", "precision", "recall", "F1")
    return [f"{name}: {head}" if head == "scheme" else head for name in ("published", "honest") for head in heads]


def cells(row: Result) -> list[str]:
    """Returns a row's scheme and figures."""
    return [row.scheme, *(f"{rate:.4f}" for rate in (row.precision, row.recall, row.f1))]


def rows_of(found: Iterable[Difference]) -> list[str]:
    """Returns the rows in which the paper has something else."""
    return list(dict.fromkeys(difference.row for difference in found))


def footnotes(found: Sequence[Difference], marks: Marks) -> list[str]:
    """Returns for each row with other figures in print what these are and why."""
    lines = []
    for row, mark in marks.items():
        there = [difference for difference in found if difference.row == row]
        prints = ", ".join(f"{difference.column} {difference.printed}" for difference in there)
        lines.append(f"{mark} printed: {prints}; {there[0].reason}")
    return lines


def means_table(compared: Comparison, marks: Marks) -> Table:
    """Returns each model's mean over its schemes."""
    table = new_table("mean over schemes", "F1 ± s.d.")
    for model, average in compared.means.items():
        table.add_row(f"{model}{marks.get(str(model), '')}", str(average))
    return table


def ranks_table(compared: Comparison, marks: Marks) -> Table:
    """Returns the mean rank of each scheme, the best first."""
    table = new_table("scheme", "mean rank")
    for scheme, rank in sorted(compared.ranks.items(), key=lambda item: item[1]):
        table.add_row(f"{scheme}{marks.get(scheme, '')}", f"{rank:.2f}")
    return table
