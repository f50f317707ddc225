"""How verbs speak: results to stdout, progress and notes to stderr."""

from __future__ import annotations

import json
import logging
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from isocolon.errors import DataWarning

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

T = TypeVar("T")


def out() -> Console:
    """Returns the console for results: as wide as the terminal, or unbroken lines in a pipe."""
    from rich.console import Console

    # What we print are other people's names and words: [brackets] and :colons: in them mean nothing
    return Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else 200)


def new_table(first: str, *others: str) -> Table:
    """Returns an empty table: words on the left, figures on the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    table.add_column(first)
    for column in others:
        table.add_column(column, justify="right")
    return table


def print_json(data: object) -> None:
    """Prints plain data as JSON."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def note(words: str) -> None:
    """Says something to the person at the terminal, beside the results."""
    print(f"isocolon: {words}", file=sys.stderr)


def progress(items: Iterable[T], doing: str, total: int | None = None) -> Iterator[T]:
    """Yields the items, with a bar on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, doing, total=total, console=Console(stderr=True), transient=True)


class Guesses(logging.Handler):
    """Gathers which languages were guessed, to say it once for all documents."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.documents: dict[str, list[str]] = defaultdict(list)

    def emit(self, record: logging.LogRecord) -> None:
        """Takes in one guess: the document's id and the language's code."""
        if isinstance(record.args, tuple) and len(record.args) == 2:
            id, code = record.args
            self.documents[str(code)].append(str(id))

    def tell(self) -> None:
        """Says what was guessed."""
        for code, ids in self.documents.items():
            some = ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")
            note(f"took the language to be '{code}' ({some}); say another with --language.")


@contextmanager
def notes() -> Iterator[None]:
    """Lets warnings and guesses of the library be heard on stderr while a verb runs."""
    guesses = Guesses()
    logger = logging.getLogger("isocolon")
    logger.setLevel(logging.INFO)
    logger.addHandler(guesses)
    with warnings.catch_warnings():
        warnings.simplefilter("always", DataWarning)
        warnings.showwarning = lambda message, *_, **__: note(str(message))
        try:
            yield
        finally:
            logger.removeHandler(guesses)
            guesses.tell()
