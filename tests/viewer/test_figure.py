"""Figures: cut into parts that fit, with nothing lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import documents

from isocolon import formats
from isocolon.document import Document, Kind, Parallelism
from isocolon.languages import find
from isocolon.viewer import page, svg, terminal
from isocolon.viewer.figure import Figure, systems
from isocolon.viewer.outputs import Style, output
from isocolon.viewer.result import Result
from isocolon.viewer.wrapping import width


def figures(document: Document) -> list[Figure]:
    numbered = Result(document).parallelisms
    return [Figure.of(document, one, one.explanation) for one in numbered if one.explanation]


@given(documents(), st.integers(1, 60))
@settings(max_examples=20, deadline=None)
def test_parts_hold_every_word_and_link(document: Document, room: int) -> None:
    for figure in figures(document):
        parts = systems(figure, room, width)
        for label, row in zip(figure.labels, figure.rows, strict=True):
            again = [part.rows[part.labels.index(label)] for part in parts if label in part.labels]
            assert [word for words in again for word in words] == list(row)
        assert sum(len(links) for part in parts for links in part.links) == sum(map(len, figure.links))


def test_a_terminal_of_any_width_shows_aligned_words() -> None:
    (document,) = formats.read("examples/annotated/english.ann")
    for columns in (40, 80, 120):
        lines = list(terminal.render(Result(document), columns=columns))
        assert max(map(width, lines)) <= columns
        assert "     1a  A  time  to  be  born" in "\n".join(lines)


def test_chiasms_are_told_without_colour() -> None:
    (document,) = formats.read("examples/annotated/english.ann")
    lines = list(terminal.render(Result(document), columns=80))
    assert "     crosswise: Fair ━ fair; is ━ is; foul ━ foul" in lines


def test_only_what_crosses_is_listed_as_crosswise() -> None:
    text = "ask not what your country can do for you ask what you can do for your country"
    words = tuple(find("en").tokenize(text))
    asked = Parallelism.of((0, 9), (9, 17), kind=Kind.SYNCHYSTIC)
    shown = list(terminal.render(Result(Document("1", text, words, "en", parallelisms=(asked,)))))
    assert "     crosswise: country ━ country" in shown
    assert "     1a  ask  not  what  your  country  can  do  for  you" in shown


def test_a_page_opens_explanations_where_they_are_asked_for() -> None:
    (document,) = formats.read("examples/annotated/english.ann")
    result = Result(document)
    assert "<details open>" not in output("html").render(result, Style())[".html"]
    opened = output("html").render(result, Style(opened=True))[".html"]
    assert opened.count("<details open>") == len(document.parallelisms)


def test_figures_on_a_page_fit_beside_the_text() -> None:
    (document,) = formats.read("examples/annotated/english.ann")
    for figure in figures(document):
        for part in systems(figure, page.WIDEST, svg.spaced):
            assert svg.draw(part).width <= page.WIDEST + svg.LABEL + svg.GAP
