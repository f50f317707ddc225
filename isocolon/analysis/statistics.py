"""What a corpus holds: the paper's dataset tables, its histogram of lexical overlap, and what they leave out.

The conventions are those under which every published figure comes out (Bothwell et al. 2023, tables 1 and 2):

- *Branched tokens* are counted once for each branch they stand in, so a token inside a nested branch counts twice;
  `branched_positions` counts it once.
- *Nested* is all that stands on stratum 2 or deeper.
- A parallelism counts for the section it begins in.
- The *distance* of consecutive branches (i1, j1), (i2, j2) is i2 - j1: adjacent branches are at distance 1.
- *Normalised lexical overlap* is taken over all pairs of branches of a parallelism, not only over neighbours.
- Every standard deviation is that of a sample.
"""

from __future__ import annotations

import statistics
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise

from isocolon.document import Document, Kind, Parallelism, Span, Structure, strata
from isocolon.errors import DataError

BINS = 10
"""How many bars the histogram of normalised lexical overlap has between 0 and 1."""

WINDOW = 512
"""How many words a section may have before a BERT model must certainly cut it."""


@dataclass(frozen=True)
class Average:
    """A mean with its sample standard deviation; None where there are too few values for one.

    >>> print(Average.of([1, 2, 3]), "|", Average.of([2]), "|", Average.of([]))
    2.00 ± 1.00 | 2.00 | –
    """

    mean: float | None
    sd: float | None

    @classmethod
    def of(cls, values: Iterable[float]) -> Average:
        """Returns the average of these values."""
        found = [float(value) for value in values]
        return cls(
            mean=statistics.fmean(found) if found else None,
            sd=statistics.stdev(found) if len(found) > 1 else None,
        )

    def __str__(self) -> str:
        if self.mean is None:
            return "–"
        return f"{self.mean:.2f}" if self.sd is None else f"{self.mean:.2f} ± {self.sd:.2f}"


@dataclass(frozen=True)
class Contents:
    """How much of everything there is: the paper's table of counts."""

    documents: int
    sections: int
    tokens: int
    branched_tokens: int
    branches: int
    nested_branches: int
    parallelisms: int
    nested_parallelisms: int


@dataclass(frozen=True)
class Bin:
    """A bar of a histogram: from `start` up to, but without, `end` (the last one with it)."""

    start: float
    end: float
    count: int
    fraction: float


@dataclass(frozen=True)
class Description:
    """Everything `describe` finds out about a corpus."""

    contents: Contents
    parallelisms_per_section: Average
    parallelisms_per_document: Average
    branches_per_parallelism: Average
    branch_distance: Average
    branch_size: Average
    nlo: Average
    """Normalised lexical overlap over all pairs of related branches."""
    pairs: int
    pairs_without_overlap: float
    """The fraction of pairs of branches that share no word."""
    nlo_histogram: tuple[Bin, ...]
    branched_positions: int
    """Distinct tokens in branches."""
    longest_section: int
    sections_over_512: int
    parallelisms_across_sections: int
    punctuation_edges: int
    """First and last tokens of branches that are marks (quotes, brackets, commas), ellipses aside."""
    ellipsis_edges: int
    structure: Structure
    documents_by_structure: Mapping[str, int]
    kinds: Mapping[str, int]
    splits: Mapping[str, Contents]

    def to_json(self) -> dict[str, object]:
        """Returns all figures as plain data; the counts of the whole corpus stand at the top."""
        plain = asdict(self)
        return {**plain.pop("contents"), **plain}


def describe(documents: Iterable[Document], splits: Mapping[str, Sequence[str]] | None = None) -> Description:
    """Returns the statistics of a corpus, and the counts of each of its splits.

    Args:
        documents: the corpus.
        splits: the ids of the documents in each split, by the split's name.

    Raises:
        DataError: for a split with a document that the corpus does not have.

    >>> from isocolon.document import Token
    >>> tokens = (Token(0, 5, "ueni"), Token(6, 10, "uidi"))
    >>> caesar = Document("caesar", "Veni, vidi", tokens, "la", parallelisms=(Parallelism.of((0, 1), (1, 2)),))
    >>> found = describe([caesar])
    >>> found.contents.branches, found.branch_distance.mean, found.pairs_without_overlap
    (2, 1.0, 1.0)
    """
    corpus = tuple(documents)
    parallelisms = [parallelism for document in corpus for parallelism in document.parallelisms]
    sections = [len(section.span) for document in corpus for section in document.sections]
    overlaps = [overlap for document in corpus for overlap in overlaps_of(document)]
    edges = Counter(kind for document in corpus for kind in edge_marks(document))
    structures = Counter(document.structure for document in corpus)
    return Description(
        contents=contents(corpus),
        parallelisms_per_section=Average.of(count for document in corpus for count in begun_by_section(document)),
        parallelisms_per_document=Average.of(len(document.parallelisms) for document in corpus),
        branches_per_parallelism=Average.of(len(parallelism) for parallelism in parallelisms),
        branch_distance=Average.of(distance for parallelism in parallelisms for distance in distances(parallelism)),
        branch_size=Average.of(len(branch) for parallelism in parallelisms for branch in parallelism),
        nlo=Average.of(overlaps),
        pairs=len(overlaps),
        pairs_without_overlap=overlaps.count(0) / len(overlaps) if overlaps else 0.0,
        nlo_histogram=histogram(overlaps),
        branched_positions=sum(len(branched_positions(document)) for document in corpus),
        longest_section=max(sections, default=0),
        sections_over_512=sum(length > WINDOW for length in sections),
        parallelisms_across_sections=sum(bridges(document) for document in corpus),
        punctuation_edges=edges["mark"],
        ellipsis_edges=edges["ellipsis"],
        structure=max(structures, key=list(Structure).index, default=Structure.FLAT),
        documents_by_structure={structure.value: structures[structure] for structure in Structure},
        kinds={kind.value: sum(parallelism.kind is kind for parallelism in parallelisms) for kind in Kind},
        splits={name: contents(members) for name, members in by_split(corpus, splits or {}).items()},
    )


def contents(documents: Sequence[Document]) -> Contents:
    """Returns how much of everything these documents hold."""
    leveled = [pair for d in documents for pair in zip(d.parallelisms, strata(d.parallelisms), strict=True)]
    nested = [parallelism for parallelism, stratum in leveled if stratum > 1]
    return Contents(
        documents=len(documents),
        sections=sum(len(document.sections) for document in documents),
        tokens=sum(len(document) for document in documents),
        branched_tokens=sum(len(branch) for parallelism, _ in leveled for branch in parallelism),
        branches=sum(len(parallelism) for parallelism, _ in leveled),
        nested_branches=sum(len(parallelism) for parallelism in nested),
        parallelisms=len(leveled),
        nested_parallelisms=len(nested),
    )


def by_split(documents: Sequence[Document], splits: Mapping[str, Sequence[str]]) -> dict[str, list[Document]]:
    """Returns the documents of each split, or raises a DataError for one that is not there."""
    known = {document.id: document for document in documents}
    for name, ids in splits.items():
        if missing := [id for id in ids if id not in known]:
            raise DataError(
                f"split '{name}' has document '{missing[0]}', which the corpus of {len(known)} documents has not",
                hint="use the split file that was made for this corpus",
            )
    return {name: [known[id] for id in ids] for name, ids in splits.items()}


def begun_by_section(document: Document) -> list[int]:
    """Returns how many parallelisms begin in each section."""
    starts = [section.span.start for section in document.sections]
    begun = Counter(bisect_right(starts, parallelism.hull.start) - 1 for parallelism in document.parallelisms)
    return [begun[number] for number in range(len(starts))]


def bridges(document: Document) -> int:
    """Returns how many parallelisms go over the end of a section."""
    spans = [section.span for section in document.sections]
    starts = [span.start for span in spans]
    hulls = [parallelism.hull for parallelism in document.parallelisms]
    return sum(not spans[bisect_right(starts, hull.start) - 1].contains(hull) for hull in hulls)


def distances(parallelism: Parallelism) -> list[int]:
    """Returns the distances of consecutive branches.

    >>> distances(Parallelism.of((0, 2), (2, 4), (6, 7)))
    [1, 3]
    """
    return [right.start - left.end + 1 for left, right in pairwise(parallelism)]


def branched_positions(document: Document) -> set[int]:
    """Returns the positions of all tokens in branches."""
    return {position for parallelism in document.parallelisms for position in parallelism.words()}


def overlaps_of(document: Document) -> list[float]:
    """Returns the normalised lexical overlap of every pair of related branches of a document."""
    words = document.words
    texts = [[words[branch.start : branch.end] for branch in parallelism] for parallelism in document.parallelisms]
    return [lexical_overlap(first, second) for text in texts for first, second in combinations(text, 2)]


def lexical_overlap(first: Iterable[str], second: Iterable[str]) -> float:
    """Returns the normalised lexical overlap of two texts: shared words over all words, as multisets.

    >>> lexical_overlap("a time to be born".split(), "a time to die".split())
    0.5
    """
    left, right = Counter(first), Counter(second)
    return (left & right).total() / ((left | right).total() or 1)


def histogram(fractions: Sequence[float], bins: int = BINS) -> tuple[Bin, ...]:
    """Returns the bars of a histogram of numbers from 0 to 1.

    >>> [bar.count for bar in histogram([0, 0.3, 0.99, 1])]
    [1, 0, 0, 1, 0, 0, 0, 0, 0, 2]
    """
    counts = Counter(min(int(fraction * bins), bins - 1) for fraction in fractions)
    return tuple(
        Bin(start=k / bins, end=(k + 1) / bins, count=counts[k], fraction=counts[k] / (len(fractions) or 1))
        for k in range(bins)
    )


def edge_marks(document: Document) -> list[str]:
    """Returns "mark" or "ellipsis" for each first and last token of a branch that is punctuation."""
    words = document.words
    edges = [words[at] for parallelism in document.parallelisms for branch in parallelism for at in edges_of(branch)]
    return ["ellipsis" if is_ellipsis(word) else "mark" for word in edges if is_punctuation(word)]


def edges_of(branch: Span) -> set[int]:
    """Returns the first and the last position of a branch, which may be one."""
    return {branch.start, branch.end - 1}


def is_punctuation(word: str) -> bool:
    """Whether every character is a mark of punctuation."""
    return all(unicodedata.category(character).startswith("P") for character in word)


def is_ellipsis(word: str) -> bool:
    """Whether these are dots that trail off: counted apart, as the count of PSE-I's 86 marks leaves them out.

    >>> is_ellipsis("……"), is_ellipsis("..."), is_ellipsis(".")
    (True, True, False)
    """
    return set(word) <= {".", "…"} and word != "."
