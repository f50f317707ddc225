"""`isocolon agree`: how far annotators agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand

from isocolon.cli.console import new_table, note, out, print_json
from isocolon.cli.sources import corpus
from isocolon.cli.split import repeat_option
from isocolon.errors import ConfigurationError

if TYPE_CHECKING:  # typer carries its own click, and these names of it are private
    from rich.table import Table
    from typer._click.core import Context

    from isocolon.analysis.agreement import Agreement, Agreements

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Spread(TyperCommand):
    """A command that takes `--clean conjunctions interlocks` for `--clean conjunctions --clean interlocks`."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Returns what is left of the arguments after parsing."""
        from isocolon.analysis.cleaning import CLEANERS

        return super().parse_args(ctx, repeat_option(args, "--clean", CLEANERS.__contains__))


@app.command(cls=Spread)
def agree(
    paths: Annotated[list[str], typer.Argument(metavar="A B ...", help="A file or folder for each annotator.")],
    clean: Annotated[
        list[str] | None, typer.Option(metavar="NAME ...", help="Correct first: conjunctions, interlocks, or both.")
    ] = None,
    realign: Annotated[bool, typer.Option("--realign", help="Bring differing tokens onto common ones.")] = False,
    format: Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The files' format.")] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not told from them.")] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Leave out documents that some lack.")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the intervals: .png, .svg or .pdf.")] = None,
    trials: Annotated[int, typer.Option(min=1, help="How often to resample.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Where the random numbers begin.")] = 2023,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Measure the agreement of annotators by four metrics, each two of them against each other."""
    from isocolon.analysis import agreement

    annotators = {name: corpus(path, format, language) for name, path in name_annotators(paths).items()}
    found = agreement.agree(annotators, clean=clean or (), realign=realign, partial=partial, trials=trials, seed=seed)
    if plot:
        note(f"drew {agreement.plot_agreement(found, plot)}")
    if json:
        print_json(to_json(found))
        return
    for names, metrics in found.items():
        out().print(pair_table(names, metrics))
        for agreed in metrics.values():
            out().print(agreed.score.signature, soft_wrap=True)
    if len(found) > 1:
        out().print(mean_table(agreement.mean_scores(found)))


def name_annotators(paths: list[str]) -> dict[str, str]:
    """Returns the paths, which must differ, by the shortest names that tell them apart: the last part, or the whole.

    >>> name_annotators(["study/a", "study/b"])
    {'a': 'study/a', 'b': 'study/b'}
    """
    twice = [path for path, count in Counter(Path(path).resolve() for path in paths).items() if count > 1]
    if twice:
        raise ConfigurationError(f"annotator '{twice[0].name}' is given twice. Give a file or folder for each.")
    names = [Path(path).stem for path in paths]
    return dict(zip(names if len(set(names)) == len(names) else paths, paths, strict=True))


def to_json(found: Agreements) -> dict[str, object]:
    """Returns the agreements as plain data: all pairs, and the mean F1 of all."""
    from isocolon.analysis.agreement import mean_scores

    pairs = [
        {"annotators": names, **{name: plain(agreed) for name, agreed in metrics.items()}}
        for names, metrics in found.items()
    ]
    return {"pairs": pairs, "mean_f1": mean_scores(found)}


def plain(agreed: Agreement) -> dict[str, object]:
    """Returns one agreement as plain data, with what is the paper's named as such."""
    return {**agreed.score.as_dict(), "interval": asdict(agreed.interval), "paper": asdict(agreed.published)}


def pair_table(names: tuple[str, str], metrics: dict[str, Agreement]) -> Table:
    """Returns the agreement of two annotators, the paper's reading of the bootstrap on the right."""
    mean, interval = "the paper's mean ± s.d.", "the paper's interval"
    table = new_table(" – ".join(names), "F1", "95 % over matchings", mean, interval, "matched", *names)
    for name, agreed in metrics.items():
        score, paper = agreed.score, agreed.published
        sizes = (f"{size:,}" for size in (score.matched, score.predicted_size, score.gold_size))
        spread = f"{paper.mean:.4f} ± {paper.deviation:.4f}"
        table.add_row(name, f"{score.f1:.4f}", str(agreed.interval), spread, str(paper.interval), *sizes)
    return table


def mean_table(means: dict[str, float]) -> Table:
    """Returns the mean over all pairs of annotators."""
    table = new_table("mean of all pairs", "F1")
    for name, mean in means.items():
        table.add_row(name, f"{mean:.4f}")
    return table
