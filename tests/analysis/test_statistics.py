"""The statistics of small documents by hand, and of the two datasets by the paper's tables."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.analysis.statistics import (
    Average,
    Description,
    describe,
    distances,
    histogram,
    is_ellipsis,
    is_punctuation,
    lexical_overlap,
)
from isocolon.datasets import DATASETS
from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.errors import DataError, DataWarning
from isocolon.formats import read


def document(text: str, *branches: tuple[tuple[int, int], ...], id: str = "a", ends: tuple[int, ...] = ()) -> Document:
    """Returns a document of words between spaces, with sections that end at these tokens."""
    words = text.split()
    starts = [sum(len(word) + 1 for word in words[:k]) for k in range(len(words))]
    tokens = tuple(Token(at, at + len(word), word) for at, word in zip(starts, words, strict=True))
    stops = [0, *(ends or (len(words),))]
    sections = tuple(Section(str(k), Span(a, b)) for k, (a, b) in enumerate(pairwise(stops)))
    return Document(id, text, tokens, "en", sections, tuple(Parallelism.of(*spans) for spans in branches))


# --- small cases, countable by hand ---


def test_flat_document() -> None:
    found = describe([document("a time to weep , and a time to laugh .", ((0, 4), (6, 10)))])
    assert (found.contents.documents, found.contents.sections, found.contents.tokens) == (1, 1, 11)
    assert (found.contents.parallelisms, found.contents.branches, found.contents.branched_tokens) == (1, 2, 8)
    assert found.branch_distance.mean == 6 - 3  # the paper's i2 - j1: from the last word before to the first after
    assert found.nlo.mean == 3 / 5
    assert found.structure == "flat"


def test_nested_document_counts_its_inner_words_twice() -> None:
    found = describe([document("a b c d a b c d", ((0, 4), (4, 8)), ((0, 1), (1, 2), (2, 3)))])
    assert (found.contents.nested_parallelisms, found.contents.nested_branches) == (1, 3)
    assert (found.contents.branched_tokens, found.branched_positions) == (8 + 3, 8)
    assert found.pairs == 1 + 3
    assert found.pairs_without_overlap == 3 / 4
    assert (found.structure, found.documents_by_structure) == ("nested", {"flat": 0, "nested": 1, "overlapping": 0})


def test_a_parallelism_counts_for_the_section_it_begins_in() -> None:
    found = describe([document("a b c d e f", ((1, 2), (3, 4)), ((4, 5), (5, 6)), ends=(2, 3, 6))])
    assert found.parallelisms_per_section == Average.of([1, 0, 1])
    assert found.parallelisms_across_sections == 1


@pytest.mark.parametrize(
    ("section_lengths", "over"),
    [((512,), 0), ((513,), 1), ((512, 600), 1), ((3, 513, 700), 2)],
    ids=["just fits", "one too many", "second section", "two of three"],
)
def test_sections_over_the_window(section_lengths: tuple[int, ...], over: int) -> None:
    ends = tuple(sum(section_lengths[: k + 1]) for k in range(len(section_lengths)))
    found = describe([document(" ".join("a" * ends[-1]), ends=ends)])
    assert (found.sections_over_512, found.longest_section) == (over, max(section_lengths))


def test_edges_that_are_punctuation() -> None:
    found = describe([document('" a " b . c …… d ,', ((0, 3), (3, 5)), ((5, 7), (8, 9)))])
    assert found.punctuation_edges == 2 + 1 + 1  # two quotes, the stop, and the branch that is one comma
    assert found.ellipsis_edges == 1


def test_kinds() -> None:
    chiasm = Parallelism.of((0, 1), (1, 2), kind=Kind.CHIASTIC)
    found = describe([document("a b").with_parallelisms([chiasm]), document("a b", ((0, 1), (1, 2)), id="b")])
    assert found.kinds == {"synchystic": 0, "chiastic": 1, "unknown": 1}


@pytest.mark.parametrize(
    "corpus", [[], [document("a")], [document("a", ((0, 1),))]], ids=["nothing", "no parallelism", "a singleton"]
)
def test_too_little_to_average(corpus: list[Document]) -> None:
    found = describe(corpus)
    assert (found.nlo, found.pairs, found.pairs_without_overlap) == (Average(None, None), 0, 0)
    assert found.contents.documents == len(corpus)


# --- splits and JSON ---


def test_counts_by_split() -> None:
    corpus = [document("a b c d", ((0, 1), (2, 3)), id="a"), document("a b", id="b")]
    found = describe(corpus, {"training": ["a"], "test": ["b"]})
    assert [(part.tokens, part.parallelisms) for part in found.splits.values()] == [(4, 1), (2, 0)]


def test_a_split_with_an_unknown_document() -> None:
    with pytest.raises(DataError) as error:
        describe([document("a")], {"test": ["a", "z"]})
    assert str(error.value) == (
        "split 'test' has document 'z', which the corpus of 1 documents has not. "
        "Use the split file that was made for this corpus."
    )


def test_json_has_the_counts_at_the_top() -> None:
    plain = json.loads(json.dumps(describe([document("a b", ((0, 1), (1, 2)))], {"test": ["a"]}).to_json()))
    assert list(plain)[:8] == list(plain["splits"]["test"])
    assert plain["branch_size"] == {"mean": 1.0, "sd": 0.0}
    assert plain["structure"] == "flat"
    assert [list(bar) for bar in plain["nlo_histogram"]] == [["start", "end", "count", "fraction"]] * 10


# --- the pieces ---


@pytest.mark.parametrize(
    ("first", "second", "expected", "why"),
    [
        ("a b", "a b", 1, "equal"),
        ("a b", "b a", 1, "order does not matter"),
        ("a b", "c d", 0, "disjoint"),
        ("a a b", "a b b", 2 / 4, "multisets: a, b shared of a, a, b, b"),
        ("a", "a b c d", 1 / 4, "over the union"),
    ],
)
def test_lexical_overlap(first: str, second: str, expected: float, why: str) -> None:
    assert lexical_overlap(first.split(), second.split()) == expected, why


@given(st.lists(st.sampled_from("abc"), min_size=1), st.lists(st.sampled_from("abc"), min_size=1))
def test_lexical_overlap_is_a_symmetric_fraction_of_removed_pairs(first: list[str], second: list[str]) -> None:
    rest, shared = list(second), 0
    for word in first:
        if word in rest:
            rest.remove(word)
            shared += 1
    assert lexical_overlap(first, second) == lexical_overlap(second, first) == shared / (len(first) + len(rest))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 40)).map(lambda t: (min(t), max(t)))))
def test_histogram_bins_fractions_exactly(fractions: list[tuple[int, int]]) -> None:
    expected = Counter(min(10 * n // d, 9) for n, d in fractions)  # integers know no rounding
    assert [bar.count for bar in histogram([n / d for n, d in fractions])] == [expected[k] for k in range(10)]


@given(st.lists(st.integers(1, 5), min_size=1, max_size=6), st.lists(st.integers(0, 5), min_size=6, max_size=6))
def test_distances_count_the_step_to_the_next_branch(sizes: list[int], gaps: list[int]) -> None:
    spans, at = [], 0
    for size, gap in zip(sizes, gaps, strict=False):
        spans.append((at, at + size))
        at += size + gap
    assert distances(Parallelism.of(*spans)) == [gap + 1 for gap in gaps[: len(sizes) - 1]]


@pytest.mark.parametrize(
    ("word", "punctuation", "ellipsis"),
    [
        (",", True, False),
        ("”", True, False),
        ("《", True, False),
        ("#", True, False),
        (".", True, False),
        ("...", True, True),
        ("……", True, True),
        ("a.", False, False),
        ("的", False, False),
        ("+", False, False),
    ],
)
def test_marks(word: str, punctuation: bool, ellipsis: bool) -> None:
    assert (is_punctuation(word), is_ellipsis(word)) == (punctuation, ellipsis)


# --- the paper's tables ---

COUNTS = {
    "asp": {
        "documents": 80,
        "sections": 477,
        "tokens": 134_956,
        "branched_tokens": 19_701,
        "branches": 4_651,
        "nested_branches": 39,
        "parallelisms": 2_062,
        "nested_parallelisms": 14,
        "pairs": 3_392,
        "branched_positions": 19_590,
        "longest_section": 925,
        "sections_over_512": 28,
        "parallelisms_across_sections": 1,
        "punctuation_edges": 0,
        "ellipsis_edges": 0,
        "structure": "nested",
        "documents_by_structure": {"flat": 71, "nested": 9, "overlapping": 0},
        "kinds": {"synchystic": 2_021, "chiastic": 41, "unknown": 0},
    },
    "pse": {
        "documents": 409,
        "sections": 3_855,
        "tokens": 241_203,
        "branched_tokens": 25_529,
        "branches": 2_153,
        "nested_branches": 0,
        "parallelisms": 786,
        "nested_parallelisms": 0,
        "pairs": 2_091,
        "branched_positions": 25_529,
        "longest_section": 1_287,
        "sections_over_512": 1,
        "parallelisms_across_sections": 0,
        "punctuation_edges": 86,
        "ellipsis_edges": 52,
        "structure": "flat",
        "documents_by_structure": {"flat": 409, "nested": 0, "overlapping": 0},
        "kinds": {"synchystic": 0, "chiastic": 0, "unknown": 786},
    },
}
AVERAGES = {
    "asp": {
        "parallelisms_per_section": "4.32 ± 3.22",
        "branches_per_parallelism": "2.26 ± 0.68",
        "branch_distance": "2.54 ± 2.29",
        "branch_size": "4.24 ± 2.72",
        "nlo": "0.24 ± 0.19",
    },
    "pse": {
        "parallelisms_per_section": "0.20 ± 0.48",
        "parallelisms_per_document": "1.92 ± 1.47",  # the paper prints this one as parallelisms per section
        "branches_per_parallelism": "2.74 ± 0.75",
        "branch_distance": "2.41 ± 4.00",
        "branch_size": "11.86 ± 7.09",
        "nlo": "0.31 ± 0.15",
    },
}
WITHOUT_OVERLAP = {"asp": "24.17%", "pse": "2.30%"}
SPLITS = {  # parallelisms, branches, branched tokens, tokens
    "asp": {
        "training": (1448, 3264, 13833, 94740),
        "validation": (208, 478, 1935, 13580),
        "optimization": (191, 424, 1863, 13196),
        "test": (215, 485, 2070, 13440),
    },
    "pse": {
        "training": (541, 1478, 17736, 168848),
        "validation": (87, 236, 2618, 24152),
        "optimization": (77, 219, 2565, 24064),
        "test": (81, 220, 2610, 24139),
    },
}
HISTOGRAM = {
    "asp": [879, 398, 779, 695, 195, 279, 114, 23, 14, 16],
    "pse": [121, 370, 576, 501, 258, 163, 75, 15, 1, 11],
}


@pytest.fixture(scope="module")
def described(dataset: tuple[str, list[Document]]) -> tuple[str, Description]:
    """A full dataset's name and description."""
    name, documents = dataset
    return name, describe(documents, DATASETS[name].splits())


def test_published_counts(described: tuple[str, Description]) -> None:
    name, found = described
    plain = found.to_json()
    assert {key: plain[key] for key in COUNTS[name]} == COUNTS[name]


def test_published_averages(described: tuple[str, Description]) -> None:
    name, found = described
    assert {key: str(getattr(found, key)) for key in AVERAGES[name]} == AVERAGES[name]
    assert f"{found.pairs_without_overlap:.2%}" == WITHOUT_OVERLAP[name]


def test_published_split_table(described: tuple[str, Description]) -> None:
    name, found = described
    table = {k: (c.parallelisms, c.branches, c.branched_tokens, c.tokens) for k, c in found.splits.items()}
    assert table == SPLITS[name]
    assert sum(part.sections for part in found.splits.values()) == found.contents.sections


def test_histogram_of_the_figure(described: tuple[str, Description]) -> None:
    name, found = described
    assert [bar.count for bar in found.nlo_histogram] == HISTOGRAM[name]
    assert sum(bar.fraction for bar in found.nlo_histogram) == pytest.approx(1)


def test_brat_originals_know_the_chiasms(asp_path: Path) -> None:
    with pytest.warns(DataWarning, match="no relation joins them"):
        kinds = describe(read(asp_path / "original", "brat")).kinds
    assert (kinds["chiastic"], sum(kinds.values())) == (41, 2_062)


def test_overlap_over_all_pairs_not_neighbours() -> None:
    branches = ((0, 1), (1, 2), (2, 3), (3, 4))
    assert describe([document("a b a b", branches)]).pairs == len(list(combinations(branches, 2)))
