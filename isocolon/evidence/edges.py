"""How branches begin and end: the words that return in the first place (anaphora) or in the last (epiphora).

A reader hears them before anything else, little words too: *non … non … non*. Only an article alone is not heard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from isocolon.document import Token
from isocolon.evidence import grammar


def from_start(words: Sequence[Token]) -> Sequence[Token]:
    """Returns words in their order."""
    return words


def from_end(words: Sequence[Token]) -> Sequence[Token]:
    """Returns words from the last to the first."""
    return words[::-1]


def shared(rows: Sequence[Sequence[Token]], turn: Callable[[Sequence[Token]], Sequence[Token]]) -> Sequence[Token]:
    """Returns the words of the last row with which all begin, or, turned, end; never a whole row.

    >>> rows = [[Token(0, 3, "non"), Token(4, 8, "amat")], [Token(9, 12, "non"), Token(13, 16, "dat")]]
    >>> [word.norm for word in shared(rows, from_start)], shared(rows, from_end)
    (['non'], [])
    """
    turned = [turn(row) for row in rows]
    same = (len({word.norm for word in column}) == 1 for column in zip(*turned, strict=False))
    size = min(len(list(takewhile(bool, same))), len(min(rows, key=len)) - 1)
    while size and any(is_one(row[size - 1], row[size]) for row in turned):
        size -= 1
    return turn(turned[-1][:size])


def is_one(left: Token, right: Token) -> bool:
    """Whether two words are written as one: *cum* and *me* in *mecum*."""
    return (left.start, left.end) == (right.start, right.end)


def heard(language: str, words: Sequence[Token]) -> Sequence[Token]:
    """Returns words that are worth telling of: all, but for an article alone.

    >>> heard("en", [Token(0, 3, "the")]), heard("en", [Token(0, 3, "not")])
    ((), [Token(start=0, end=3, norm='not')])
    """
    return () if len(words) == 1 and grammar.class_of(language, words[0].norm) == "articles" else words
