"""Files: written whole or not at all; XML that says only what it says; nothing too large."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from isocolon.errors import DataError
from isocolon.files import LIMIT, read_text, read_xml, whole


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(KeyboardInterrupt), whole(target) as temporary:
        temporary.write_text("half")
        raise KeyboardInterrupt
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_a_written_file_has_ordinary_permissions(tmp_path: Path) -> None:
    with whole(tmp_path / "new" / "a.txt") as temporary:
        temporary.write_text("whole")
    (tmp_path / "b.txt").touch()
    written = tmp_path / "new" / "a.txt"
    assert written.read_text() == "whole"
    assert written.stat().st_mode == (tmp_path / "b.txt").stat().st_mode


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    with large.open("wb") as stream:
        os.truncate(stream.fileno(), 2 * LIMIT)
    with pytest.raises(DataError, match=r"large.txt: the file has 200,000,000 bytes, and 100,000,000 is the most"):
        read_text(large)


BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'
EXTERNAL = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>'


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", r"a.xml: the file is empty. An XML document was expected"),
        ("<a>", r"a.xml, line 1: malformed XML"),
        ("<a>\n<b></a>", r"a.xml, line 2: malformed XML"),
        ("plain", r"malformed XML"),
        (BOMB, r"the XML declares the entity 'b'. Replace entities by what they stand for"),
        (EXTERNAL, r"the XML declares the entity 'b'"),
        ("<a>\n&nbsp;</a>", r"a.xml, line 2: "),
        ("<a>" * 300 + "</a>" * 300, r"malformed XML \(Excessive depth"),
    ],
)
def test_xml_faults(source: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(source)
    with pytest.raises(DataError, match=message):
        read_xml(tmp_path / "a.xml")


def test_entities_in_attributes_are_off_too(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text('<!DOCTYPE a [<!ENTITY b "secret">]><a c="&b;"/>')
    with pytest.raises(DataError, match="declares the entity 'b'"):
        read_xml(tmp_path / "a.xml")


def test_a_bare_doctype_is_harmless(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<!DOCTYPE document><a>fine</a>")
    assert read_xml(tmp_path / "a.xml").text == "fine"
