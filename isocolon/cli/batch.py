"""Detection file by file: what to read, what to do with it, and what comes of it.

A file that cannot be read does not end the run: what was wrong is part of the answer. The files that are written for
one that was read appear together, whole, or not at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from logging import LogRecord
from pathlib import Path
from typing import TextIO

import isocolon
from isocolon import formats
from isocolon.errors import ConfigurationError, DataError, IsocolonError
from isocolon.files import whole
from isocolon.formats.base import STAND_OFF
from isocolon.viewer.outputs import Output, Style, output
from isocolon.viewer.result import Result
from isocolon.viewer.selection import Selection


@dataclass(frozen=True)
class Job:
    """What is to be done with every file."""

    output: str
    model: str | None = None
    language: str | None = None
    format: str | None = None
    selection: Selection = field(default_factory=Selection)
    style: Style = field(default_factory=Style)
    explain: bool = False
    out: Path | None = None

    def settings(self) -> dict[str, object]:
        """Returns all that the outputs depend on, as plain data."""
        return {"isocolon": isocolon.__version__, **asdict(self), "out": None}


@dataclass(frozen=True)
class Source:
    """A file to read, and what its outputs are called, without their endings."""

    path: Path
    target: Path
    kept: tuple[str, ...] = ()
    """Outputs that are there already and nobody may change: what would be written must be what they hold."""


@dataclass(frozen=True)
class Done:
    """What came of a file: the texts to print, one a document, or the files written; or what was wrong."""

    source: Source
    texts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    error: str = ""
    records: tuple[LogRecord, ...] = ()
    """What was said in the log, where another process did the work."""
    warnings: tuple[str, ...] = ()
    """The warnings, likewise."""


def sources(paths: Iterable[Path], format: str | None = None, out: Path | None = None) -> list[Source]:
    """Returns the files to read for some paths, each with a name for its outputs.

    Raises:
        ConfigurationError: where two files would be written to one.
    """
    found = [pair for path in paths for pair in named_files(path, format, out)]
    stems = Counter(stem(name) for _, name in found)
    placed = [Source(file, target_for(name, stems)) for file, name in found]
    twice = [target for target, count in Counter(source.target for source in placed).items() if count > 1]
    if out is not None and twice:
        raise ConfigurationError(f"two files would be written to '{out / twice[0]}'. Give them in runs of their own.")
    return placed


def stem(name: Path) -> Path:
    """Returns the name of a file without its ending."""
    return name.with_name(name.name.removesuffix(STAND_OFF)) if name.match(f"*{STAND_OFF}") else name.with_suffix("")


def target_for(name: Path, stems: Counter[Path]) -> Path:
    """Returns what the outputs of a file are called, without their endings: its stem, if no other file has it.

    >>> stems = Counter(map(Path, ["speech", "essay", "essay"]))
    >>> [str(target_for(Path(name), stems)) for name in ("speech.txt", "essay.txt", "essay.md")]
    ['speech', 'essay-txt', 'essay-md']
    """
    bare = stem(name)
    if stems[bare] == 1:
        return bare
    marked = bare.with_name(name.name.replace(".", "-"))
    return name if marked in stems else marked


def named_files(path: Path, format: str | None, out: Path | None) -> Iterator[tuple[Path, Path]]:
    """Yields the files to read for a path with their names below it; what an earlier run wrote is left out."""
    if not path.is_dir():
        yield path, Path(path.name)
        return
    written = out.resolve() if out else None
    for file in formats.files(path, format):
        if written is None or written == path.resolve() or not file.resolve().is_relative_to(written):
            yield file, file.relative_to(path)


def results(job: Job, source: Source) -> Iterator[Result]:
    """Yields the documents of a file with what was found in them."""
    from isocolon.models.loading import detect_all, vectors_of

    explained = job.explain or output(job.output).explains
    documents = formats.read_file(source.path, format_of(job, source), job.language)
    for found in detect_all(documents, job.model, job.selection.min_confidence):
        vectors = vectors_of(found.model) if explained else None
        yield Result(job.selection.apply(found.document), Path(found.model).name, explained, vectors)


def work(job: Job, source: Source) -> Done:
    """Returns what came of one file."""
    try:
        if job.out is not None:
            return Done(source, files=write_files(job, source, job.out))
        return Done(source, texts=tuple(texts(job, source)))
    except IsocolonError as error:
        return Done(source, error=str(error))
    except OSError as error:
        return Done(source, error=f"{error.filename or source.path}: {error.strerror or error}.")


def texts(job: Job, source: Source) -> Iterator[str]:
    """Yields what is to be printed for each document of a file."""
    chosen = output(job.output)
    for result in results(job, source):
        first, *others = chosen.render(result, job.style).values()
        if others:
            raise ConfigurationError(f"{job.output} takes several files. Name a folder for them with --out.")
        yield first


def write_files(job: Job, source: Source, out: Path) -> tuple[str, ...]:
    """Writes the outputs of a file, all of them or none, and returns their names."""
    chosen = output(job.output)
    several = not chosen.many and holds_many(job, source)
    with Sheaf(chosen, frozenset(out / name for name in source.kept)) as sheaf:
        for result in results(job, source):
            name = source.target / file_name(result.document.id) if several else source.target
            placed = replace(job.style, folder=(out / name).parent)
            for suffix, content in chosen.render(result, placed).items():
                sheaf.write(out / f"{name}{suffix}", content)
    return tuple(path.relative_to(out).as_posix() for path in sheaf.streams)


def holds_many(job: Job, source: Source) -> bool:
    """Whether a file may hold many documents."""
    name = format_of(job, source)
    return name is not None and formats.FORMATS[name].many


def format_of(job: Job, source: Source) -> str | None:
    """Returns the format of a file, or None; what is called .txt is a text, and no other format need be asked."""
    return job.format or ("text" if source.path.suffix == ".txt" else formats.recognise(source.path))


def file_name(id: str) -> str:
    """Returns a document's id as the name of a file.

    >>> file_name("../sermons/1")
    '_sermons_1'
    """
    return re.sub(r"[^\w.\- ]+", "_", id).strip(". ") or "_"


def in_the_way(path: Path) -> DataError:
    """Returns the error for an output that somebody else wrote, or changed."""
    found = "the file is there already, not as a run of detect left it"
    return DataError(found, path=path, hint="replace it with --force, or name another folder")


class Sheaf:
    """Files of one kind of output that are written together: all of them appear in the end, or none."""

    def __init__(self, chosen: Output, kept: frozenset[Path] = frozenset()) -> None:
        self.chosen, self.kept = chosen, kept
        self.streams: dict[Path, TextIO] = {}
        self.stack = ExitStack()

    def __enter__(self) -> Sheaf:
        return self

    def write(self, path: Path, content: str) -> None:
        """Writes a document to a file, behind others where a file holds many; one that is kept stays as it is."""
        if path in self.kept:
            if self.chosen.many or path.read_bytes() != content.encode():
                raise in_the_way(path)
        elif path not in self.streams:
            temporary = self.stack.enter_context(whole(path))
            self.streams[path] = self.stack.enter_context(temporary.open("w", encoding="utf-8", newline=""))
            self.streams[path].write(self.chosen.begin + content)
        elif self.chosen.many:
            self.streams[path].write(self.chosen.between + content)
        else:
            raise DataError("two documents would be written to one file", path=path, hint="give each an id of its own")

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            for stream in self.streams.values():
                stream.write(self.chosen.end)
        self.stack.__exit__(*error)  # type: ignore[arg-type]
