"""What a teacher would notice about a parallelism: how its branches begin and end, how long they are, which is unlike.

Facts only, in no language; `feedback` says them in the writer's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from isocolon import languages
from isocolon.document import Document, Kind, Token
from isocolon.evidence.edges import from_end, from_start, heard, shared
from isocolon.evidence.explanation import Explanation, are_chinese
from isocolon.evidence.reasons import Comparer, is_chinese
from isocolon.viewer.result import Numbered
from isocolon.viewer.wrapping import harmless

UNLIKE = 0.5
"""By this share of the others' length a branch is longer or shorter than they are."""
LEAST = 2
"""And by so many words or characters at least."""
REPEATED = 0.5
"""Branches of which a greater share of characters is the same repeat rather than answer each other."""

Words = Sequence[Token]


@dataclass(frozen=True)
class Odd:
    """A branch that is not like the others: its number, and what the others have."""

    branch: int
    others: str


@dataclass(frozen=True)
class Observed:
    """What is to be noticed about a parallelism."""

    branches: tuple[str, ...]
    """As the text has them."""
    sizes: tuple[int, ...]
    """Their characters, if they are Chinese, or else their words."""
    confidence: float | None
    crossed: bool
    """Whether the second answers the first in reverse."""
    opening: str
    """The words with which all begin."""
    closing: str
    """The words with which all end."""
    rhyme: tuple[str, ...]
    """Their last words, if these sound alike."""
    repeats: bool
    """Whether they mostly consist of the same words."""
    skeleton: str
    """The words that return in all, with … for whatever else, where they are more than the opening and the closing."""
    turned: str
    """The same as every second branch has it, where that is in reverse."""
    length: Odd | None
    """The branch that is much longer or shorter than the others."""
    start: Odd | None
    """The one branch that does not begin as all others do."""
    end: Odd | None
    """The one branch that does not end as all others do."""

    @property
    def edges(self) -> tuple[str, str]:
        """The opening and the closing, where the pattern does not show them."""
        pattern = "" if self.turned else self.skeleton.lower()
        begins, ends = pattern.startswith(self.opening.lower()), pattern.endswith(self.closing.lower())
        return "" if begins else self.opening, "" if ends else self.closing

    @property
    def turn(self) -> tuple[str, ...]:
        """The words that return in reverse, as the first branch has them and as the second does; one, if that is all.

        Where a word stands is then another matter in each branch: … is told only between words.
        """
        return tuple(dict.fromkeys(side.strip(" …") for side in (self.skeleton, self.turned))) if self.turned else ()

    @property
    def is_even(self) -> bool:
        """Whether all branches are equally long, and more than a word."""
        return len(set(self.sizes)) == 1 and self.sizes[0] > 1


def observe(document: Document, numbered: Numbered, explanation: Explanation) -> Observed:
    """Returns what is to be noticed about a parallelism that was explained."""
    rows = explanation.branches
    chinese = are_chinese(rows)
    sizes = [sum(len(w.norm) for w in row) if chinese else len({(w.start, w.end) for w in row}) for row in rows]
    comparer = Comparer(languages.find(document.language))
    opening, closing = (heard(document.language, shared(rows, turn)) for turn in (from_start, from_end))
    return Observed(
        branches=tuple(harmless(" ".join(document.text_of(branch).split())) for branch in numbered.parallelism),
        sizes=tuple(sizes),
        confidence=numbered.parallelism.confidence,
        crossed=numbered.parallelism.kind is Kind.CHIASTIC,
        opening=written(document, opening),
        closing=written(document, closing),
        rhyme=rhyme(document, rows, comparer),
        repeats=repeated(rows) > REPEATED,
        skeleton=pattern(explanation.skeleton, comparer, (*opening, *closing)),
        turned=pattern(explanation.turned, comparer, (*opening, *closing)),
        length=odd_length(sizes),
        start=odd_words(document, rows, from_start),
        end=odd_words(document, rows, from_end),
    )


def written(document: Document, words: Words) -> str:
    """Returns words as the text has them; marks between them are left out."""
    places = dict.fromkeys((word.start, word.end) for word in words)
    forms = [document.text[start:end] for start, end in places]
    return harmless(("" if all(is_chinese(form[:1]) for form in forms) else " ").join(forms))


def pattern(skeleton: str, comparer: Comparer, known: Words) -> str:
    """Returns the words that return, where they are more than what is known and than one little word."""
    parts = skeleton.replace("…", " ").split()
    # one word in the middle is heard if it says something; two Chinese characters always do
    little = len(parts) == 1 and comparer.is_little(parts[0].lower()) and not is_chinese(parts[0][1:2])
    more = sum(map(len, parts)) > sum(len(word.norm) for word in known)
    return harmless(skeleton) if more and not little else ""


def repeated(rows: Sequence[Words]) -> float:
    """Returns the share of characters that are the same, in the same places, in the first two branches."""
    first, second = ("".join(word.norm for word in row) for row in rows[:2])
    return sum(a == b for a, b in zip(first, second, strict=False)) / max(len(first), len(second))


def rhyme(document: Document, rows: Sequence[Words], comparer: Comparer) -> tuple[str, ...]:
    """Returns the last words of the branches if they are different and sound alike."""
    last = [row[-1] for row in rows]
    norms = list(dict.fromkeys(word.norm for word in last))
    if len(norms) < len(rows):
        return ()
    alike = any(reason.words.startswith(("rhyme", "end alike")) for reason in comparer.sounds(norms))
    return tuple(document.text[word.start : word.end] for word in last) if alike else ()


def odd_length(sizes: Sequence[int]) -> Odd | None:
    """Returns the branch that is much longer or shorter than the others, with the others' length.

    >>> odd_length([6, 6, 10]), odd_length([4, 5, 4])
    (Odd(branch=2, others='6'), None)
    """
    if len(sizes) < 2:
        return None
    rests = [[*sizes[:branch], *sizes[branch + 1 :]] for branch in range(len(sizes))]
    apart = [abs(size - median(rest)) for size, rest in zip(sizes, rests, strict=True)]
    branch = max(range(len(sizes)), key=lambda at: (apart[at], sizes[at]))
    others, rest = median(rests[branch]), rests[branch]
    unlike = apart[branch] >= max(LEAST, UNLIKE * others) and max(rest) - min(rest) <= apart[branch] / 2
    return Odd(branch, f"{others:g}") if unlike else None


def odd_words(document: Document, rows: Sequence[Words], turn: Callable[[Words], Words]) -> Odd | None:
    """Returns the one branch of three or more that does not begin, or end, as all others do."""
    if len(rows) < 3:
        return None
    found = []
    for branch in range(len(rows)):
        others = heard(document.language, shared([*rows[:branch], *rows[branch + 1 :]], turn))
        if others and not shared(rows, turn):
            found.append(Odd(branch, written(document, others)))
    return found[0] if len(found) == 1 else None
