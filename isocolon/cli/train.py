"""`isocolon train`: a detector by a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isocolon.cli.console import note, print_json
from isocolon.config import read_recipe

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def train(
    context: typer.Context,
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", help="A recipe in TOML.")],
    folder: Annotated[Path, typer.Option("--out", metavar="RUN", help="The run folder to make.")],
    split_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Which document is in which split, as `split --out` writes.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="What everything random follows from.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where a run in the folder was stopped.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> None:
    """Train a detector by a recipe. Any key of the recipe can be set here: --encoder.layers=2."""
    from isocolon.training import runs

    table = read_recipe(recipe, overrides(context.args))
    scores = runs.train(table, folder, split_file=split_file, seed=seed, resume=resume, report=note)
    if json:
        print_json(runs.as_dicts(scores))
    else:
        from isocolon.cli.tags import print_scores

        print_scores(scores)


def overrides(arguments: list[str]) -> list[str]:
    """Returns what was given for keys of the recipe, in one piece each.

    >>> overrides(["--encoder.layers=2", "--scheme", "bio-token"])
    ['encoder.layers=2', 'scheme=bio-token']
    """
    found = []
    rest = iter(arguments)
    for argument in rest:
        key = argument.removeprefix("--")
        if "=" not in key:
            value = next(rest, None)
            if key == argument or value is None:
                raise typer.BadParameter(f"'{argument}' is no key of a recipe with a value: write --key=value.")
            key = f"{key}={value}"
        found.append(key)
    return found
