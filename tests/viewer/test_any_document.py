"""Every viewer shows every document: nested, crossing, in any script, with anything in its text."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from lxml import etree
from strategies import documents

from isocolon import formats
from isocolon.document import Document, Parallelism
from isocolon.languages.latin import Latin
from isocolon.viewer import latex, page, svg, terminal
from isocolon.viewer.outputs import OUTPUTS, Style, output
from isocolon.viewer.plain import to_line, to_plain
from isocolon.viewer.result import Result
from isocolon.viewer.wrapping import harmless, width

pytest.importorskip("pypinyin")
VOID = {"meta", "input"}


class Balance(HTMLParser):
    """Reads HTML, demands that every tag is closed in its turn, and keeps the text and the ids."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.text: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.opened.append(tag)
        values = dict(attributes)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.targets += [values["href"] or ""] if "href" in values else []

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def letters(text: str) -> str:
    return re.sub(r"\s+", "", harmless(text))


@given(documents())
@settings(max_examples=12, deadline=None)
def test_a_terminal_shows_the_whole_text(document: Document) -> None:
    plain = document.with_parallelisms(())
    shown = "".join(list(terminal.render(Result(plain), columns=40))[1:])
    heading = terminal.heading(Result(plain))
    assert letters(heading + document.text).endswith(letters(shown)[-len(letters(document.text)) or None :])


@given(documents())
@settings(max_examples=12, deadline=None)
def test_brackets_come_in_pairs(document: Document) -> None:
    bare = document.with_parallelisms(p for p in document.parallelisms if "[" not in document.text)
    result = Result(bare, explained=False)
    lines = [line for line in terminal.render(result, columns=60) if "branches" not in line]
    branches = sum(len(parallelism) for parallelism in bare.parallelisms)
    assert len(re.findall(r"\[\d+[a-z]+ ", " ".join(lines) + " ")) == branches


@given(documents())
@settings(max_examples=12, deadline=None)
def test_colour_changes_nothing_but_colour(document: Document) -> None:
    result = Result(document)
    coloured = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in terminal.render(result, columns=50, colour=True)]
    assert coloured == list(terminal.render(result, columns=50))


@given(documents())
@settings(max_examples=12, deadline=None)
def test_a_page_is_well_formed_and_its_links_lead_somewhere(document: Document) -> None:
    reader = Balance()
    reader.feed("".join(page.render([Result(document)])))
    assert reader.opened == ["html"] or reader.opened == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert {target.removeprefix("#") for target in reader.targets} <= set(reader.ids)
    assert letters(document.text) in letters("".join(reader.text)) or document.parallelisms


@given(documents())
@settings(max_examples=12, deadline=None)
def test_a_picture_is_well_formed(document: Document) -> None:
    root = etree.fromstring(svg.render(Result(document)).encode())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


@given(documents())
@settings(max_examples=12, deadline=None)
def test_latex_closes_what_it_opens(document: Document) -> None:
    text = latex.render(Result(document))
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}")
    for line in text.splitlines():
        if line.startswith(r"\node"):
            bare = re.sub(r"\\[\\{}&%$#_]|\\text\w+\{\}", "", line)
            assert bare.count("{") == bare.count("}") == 1


@given(documents())
@settings(max_examples=12, deadline=None)
def test_offsets_are_characters_of_the_given_text(document: Document) -> None:
    plain = json.loads(json.dumps(to_plain(Result(document, "m"))))
    assert plain["text"] == document.text
    for parallelism in plain["parallelisms"]:
        assert all(document.text[b["start"] : b["end"]] == b["text"] for b in parallelism["branches"])
        for link in parallelism["evidence"]["links"]:
            assert all(document.text[word["start"] : word["end"]] == word["text"] for word in link["words"])


@given(document=documents())
@settings(max_examples=12, deadline=None)
def test_json_lines_are_read_again(document: Document, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("lines") / "a.jsonl"
    path.write_text(to_line(Result(document, "m")), encoding="utf-8")
    (again,) = formats.read(path)
    assert again == document


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_output_keeps_its_word(name: str) -> None:
    (document,) = formats.read("examples/annotated/english.ann")
    chosen = output(name)
    contents = chosen.render(Result(document, explained=chosen.explains), Style())
    assert contents and set(contents) <= set(chosen.suffixes)


def test_wide_characters_take_two_columns() -> None:
    assert (width("天a"), width("e\u0301"), width("👩")) == (3, 1, 2)


def test_reasons_are_spelt_as_the_text_is() -> None:
    text = "vendidit cives, perdidit vires"
    words = tuple(Latin().tokenize(text))
    document = Document("1", text, words, "la", parallelisms=(Parallelism.of((0, 2), (3, 5)),))
    written = output("json").render(Result(document), Style())[".json"]
    assert "vendidit / perdidit rhyme in -idit" in written
    assert "cives / vires" in written
