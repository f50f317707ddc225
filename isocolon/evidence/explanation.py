"""Why a parallelism is one: the words that answer each other, and which of the six criteria hold.

The criteria are those by which the annotators of Bothwell et al. (2023) judged: length, distance, phonology,
morphology, syntax, semantics. A criterion holds where there is something to show for it, and says what.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from isocolon import languages
from isocolon.document import Document, Kind, Parallelism, Span, Token
from isocolon.evidence.alignment import SAME_PLACE, Link, align
from isocolon.evidence.reading import Mark, mark_of
from isocolon.evidence.reasons import Comparer, is_chinese
from isocolon.languages.vectors import Vectors

ALIKE = 0.6
"""From this share of the longest branch's words on, the shortest is about as long."""
NEAR = 5
"""So many words, at most, lie between branches that are near each other."""
SHOWN = 3
"""So many pairs of words, at most, are shown for a criterion."""
LONGEST_WORD = 4
"""A Chinese word of more characters is a sentence that a dictionary has."""
NOTHING = "nothing to show"

Words: TypeAlias = tuple[Token, ...]
Links: TypeAlias = tuple[Link, ...]


@dataclass(frozen=True)
class Finding:
    """Whether a criterion holds for a parallelism, and what shows it."""

    criterion: str
    holds: bool
    words: str


@dataclass(frozen=True)
class Explanation:
    """Why a parallelism is one."""

    branches: tuple[Words, ...]
    """The words of each branch; single characters, where Chinese branches answer each other by character."""
    links: tuple[Links, ...]
    """The links of each branch with the next."""
    findings: tuple[Finding, ...]
    """The six criteria, in the annotators' order."""

    @property
    def criteria(self) -> tuple[str, ...]:
        """The names of the criteria that hold."""
        return tuple(finding.criterion for finding in self.findings if finding.holds)

    def pairs(self) -> list[tuple[Token, Token, Link]]:
        """Returns the words that are linked, with their links."""
        sides = zip(pairwise(self.branches), self.links, strict=True)
        return [(left[link.left], right[link.right], link) for (left, right), links in sides for link in links]


def explain(document: Document, parallelism: Parallelism, vectors: Vectors | None = None) -> Explanation:
    """Returns why a parallelism of a document is one.

    >>> from isocolon.languages.english import English
    >>> text = "we can not dedicate, we can not consecrate"
    >>> document = Document("gettysburg", text, tuple(English().tokenize(text)), "en")
    >>> for finding in explain(document, Parallelism.of((0, 4), (5, 9))).findings:
    ...     print(finding.criterion, "+" if finding.holds else "-", finding.words)
    length + 4 / 4 words, 16 / 18 letters
    distance + side by side
    phonology + -ate / -ate rhyme
    morphology - nothing to show
    syntax + we can not …, in the same order
    semantics + both have we, can, not

    Args:
        document: the text.
        parallelism: one of its parallelisms, or one that somebody supposes.
        vectors: what tells like meanings and forms, where there is such.
    """
    comparer = Comparer(languages.find(document.language), vectors)
    branches = comparable([words_of(document, branch) for branch in parallelism])
    bare = Explanation(branches, linked(branches, comparer, parallelism.kind), ())
    findings = (
        of_length(branches),
        of_distance(document, parallelism),
        of_reasons("phonology", bare),
        of_reasons("morphology", bare),
        of_syntax(bare),
        of_semantics(bare),
    )
    return Explanation(branches, bare.links, findings)


def words_of(document: Document, span: Span) -> Words:
    """Returns the words of a span; its marks are left out, unless it has nothing else."""
    tokens = document.tokens[span.start : span.end]
    return tuple(token for token in tokens if mark_of(token.norm) is Mark.NONE) or tokens


def comparable(branches: Sequence[Words]) -> tuple[Words, ...]:
    """Returns the branches cut into single characters where they are Chinese, equally long, but not cut alike.

    >>> [token.norm for token in comparable([(Token(0, 3, "不以己"),), (Token(4, 6, "不以"), Token(6, 7, "物"))])[0]]
    ['不', '以', '己']
    """
    lengths = {tuple(len(word.norm) for word in words) for words in branches}
    unlike = len(lengths) > 1 or max(map(max, lengths)) > LONGEST_WORD
    whole = all(word.end - word.start == len(word.norm) for words in branches for word in words)
    if are_chinese(branches) and whole and unlike and len({sum(sizes) for sizes in lengths}) == 1:
        return tuple(tuple(part for word in words for part in characters_of(word)) for words in branches)
    return tuple(branches)


def are_chinese(branches: Sequence[Words]) -> bool:
    """Whether branches consist of Chinese characters and nothing else."""
    characters = [character for words in branches for word in words for character in word.norm]
    return bool(characters) and all(map(is_chinese, characters))


def characters_of(word: Token) -> list[Token]:
    """Returns the characters of a word as tokens of their own."""
    return [Token(word.start + i, word.start + i + 1, character) for i, character in enumerate(word.norm)]


def linked(branches: Sequence[Words], comparer: Comparer, kind: Kind) -> tuple[Links, ...]:
    """Returns the links of each branch with the next, in the order that the kind asks for, or else the better one."""
    norms = [[word.norm for word in words] for words in branches]
    straight = tuple(align(left, right, comparer, crossed=False) for left, right in pairwise(norms))
    if kind is Kind.SYNCHYSTIC:
        return straight
    reverse = tuple(align(left, right, comparer, crossed=True) for left, right in pairwise(norms))
    return reverse if kind is Kind.CHIASTIC or total(reverse) > 1.2 * total(straight) else straight


def total(links: Iterable[Links]) -> float:
    """Returns what all links weigh."""
    return sum(link.weight for some in links for link in some)


def of_length(branches: Sequence[Words]) -> Finding:
    """Returns whether branches have about as many words."""
    letters = [sum(len(word.norm) for word in words) for words in branches]
    if are_chinese(branches):
        return Finding("length", are_alike(letters), f"{figures(letters)} characters")
    words = [len(words) for words in branches]
    return Finding("length", are_alike(words), f"{figures(words)} words, {figures(letters)} letters")


def are_alike(sizes: Sequence[int]) -> bool:
    """Whether sizes differ little."""
    return min(sizes) >= ALIKE * max(sizes) or max(sizes) - min(sizes) <= 1


def figures(numbers: Iterable[int]) -> str:
    """Returns numbers to compare."""
    return " / ".join(map(str, numbers))


def of_distance(document: Document, parallelism: Parallelism) -> Finding:
    """Returns whether branches stand near each other."""
    gaps = [count_words(document, left.end, right.start) for left, right in pairwise(parallelism)]
    if not any(gaps):
        return Finding("distance", True, "side by side")
    between = f"{figures(gaps)} word{'' if gaps == [1] else 's'} between"
    return Finding("distance", max(gaps) <= NEAR, between)


def count_words(document: Document, start: int, end: int) -> int:
    """Returns how many words, not marks, stand between two positions."""
    return sum(mark_of(token.norm) is Mark.NONE for token in document.tokens[start:end])


def of_reasons(criterion: str, found: Explanation) -> Finding:
    """Returns whether linked words give reasons for a criterion, the weightiest first."""
    reasons = {r for _, _, link in found.pairs() for r in link.reasons if r.criterion == criterion and r != SAME_PLACE}
    words = [reason.words for reason in sorted(reasons, key=lambda reason: (-reason.weight, reason.words))]
    return Finding(criterion, bool(words), shortened(words, "; ") or NOTHING)


def shortened(words: Sequence[str], between: str) -> str:
    """Returns the first few of some words, and how many more there are."""
    more = [f"{len(words) - SHOWN} more"] if len(words) > SHOWN else []
    return between.join([*words[:SHOWN], *more])


def of_syntax(found: Explanation) -> Finding:
    """Returns whether branches are built alike: two words or more answer each other in order, or in reverse."""
    classes = of_reasons("syntax", found)
    if not found.links or any(len(links) < 2 for links in found.links):
        return classes
    crossed = any(first.right > second.right for links in found.links for first, second in pairwise(links))
    order = "in reverse order" if crossed else "in the same order"
    built = f"{frame}, {order}" if (frame := frame_of(found)) else f"words answer each other {order}"
    return Finding("syntax", True, f"{built}; {classes.words}" if classes.holds else built)


def frame_of(found: Explanation) -> str:
    """Returns the words of the first branch that the second has too, with … for others; nothing without any."""
    left, right = found.branches[:2]
    parts: list[str] = []
    for link in found.links[0]:
        word = left[link.left].norm
        part = word if word == right[link.right].norm else "…"
        if part != "…" or parts[-1:] != ["…"]:
            parts.append(part)
    return " ".join(parts) if set(parts) - {"…"} else ""


def of_semantics(found: Explanation) -> Finding:
    """Returns which words linked branches have in common, and which are near in meaning."""
    same = list(dict.fromkeys(left.norm for left, right, _ in found.pairs() if left.norm == right.norm))
    others = [link for left, _, link in found.pairs() if left.norm not in same]
    near = [reason.words for link in others for reason in link.reasons if reason.criterion == "semantics"]
    words = ([f"both have {shortened(same, ', ')}"] if same else []) + near[:SHOWN]
    return Finding("semantics", bool(words), "; ".join(words) or NOTHING)
