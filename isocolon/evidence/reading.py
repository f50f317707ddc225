"""How evidence sees a text: words by type, marks by kind, and where clauses open and close.

A reading is a run of sections with a border before, between and behind them, so that every token has neighbours.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache

import numpy as np

from isocolon.document import Document, Span
from isocolon.evidence.band import Bools, Floats, Ints
from isocolon.languages.base import Language
from isocolon.languages.grammar import parted

LONGEST = 3000
"""How many tokens are read at once, about; a longer section is cut where a sentence ends."""

BORDER = ""
COMMON = 0.006
"""From this share of a document's words on, a word counts as a function word."""
LITTLE = 150
"""The same where the ranks of words are known: so many are function words."""
RARE = 999
"""The rank of words that are not among the commonest."""


class Mark(IntEnum):
    """What kind of mark a token is; the order is the features' scale."""

    NONE = 0
    COMMA = 1
    SEMICOLON = 2
    COLON = 3
    STOP = 4
    QUESTION = 5
    EXCLAMATION = 6
    LIST_COMMA = 7
    ELLIPSIS = 8
    DASH = 9
    CLOSING = 10
    OPENING = 11
    OTHER = 12
    BORDER = 13


MARKS = {
    ",": Mark.COMMA, "，": Mark.COMMA, "،": Mark.COMMA, ";": Mark.SEMICOLON, "；": Mark.SEMICOLON, "·": Mark.SEMICOLON,
    ":": Mark.COLON, "：": Mark.COLON, ".": Mark.STOP, "。": Mark.STOP, "．": Mark.STOP, "?": Mark.QUESTION,
    "？": Mark.QUESTION, "!": Mark.EXCLAMATION, "！": Mark.EXCLAMATION, "、": Mark.LIST_COMMA, "-": Mark.DASH,
    "–": Mark.DASH, "—": Mark.DASH, "―": Mark.DASH, BORDER: Mark.BORDER,
}  # fmt: skip
CLOSING = frozenset("”’」』》）)]〉\"'»")
OPENING = frozenset("“‘「『《（([〈«")
STRONG = (Mark.SEMICOLON, Mark.STOP, Mark.QUESTION, Mark.EXCLAMATION)
DOTS = re.compile(r"[.…·]{2,}|…")


@lru_cache(maxsize=1 << 14)
def mark_of(norm: str) -> Mark:
    """Returns what kind of mark a token is.

    >>> mark_of("et").name, mark_of("......").name, mark_of("»").name
    ('NONE', 'ELLIPSIS', 'CLOSING')
    """
    if norm in MARKS:
        return MARKS[norm]
    if any(character.isalnum() for character in norm):
        return Mark.NONE
    if DOTS.fullmatch(norm):
        return Mark.ELLIPSIS
    if norm in CLOSING or norm in OPENING:
        return Mark.CLOSING if norm in CLOSING else Mark.OPENING
    return MARKS.get(norm[:1], Mark.OTHER) if set(norm) <= set("-–—―") else Mark.OTHER


@dataclass(frozen=True)
class Reading:
    """A run of sections as evidence sees it."""

    language: Language
    norms: tuple[str, ...]
    """The words and marks, with borders."""
    places: Ints
    """Where each token stands in its document; -1 for a border."""
    counts: Callable[[str], int]
    """How often a word occurs in the document."""
    size: int
    """How many words the document has."""
    ranks: Mapping[str, int] = field(default_factory=dict)
    """The commonest words of the language, each with its rank; none where they are not known."""

    def __len__(self) -> int:
        return len(self.norms)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The distinct norms, in the order of their first occurrence."""
        return tuple(dict.fromkeys(self.norms))

    @cached_property
    def type_of(self) -> Ints:
        """The type of each token, as its number in `types`."""
        number = {norm: i for i, norm in enumerate(self.types)}
        return np.fromiter((number[norm] for norm in self.norms), np.int64, len(self.norms))

    def each(self, value: Callable[[str], float]) -> Floats:
        """Returns a value of each token that depends on its norm alone."""
        return np.fromiter(map(value, self.types), np.float32, len(self.types))[self.type_of]

    def codes(self, key: Callable[[str], str | None]) -> Ints:
        """Returns equal numbers for words with equal keys; -1 for marks and where there is no key."""
        numbers: dict[str, int] = {}
        keys = (key(norm) if mark_of(norm) is Mark.NONE else None for norm in self.types)
        codes = [-1 if k is None else numbers.setdefault(k, len(numbers)) for k in keys]
        return np.array(codes, np.int64)[self.type_of]

    @cached_property
    def marks(self) -> Ints:
        """The kind of mark that each token is."""
        return np.array([mark_of(norm) for norm in self.types], np.int64)[self.type_of]

    @cached_property
    def is_word(self) -> Bools:
        """Which tokens are words."""
        found: Bools = self.marks == Mark.NONE
        return found

    @cached_property
    def parts_clauses(self) -> Bools:
        """Which tokens are marks between clauses: neither words nor quotation marks and the like."""
        found: Bools = ((self.marks > 0) & (self.marks < Mark.CLOSING)) | (self.marks == Mark.BORDER)
        return found

    @cached_property
    def is_strong(self) -> Bools:
        """Which tokens end a sentence or nearly so."""
        return np.isin(self.marks, STRONG)

    @cached_property
    def opens(self) -> Bools:
        """Which tokens stand first in a clause."""
        before = np.roll(self.marks, 1)
        found: Bools = (~self.parts_clauses | (self.marks == Mark.DASH)) & (
            np.roll(self.parts_clauses, 1) | (before >= Mark.CLOSING)
        )
        return found

    @cached_property
    def closes(self) -> Bools:
        """Which tokens stand last in a clause."""
        after = np.roll(self.marks, -1)
        last = (
            np.roll(self.parts_clauses, -1)
            | (after >= Mark.CLOSING)
            | np.isin(self.marks, (Mark.ELLIPSIS, Mark.CLOSING))
        )
        found: Bools = (~self.parts_clauses | (self.marks == Mark.ELLIPSIS)) & (self.marks != Mark.OPENING) & last
        return found

    @cached_property
    def since_opening(self) -> Ints:
        """How many tokens each stands behind the opening of its clause."""
        return since(self.opens)

    @cached_property
    def since_mark(self) -> Ints:
        """How many tokens each stands behind the last mark between clauses."""
        return np.concatenate([[0], since(self.parts_clauses)[:-1]])

    @cached_property
    def until_mark(self) -> Ints:
        """How many tokens stand between each and the next mark between clauses."""
        return since(self.parts_clauses[::-1])[::-1]

    @cached_property
    def section(self) -> Ints:
        """The number of each token's section."""
        return np.cumsum(self.marks == Mark.BORDER)

    @cached_property
    def frequency(self) -> Floats:
        """How often each token's word occurs, as a share of the document's words (of 200 at least)."""
        return self.each(lambda norm: max(self.counts(norm), 1) / max(self.size, 200))

    @cached_property
    def rank(self) -> Floats:
        """The rank of each token's word among the commonest; much for others, -1 for marks."""
        return np.where(self.is_word, self.each(lambda norm: self.ranks.get(norm, RARE)), np.float32(-1))

    @cached_property
    def is_little(self) -> Bools:
        """Which tokens are function words: the commonest of the language where ranks are known, else of the text."""
        found: Bools = self.is_word & ((self.rank < LITTLE) if self.ranks else (self.frequency > COMMON))
        return found

    @cached_property
    def grammar(self) -> dict[str, Floats]:
        """What each token's word can be: the probabilities of all values of class, case and so on; {} if unknown."""
        known = self.language.grammar()
        if known is None:
            return {}
        return parted(np.where(self.is_word[:, None], known.find(self.types)[self.type_of], np.float32(0)))

    @cached_property
    def rarity(self) -> Floats:
        """1 for words that occur once in the document, less for others."""
        return (1 / (1 + np.log(self.each(lambda norm: max(self.counts(norm), 1))))).astype(np.float32)


def since(holds: Bools) -> Ints:
    """Returns how far behind the last token of which something holds each stands; much, where there is none.

    >>> since(np.array([True, False, False, True])).tolist()
    [0, 1, 2, 0]
    """
    places = np.arange(len(holds))
    return places - np.maximum.accumulate(np.where(holds, places, -99))


def readings(document: Document, language: Language, ranks: Mapping[str, int] | None = None) -> Iterator[Reading]:
    """Yields a document's sections in readings of moderate size.

    Args:
        document: the text with its words.
        language: what is known of its language.
        ranks: the commonest words with their ranks, if they are known.
    """
    words = document.words
    counts = Counter(norm for norm in words if mark_of(norm) is Mark.NONE)
    pieces: list[Span] = []
    for piece in [piece for section in document.sections for piece in cut(words, section.span)]:
        if pieces and sum(map(len, pieces)) + len(piece) > LONGEST:
            yield bordered(words, pieces, language, counts, ranks or {})
            pieces = []
        pieces.append(piece)
    if pieces:
        yield bordered(words, pieces, language, counts, ranks or {})


def bordered(
    words: Sequence[str], pieces: Sequence[Span], language: Language, counts: Counter[str], ranks: Mapping[str, int]
) -> Reading:
    """Returns the reading of some pieces of a text."""
    norms, places = [BORDER], [-1]
    for piece in pieces:
        norms += [*words[piece.start : piece.end], BORDER]
        places += [*piece, -1]
    return Reading(language, tuple(norms), np.array(places, np.int64), counts.__getitem__, counts.total(), ranks)


def cut(words: Sequence[str], span: Span, longest: int = LONGEST) -> Iterator[Span]:
    """Yields a section in pieces that are not too long, cut behind the last strong mark that allows it.

    >>> [len(piece) for piece in cut("a b . c d e".split(), Span(0, 6), longest=4)]
    [3, 3]
    """
    start = span.start
    while span.end - start > longest:
        strong = (end for end in range(start + longest, start + longest // 2, -1) if mark_of(words[end - 1]) in STRONG)
        end = next(strong, start + longest)
        yield Span(start, end)
        start = end
    yield Span(start, span.end)
