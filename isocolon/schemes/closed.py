"""What a closed set of tags can say: no link that its training texts never had, and nothing nested on one stratum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from isocolon.document import Document
from isocolon.schemes.base import Scheme, read_tag
from isocolon.schemes.coding import decode, encode


def tags_of(documents: Iterable[Document], scheme: Scheme, strata: int = 1) -> list[str]:
    """Returns the distinct tags of a corpus on its first strata, O first, then by letter and link."""
    from isocolon.schemes.transitions import tag_order

    coded = (encode(document.parallelisms, len(document), scheme)[:strata] for document in documents)
    return sorted({"O"}.union(*(stratum for tags in coded for stratum in tags)), key=tag_order)


def limit(document: Document, scheme: Scheme, known: Sequence[str], strata: int = 1) -> Document:
    """Returns a document with the parallelisms left when its tags are limited to known ones."""
    tags = encode(document.parallelisms, len(document), scheme)[:strata]
    limited = tuple(tuple(nearest(tag, known) for tag in stratum) for stratum in tags)
    return document.with_parallelisms(decode(limited, scheme))


def nearest(tag: str, known: Sequence[str]) -> str:
    """Returns the tag itself if it is known, or else what comes nearest: the same without its link, or O."""
    return next(choice for choice in (tag, read_tag(tag)[0], "O") if choice in known or choice == "O")
