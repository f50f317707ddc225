"""What every language can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from isocolon.document import Token

if TYPE_CHECKING:
    from isocolon.languages.grammar import Grammar


class Language(ABC):
    """How to read texts of one language. Instances are cheap; data is loaded at first use."""

    code: ClassVar[str]
    """The language's ISO 639-1 code, as documents carry it ("la"); "und" for the generic one."""

    sounds: ClassVar[tuple[str, ...]] = ()
    """The kinds of sounds that `sound` tells of."""

    knows_classes: ClassVar[bool] = False
    """Whether `word_class` tells anything."""

    @abstractmethod
    def tokenize(self, text: str) -> list[Token]:
        """Returns the tokens of a text, with offsets into it as it is and normal forms beside them."""

    @abstractmethod
    def normalize(self, form: str) -> str:
        """Returns the normal form of a word as it stands in a text: the form in which words are compared."""

    def lemma(self, norm: str) -> str:
        """Returns what the forms of one word have in common; the word itself where nothing is known."""
        return norm

    def sound(self, norm: str) -> dict[str, str]:
        """Returns sounds of a word that its letters do not show, by their kind (rhyme, tone)."""
        return {}

    def word_class(self, norm: str) -> str | None:
        """Returns the class of a word (its part of speech) as a dictionary has it; None where nothing is known."""
        return None

    def grammar(self) -> Grammar | None:
        """Returns what forms of the language can be; None where nothing is known."""
        return None

    def cut(self, text: str, tokens: Iterable[Token], edges: Iterable[int]) -> list[Token]:
        """Returns the tokens, those cut in two inside which an edge of an annotation falls."""
        places = sorted(set(edges))
        cut_tokens: list[Token] = []
        for token in tokens:
            inside = places[bisect_right(places, token.start) : bisect_left(places, token.end)]
            if not inside:
                cut_tokens.append(token)
            elif not cut_tokens or cut_tokens[-1].end <= token.start:  # else its stretch is shared, and cut already
                stops = pairwise([token.start, *inside, token.end])
                cut_tokens += [Token(start, end, self.normalize(text[start:end])) for start, end in stops]
        return cut_tokens
