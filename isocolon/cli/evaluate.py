"""`isocolon evaluate`: a trained detector on a split."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isocolon.cli.console import print_json
from isocolon.errors import ConfigurationError

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def evaluate(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder that `isocolon train` made.")],
    split: Annotated[str, typer.Option(help="The split to detect on.")] = "test",
    target: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write what was found as JSON Lines."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> None:
    """Score a trained detector on a split, by the four metrics."""
    from isocolon import formats, metrics, models
    from isocolon.training.runs import Run

    if str(folder) in models.listed() and not folder.exists():
        hint = f"Score it with: isocolon detect PATH --model {folder} --format jsonl, then isocolon score."
        raise ConfigurationError(f"'{folder}' is a model that ships, not a run. {hint}")
    run = Run.read(folder)
    gold = run.documents(split)
    found = list(run.detector().detect([document.with_parallelisms(()) for document in gold]))
    scores = metrics.score(predicted=found, gold=gold)
    if target:
        formats.write(found, target, "jsonl")
    if json:
        print_json({name: score.as_dict() for name, score in scores.items()})
    else:
        from isocolon.cli.tags import print_scores

        print_scores({split: scores})
