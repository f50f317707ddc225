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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar, cast

from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.errors import DataError
from isocolon.files import read_lines
from isocolon.formats.base import Format, Mark, Trait, annotate, settle_language

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Object: TypeAlias = "dict[str, Json]"
T = TypeVar("T", bound="dict[str, Json] | list[Json] | str | int")


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
        plain = load(line)
        if not isinstance(plain, dict) or not isinstance(plain.get("text"), str):
            raise DataError("the line is no document", hint='an object with a "text" was expected')
        return from_json(plain, path, number, language)
    except DataError as error:
        raise DataError(error.found, path=path, line=number, hint=error.hint) from error
    except RecursionError as error:
        raise DataError("the JSON is nested too deeply to be read", path=path, line=number) from error


def load(line: str) -> Json:
    """Returns what a line of JSON says."""
    try:
        plain: Json = json.loads(line)
    except json.JSONDecodeError as error:
        raise DataError(f"malformed JSON ({error.msg} at column {error.colno})") from error
    except ValueError as error:
        raise DataError("the JSON has a number of too many digits") from error
    # UTF-8 cannot spell half a character, but an escape can
    if r"\ud" in line.lower() and re.search("[\ud800-\udfff]", json.dumps(plain, ensure_ascii=False)):
        raise DataError("the line holds half a character (a lone surrogate)", hint="write such characters whole")
    return plain


def from_json(plain: Object, path: Path, number: int, language: str | None) -> Document:
    """Returns the document that plain data describes."""
    text = get(plain, "text", str)
    id = name_of(plain) if "id" in plain else f"{path.stem}-{number}"
    given = language or (None if plain.get("language") is None else get(plain, "language", str))
    sections = items(plain, "sections", dict)
    parallelisms = items(plain, "parallelisms", dict)
    metadata = get(plain, "metadata", dict) if "metadata" in plain else {}
    metadata = {key: get(metadata, key, str, "metadata") for key in metadata}
    if "tokens" not in plain:
        if "layers" in plain:
            raise DataError('there are "layers" without "tokens"', hint="layers need the tokens they tell of")
        marks = [mark(parallelism, text) for parallelism in parallelisms]
        places = places_of(sections, text)
        return annotate(text, id=id, path=path, language=given, sections=places, marks=marks, metadata=metadata)
    layers = get(plain, "layers", dict) if "layers" in plain else {}
    document = Document(
        id=id,
        text=text,
        tokens=tuple(map(token_of, get(plain, "tokens", list))),
        language=settle_language(text, given, id),
        sections=tuple(Section(name_of(section), span_of(section)) for section in sections),
        parallelisms=tuple(parallelism_of(parallelism) for parallelism in parallelisms),
        layers={name: tuple(items(layers, name, str, "layers")) for name in layers},
        metadata=metadata,
    )
    for stretch in [*sections, *(branch for parallelism in parallelisms for branch in branches_of(parallelism))]:
        check_stretch(document, stretch)
    return document


def token_of(plain: Json) -> Token:
    """Returns the token that plain data gives."""
    match plain:
        case [int(start), int(end), str(norm)] if bool not in (type(start), type(end)):
            return Token(start, end, norm)
    raise misfit("tokens", plain, "[first character, end, normal form]")


def span_of(plain: Object) -> Span:
    """Returns the span that plain data gives by tokens."""
    match get(plain, "tokens", list):
        case [int(start), int(end)] if bool not in (type(start), type(end)):
            return Span(start, end)
    raise misfit("tokens", plain["tokens"], "[first token, end]")


def parallelism_of(plain: Object) -> Parallelism:
    """Returns a parallelism whose branches are given by tokens."""
    return Parallelism(tuple(map(span_of, branches_of(plain))), kind_of(plain), confidence_of(plain))


def check_stretch(document: Document, plain: Object) -> None:
    """Raises a DataError where a section or branch says other characters, or another text, than its tokens have."""
    span = span_of(plain)
    for key, value in {**stretch(document, span), "text": document.text_of(span)}.items():
        if key in plain and plain[key] != value:
            found = f"the tokens {json.dumps(plain['tokens'])} have the {key} {shown(value)}, not {shown(plain[key])}"
            raise DataError(found, hint="was the document changed after it was annotated?")


def mark(plain: Object, text: str) -> Mark:
    """Returns a parallelism whose branches are given by characters."""
    stretches = tuple(characters_of(branch, text) for branch in branches_of(plain))
    return Mark(stretches, kind_of(plain), confidence_of(plain))


def characters_of(branch: Object, text: str) -> tuple[int, int]:
    """Returns the characters of a branch, checked against the text."""
    start, end = get(branch, "start", int), get(branch, "end", int)
    if not 0 <= start < end <= len(text):
        raise DataError(
            f"a branch stands at {start} {end}, but the text has {len(text)} characters",
            hint="was the text changed after it was annotated?",
        )
    if "text" in branch and get(branch, "text", str) != text[start:end]:
        found = f"the branch at {start} {end} covers {shown(text[start:end])}, but says {shown(branch['text'])}"
        raise DataError(found, hint="was the text changed after it was annotated?")
    return start, end


def places_of(sections: Sequence[Object], text: str) -> list[tuple[str, int]]:
    """Returns the ids and first characters of sections, checked to be in order and inside the text."""
    places = [(name_of(section), get(section, "start", int)) for section in sections]
    reached = 0
    for id, start in places:
        if not reached <= start <= len(text):
            found = f"section '{id}' starts at character {start}"
            raise DataError(found, hint=f"one between {reached} and {len(text)} was expected, in reading order")
        reached = start
    return places


def branches_of(plain: Object) -> list[Object]:
    """Returns the branches of a parallelism in plain data."""
    if not (branches := items(plain, "branches", dict)):
        raise DataError('a parallelism has no "branches"', hint="give it one branch at least")
    return branches


def kind_of(plain: Object) -> Kind:
    """Returns the kind of a parallelism in plain data."""
    kind = plain.get("kind", Kind.UNKNOWN)
    if kind not in list(Kind):
        raise misfit("kind", kind, " or ".join(Kind))
    return Kind(str(kind))


def confidence_of(plain: Object) -> float | None:
    """Returns the confidence of a parallelism in plain data."""
    confidence = plain.get("confidence")
    if confidence is None or type(confidence) in (int, float):
        return cast("float | None", confidence)
    raise misfit("confidence", confidence, "a number between 0 and 1")


def name_of(plain: Object) -> str:
    """Returns the id of a document or section, which may be written as a number."""
    return str(plain["id"]) if type(plain.get("id")) is int else get(plain, "id", str)


NAMES = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}


def get(plain: Object, key: str, kind: type[T], within: str = "") -> T:
    """Returns the value of a key, or raises a DataError that says what is there instead of this kind."""
    name = f"{within}.{key}" if within else key
    if key not in plain:
        raise DataError(f'"{name}" is missing in {shown(plain)}', hint=f"{NAMES[kind]} was expected")
    value = plain[key]
    if type(value) is not kind:  # not isinstance, for true is no number
        raise misfit(name, value, NAMES[kind])
    return value


def items(plain: Object, key: str, kind: type[T], within: str = "") -> list[T]:
    """Returns the members of a list, all of this kind; none where the key is missing."""
    found = get(plain, key, list, within) if key in plain else []
    for value in found:
        if type(value) is not kind:
            raise misfit(f"{within}.{key}" if within else key, value, f"in the list, {NAMES[kind]}", "has")
    return found


def misfit(key: str, value: Json, allowed: str, verb: str = "is") -> DataError:
    """Returns the error for a value of another form than is allowed."""
    return DataError(f'"{key}" {verb} {shown(value)}', hint=f"{allowed} was expected")


def shown(value: Json) -> str:
    """Returns a value as JSON, short enough for a message."""
    plain = json.dumps(value, ensure_ascii=False)
    return plain if len(plain) <= 60 else f"{plain[:57]}..."
