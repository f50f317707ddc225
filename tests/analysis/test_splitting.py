"""Balanced splits: the published ones file by file with all their statistics, and a slow twin for the rest."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.analysis.splitting import (
    PAPER_RATIOS,
    Assignment,
    Split,
    TagCount,
    Welch,
    named,
    read_split_file,
    split,
    squared_error,
    tag_counts,
    write_split_file,
)
from isocolon.datasets import DATASETS
from isocolon.document import Document, Parallelism, Token
from isocolon.errors import ConfigurationError, DataError


def document(id: str, inner: int, tokens: int) -> Document:
    """Returns a document with so many tokens, so many of them in the branches of one parallelism."""
    parallelisms = (Parallelism.of((0, 1), (1, inner)),) if inner else ()
    return Document(id, "a" * tokens, tuple(Token(k, k + 1, "a") for k in range(tokens)), parallelisms=parallelisms)


def corpora() -> st.SearchStrategy[list[Document]]:
    """Strategy: corpora of small documents, enough for four splits."""
    sizes = st.tuples(st.just(0) | st.integers(2, 9), st.integers(0, 20))
    return st.lists(sizes, min_size=4, max_size=12).map(
        lambda rows: [document(str(k), inner, inner + outer) for k, (inner, outer) in enumerate(rows)]
    )


# --- the procedure ---


def test_outer_tags_are_counted_on_every_stratum() -> None:
    nested = (Parallelism.of((0, 4), (5, 9)), Parallelism.of((0, 1), (2, 3)))
    corpus = [document("deep", 0, 10).with_parallelisms(nested), document("flat", 2, 5)]
    assert tag_counts(corpus) == [TagCount(10, 2 * 10 - 10, "deep"), TagCount(2, 2 * 5 - 2, "flat")]


@pytest.mark.parametrize(
    ("rows", "expected", "why"),
    [
        ({"a": (2, 9), "b": (9, 9)}, ["b", "a"], "most inner tags first"),
        ({"a": (2, 5), "b": (2, 9)}, ["b", "a"], "then most outer ones"),
        ({"132": (2, 9), "19": (2, 9)}, ["19", "132"], "then the greater id, letter by letter"),
    ],
)
def test_order(rows: dict[str, tuple[int, int]], expected: list[str], why: str) -> None:
    corpus = [document(id, inner, tokens) for id, (inner, tokens) in rows.items()]
    assert split(corpus, {"all": 1.0}).files == {"all": expected}, why


def test_equal_errors_go_to_the_first_split() -> None:
    corpus = [document(id, 2, 8) for id in "dcba"]
    assert split(corpus, {"x": 0.5, "y": 0.25, "z": 0.25}).files == {"x": ["d", "a"], "y": ["c"], "z": ["b"]}


@given(corpora(), st.sampled_from([(1,), (1, 1), (7, 1, 1, 1), (2, 1, 1), (5, 3, 2)]))
def test_no_document_would_have_been_better_elsewhere(corpus: list[Document], weights: tuple[int, ...]) -> None:
    ratios = [Fraction(weight, sum(weights)) for weight in weights]
    found = split(corpus, named([float(ratio) for ratio in ratios]))
    chosen = {id: k for k, ids in enumerate(found.files.values()) for id in ids}
    placed: list[list[TagCount]] = [[] for _ in ratios]
    for count in sorted(tag_counts(corpus), reverse=True):
        tried = [[[*part, count] if k == s else part for s, part in enumerate(placed)] for k in range(len(ratios))]
        errors = [exact_error(splits, ratios) for splits in tried]
        placed = tried[chosen[count.document]]
        assert errors[chosen[count.document]] - min(errors) < 1e-12
    assert found.error == pytest.approx(float(exact_error(placed, ratios)))


def exact_error(placed: list[list[TagCount]], ratios: list[Fraction]) -> Fraction:
    """Returns the error of splits in fractions."""
    errors = []
    for tags in ([sum(c.inner for c in p) for p in placed], [sum(c.outer for c in p) for p in placed]):
        whole = sum(tags)
        errors += [(Fraction(n, whole) - r) ** 2 if whole else Fraction(0) for n, r in zip(tags, ratios, strict=True)]
    return sum(errors, Fraction(0)) / len(errors)


@given(corpora(), st.randoms())
def test_every_document_goes_into_one_split_whatever_the_order(corpus: list[Document], random: Random) -> None:
    found = split(corpus).files
    assert sorted(id for ids in found.values() for id in ids) == sorted(d.id for d in corpus)
    shuffled = corpus[:]
    random.shuffle(shuffled)
    assert split(shuffled).files == found


def test_more_splits_than_documents() -> None:
    with pytest.raises(
        DataError, match=r"2 splits \(x, y\) cannot be made of 1 documents. Give more documents or fewer"
    ):
        split([document("a", 2, 5)], {"x": 0.5, "y": 0.5})


# --- its statistics ---


def test_errors_by_hand() -> None:
    halves = Assignment((Split("x", 0.5, (TagCount(3, 10, "a"),)), Split("y", 0.5, (TagCount(1, 10, "b"),))))
    assert halves.error == (0.25**2 + 0) / 2
    assert halves.published_error == (0.25**2 + (10 / 4 - 0.5) ** 2) / 2


def test_too_little_to_test() -> None:
    assert Welch.of([1], [2, 3]) == Welch.of([5, 5], [5, 5]) == Welch.of([5, 5], [9, 9, 9]) == Welch(None, None)
    assert Welch.of([1, 2], [2, 3]).statistic == pytest.approx(-(2**0.5))


def test_a_document_without_outer_tags_has_no_tag_ratio() -> None:
    assert Split("x", 1, (TagCount(4, 0, "a"), TagCount(1, 2, "b"))).tag_ratio.mean == 1 / 2


def test_json() -> None:
    found = split([document(id, 2, 8) for id in "abc"], {"training": 0.5, "test": 0.5})
    plain = json.loads(json.dumps(found.to_json()))
    assert list(plain) == ["error", "published_error", "assignment", "splits", "welch"]
    assert plain["assignment"] == {"training": ["c", "a"], "test": ["b"]}
    assert plain["splits"]["test"]["counts"] == [{"inner": 2, "outer": 6, "document": "b"}]
    assert plain["welch"] == [
        {
            "first": "training",
            "second": "test",
            "inner": {"statistic": None, "p": None},
            "outer": {"statistic": None, "p": None},
        }
    ]


def test_nothing_to_share() -> None:
    assert squared_error([0, 0], [0.5, 0.5]) == 0


# --- wrong use ---


@pytest.mark.parametrize(
    ("ratios", "message"),
    [
        ({"x": 0.7, "y": 0.2}, "the ratios sum to 0.9 (0.7 + 0.2). They must sum to 1."),
        ({"x": 1.2, "y": -0.2}, "the ratio of 'y' is -0.2. Ratios must be positive."),
        ({"x": 1.0, "y": 0.0}, "the ratio of 'y' is 0. Ratios must be positive."),
        ({"x": float("nan")}, "the ratio of 'x' is nan. Ratios must be positive."),
        ({"x": float("inf")}, "the ratios sum to inf (inf). They must sum to 1."),
        ({}, "the ratios sum to 0 (nothing). They must sum to 1."),
    ],
)
def test_ratios_that_are_none(ratios: dict[str, float], message: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        split([document("a", 2, 8)], ratios)
    assert str(error.value) == message


def test_corpora_that_cannot_be_split() -> None:
    with pytest.raises(DataError, match=r"^there are no documents to split\.$"):
        split([])
    with pytest.raises(DataError, match=r"^document 'a' is there twice\.$"):
        split([document("a", 2, 8), document("a", 3, 8)])


@pytest.mark.parametrize(
    ("ratios", "names", "expected"),
    [
        ((0.7, 0.1, 0.1, 0.1), (), list(PAPER_RATIOS)),
        ((0.8, 0.1, 0.1), (), ["training", "validation", "test"]),
        ((0.2,) * 5, (), ["split-1", "split-2", "split-3", "split-4", "split-5"]),
        ((0.5, 0.5), ("odd", "even"), ["odd", "even"]),
    ],
)
def test_names(ratios: tuple[float, ...], names: tuple[str, ...], expected: list[str]) -> None:
    assert list(named(ratios, names)) == expected


def test_wrong_names() -> None:
    with pytest.raises(ConfigurationError, match=r"there are 2 ratios and 1 names\. Give one name to each ratio\."):
        named([0.5, 0.5], ["x"])
    with pytest.raises(ConfigurationError, match=r"two splits have one name: x, x\. Give each its own\."):
        named([0.5, 0.5], ["x", "x"])


# --- split files ---


def test_split_files_come_back(tmp_path: Path) -> None:
    splits = {"training": ["1", "ä"], "test": [], "x y": ['"']}
    write_split_file(splits, tmp_path / "splits.json")
    assert read_split_file(tmp_path / "splits.json") == splits


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "line 1: malformed JSON (Expecting property name enclosed in double quotes)."),
        ("[]", "this is no split file. A split file is of the form"),
        ('{"test": "1"}', "this is no split file. A split file is of the form"),
        ('{"test": [1]}', "split 'test' has 1 where an id was expected. A split file is of the form"),
        ('{"a": ["1"], "b": ["1"]}', "document '1' is in 'a' and in 'b'."),
        ('{"a": ["1", "1"]}', "document '1' is in 'a' and in 'a'."),
    ],
)
def test_split_files_of_another_form(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "splits.json"
    path.write_text(content)
    with pytest.raises(DataError) as error:
        read_split_file(path)
    assert message in str(error.value)
    assert str(path) in str(error.value)


# --- the published splits ---

ERROR = {"asp": 8.9432, "pse": 3.6121}
MINIMISED = {"asp": 9.0346e-06, "pse": 4.9980e-06}  # ours: the error that the procedure makes small
SPLITS = """
asp training     55 13833 .7021 175647 .7020 251.5091 159.1816 3193.5818 1972.5295 .0904 .0500
asp validation    9  1935 .0982  25225 .1008 215.0000 180.2658 2802.7778 2209.9963 .0737 .0327
asp optimization  7  1863 .0946  24529 .0980 266.1429 169.8504 3504.1429 2439.9530 .0826 .0346
asp test          9  2070 .1051  24810 .0992 230.0000 163.7055 2756.6667 1580.0035 .0799 .0415
pse training    286 17736 .6947 151112 .7007  62.0140  55.1667  528.3636  117.9176 .1296 .1515
pse validation   40  2618 .1026  21534 .0998  65.4500  63.9034  538.3500  119.1221 .1482 .2193
pse optimization 41  2565 .1005  21499 .0997  62.5610  55.7714  524.3659  105.4947 .1380 .1788
pse test         42  2610 .1022  21529 .0998  62.1429  52.1768  512.5952   77.5893 .1337 .1353
"""
"""Files; inner tags, their share; outer tags, their share; mean and s.d. of both and of the tag ratio."""
WELCH = """
asp training validation        .5722 .5797  .4990 .6284
asp training optimization     -.2162 .8347 -.3236 .7557
asp training test              .3668 .7210  .7405 .4727
asp validation optimization   -.5816 .5705 -.5942 .5631
asp validation test           -.1848 .8557  .0509 .9601
asp optimization test          .4290 .6751  .7038 .4980
pse training validation       -.3236 .7476 -.4972 .6212
pse training optimization     -.0588 .9533  .2235 .8240
pse training test             -.0148 .9882 1.1381 .2588
pse validation optimization    .2166 .8291  .5588 .5779
pse validation test            .2560 .7987 1.1540 .2526
pse optimization test          .0353 .9720  .5780 .5651
"""
"""Statistic and p-value of the inner tags, then of the outer ones."""


def rows(table: str, name: str, names: int) -> list[tuple[list[str], list[float]]]:
    """Returns the names and figures of a dataset's rows."""
    cells = [line.split()[1:] for line in table.strip().splitlines() if line.startswith(name)]
    return [(row[:names], [float(cell) for cell in row[names:]]) for row in cells]


@pytest.fixture(scope="module")
def published(dataset: tuple[str, list[Document]]) -> tuple[str, Assignment]:
    """A dataset's name and the splits we make of it."""
    name, documents = dataset
    return name, split(documents)


def test_published_splits_file_by_file(published: tuple[str, Assignment]) -> None:
    name, found = published
    assert {k: set(ids) for k, ids in found.files.items()} == {k: set(v) for k, v in DATASETS[name].splits().items()}


def test_published_errors(published: tuple[str, Assignment]) -> None:
    name, found = published
    assert round(found.published_error, 4) == ERROR[name]
    assert found.error == pytest.approx(MINIMISED[name], rel=1e-4)


def test_published_shares_and_averages(published: tuple[str, Assignment]) -> None:
    name, found = published
    for part, (names, figures) in zip(found.splits, rows(SPLITS, name, 1), strict=True):
        plain = found._statistics(part)
        pairs = [plain[key] for key in ("inner_per_document", "outer_per_document", "tag_ratio")]
        averages = [value for pair in pairs for value in (pair["mean"], pair["sd"])]
        keys = ("documents", "inner", "inner_ratio", "outer", "outer_ratio")
        assert part.name == names[0]
        assert [round(value, 4) for value in [*(plain[key] for key in keys), *averages]] == figures


def test_published_welch_tests(published: tuple[str, Assignment]) -> None:
    name, found = published
    for comparison, (names, figures) in zip(found.comparisons(), rows(WELCH, name, 2), strict=True):
        tests = (comparison.inner, comparison.outer)
        assert [comparison.first, comparison.second] == names
        assert [round(value, 4) for test in tests for value in (test.statistic, test.p)] == figures
