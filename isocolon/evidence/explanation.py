"""Why a parallelism is one: the words that answer each other, and which of the six criteria hold.

The criteria are those by which the annotators of Bothwell et al. (2023) judged: length, distance, phonology,
morphology, syntax, semantics. A criterion holds where there is something to show for it, and says what.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from isocolon import languages
from isocolon.document import Document, Kind, Parallelism, Span, Token
from isocolon.evidence.alignment import Link, align
from isocolon.evidence.findings import NOTHING, Finding, Findings, Links, Words
from isocolon.evidence.reading import Mark, mark_of
from isocolon.evidence.reasons import Comparer, is_chinese
from isocolon.languages.vectors import Vectors

ALIKE = 0.6
"""From this share of the longest branch's words on, the shortest is about as long."""
NEAR = 5
"""So many words, at most, lie between branches that are near each other."""
LONGEST_WORD = 4
"""A Chinese word of more characters is a sentence that a dictionary has."""


@dataclass(frozen=True)
class Explanation:
    """Why a parallelism is one."""

    branches: tuple[Words, ...]
    """The words of each branch; Chinese ones of equal length are all cut wherever one of them is."""
    links: tuple[Links, ...]
    """The links of each branch with the next."""
    findings: tuple[Finding, ...]
    """The six criteria, in the annotators' order."""
    skeleton: str = ""
    """The words that return in all branches, with … for whatever else."""
    turned: str = ""
    """The same as every second branch has it, where that is in reverse."""

    @property
    def criteria(self) -> tuple[str, ...]:
        """The names of the criteria that hold."""
        return tuple(finding.criterion for finding in self.findings if finding.holds)

    @property
    def told(self) -> tuple[Finding, ...]:
        """The criteria of which there is something to say."""
        return tuple(finding for finding in self.findings if finding.words != NOTHING)

    @property
    def silent(self) -> str:
        """A line that names the others; nothing without any."""
        names = [finding.criterion for finding in self.findings if finding.words == NOTHING]
        return f"{', '.join(names)}: {NOTHING}" if names else ""

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
    length + 4 words each, 16 / 18 letters
    distance + side by side
    phonology + dedicate / consecrate end alike in -ate
    morphology - nothing to show
    syntax + both begin with we can not
    semantics - nothing to show

    Args:
        document: the text.
        parallelism: one of its parallelisms, or one that somebody supposes.
        vectors: what tells like meanings and forms, where there is such.
    """
    comparer = Comparer(languages.find(document.language), vectors)
    words = [words_of(document, branch) for branch in parallelism]
    branches = comparable(words)
    links = linked(branches, comparer, parallelism.kind)
    found = Findings(document.text, branches, links, comparer, frozenset(word for some in words for word in some))
    findings = (
        of_length(branches, chinese=are_chinese(branches)),
        of_distance(gaps(document, parallelism)),
        found.of_reasons("phonology"),
        found.of_reasons("morphology"),
        found.of_syntax(),
        found.of_semantics(),
    )
    return Explanation(branches, links, findings, found.skeleton, found.turned_skeleton)


def words_of(document: Document, span: Span) -> Words:
    """Returns the words of a span; its marks are left out, unless it has nothing else."""
    tokens = document.tokens[span.start : span.end]
    return tuple(token for token in tokens if mark_of(token.norm) is Mark.NONE) or tokens


def comparable(branches: Sequence[Words]) -> tuple[Words, ...]:
    """Returns the branches, each cut wherever one of them is, where they are Chinese and equally long.

    >>> [token.norm for token in comparable([(Token(0, 3, "不以己"),), (Token(4, 6, "不以"), Token(6, 7, "物"))])[0]]
    ['不以', '己']
    """
    sizes = {sum(len(word.norm) for word in words) for words in branches}
    whole = all(word.end - word.start == len(word.norm) for words in branches for word in words)
    if not (are_chinese(branches) and whole and len(sizes) == 1):
        return tuple(branches)
    cuts = {cut for words in branches for cut in cuts_of(words)}
    return tuple(cut_at(words, cuts) for words in branches)


def cuts_of(words: Words) -> Iterator[int]:
    """Yields after how many characters a branch is cut; a word that is a whole sentence is cut everywhere."""
    done = 0
    for word in words:
        if len(word.norm) > LONGEST_WORD:
            yield from range(done + 1, done + len(word.norm))
        done += len(word.norm)
        yield done


def cut_at(words: Words, cuts: Collection[int]) -> Words:
    """Returns words cut in two wherever a cut falls inside them."""
    pieces: list[Token] = []
    done = 0
    for word in words:
        size = len(word.norm)
        inside = [0, *(at for at in range(1, size) if done + at in cuts), size]
        pieces += (Token(word.start + a, word.start + b, word.norm[a:b]) for a, b in pairwise(inside))
        done += size
    return tuple(pieces)


def are_chinese(branches: Sequence[Words]) -> bool:
    """Whether branches consist of Chinese characters and nothing else."""
    characters = [character for words in branches for word in words for character in word.norm]
    return bool(characters) and all(map(is_chinese, characters))


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


def gaps(document: Document, parallelism: Parallelism) -> list[int]:
    """Returns how many words stand between each branch and the next."""
    return [count_words(document, left.end, right.start) for left, right in pairwise(parallelism)]


def count_words(document: Document, start: int, end: int) -> int:
    """Returns how many words, not marks, stand between two positions."""
    return sum(mark_of(token.norm) is Mark.NONE for token in document.tokens[start:end])


def of_length(branches: Sequence[Words], *, chinese: bool) -> Finding:
    """Returns whether branches have about as many words."""
    letters = [sum(len(word.norm) for word in words) for words in branches]
    if chinese:
        return Finding("length", are_alike(letters), figures(letters, "character"))
    words = [len(words) for words in branches]
    return Finding("length", are_alike(words), f"{figures(words, 'word')}, {figures(letters, 'letter')}")


def are_alike(sizes: Sequence[int]) -> bool:
    """Whether sizes differ little."""
    return min(sizes) >= ALIKE * max(sizes) or max(sizes) - min(sizes) <= 1


def figures(numbers: Sequence[int], thing: str) -> str:
    """Returns numbers to compare.

    >>> figures([3, 4], "word"), figures([1, 1, 1], "word"), figures([2, 2], "word")
    ('3 / 4 words', '1 word each', '2 words each')
    """
    if len(set(numbers)) > 1:
        return f"{' / '.join(map(str, numbers))} {thing}s"
    each = " each" if len(numbers) > 1 else ""
    return f"{numbers[0]} {thing}{'' if numbers[0] == 1 else 's'}{each}"


def of_distance(gaps: Sequence[int]) -> Finding:
    """Returns whether branches with so many words between them stand near each other."""
    if not any(gaps):
        return Finding("distance", True, "side by side")
    most = f"{max(gaps)} word{'' if max(gaps) == 1 else 's'} between"
    return Finding("distance", max(gaps) <= NEAR, most if len(set(gaps)) == 1 else f"at most {most}")
