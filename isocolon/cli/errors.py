"""`isocolon errors`: the errors of predictions, sorted into kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isocolon.cli.console import new_table, note, out, print_json
from isocolon.cli.score import gold_corpus
from isocolon.cli.sources import corpus

if TYPE_CHECKING:
    from rich.table import Table

    from isocolon.analysis.errors import Cell, Error
    from isocolon.document import Document, Parallelism

app = typer.Typer(rich_markup_mode=None, add_completion=False)

SHORT = {"false positive": "FP", "false negative": "FN", "false mixture": "FM"}


@app.command()
def errors(
    predicted: Annotated[str, typer.Argument(metavar="PREDICTED", help="The predictions: a file or folder.")],
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="What is right: a file or folder, or a dataset's name.")],
    format: Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="PREDICTED's format.")] = None,
    gold_format: Annotated[str | None, typer.Option("--gold-from", metavar="FORMAT", help="GOLD's format.")] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not told from them.")] = None,
    strata: Annotated[int | None, typer.Option(help="Look at so many strata, from the outermost, not all.")] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Leave out documents that one side lacks.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Show each error in its sentence.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Sort the errors of predictions by what is wrong: parallelisms, branches or words too many, too few, or both."""
    from isocolon.analysis.errors import find_errors, tabulate, tabulate_remarks
    from isocolon.metrics.pairing import SIDES, compare_rows, line_up

    sides = {"predicted": corpus(predicted, format, language), "gold": gold_corpus(gold, gold_format, language)}
    rows = line_up(sides, partial=partial)
    found = {comparison.id: find_errors(comparison) for comparison in compare_rows(rows, sides=SIDES, strata=strata)}
    counts = {id: tabulate(some) for id, some in found.items()}
    remarked = (row for row in rows if "remark" in row["predicted"].layers)
    by_hand = {row["gold"].id: tabulate_remarks(row["predicted"]) for row in remarked}
    if html:
        write_page(html, found, {row["gold"].id: row["gold"] for row in rows})
    if json:
        print_json(to_json(found, counts, by_hand))
        return
    out().print(table_of(counts, by_hand))
    if by_hand:
        note("in brackets: the errors found by hand, as remarked in the files of the predictions.")


def write_page(path: Path, found: Mapping[str, list[Error]], documents: Mapping[str, Document]) -> None:
    """Writes the page that shows each error in its sentence."""
    from isocolon.analysis.error_page import error_page
    from isocolon.files import write_whole

    everything = (error for some in found.values() for error in some)
    write_whole({path: error_page(everything, {id: documents[id] for id in found})})
    note(f"wrote {path}")


def total_of(counts: Mapping[str, dict[Cell, int]]) -> dict[Cell, int]:
    """Returns the counts of all documents together."""
    total: Counter[Cell] = Counter()
    for cells in counts.values():
        total.update(cells)
    return {cell: total[cell] for cells in counts.values() for cell in cells}


def table_of(counts: Mapping[str, dict[Cell, int]], by_hand: Mapping[str, dict[Cell, int]]) -> Table:
    """Returns the number of errors of each kind by document and in total, those found by hand in brackets."""
    everything = {**counts, "total": total_of(counts)}
    hands = {**by_hand, "total": total_of(by_hand)} if by_hand else {}
    table = new_table("errors", *(f"{level} {SHORT[fault]}" for level, fault in everything["total"]), "all")
    for id, cells in everything.items():
        row = [*cells.values(), sum(cells.values())]
        hand = [*hands[id].values(), sum(hands[id].values())] if id in hands else []
        table.add_row(id, *(f"{a} ({b})" for a, b in zip(row, hand, strict=True)) if hand else map(str, row))
    return table


def to_json(
    found: Mapping[str, list[Error]], counts: Mapping[str, dict[Cell, int]], by_hand: Mapping[str, dict[Cell, int]]
) -> dict[str, object]:
    """Returns counts and errors as plain data."""
    plain: dict[str, object] = {
        "documents": {id: grid(cells) for id, cells in counts.items()},
        "total": grid(total_of(counts)),
        "errors": [plain_error(error) for some in found.values() for error in some],
    }
    if by_hand:
        plain["by_hand"] = {
            "documents": {id: grid(cells) for id, cells in by_hand.items()},
            "total": grid(total_of(by_hand)),
        }
    return plain


def grid(cells: dict[Cell, int]) -> dict[str, dict[str, int]]:
    """Returns counts by level, then by fault."""
    levels = dict.fromkeys(level for level, _ in cells)
    return {level: {fault: count for (of, fault), count in cells.items() if of == level} for level in levels}


def plain_error(error: Error) -> dict[str, object]:
    """Returns an error as plain data."""

    def spans(parallelism: Parallelism | None) -> list[list[int]] | None:
        return None if parallelism is None else [[branch.start, branch.end] for branch in parallelism]

    return {
        "document": error.document,
        "level": error.level,
        "fault": error.fault,
        "predicted": spans(error.predicted),
        "gold": spans(error.gold),
    }
