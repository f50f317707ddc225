"""How verbs speak: results to stdout, progress and notes to stderr."""

from __future__ import annotations

import json
import logging
import re
import sys
import warnings
from collections import Counter
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
    print(f"isocolon: {with_options(words)}", file=sys.stderr)


def with_options(words: str) -> str:
    """Returns a message of the library, with the parameters that it names called by the options they are here.

    >>> with_options("replace it with force=True, or name another format with read(format=…)")
    'replace it with --force, or name another format with --from'
    """
    words = words.replace("read(format=…)", "--from").replace("write(format=…)", "--to")
    return re.sub(r"\b(\w+)=(?:True\b|…)", r"--\1", words)


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
        self.last = ""
        self.codes: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Takes in one guess: the document's id and the language's code."""
        if isinstance(record.args, tuple) and len(record.args) == 2:
            self.last = str(record.args[0])
            self.codes[str(record.args[1])] += 1

    def tell(self) -> None:
        """Says what was guessed."""
        count = self.codes.total()
        if count == 1:
            note(f"took the language of {self.last} to be '{next(iter(self.codes))}'; say another with --language.")
        elif count:
            found = ", ".join(f"'{code}' ({number})" for code, number in self.codes.most_common())
            note(f"took the languages of {count} texts to be {found}; say another with --language.")


@contextmanager
def notes() -> Iterator[None]:
    """Lets warnings and guesses of the library be heard on stderr while a verb runs."""
    guesses = Guesses()
    with handled_by(guesses), warnings.catch_warnings():
        warnings.simplefilter("always", DataWarning)
        warnings.showwarning = lambda message, *_, **__: note(str(message))
        try:
            yield
        finally:
            guesses.tell()


@contextmanager
def handled_by(handler: logging.Handler) -> Iterator[None]:
    """Gives a handler all that the library says in its log."""
    logger = logging.getLogger("isocolon")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
