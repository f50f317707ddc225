"""The style of a text as far as its parallelisms tell: how dense, of what kinds, how long, and by what they show.

Density is counted per hundred sentences, so that texts of any length compare. A passage is a section; its share of
words that stand in branches says how parallel it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from statistics import fmean

from isocolon.document import Document, Kind, Parallelism, Section, Span

SENTENCE_ENDS = frozenset(".?!…。？！")
PASSAGES = 3
"""So many passages, at most, are named."""
SHOWN = 60
"""So many characters of a passage are shown."""
SHORTEST = 10
"""A passage has so many tokens at least; of a heading nobody says how parallel it is."""


@dataclass(frozen=True)
class Passage:
    """A section and how parallel it is."""

    section: str
    share: float
    """The share of its tokens that stand in branches."""
    parallelisms: int
    text: str
    """How it begins."""


@dataclass(frozen=True)
class Profile:
    """The stylistic profile of a document."""

    document: str
    language: str
    tokens: int
    sentences: int
    parallelisms: int
    density: float
    """Parallelisms per hundred sentences."""
    share: float
    """The share of tokens that stand in branches."""
    branches: float
    """Branches per parallelism, on average."""
    length: float
    """Tokens per branch, on average."""
    longest: int
    """The most branches that one parallelism has."""
    kinds: Mapping[str, int]
    criteria: Mapping[str, int]
    """How many parallelisms show each criterion."""
    passages: tuple[Passage, ...]
    """The most parallel passages, the most parallel first."""

    def row(self) -> dict[str, str | int | float]:
        """Returns the profile as one row of a table, its figures rounded, each kind and criterion in a column."""
        plain = {key: value for key, value in asdict(self).items() if not isinstance(value, dict | tuple | list)}
        figures = {key: round(value, 4) if isinstance(value, float) else value for key, value in plain.items()}
        shown = {f"shown by {name}": count for name, count in self.criteria.items()}
        return {**figures, **self.kinds, **shown}


def profile(document: Document, criteria: Sequence[Collection[str]] = (), names: Sequence[str] = ()) -> Profile:
    """Returns the stylistic profile of a document.

    >>> from isocolon.document import Token
    >>> words = (Token(0, 4, "ueni"), Token(4, 5, ","), Token(6, 10, "uidi"), Token(10, 11, "."))
    >>> caesar = Document("caesar", "Veni, vidi.", words, "la", parallelisms=(Parallelism.of((0, 1), (2, 3)),))
    >>> found = profile(caesar, [{"phonology"}], ["phonology", "syntax"])
    >>> found.density, found.share, dict(found.criteria)
    (100.0, 0.5, {'phonology': 1, 'syntax': 0})

    Args:
        document: the text with its parallelisms.
        criteria: the names of the criteria that hold, for each parallelism.
        names: the names of all criteria, in their order.
    """
    found = document.parallelisms
    branches = [branch for parallelism in found for branch in parallelism]
    sentences = count_sentences(document)
    held = Counter(name for names_held in criteria for name in names_held)
    return Profile(
        document=document.id,
        language=document.language,
        tokens=len(document),
        sentences=sentences,
        parallelisms=len(found),
        density=100 * len(found) / sentences if sentences else 0.0,
        share=share(found, Span(0, len(document))) if document.tokens else 0.0,
        branches=fmean(map(len, found)) if found else 0.0,
        length=fmean(map(len, branches)) if branches else 0.0,
        longest=max(map(len, found), default=0),
        kinds={kind.value: sum(parallelism.kind is kind for parallelism in found) for kind in Kind},
        criteria={name: held[name] for name in names},
        passages=most_parallel(document),
    )


def count_sentences(document: Document) -> int:
    """Returns how many sentences a document has: runs of tokens that none of the marks that end one parts.

    >>> from isocolon.document import Token
    >>> count_sentences(Document("1", "a?!b", tuple(Token(i, i + 1, c) for i, c in enumerate("a?!b"))))
    2
    """
    runs = groupby(token.norm[-1:] in SENTENCE_ENDS for token in document.tokens)
    return sum(not ends for ends, _ in runs)


def share(parallelisms: Sequence[Parallelism], span: Span) -> float:
    """Returns the share of a span's tokens that stand in branches."""
    covered = {at for p in parallelisms for branch in p if branch.overlaps(span) for at in branch}
    return sum(span.start <= at < span.end for at in covered) / len(span)


def most_parallel(document: Document) -> tuple[Passage, ...]:
    """Returns the passages with the greatest shares of tokens in branches."""
    begun: dict[str, list[Parallelism]] = {section.id: [] for section in document.sections}
    sections = iter(document.sections)
    section = next(sections, None)
    for parallelism in document.parallelisms:
        while section is not None and section.span.end <= parallelism.hull.start:
            section = next(sections, None)
        if section is not None:
            begun[section.id].append(parallelism)
    long = [section for section in document.sections if len(section.span) >= SHORTEST and begun[section.id]]
    passages = [passage(document, section, begun[section.id]) for section in long]
    return tuple(sorted(passages, key=lambda found: -found.share)[:PASSAGES])


def passage(document: Document, section: Section, parallelisms: Sequence[Parallelism]) -> Passage:
    """Returns a section and how parallel it is."""
    beginning = " ".join(document.text_of(section.span)[:200].split())
    text = beginning if len(beginning) <= SHOWN else f"{whole_words(beginning[: SHOWN + 1])} …"
    return Passage(section.id, share(parallelisms, section.span), len(parallelisms), text)


def whole_words(text: str) -> str:
    """Returns a text without its last word, which may have been cut; without its last character if it is all one.

    >>> whole_words("to every purp"), whole_words("春天是一首歌")
    ('to every', '春天是一首')
    """
    words, space, _ = text.rpartition(" ")
    return words if space else text[:-1]
