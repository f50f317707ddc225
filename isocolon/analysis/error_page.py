"""Errors to look at: a page of HTML that shows each in its sentence, needing nothing from anywhere.

As in the paper's figure, ⟨red brackets⟩ enclose predicted branches and [blue ones] gold branches; words that only one
side has are in its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from isocolon.analysis.errors import CELLS, Error, tabulate
from isocolon.document import Document, Parallelism, Span

SENTENCE_ENDS = frozenset(".?!…。？！")

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors</title>
<style>
  body {{ font: 16px/1.6 system-ui, sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; }}
  table {{ border-collapse: collapse; }} td, th {{ padding: .2em .7em; text-align: right; }}
  th:first-child, td:first-child {{ text-align: left; }} tr:last-child td {{ border-top: 1px solid; }}
  .predicted {{ color: #b2182b; }} .gold {{ color: #2166ac; }} .both {{ font-weight: bold; }}
  h3 {{ font-size: 1em; margin: 1.5em 0 0; }} blockquote {{ margin: .2em 0 0 1em; }} small {{ color: #555; }}
</style>
<h1>Errors</h1>
<p>⟨<span class="predicted">predicted</span>⟩, [<span class="gold">gold</span>], <span class="both">both</span>.</p>
{table}
{documents}
</html>
"""


def error_page(errors: Iterable[Error], documents: Mapping[str, Document]) -> str:
    """Returns a page with a table of the errors and each of them in its sentence."""
    by_document: dict[str, list[Error]] = {id: [] for id in documents}
    for error in errors:
        by_document[error.document].append(error)
    parts = [document_part(documents[id], found) for id, found in by_document.items() if found]
    return PAGE.format(table=table_part(by_document), documents="\n".join(parts))


def table_part(by_document: Mapping[str, Sequence[Error]]) -> str:
    """Returns the number of errors of each kind, by document and in total."""
    heads = ["", *(f"{level}<br>{fault}" for level, fault in CELLS), "all"]
    rows = [(escape(id), tabulate(found)) for id, found in by_document.items()]
    rows.append(("total", tabulate(error for found in by_document.values() for error in found)))
    lines = [row_part("th", heads)]
    lines += [row_part("td", [name, *map(str, cells.values()), str(sum(cells.values()))]) for name, cells in rows]
    return "\n".join(["<table>", *lines, "</table>"])


def row_part(tag: str, cells: Iterable[str]) -> str:
    """Returns a row of a table."""
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"


def document_part(document: Document, errors: Iterable[Error]) -> str:
    """Returns the errors of one document, each in its sentence."""
    shown = [
        f"<h3>{error.level}, {error.fault} <small>tokens {error.hull.start}–{error.hull.end - 1}</small></h3>\n"
        f'<blockquote lang="{escape(document.language)}">{sentence_part(document, error)}</blockquote>'
        for error in errors
    ]
    return "\n".join([f"<h2>{escape(document.id)}</h2>", *shown])


def sentence_part(document: Document, error: Error) -> str:
    """Returns the text of the sentences an error stands in, with its branches marked."""
    context = sentences_around(document, error.hull)
    at, _ = document.characters(context)
    parts = []
    for position in context:
        start, end, _ = document.tokens[position]
        word = escape(document.text[max(at, start) : end])  # nothing, where the token shares its stretch with the last
        parts += [escape(document.text[at:start]), marked(word, position, error)]
        at = end
    return "".join(parts)


def marked(word: str, position: int, error: Error) -> str:
    """Returns a word in the colour of those who have it, with the brackets of the branches that begin or end there."""
    ours, theirs = words_of(error.predicted), words_of(error.gold)
    colour = "both" if position in ours & theirs else "predicted" if position in ours else "gold"
    word = f'<span class="{colour}">{word}</span>' if position in ours | theirs else word
    for side, parallelism, (left, right) in (("predicted", error.predicted, "⟨⟩"), ("gold", error.gold, "[]")):
        for branch in parallelism or ():
            word = f'<span class="{side}">{left}</span>{word}' if branch.start == position else word
            word = f'{word}<span class="{side}">{right}</span>' if branch.end - 1 == position else word
    return word


def words_of(parallelism: Parallelism | None) -> set[int]:
    """Returns the positions of a parallelism's words."""
    return parallelism.words() if parallelism is not None else set()


def sentences_around(document: Document, span: Span) -> Span:
    """Returns the span of the whole sentences that a span touches, none longer than its section.

    >>> from isocolon.document import Token
    >>> words = ["a", ".", "b", "c", ".", "d"]
    >>> document = Document("1", "a.bc.d", tuple(Token(i, i + 1, word) for i, word in enumerate(words)))
    >>> sentences_around(document, Span(3, 4))
    Span(start=2, end=5)
    """
    touched = [section.span for section in document.sections if section.span.overlaps(span)]
    first, last = touched[0].start, touched[-1].end
    ends = [i + 1 for i in range(first, last) if document.tokens[i].norm in SENTENCE_ENDS]
    start = max((end for end in ends if end <= span.start), default=first)
    return Span(start, min((end for end in ends if end >= span.end), default=last))
