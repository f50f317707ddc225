"""What formats that mark stretches of a running text must know of a document: what is read, and what it shares.

A reader may pass over visible parts of a text (brat's headings `<147 2>`): no token stands on them. And two tokens
may share one stretch (Latin *tecum* is cum + te), which running text cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from isocolon.document import Document, Token
from isocolon.errors import DataError
from isocolon.languages.generic import trimmed


def unread(document: Document) -> Iterator[tuple[int, int]]:
    """Yields the stretches of the text with something to see on which no token stands, in order.

    A document without tokens has not been read at all, so nothing of it was passed over.
    """
    borders = [(0, 0), *((token.start, token.end) for token in document.tokens), (len(document.text),) * 2]
    for (_, end), (start, _) in pairwise(borders if document.tokens else ()):
        first, last = trimmed(document.text, end, max(start, end))
        if first < last:
            yield first, last


def without_unread(document: Document) -> Document:
    """Returns the document with only what is read for its text; itself where everything is.

    >>> document = Document("x", "<1> ueni", (Token(4, 8, "ueni"),))
    >>> without_unread(document).text, without_unread(document).tokens
    (' ueni', (Token(start=1, end=5, norm='ueni'),))
    """
    gaps = list(unread(document))
    if not gaps:
        return document
    kept = pairwise([0, *(edge for gap in gaps for edge in gap), len(document.text)])
    text = "".join(document.text[start:end] for start, end in list(kept)[::2])
    tokens = []
    passed = shift = 0
    for token in document.tokens:
        while passed < len(gaps) and gaps[passed][1] <= token.start:
            shift += gaps[passed][1] - gaps[passed][0]
            passed += 1
        tokens.append(Token(token.start - shift, token.end - shift, token.norm))
    return replace(document, text=text, tokens=tuple(tokens))


def refuse_shared_stretches(document: Document) -> None:
    """Raises a DataError where two branches of one parallelism stand on the same characters."""
    for parallelism in document.parallelisms:
        for left, right in pairwise(parallelism):
            if document.characters(right)[0] < document.characters(left)[1]:
                shared = document.text_of(right)
                raise DataError(
                    f"document '{document.id}': two branches of one parallelism share {shared!r}, which running text "
                    "cannot tell apart",
                    hint="write JSON Lines or ASP's tokenized XML",
                )
