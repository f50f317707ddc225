"""Files: written whole or not at all; XML that says only what it says; nothing too large."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from isocolon.errors import DataError
from isocolon.files import LIMIT, read_lines, read_text, read_xml, whole


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
ADDING = '<!DOCTYPE a [<!ELEMENT a ANY><!ATTLIST a cont CDATA "default">]><a/>'
EXTERNAL = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>'


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", r"a.xml: the file is empty. An XML document was expected"),
        ("<a>", r"a.xml, line 1: malformed XML"),
        ("<a>\n<b></a>", r"a.xml, line 2: malformed XML"),
        ("plain", r"malformed XML"),
        (BOMB, r"the XML uses the entity &c;. Replace entities by what they stand for"),
        (ADDING, r"the DTD inside the XML gives <a> the attribute 'cont'. Write the attribute where it belongs"),
        (EXTERNAL, r"the XML uses the entity &b;"),
        ("<a>\n&nbsp;</a>", r"a.xml, line 2: "),
        ('<!DOCTYPE a [<!ENTITY b "secret">]><a c="&b;"/>', r"the XML declares the entity b"),
    ],
)
def test_xml_faults(source: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(source)
    with pytest.raises(DataError, match=message):
        read_xml(tmp_path / "a.xml")


def test_entities_are_off_in_utf_16_too(tmp_path: Path) -> None:
    source = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a [<!ENTITY b "secret">]><a c="&b;"/>'
    (tmp_path / "a.xml").write_bytes(source.encode("utf-16"))
    with pytest.raises(DataError, match="the XML declares the entity b"):
        read_xml(tmp_path / "a.xml")


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE a>",
        '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/tei_all.dtd">',
        '<!DOCTYPE a SYSTEM "local.dtd">',
        '<!DOCTYPE a [<!ENTITY % x SYSTEM "local.dtd"> %x;]>',
        '<!-- <!ENTITY b "c"> -->',
    ],
)
def test_a_doctype_adds_nothing(doctype: str, tmp_path: Path) -> None:
    (tmp_path / "local.dtd").write_text('<!ELEMENT a ANY><!ATTLIST a cont CDATA "smuggled">')
    (tmp_path / "a.xml").write_text(f'{doctype}<a xml:id="b">fine<c xml:id="b"/></a>')
    root = read_xml(tmp_path / "a.xml")
    assert (root.text, root.get("cont")) == ("fine", None)


@pytest.mark.parametrize("name", ["folder", "file/inside", "x" * 300, "nul\0"])
def test_what_cannot_be_written(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="cannot write it"), whole(tmp_path / name) as temporary:
        temporary.write_text("text")


def test_the_line_of_a_fault_in_a_long_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"{}\n{}\n{\xff}\n")
    with pytest.raises(DataError, match=r"a.jsonl, line 3: byte 2 of the line \(0xff\) is not UTF-8"):
        list(read_lines(tmp_path / "a.jsonl"))
