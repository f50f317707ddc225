"""XML, written by hand: escaping that keeps every character, and what XML cannot hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from isocolon.errors import DataError

if TYPE_CHECKING:
    from lxml.etree import _Element

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def content(text: str) -> str:
    """Returns a text as XML content: what a reader gives back is the same to the letter.

    >>> content("a < b & c\\r\\n")
    'a &lt; b &amp; c&#13;\\n'
    """
    return escape(text, {"\r": "&#13;"})


def tag(name: str, attributes: Mapping[str, str], *, empty: bool = False) -> str:
    """Returns the opening tag of an element, or the whole of an empty one.

    >>> tag("word", {"id": "1", "cont": '"'}, empty=True)
    '<word id="1" cont=\\'"\\'/>'
    """
    pairs = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{pairs}{'/' if empty else ''}>"


def refuse_forbidden(text: str, id: str) -> None:
    """Raises a DataError where a document's text holds a character that XML cannot."""
    if match := FORBIDDEN.search(text):
        raise DataError(
            f"document '{id}' holds {match[0]!r} at character {match.start()}, which XML cannot hold",
            hint="take it out, or write JSON Lines",
        )


def attribute(element: _Element, name: str, path: Path) -> str:
    """Returns an attribute's value, or raises a DataError where it is missing."""
    value = element.get(name)
    if value is None:
        raise DataError(f"<{name_of(element)}> has no attribute '{name}'", path=path, line=element.sourceline)
    return value


def name_of(element: _Element) -> str:
    """Returns an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def check_root(root: _Element, allowed: str, path: Path) -> None:
    """Raises a DataError where the root is another element than the format's."""
    if name_of(root) != allowed:
        raise DataError(
            f"the root is <{name_of(root)}>", path=path, line=root.sourceline, hint=f"<{allowed}> was expected"
        )
