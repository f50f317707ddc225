"""`isocolon models`: the models that ship with the package."""

from __future__ import annotations

from typing import Annotated

import typer

from isocolon.cli.console import print_json

app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    help="List and describe the models that ship.",
)


@app.command("list")
def list_models(json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False) -> None:
    """List the models, with the scores that their cards tell."""
    from isocolon import models

    found = [models.summary(name) for name in models.listed()]
    if json:
        print_json(found)
        return
    for each in found:
        print(f"{each['name']}: {each['about']}")
        for row in models.scores(str(each["name"])):
            where = row.pop("on")
            print(f"  {where}: {', '.join(f'{metric} {figure}' for metric, figure in row.items())}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="MODEL", help="A model's name.")],
    json: Annotated[bool, typer.Option("--json", help="Print what the model says of itself as JSON.")] = False,
) -> None:
    """Show a model's card: its data, licence, scores and known failures."""
    from isocolon import models

    if json:
        print_json(models.summary(name))
    else:
        print(models.card(name))
