"""Plain text: sections, offsets into the untouched text, and what is no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Document
from isocolon.errors import DataError


def read(folder: Path, data: bytes, language: str | None = None) -> Document:
    (folder / "a.txt").write_bytes(data)
    (document,) = formats.read(folder / "a.txt", language=language)
    return document


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_blank_lines_part_sections(newline: str, tmp_path: Path) -> None:
    text = newline.join(["", "ueni in urbem", "et uidi", "", " \t", "et non uici", "", ""])
    document = read(tmp_path, text.encode())
    assert document.text == text
    parts = [document.text_of(section.span) for section in document.sections]
    assert parts == [f"ueni in urbem{newline}et uidi", "et non uici"]


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("\ufeffVēnī, vīdī", "la", ["Vēnī", ",", "vīdī"]),  # byte order mark, macrons
        ("Ve\u0304ni\u0304 😀 𝒜uici", "la", ["Ve\u0304ni\u0304", "😀", "𝒜uici"]),  # combining marks, emoji, astral
        ("don’t 👩‍👩‍👧 stop", "en", ["don’t", "👩‍👩‍👧", "stop"]),
        ("天空😀𠮷野家", "zh", None),
        ("ﬁat lux", "und", ["ﬁat", "lux"]),  # a ligature
    ],
)
def test_offsets_point_into_the_untouched_text(
    text: str, language: str, words: list[str] | None, tmp_path: Path
) -> None:
    document = read(tmp_path, text.encode(), language)
    surfaces = [text[token.start : token.end] for token in document.tokens]
    assert words is None or surfaces == words
    assert "".join(surfaces) == "".join(text.split()).removeprefix("\ufeff")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"a.txt: the text is empty. Give it a word at least"),
        (b" \r\n\t", r"the text is empty"),
        ("\ufeff".encode(), r"the text is empty"),
        (b"ueni\nuidi\xff", r"a.txt, line 2: byte 5 of the line \(0xff\) is not UTF-8. Save the file as UTF-8"),
        (b"ueni\0", r"byte 5 of the line is null: this is no text"),
        ("ueni".encode("utf-16"), r"the text is in UTF-16. Save it as UTF-8"),
    ],
)
def test_what_is_no_text(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    with pytest.raises(DataError, match=message):
        list(formats.read(tmp_path / "a.txt", "text"))
