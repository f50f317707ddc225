"""What can go wrong, in words: every message says what was found, where, and what to do.

One base class, four kinds. The command line prints the message of any `IsocolonError` and exits with 1; a
traceback means a fault of ours. `DataWarning` is for what a reader notices and can live with.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from os import PathLike


class IsocolonError(Exception):
    """Anything that isocolon refuses to do, with a message for the person who asked."""


class DataError(IsocolonError):
    """A text, an annotation or a file that is not what it should be.

    >>> print(DataError("T5 ends at 90, past the text's 80 characters", path="a.ann", line=5, hint="check the .txt"))
    a.ann, line 5: T5 ends at 90, past the text's 80 characters. Check the .txt.
    """

    def __init__(
        self, found: str, *, path: str | PathLike[str] | None = None, line: int | None = None, hint: str = ""
    ) -> None:
        self.found, self.path, self.line, self.hint = found, path, line, hint
        super().__init__(place(path, line) + sentences(found, hint))


class ConfigurationError(IsocolonError):
    """A name, an option or a recipe that does not exist or does not fit."""


class TaggingError(IsocolonError):
    """A tag or a tagging scheme that cannot express what was asked of it."""


class ModelError(IsocolonError):
    """A trained model that cannot be used here."""


class DataWarning(UserWarning):
    """Something odd in the data that was read all the same; the message says how."""


def place(path: str | PathLike[str] | None, line: int | None = None) -> str:
    """Returns where something is, as the beginning of a message: ``a.ann, line 5: ``."""
    parts = [str(path)] if path is not None else []
    parts += [f"line {line}"] if line is not None else []
    return ", ".join(parts) + ": " if parts else ""


def sentences(*parts: str) -> str:
    """Returns the parts as sentences: capitals after the first, a full stop after each that has no mark yet."""
    kept = [part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part]
    return " ".join([*kept[:1], *(part[:1].upper() + part[1:] for part in kept[1:])])


def unknown(what: str, name: str, choices: Iterable[str]) -> ConfigurationError:
    """Returns the error for a name that does not exist, with the nearest one and all that do.

    >>> print(unknown("format", "jsonlines", ["brat", "jsonl", "tei"]))
    there is no format 'jsonlines'. Did you mean 'jsonl'? The choices are: brat, jsonl, tei.
    """
    names = list(choices)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    guess = f" Did you mean '{near[0]}'?" if near else ""
    return ConfigurationError(f"there is no {what} '{name}'.{guess} The choices are: {', '.join(names)}.")
