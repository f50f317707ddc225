"""File formats by name; reading and writing files and folders of them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from isocolon.document import Document
from isocolon.errors import ConfigurationError, DataError, DataWarning
from isocolon.files import natural, whole
from isocolon.formats.base import STAND_OFF, Format, Trait
from isocolon.registry import Registry

FORMATS: Registry[type[Format]] = Registry(
    "format",
    {
        "jsonl": "isocolon.formats.jsonl:JsonLines",
        "brat": "isocolon.formats.brat:Brat",
        "asp-tokenized": "isocolon.formats.asp_xml:TokenizedASP",
        "asp-untokenized": "isocolon.formats.asp_xml:UntokenizedASP",
        "pse": "isocolon.formats.pse_xml:PSE",
        "tei": "isocolon.formats.tei:TEI",
        "pyrallelism": "isocolon.formats.pyrallelism:PyrallelismXML",
        "tsv": "isocolon.formats.tsv:TSV",
        "conllu": "isocolon.formats.conllu:CoNLLU",
        "rpd-predicted": "isocolon.formats.rpd_results:PublishedPrediction",
        "rpd-gold": "isocolon.formats.rpd_results:PublishedGold",
        "text": "isocolon.formats.text:Text",
    },
)
"""Every format, in the order in which they are asked whether a file is theirs."""

HEAD = 4096
"""How many bytes of a file are looked at to tell its format."""


ABOUT = re.compile(r"(README|LICEN[CS]E|CHANGELOG|CITATION)\b", re.IGNORECASE)
"""Files in a folder of texts that are no texts themselves."""


def recognise(path: Path) -> str | None:
    """Returns the name of the format that a file seems to be in, or None."""
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD).decode("utf-8", errors="replace")
    except OSError as error:
        raise DataError(f"cannot read it ({error.strerror})", path=path) from error
    lower = path.with_name(path.stem + path.suffix.lower())
    return next((name for name in FORMATS if FORMATS[name]().recognises(lower, head)), None)


def read(
    path: str | Path,
    format: str | None = None,
    language: str | None = None,
    *,
    watch: Callable[[list[Path]], Iterable[Path]] = iter,
) -> Iterator[Document]:
    """Yields the documents of a file or, in natural order, of all files below a folder.

    Args:
        path: the file or folder.
        format: the name of the format; told from each file's name and content without one.
        language: the language of the texts; taken from the files or guessed without one.
        watch: gives back the files it is given, one after the other, to show how far the reading is.

    Raises:
        DataError: for a file that cannot be read, and for two documents with one id.
    """
    path = Path(path)
    seen: dict[str, Path] = {}
    for file in watch(files(path, format)):
        for document in read_file(file, format, language):
            folder = file.relative_to(path).parent.as_posix() if path.is_dir() else "."
            found = document if folder == "." else replace(document, id=f"{folder}/{document.id}")
            if found.id in seen:
                hint = "every document needs an id of its own; read the two apart or rename one"
                raise DataError(f"document '{found.id}' is also in {seen[found.id]}", path=file, hint=hint)
            seen[found.id] = file
            yield found


def files(path: Path, format: str | None = None) -> list[Path]:
    """Returns the files to read for a path: itself, or what lies below a folder, one for each document or group."""
    if not path.is_dir():
        return [path]
    found = sorted((f for f in path.rglob("*") if f.is_file() and not hidden(f.relative_to(path))), key=natural)
    paired = {f.with_suffix(".txt") for f in found if f.suffix == ".ann"}
    paired |= {f.with_name(f.name.replace(STAND_OFF, ".xml")) for f in found if f.match(f"*{STAND_OFF}")}
    kept = [f for f in found if f not in paired]
    readable = [f for f in kept if (may_be(f, format) if format else recognise(f))]
    for file in sorted(set(kept) - set(readable)):
        why = f"it is not of the format {format}" if format else "no format is known that it could be"
        warnings.warn(f"{file}: left out, for {why}", DataWarning, stacklevel=2)
    if not readable:
        raise DataError("there is nothing to read in the folder", path=path, hint=f"we read: {', '.join(FORMATS)}")
    return readable


def hidden(path: Path) -> bool:
    """Whether a file or a folder above it is hidden, or is about the folder: a README, brat's configuration."""
    about = ABOUT.match(path.name) or path.suffix == ".conf"
    return bool(about) or any(part.startswith(".") for part in path.parts)


def may_be(path: Path, format: str) -> bool:
    """Whether a file in a folder can be of a format, by its ending; a text alone is not brat's."""
    suffixes = FORMATS[format].suffixes
    return path.name.lower().endswith(suffixes) and not (format == "brat" and path.suffix == ".txt")


def read_file(path: Path, format: str | None, language: str | None) -> Iterator[Document]:
    """Yields the documents of one file; whatever is wrong with it, the error names it."""
    name = format or recognise(path)
    if name is None:
        hint = f"name one with read(format=…): {', '.join(FORMATS)}"
        raise DataError("no format is known that this could be", path=path, hint=hint)
    try:
        yield from FORMATS[name]().read(path, language)
    except DataError as error:
        if error.path is not None:
            raise
        raise DataError(error.found, path=path, line=error.line, hint=error.hint) from error


def write(
    documents: Iterable[Document],
    path: str | Path,
    format: str | None = None,
    *,
    force: bool = False,
    report: Callable[[Document, list[Trait]], None] | None = None,
) -> list[Path]:
    """Writes documents to a file or folder, all of them or none, and returns the files.

    A format whose files hold many documents writes one file; any other writes a folder with a file for each
    document, or the named file where there is only one and the name has the format's ending.

    Args:
        documents: what to write.
        path: the file or folder.
        format: the name of the format; told from the path's ending without one.
        force: whether files that are there may be replaced.
        report: called with each document and what the format cannot hold of it.
    """
    path = Path(path)
    name = format or format_for(path)
    chosen = FORMATS[name]()
    written: list[Path] = []
    with ExitStack() as stack:
        streams = {}
        for document in documents:
            if report:
                report(document, chosen.losses(document))
            folder = target_for(path, chosen, document, chosen.suffixes[0]).parent
            for suffix, content in chosen.render(document, folder).items():
                target = target_for(path, chosen, document, suffix)
                if target not in streams or not chosen.many:
                    if target in streams:
                        found = f"document '{document.id}' would be written there, like one before it"
                        raise DataError(found, path=target, hint="name a folder, or give every document its own id")
                    refuse_overwriting(target, force)
                    temporary = stack.enter_context(whole(target))
                    streams[target] = temporary
                    written.append(target)
                with streams[target].open("a", encoding="utf-8", newline="") as stream:
                    stream.write(content)
    return written


def format_for(path: Path) -> str:
    """Returns the format that a name to write to asks for by its ending."""
    writable = [name for name in FORMATS if not name.startswith("rpd-")]
    names = [name for name in writable if path.suffix and path.suffix == FORMATS[name].suffixes[0]]
    if len(names) == 1:
        return names[0]
    what = "could be of several formats" if names else "tells no format"
    raise ConfigurationError(
        f"the name '{path}' {what}. Name one with write(format=…): {', '.join(names or writable)}."
    )


def target_for(path: Path, format: Format, document: Document, suffix: str) -> Path:
    """Returns the file for one document's content with this suffix."""
    if format.many and path.suffix:
        return path
    if path.suffix in format.suffixes and not (is_there(path) and path.is_dir()):
        return path if path.name.endswith(suffix) else path.with_suffix(suffix)
    name = "documents" if format.many else document.id
    target = path / f"{name}{suffix}"
    if ".." in Path(name).parts or Path(name).is_absolute() or not name.strip():
        raise DataError(f"document id '{document.id}' is no name for a file", hint="give the document another id")
    return target


def refuse_overwriting(target: Path, force: bool) -> None:
    """Raises a DataError where a file is there and may not be replaced."""
    if not force and is_there(target):
        raise DataError("the file is there already", path=target, hint="replace it with force=True")


def is_there(path: Path) -> bool:
    """Whether there is a file or folder of this name, which may be no possible name at all."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
