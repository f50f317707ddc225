"""ASP's two XML forms: what they hold, what they refuse, and each other's truth on the full data."""

from __future__ import annotations

from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Document, Parallelism, Section, Span, Token
from isocolon.errors import DataError

PRETTY = """<?xml version="1.0" ?>
<sermon id="1">
	<section id="1">
		fuit enim 
		<parallelism id="1" part="1">prius audax</parallelism>
		, et 
		<parallelism id="2" part="1">
			<parallelism id="1" part="2">postea timidus</parallelism>
			, 
			<parallelism id="3" part="1">hinc</parallelism>
		</parallelism>
		. 
		<parallelism id="2" part="2">illinc</parallelism>
		; 
		<parallelism id="3" part="2">istinc</parallelism>
	</section>
</sermon>
"""


def test_indentation_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "1_annotated.xml").write_text(PRETTY)
    (document,) = formats.read(tmp_path)
    assert document.text == "fuit enim prius audax, et postea timidus, hinc. illinc; istinc"
    assert [[document.text_of(b) for b in p] for p in document.parallelisms] == [
        ["prius audax", "postea timidus"],
        ["postea timidus, hinc", "illinc"],
        ["hinc", "istinc"],
    ]
    assert (document.id, document.language) == ("1", "la")


def test_text_that_is_not_indented_is_taken_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text('<sermon id="1"><section id="1">ueni\n\tuidi &amp; uici</section></sermon>')
    (document,) = formats.read(tmp_path)
    assert document.text == "ueni\n\tuidi & uici"


def test_line_breaks_inside_an_indented_text_stay(tmp_path: Path) -> None:
    body = "<sermon id='1'>\n\t<section id='1'>\n\t\tueni\n\tuidi \n\t</section>\n</sermon>"
    (tmp_path / "a.xml").write_text(body)
    (document,) = formats.read(tmp_path)
    assert document.text == "ueni\n\tuidi "


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<section id="1"><p>a</p></section>', r"line 1: <p> inside <section>. Only <parallelism> may stand here"),
        ('<section id="1"><parallelism id="1">a</parallelism></section>', r"<parallelism> has no attribute 'part'"),
        ("<section>a</section>", r"<section> has no attribute 'id'"),
        ('<section id="1"> </section>', r"the sermon has no text"),
        (
            '<section id="1"><parallelism id="1" part="1">a</parallelism> <parallelism id="1" part="1">b'
            "</parallelism></section>",
            r"part 1 of parallelism 1 is there twice. Number the parts apart",
        ),
        ('<section id="1">a</section><section id="1">b</section>', r"section '1' is there twice"),
    ],
)
def test_faults_in_running_text(body: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(f'<sermon id="1">{body}</sermon>')
    with pytest.raises(DataError, match=message):
        list(formats.read(tmp_path / "a.xml", "asp-untokenized"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ('<word id="1"/>', r"<word> has no attribute 'cont'"),
        ('<word cont="a" parallelism_id_1="1"/>', r"<word> has no attribute 'branch_id_1'"),
        ('<word cont="a" branch_id_1="1"/>', r"<word> has no attribute 'parallelism_id_1'"),
        (
            '<word cont="a" parallelism_id_1="1" branch_id_1="1"/><word cont="b"/>'
            '<word cont="c" parallelism_id_1="1" branch_id_1="1"/>',
            r"branch 1 of parallelism 1 is broken: it goes on at word 3 after ending at word 1",
        ),
        ("", r"there are no words"),
    ],
)
def test_faults_in_words(words: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(f'<sermon id="1"><section id="1">{words}</section></sermon>')
    with pytest.raises(DataError, match=message):
        list(formats.read(tmp_path / "a.xml", "asp-tokenized"))


TOKENS = tuple(Token(i * 2, i * 2 + 1, letter) for i, letter in enumerate("abcd"))


@pytest.mark.parametrize(
    ("parallelisms", "message"),
    [
        ((Parallelism.of((0, 2), (3, 4)), Parallelism.of((1, 3), (3, 4))), "branches that cross"),
        ((Parallelism.of((0, 1), (1, 3)),), "the branch 'b c' runs over two sections"),
    ],
)
def test_what_elements_cannot_hold(parallelisms: tuple[Parallelism, ...], message: str, tmp_path: Path) -> None:
    sections = (Section("1", Span(0, 2)), Section("2", Span(2, 4)))
    document = Document("x", "a b c d", TOKENS, "la", sections, parallelisms)
    with pytest.raises(DataError, match=f"{message}.* Write JSON Lines"):
        formats.write([document], tmp_path / "out", "asp-untokenized")
    assert not list(tmp_path.rglob("*.xml"))


@pytest.mark.parametrize("name", ["asp-untokenized", "asp-tokenized", "pyrallelism", "pse", "tei"])
def test_what_xml_cannot_hold(name: str, tmp_path: Path) -> None:
    document = Document("x", "a\x01", (Token(0, 2, "a\x01"),), "la")
    with pytest.raises(DataError, match=r"'\\x01'"):
        formats.write([document], tmp_path / "out", name)


def test_both_forms_agree_on_asp(asp_path: Path) -> None:
    tokenized = {document.id: document for document in formats.read(asp_path / "xml" / "tokenized")}
    same = 0
    for running in formats.read(asp_path / "xml" / "untokenized"):
        published = tokenized[running.id]
        assert len(running.parallelisms) == len(published.parallelisms)
        if running.words == published.words:
            assert running.parallelisms == published.parallelisms
            assert running.sections == published.sections
            same += 1
    assert same == 66  # the others are explained in test_brat.py


def test_asp_survives_both_forms(asp_path: Path, tmp_path: Path) -> None:
    for form in ("untokenized", "tokenized"):
        before = [d for d in formats.read(asp_path / "xml" / form) if d.id in {"177", "211", "265"}]
        formats.write(before, tmp_path / form, f"asp-{form}")
        assert list(formats.read(tmp_path / form)) == before
