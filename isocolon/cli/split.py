"""`isocolon split`: a corpus in balanced parts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand

from isocolon.cli.console import new_table, note, out, print_json
from isocolon.cli.sources import Data, corpus
from isocolon.errors import ConfigurationError

if TYPE_CHECKING:  # typer carries its own click, and these names of it are private
    from rich.table import Table
    from typer._click.core import Context

    from isocolon.analysis.splitting import Assignment, Welch

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Spread(TyperCommand):
    """A command that takes `--ratios .7 .1 .1 .1` for `--ratios .7 --ratios .1 ...`, and names likewise."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Returns what is left of the arguments after parsing."""
        spread = repeat_option(args, "--ratios", is_number)
        return super().parse_args(ctx, repeat_option(spread, "--names", lambda value: not value.startswith("-")))


def repeat_option(args: list[str], option: str, belongs: Callable[[str], bool]) -> list[str]:
    """Returns the arguments with the option repeated before each value that follows it.

    >>> repeat_option(["--ratios", ".7", ".3", "--json"], "--ratios", is_number)
    ['--ratios', '.7', '--ratios', '.3', '--json']
    """
    if option not in args:
        return args
    at = args.index(option) + 1
    values = list(takewhile(belongs, args[at:]))
    repeated = [part for value in values for part in (option, value)]
    return [*args[: at - 1], *(repeated or [option]), *args[at + len(values) :]]


def is_number(value: str) -> bool:
    """Whether a word is a number."""
    try:
        float(value)
    except ValueError:
        return False
    return True


@app.command(cls=Spread)
def split(
    source: Annotated[str, typer.Argument(metavar="PATH", help="A file or folder, or a dataset's name.")],
    ratios: Annotated[
        list[float] | None, typer.Option(metavar="R ...", help="Each split's share; .7 .1 .1 .1 if not given.")
    ] = None,
    names: Annotated[
        list[str] | None, typer.Option(metavar="NAME ...", help="The splits' names, after PATH, one for each ratio.")
    ] = None,
    format: Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The files' format.")] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not told from them.")] = None,
    data: Data = None,
    target: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the split file here.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Split a corpus into parts that share out its parallelisms fairly, document by document."""
    from isocolon.analysis import splitting
    from isocolon.formats import refuse_overwriting

    try:
        shares = splitting.named(ratios or list(splitting.PAPER_RATIOS.values()), names or [])
        splitting.check(shares)
    except ConfigurationError as error:
        raise typer.BadParameter(str(error)) from error
    if target:
        refuse_overwriting(target, force)
    assignment = splitting.split(corpus(source, format, language, data), shares)
    if target:
        splitting.write_split_file(assignment.files, target)
        note(f"wrote {target}")
    if json:
        print_json(assignment.to_json())
    else:
        show(assignment)


def show(assignment: Assignment) -> None:
    """Prints the splits, how even they are, and the tests of that, as tables for people."""
    console = out()
    console.print(splits_table(assignment))
    console.print(welch_table(assignment))
    console.print(f"mean squared error of the shares: {assignment.error:.4g}")
    console.print(
        f"as the published script has it: {assignment.published_error:.4f} (outer tags over the total of inner ones)"
    )
    for name, ids in assignment.files.items():
        console.print(f"\n{name}: {' '.join(ids)}", soft_wrap=True, markup=False)


def splits_table(assignment: Assignment) -> Table:
    """Returns the shares of the splits, and the averages of their documents."""
    table = new_table("split", "ratio", "documents", "inner tags", "share", "outer tags", "share", "inner per outer")
    for part in assignment.splits:
        inner, outer = part.inner / (assignment.inner or 1), part.outer / (assignment.outer or 1)
        table.add_row(
            part.name,
            f"{part.ratio:g}",
            f"{len(part.counts):,}",
            f"{part.inner:,}",
            f"{inner:.4f}",
            f"{part.outer:,}",
            f"{outer:.4f}",
            str(part.tag_ratio),
        )
    return table


def welch_table(assignment: Assignment) -> Table:
    """Returns Welch's tests for every two splits."""
    table = new_table("Welch's t-test", "inner t", "p", "outer t", "p")
    for pair in assignment.comparisons():
        table.add_row(f"{pair.first} / {pair.second}", *figures(pair.inner), *figures(pair.outer))
    return table


def figures(test: Welch) -> list[str]:
    """Returns a test's statistic and p-value to print."""
    return ["–" if value is None else f"{value:.4f}" for value in (test.statistic, test.p)]
