"""`isocolon models`: the models that ship with the package."""

from __future__ import annotations

from typing import Annotated

import typer

from isocolon.cli.console import out, print_json

app = typer.Typer(rich_markup_mode=None, add_completion=False, help="List and describe the models that ship.")


@app.command("list")
def list_models(json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False) -> None:
    """List the models, with what they reached on documents they had not seen."""
    from isocolon import models

    found = [models.summary(name) for name in models.names()]
    if json:
        print_json(found)
        return
    for each in found:
        figures = each["outside folds"]
        assert isinstance(figures, dict)
        words = f"{each['name']:<10}{each['features']} features, EPM F1 outside folds {figures['epm']:.3f}"
        out().print(words)


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
