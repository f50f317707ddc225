"""Parallelisms on a page: one HTML file that needs nothing else, for any browser, a keyboard, a reader's voice.

Branches are underlined in their parallelism's colour, bracketed and labelled; each label leads to the parallelism's
entry beside the text, and the entry's labels lead back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from zlib import crc32

from isocolon.evidence.explanation import Explanation
from isocolon.viewer import svg
from isocolon.viewer.figure import Figure, systems
from isocolon.viewer.result import Edge, Numbered, Result, edges, passages
from isocolon.viewer.style import SCRIPT, STYLE
from isocolon.viewer.terminal import heading
from isocolon.viewer.wrapping import harmless

COLOURS = 6
WIDEST, SCALE = 500, 0.8
"""So wide a figure's rows are, and how large it is shown: so that it fits beside the text."""

HEAD = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="isocolon">
<title>Parallelisms</title>
<style>{STYLE}</style>
</head>
<body class="isocolon">
<h1>Parallelisms</h1>
<p class="controls"><button type="button" id="all" hidden>Open or close all</button>
<label hidden>at least this confident: <input type="range" id="least" min="0" max="100" step="5" value="0">
<output>0 %</output></label></p>
<p class="about">Lines join words that answer each other: solid ones with several things in common, dashed ones with
one.</p>
<main>
"""
TAIL = f"""</main>
<script>{SCRIPT}</script>
</body>
</html>
"""


def render(results: Iterable[Result]) -> Iterator[str]:
    """Yields the parts of a page that shows these documents."""
    yield HEAD
    for result in results:
        yield from article(result, prefix_of(result))
    yield TAIL


def prefix_of(result: Result) -> str:
    """Returns what the ids of a document's parts begin with: its own, wherever the page is put together."""
    return f"d{crc32(f'{result.document.id} {result.document.text}'.encode(errors='replace')):x}"


def article(result: Result, prefix: str, *, opened: bool = False) -> Iterator[str]:
    """Yields the parts of the page about one document; the prefix keeps its ids apart from others'."""
    name, about = heading(result).removeprefix(result.document.id + ": "), harmless(result.document.id)
    language = escape(result.document.language)
    yield f'<article>\n<h2>{escape(about)}</h2>\n<p class="about">{escape(name)}</p>\n'
    drawer = Drawer(result, prefix)
    for start, end, inside, ended in passages(result):
        yield f'<section class="passage">\n<p class="text" lang="{language}">{drawer.passage(start, end, inside)}</p>\n'
        if ended:
            yield f'<ol class="found">{"".join(entry(result, n, prefix, opened) for n in ended)}</ol>\n'
        yield "</section>\n"
    yield "</article>\n"


class Drawer:
    """Draws the branches of one document into its text; what is open at a passage's end goes on in the next."""

    def __init__(self, result: Result, prefix: str) -> None:
        self.text, self.prefix = result.document.text, prefix
        self.numbered = {numbered.number: numbered for numbered in result.parallelisms}
        self.heights = heights(result)
        self.opened: list[Edge] = []

    def passage(self, start: int, end: int, inside: Iterable[Edge]) -> str:
        """Returns the text between two characters with its branches marked."""
        parts = [self.begin(edge, first=False) for edge in self.opened]
        done = start
        for edge in inside:
            parts.append(escape(harmless(self.text[done : edge.at])))
            done = max(done, edge.at)
            parts += self.opening(edge) if edge.opens else self.closing(edge)
        parts.append(escape(harmless(self.text[done:end].rstrip())))
        parts += ["</span>" for _ in self.opened]
        return "".join(parts)

    def opening(self, edge: Edge) -> list[str]:
        """Returns what begins a branch."""
        self.opened.append(edge)
        return [self.begin(edge, first=True)]

    def closing(self, edge: Edge) -> list[str]:
        """Returns what ends a branch; those inside it that go on are ended and begun again."""
        at = next(i for i, other in enumerate(self.opened) if other.label == edge.label)
        inner = self.opened[at + 1 :]
        del self.opened[at]
        return ["</span>" * len(inner), LAST, "</span>", *(self.begin(other, first=False) for other in inner)]

    def begin(self, edge: Edge, *, first: bool) -> str:
        """Returns the tag of a branch, and its label where it begins."""
        height = self.heights[edge.label]
        tag = f'<span class="branch {colour(edge.number)}{" first" if first else ""}" style="--h:{height}"'
        label = f'<a class="label" href="#{self.prefix}-{edge.number}" id="{self.prefix}-{edge.label}">{edge.label}</a>'
        return f"{tag}{group(self.numbered[edge.number], self.prefix)}>{label if first else ''}"


LAST = '<span class="end"></span>'


def heights(result: Result) -> dict[str, int]:
    """Returns for each branch, by its label, how many others stand inside it, one in the other, at most."""
    found: dict[str, int] = {}
    opened: list[str] = []
    for edge in edges(result):
        if edge.opens:
            opened.append(edge.label)
            found[edge.label] = 0
        else:
            at = opened.index(edge.label)
            if at:
                found[opened[at - 1]] = max(found[opened[at - 1]], found[edge.label] + 1)
            del opened[at]
    return found


def colour(number: int) -> str:
    """Returns the class of a parallelism's colour."""
    return f"c{(number - 1) % COLOURS}"


def group(numbered: Numbered, prefix: str) -> str:
    """Returns the attributes by which the parts of one parallelism are found."""
    confidence = numbered.parallelism.confidence
    told = "" if confidence is None else f' data-confidence="{confidence:.3f}"'
    return f' data-p="{prefix}-{numbered.number}"{told}'


def entry(result: Result, numbered: Numbered, prefix: str, opened: bool) -> str:
    """Returns the entry about one parallelism, its explanation opened or not."""
    labels = " ".join(f'<a href="#{prefix}-{label}">{label}</a>' for label, _ in numbered.branches())
    back = f'<span class="back">{labels}</span>'
    head = f"<b>{numbered.number}</b> {escape(numbered.caption)}"
    opening = f'<li id="{prefix}-{numbered.number}" class="{colour(numbered.number)}"{group(numbered, prefix)}>'
    if numbered.explanation is None:
        return f"{opening}{back}{head}</li>"
    details = f"<details{' open' if opened else ''}><summary>{head}</summary>"
    return f"{opening}{back}{details}{why(result, numbered, numbered.explanation)}</details></li>"


def why(result: Result, numbered: Numbered, explanation: Explanation) -> str:
    """Returns the figure of a parallelism and which of the six criteria hold."""
    figure = Figure.of(result.document, numbered, explanation)
    title = f"Branches of parallelism {numbered.number}, words that answer each other joined"
    image = svg.picture(map(svg.draw, systems(figure, WIDEST, svg.spaced)), title, SCALE)
    rows = "".join(
        f"<dt{'' if found.holds else NOT}>{'✓' if found.holds else '–'} {found.criterion}</dt>"
        f"<dd{'' if found.holds else NOT}>{escape(unbroken(harmless(found.words)))}</dd>"
        for found in explanation.told
    )
    silent = f"<p{NOT}>{explanation.silent}</p>" if explanation.silent else ""
    return f'<div class="figure" tabindex="0">{image}</div><dl>{rows}</dl>{silent}'


def unbroken(words: str) -> str:
    """Returns words with hyphens at which no line breaks: *-tur* stays together."""
    return words.replace(" -", " \u2011")


NOT = ' class="not"'
