"""Errors to look at: a page of HTML that shows each in its sentence, needing nothing from anywhere.

As in the paper's figure, ⟨red brackets⟩ enclose predicted branches and [blue ones] gold branches; words that only one
side has are in its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from isocolon.analysis.errors import CELLS, Cell, Error
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
