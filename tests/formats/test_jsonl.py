"""JSON Lines: the schema that others may rely on, lines made by hand, and faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Kind
from isocolon.errors import ConfigurationError, DataError


def branched(branches: str, more: str = '"kind": "unknown"') -> str:
    """Returns a line with one parallelism by characters."""
    return f'{{"text": "Veni, vidi", "parallelisms": [{{"branches": [{branches}], {more}}}]}}'


def counted(branches: str) -> str:
    """Returns a line with tokens, and one parallelism of them."""
    tokens = '[[0, 4, "ueni"], [6, 10, "uidi"]]'
    return f'{{"text": "Veni, vidi", "tokens": {tokens}, "parallelisms": [{{"branches": [{branches}]}}]}}'


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
        (
            '{"text": "a", "tokens": [[0, 1]]}',
            r'line 1: "tokens" is \[0, 1\]. \[first character, end, normal form\] was',
        ),
        ('{"text": "a", "tokens": [[0, 1, 7]]}', r'"tokens" is \[0, 1, 7\]'),
        ('{"text": "a", "tokens": [[0, 1.0, "a"]]}', r'"tokens" is \[0, 1.0, "a"\]'),
        ('{"text": "a", "tokens": [[false, true, "a"]]}', r'"tokens" is \[false, true, "a"\]'),
        ('{"text": "a", "tokens": "a"}', r'"tokens" is "a". A list was expected'),
        ('{"text": "a", "id": null}', r'line 1: "id" is null. A string was expected'),
        ('{"text": "a", "metadata": {"x": 1}}', r'"metadata.x" is 1. A string was expected'),
        ('{"text": "a", "metadata": []}', r'"metadata" is \[\]. An object was expected'),
        ('{"text": "a", "layers": {"pos": ["n"]}}', r'there are "layers" without "tokens"'),
        ('{"text": "a", "tokens": [[0, 1, "a"]], "layers": {"pos": "n"}}', r'"layers.pos" is "n". A list was expected'),
        (
            '{"text": "a", "tokens": [[0, 1, "a"]], "layers": {"pos": [1]}}',
            r'"layers.pos" has 1. In the list, a string',
        ),
        ('{"text": "a", "sections": {}}', r'"sections" is \{\}. A list was expected'),
        ('{"text": "a", "sections": [1]}', r'"sections" has 1. In the list, an object was expected'),
        (
            '{"text": "a", "sections": [{"id": "1"}]}',
            r'"start" is missing in \{"id": "1"\}. A whole number was expected',
        ),
        (
            '{"text": "a b", "sections": [{"id": "1", "start": 2}, {"id": "2", "start": 0}]}',
            r"section '2' starts at character 0. One between 2 and 3 was expected, in reading order",
        ),
        ('{"text": "a b", "sections": [{"id": "1", "start": 9}]}', r"section '1' starts at character 9"),
        (f'{{"text": "a", "metadata": {{"x": {"[" * 990}{"]" * 990}}}}}', r"line 1: the JSON is nested too deeply"),
        (f'{{"text": "a", "metadata": {"[" * 99_999}', r"line 1: the JSON is nested too deeply"),
        (f'{{"text": "a", "id": {"9" * 9_999}}}', r"line 1: the JSON has a number of too many digits"),
        (branched('{"start": 0, "end": 4}, {"start": 6, "end": 11}'), r"a branch stands at 6 11, but the text has 10"),
        (branched('{"start": -4, "end": 4}'), r"a branch stands at -4 4, but the text has 10 characters"),
        (branched('{"start": "0", "end": 4}'), r'"start" is "0". A whole number was expected'),
        (branched('{"start": 0, "end": 4, "text": "vidi"}'), r'the branch at 0 4 covers "Veni", but says "vidi"'),
        (branched("", '"branches": 3'), r'"branches" is 3. A list was expected'),
        (
            branched('{"start": 0, "end": 4}', '"kind": "odd"'),
            r'"kind" is "odd". Synchystic or chiastic or unknown was',
        ),
        (branched('{"start": 0, "end": 4}', '"kind": []'), r'"kind" is \[\]'),
        (branched('{"start": 0, "end": 4}', '"confidence": "x"'), r'"confidence" is "x". A number between 0 and 1'),
        (counted('{"start": 0, "end": 4}'), r'"tokens" is missing in \{"start": 0, "end": 4\}. A list was expected'),
        (counted('{"tokens": [0]}'), r'"tokens" is \[0\]. \[first token, end\] was expected'),
        (counted('{"tokens": [0, 9]}'), r"a branch ends at 9, but there are 2 tokens"),
        (counted('{"tokens": [0, 1], "start": 2}'), r"the tokens \[0, 1\] have the start 0, not 2"),
        (counted('{"tokens": [0, 1], "text": "vidi"}'), r'the tokens \[0, 1\] have the text "Veni", not "vidi"'),
        ('{"text": "a", "tokens": [[0, 9, "a"]]}', r"line 1: document 'a-1': token 'a' stands at characters 0-9"),
        ('{"text": "a", "parallelisms": [{}]}', r'line 1: a parallelism has no "branches"'),
        ('{"text": "a", "language": "klingon!"}', r"there is no language 'klingon!'"),
        (r'{"text": "\ud800"}', r"line 1: the line holds half a character"),
        (r'{"text": "a", "id": "\uD800"}', r"line 1: the line holds half a character"),
    ],
)
def test_faults(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(line)
    with pytest.raises((DataError, ConfigurationError), match=message):
        list(formats.read(tmp_path / "a.jsonl"))


def test_ids_may_be_numbers_and_characters_may_be_escaped(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(r'{"id": 7, "language": null, "text": "et in \ud83d\ude00"}')
    (document,) = formats.read(tmp_path)
    assert (document.id, document.text) == ("7", "et in 😀")
