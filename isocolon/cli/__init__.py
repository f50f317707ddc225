"""The command line: one verb a file, imported only when it is used.

Results go to stdout, everything else to stderr. Exit codes: 0 fine, 1 the job failed, 2 wrong use.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer._click.exceptions import NoArgsIsHelpError, UsageError  # typer's own click, whose names are private
from typer.core import TyperGroup

import isocolon
from isocolon.errors import IsocolonError, sentences, unknown

if TYPE_CHECKING:
    from typer._click.core import Command, Context
    from typer._click.formatting import HelpFormatter

VERBS = {
    "detect": "Find the parallelisms of texts.",
    "report": "Profile the style of texts by their parallelisms.",
    "convert": "Convert annotated texts from one format to another.",
    "describe": "Describe a dataset or a corpus in figures.",
    "split": "Split a corpus into balanced parts for training and testing.",
    "tags": "Print the tags of annotated texts, and what they can say.",
    "score": "Score predicted parallelisms against gold ones.",
    "agree": "Measure the agreement of annotators.",
    "errors": "Sort the errors of predictions into kinds.",
    "data": "List, find, fetch and check the datasets.",
    "models": "List and describe the models that ship with the package.",
    "vectors": "Make word vectors for the lattice detector.",
    "train": "Train a detector by a recipe.",
    "evaluate": "Score a trained detector on a split.",
    "search": "Search for the best options of a detector, here or on a cluster.",
    "compare": "Compare models and tagging schemes by their results.",
    "reproduce": "Rebuild the paper's tables and figures beside the printed ones.",
}
"""What each verb does. Its `app` is in the file of its name."""


class Verbs(TyperGroup):
    """The group of all verbs, which knows their names without importing them."""

    def list_commands(self, ctx: Context) -> list[str]:
        """Returns the names of the verbs, in the order in which people need them."""
        return list(VERBS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Returns the verb of this name, imported now; for any other name, says which there are."""
        if cmd_name not in VERBS:
            print(f"isocolon: {unknown('verb', cmd_name, VERBS)}", file=sys.stderr)
            raise typer.Exit(2)
        command = typer.main.get_command(import_module(f"isocolon.cli.{cmd_name}").app)
        command.name = cmd_name
        return command

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Context:
        """Returns the context of a call."""
        with wrong_use_told():
            return super().make_context(info_name, args, *rest, **extra)

    def invoke(self, ctx: Context) -> Any:
        """Runs a verb."""
        with wrong_use_told():
            return super().invoke(ctx)

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Prints the verbs with a line for each, without importing them."""
        print_help()


@contextmanager
def wrong_use_told() -> Iterator[None]:
    """Lets wrong use be told in a sentence like everything else that goes wrong, with where to see what is right."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except UsageError as error:
        words = error.format_message().removeprefix("Invalid value for ").removeprefix("Invalid value: ")
        see = f"see {error.ctx.command_path} --help" if error.ctx else ""
        print(f"isocolon: {sentences(words[:1].lower() + words[1:], see)}", file=sys.stderr)
        raise typer.Exit(error.exit_code) from error


def print_help() -> None:
    """Prints what there is to call."""
    width = max(map(len, VERBS)) + 2
    print(HELP.format(verbs="\n".join(f"  {verb:<{width}}{words}" for verb, words in VERBS.items())))


HELP = """\
Usage: isocolon VERB ...

Find, score and study rhetorical parallelism in text.

Verbs:
{verbs}

Options:
  --version  Print the version and stop.
  --help     Print this, or with a verb what that verb takes."""

app = typer.Typer(cls=Verbs, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def isocolon_command(
    context: typer.Context, version: bool = typer.Option(False, "--version", help="Print the version and stop.")
) -> None:
    """Find, score and study rhetorical parallelism in text."""
    if version:
        print(f"isocolon {isocolon.__version__}")
    elif context.invoked_subcommand is None:
        print_help()


def main() -> None:
    """Runs the command line; what goes wrong is told in a sentence, never in a traceback."""
    from isocolon.cli.console import note, notes

    try:
        with notes():
            app(prog_name="isocolon")
    except IsocolonError as error:
        note(str(error))
        sys.exit(1)
