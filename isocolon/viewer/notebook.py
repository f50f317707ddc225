"""Documents in a notebook: what a cell shows when it ends with one."""

from __future__ import annotations

from isocolon.document import Document
from isocolon.viewer.page import article, prefix_of
from isocolon.viewer.result import Result
from isocolon.viewer.style import STYLE


def fragment(document: Document) -> str:
    """Returns a document and its parallelisms as HTML that stands among other HTML.

    >>> from isocolon import Document
    >>> fragment(Document("nothing", "", ()))[:27]
    '<div class="isocolon"><styl'
    """
    result = Result(document)
    return f'<div class="isocolon"><style>{STYLE}</style>{"".join(article(result, prefix_of(result)))}</div>'
