"""JSON Lines, our own lossless form: one document a line.

```json
{"id": "caesar", "language": "la", "text": "Veni, vidi",
 "tokens": [[0, 4, "ueni"], [4, 5, ","], [6, 10, "uidi"]],
 "sections": [{"id": "1", "start": 0, "end": 10, "tokens": [0, 3]}],
 "parallelisms": [{"kind": "synchystic", "confidence": 0.9, "branches": [
   {"start": 0, "end": 4, "text": "Veni", "tokens": [0, 1]},
   {"start": 6, "end": 10, "text": "vidi", "tokens": [2, 3]}]}]}
```

A token is `[first character, end, normal form]`; `start` and `end` count characters, `tokens` counts tokens, all
half-open. `layers` and `metadata` follow where there are any. A line made by hand may leave out everything but
`text`: what is missing is made anew, and branches may then be given by characters alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias, cast

from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.errors import DataError
from isocolon.files import read_lines
from isocolon.formats.base import Format, Mark, Trait, annotate, settle_language

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | float | bool | None"


class JsonLines(Format):
    """JSON Lines: holds everything."""

    suffixes = (".jsonl",)
    many = True
    holds = frozenset(Trait)

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file is called .jsonl, or its first line is one of our documents."""
        return path.suffix == ".jsonl" or (head.lstrip("\ufeff \r\n").startswith("{") and '"text"' in head)

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the documents, a line at a time, so that a corpus of any size can be read."""
        empty = True
        for number, line in read_lines(path):
            if line.strip():
                empty = False
                yield parse(line, path, number, language)
        if empty:
            raise DataError("the file holds no document", path=path, hint="a line for each document was expected")

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the document as one line."""
        return {".jsonl": json.dumps(to_json(document), ensure_ascii=False) + "\n"}


def to_json(document: Document) -> dict[str, Json]:
    """Returns a document as plain data for JSON."""
    plain: dict[str, Json] = {
        "id": document.id,
        "language": document.language,
        "text": document.text,
        "tokens": [list(token) for token in document.tokens],
        "sections": [{"id": section.id, **stretch(document, section.span)} for section in document.sections],
        "parallelisms": [parallelism_to_json(document, parallelism) for parallelism in document.parallelisms],
    }
    if document.layers:
        plain["layers"] = {name: list(values) for name, values in document.layers.items()}
    if document.metadata:
        plain["metadata"] = dict(document.metadata)
    return plain


def parallelism_to_json(document: Document, parallelism: Parallelism) -> dict[str, Json]:
    """Returns a parallelism as plain data: its kind, its confidence and its branches with their text."""
    return {
        "kind": str(parallelism.kind),
        "confidence": parallelism.confidence,
        "branches": [{**stretch(document, b), "text": document.text_of(b)} for b in parallelism],
    }


def stretch(document: Document, span: Span) -> dict[str, Json]:
    """Returns where a span stands, by characters and by tokens."""
    start, end = document.characters(span)
    return {"start": start, "end": end, "tokens": [span.start, span.end]}


def parse(line: str, path: Path, number: int, language: str | None) -> Document:
    """Returns the document on one line."""
    try:
        plain = json.loads(line)
        if not isinstance(plain, dict) or not isinstance(plain.get("text"), str):
            raise DataError("the line is no document", hint='an object with a "text" was expected')
        return from_json(plain, path, number, language)
    except json.JSONDecodeError as error:
        found = f"malformed JSON ({error.msg} at column {error.colno})"
        raise DataError(found, path=path, line=number) from error
    except DataError as error:
        raise DataError(error.found, path=path, line=number, hint=error.hint) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        found = f"a part of the document is not as it should be ({type(error).__name__}: {error})"
        raise DataError(found, path=path, line=number, hint="see the documentation of the format") from error


def from_json(plain: dict[str, Json], path: Path, number: int, language: str | None) -> Document:
    """Returns the document that plain data describes."""
    text = cast(str, plain["text"])
    if re.search("[\ud800-\udfff]", text):
        raise DataError("the text holds half a character (a lone surrogate)", hint="write such characters whole")
    id = str(plain.get("id", f"{path.stem}-{number}"))
    given = language or cast("str | None", plain.get("language"))
    parallelisms = cast("list[dict[str, Json]]", plain.get("parallelisms", []))
    sections = cast("list[dict[str, Json]]", plain.get("sections", []))
    metadata = cast("dict[str, str]", plain.get("metadata", {}))
    if "tokens" not in plain:
        places = [(str(section["id"]), cast(int, section["start"])) for section in sections]
        marks = [mark(parallelism) for parallelism in parallelisms]
        return annotate(text, id=id, path=path, language=given, sections=places, marks=marks, metadata=metadata)
    return Document(
        id=id,
        text=text,
        tokens=tuple(Token(*token) for token in cast("list[tuple[int, int, str]]", plain["tokens"])),
        language=settle_language(text, given, id),
        sections=tuple(Section(str(section["id"]), span(section)) for section in sections),
        parallelisms=tuple(
            Parallelism(tuple(span(branch) for branch in branches_of(p)), kind_of(p), confidence_of(p))
            for p in parallelisms
        ),
        layers={name: tuple(v) for name, v in cast("dict[str, list[str]]", plain.get("layers", {})).items()},
        metadata=metadata,
    )


def mark(parallelism: dict[str, Json]) -> Mark:
    """Returns a parallelism whose branches are given by characters."""
    stretches = tuple((cast(int, b["start"]), cast(int, b["end"])) for b in branches_of(parallelism))
    return Mark(stretches, kind_of(parallelism), confidence_of(parallelism))


def span(plain: dict[str, Json]) -> Span:
    """Returns the span that plain data gives by tokens."""
    start, end = cast("tuple[int, int]", plain["tokens"])
    return Span(start, end)


def branches_of(parallelism: dict[str, Json]) -> list[dict[str, Json]]:
    """Returns the branches of a parallelism in plain data."""
    return cast("list[dict[str, Json]]", parallelism["branches"])


def kind_of(parallelism: dict[str, Json]) -> Kind:
    """Returns the kind of a parallelism in plain data."""
    return Kind(cast(str, parallelism.get("kind", Kind.UNKNOWN)))


def confidence_of(parallelism: dict[str, Json]) -> float | None:
    """Returns the confidence of a parallelism in plain data."""
    return cast("float | None", parallelism.get("confidence"))
