"""JSON Lines: the schema that others may rely on, lines made by hand, and faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Kind
from isocolon.errors import DataError


def test_the_schema(tmp_path: Path) -> None:
    formats.write(formats.read("examples/annotated/latin.ann", language="la"), tmp_path / "a.jsonl")
    plain = json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))
    assert list(plain) == ["id", "language", "text", "tokens", "sections", "parallelisms"]
    assert plain["tokens"][:2] == [[0, 5, "abiit"], [5, 6, ","]]
    assert plain["sections"][0] == {"id": "1", "start": 0, "end": 32, "tokens": [0, 8]}
    first = plain["parallelisms"][0]
    assert (first["kind"], first["confidence"]) == ("synchystic", None)
    assert first["branches"][0] == {"start": 0, "end": 5, "tokens": [0, 1], "text": "Abiit"}


def test_a_line_made_by_hand(tmp_path: Path) -> None:
    branches = '[{"start": 0, "end": 4}, {"start": 6, "end": 10}]'
    line = f'{{"text": "Veni, vidi", "language": "latin", "parallelisms": [{{"branches": {branches}}}]}}'
    (tmp_path / "a.jsonl").write_text(line)
    (document,) = formats.read(tmp_path)
    assert (document.id, document.language, document.words) == ("a-1", "la", ("ueni", ",", "uidi"))
    assert [document.text_of(b) for b in document.parallelisms[0]] == ["Veni", "vidi"]
    assert document.parallelisms[0].kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", r"the file holds no document"),
        ("{", r"line 1: malformed JSON \(.* at column 2\)"),
        ("[]", r'line 1: the line is no document. An object with a "text" was expected'),
        ('{"text": 3}', r"line 1: the line is no document"),
        ('{"text": "a", "tokens": [[0, 1]]}', r"line 1: a part of the document is not as it should be"),
        ('{"text": "a", "tokens": [[0, 9, "a"]]}', r"line 1: document 'a-1': token 'a' stands at characters 0-9"),
        ('{"text": "a", "parallelisms": [{}]}', r"line 1: a part of .* \(KeyError: 'branches'\)"),
        ('{"text": "a", "language": "klingon!"}', r"there is no language 'klingon!'"),
        (r'{"text": "\ud800"}', r"line 1: the text holds half a character"),
    ],
)
def test_faults(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(line)
    with pytest.raises((DataError, Exception), match=message) as caught:
        list(formats.read(tmp_path / "a.jsonl"))
    assert type(caught.value).__name__ in {"DataError", "ConfigurationError"}
