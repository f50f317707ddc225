"""What results can be written as, by name: the text for a person, pages and figures, data, and annotation formats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from isocolon.errors import unknown
from isocolon.formats import FORMATS
from isocolon.viewer.result import Result


@dataclass(frozen=True)
class Style:
    """How a terminal shows things, and where files will stand."""

    columns: int = 80
    colour: bool = False
    folder: Path | None = None
    opened: bool = False
    """Whether a page shows its explanations at once."""


@dataclass(frozen=True)
class Output:
    """A way to write results. One file holds one document, or any number where `many` is true."""

    render: Callable[[Result, Style], dict[str, str]]
    """Returns the contents of the files for one result, by suffix."""
    suffixes: tuple[str, ...]
    many: bool = True
    explains: bool = False
    """Whether explanations are part of it, asked for or not."""
    begin: str = ""
    between: str = ""
    end: str = ""


def as_text(result: Result, style: Style) -> dict[str, str]:
    """Returns what a terminal shows."""
    from isocolon.viewer.terminal import render

    return {".txt": "".join(f"{line}\n" for line in render(result, columns=style.columns, colour=style.colour))}


def as_json(result: Result, style: Style) -> dict[str, str]:
    """Returns a document among others in JSON."""
    import json

    from isocolon.viewer.plain import to_plain

    return {".json": json.dumps(to_plain(result), ensure_ascii=False)}


def as_line(result: Result, style: Style) -> dict[str, str]:
    """Returns a document as a line of JSON."""
    from isocolon.viewer.plain import to_line

    return {".jsonl": to_line(result)}


def as_page(result: Result, style: Style) -> dict[str, str]:
    """Returns the part of a page about one document."""
    from isocolon.viewer.page import article, prefix_of

    return {".html": "".join(article(result, prefix_of(result), opened=style.opened))}


def as_svg(result: Result, style: Style) -> dict[str, str]:
    """Returns figures as one picture."""
    from isocolon.viewer.svg import render

    return {".svg": render(result)}


def as_latex(result: Result, style: Style) -> dict[str, str]:
    """Returns figures for LaTeX."""
    from isocolon.viewer.latex import render

    return {".tex": render(result)}


def as_format(name: str, result: Result, style: Style) -> dict[str, str]:
    """Returns what an annotation format makes of a document."""
    return FORMATS[name]().render(result.document, style.folder)


def format_output(name: str) -> Output:
    """Returns the output of an annotation format."""
    return Output(partial(as_format, name), FORMATS[name].suffixes, many=FORMATS[name].many)


def output(name: str) -> Output:
    """Returns the output of this name, one of `OUTPUTS`."""
    if name not in OUTPUTS:
        raise unknown("output", name, OUTPUTS)
    return OUTPUTS[name]()


def page_output() -> Output:
    """Returns the output of pages, whose frame is long."""
    from isocolon.viewer.page import HEAD, TAIL

    return Output(as_page, (".html",), explains=True, begin=HEAD, end=TAIL)


OUTPUTS: dict[str, Callable[[], Output]] = {
    "text": partial(Output, as_text, (".txt",)),
    "json": partial(Output, as_json, (".json",), explains=True, begin='{"documents": [', between=",\n", end="]}\n"),
    "jsonl": partial(Output, as_line, (".jsonl",), explains=True),
    "brat": partial(format_output, "brat"),
    "tei": partial(format_output, "tei"),
    "conllu": partial(format_output, "conllu"),
    "tsv": partial(format_output, "tsv"),
    "html": page_output,
    "svg": partial(Output, as_svg, (".svg",), many=False, explains=True),
    "latex": partial(Output, as_latex, (".tex",), explains=True),
}
