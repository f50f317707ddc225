"""Comparison: the published figures, to the last printed digit, and tests held against slower twins."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec
from itertools import combinations
from math import inf, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.analysis.comparison import Comparison, compare, draw_boxes, draw_ranks
from isocolon.analysis.printed import PUBLISHED, differences, printed, published_as
from isocolon.analysis.rank_plots import cliques
from isocolon.analysis.ranks import Friedman, Pair, critical_difference, friedman, mean_ranks, nemenyi, transpose
from isocolon.analysis.results import COLUMNS, Model, Result, Results, read_results, write_results
from isocolon.errors import ConfigurationError, DataError

by_twos = pytest.mark.skipif(find_spec("scikit_posthocs") is None, reason="Nemenyi's test needs the extra 'analysis'")


@pytest.fixture(scope="module", params=["asp", "pse"])
def published(request: pytest.FixtureRequest, paper_results_path: Path) -> tuple[str, Results]:
    """A dataset's name and its published results."""
    return request.param, read_results(paper_results_path / f"aggregated_{request.param}_results.csv")


def study(path: Path, dataset: str) -> Comparison:
    return compare(read_results(path / f"aggregated_{dataset}_results.csv"))


def test_published_files_are_recognised(paper_results_path: Path, tmp_path: Path) -> None:
    for dataset in PUBLISHED:
        path = paper_results_path / f"aggregated_{dataset}_results.csv"
        assert published_as(path) == dataset
        other = tmp_path / "other.csv"
        other.write_text(path.read_text() + "\n")
        assert published_as(other) is None


BEST = {
    # picked on test, picked on optimization
    "asp": {
        "learned+lstm": (0.146, 0.106),
        "word+lstm": (0.160, 0.160),
        "latin-learned-subword+transformer": (0.065, 0.026),
        "latin-bert+identity": (0.399, 0.334),
        "latin-bert+lstm": (0.392, 0.370),
        "latin-bert+transformer": (0.366, 0.338),
    },
    "pse": {
        "chinese-bert+identity": (0.350, 0.323),
        "chinese-bert+lstm": (0.434, 0.434),
        "chinese-bert+transformer": (0.377, 0.344),
    },
}


def test_best_rows_under_both_protocols(published: tuple[str, Results]) -> None:
    dataset, results = published
    best = compare(results).best
    found = {model.key: (best["published"][model].f1, best["honest"][model].f1) for model in results.models}
    assert found == {key: pytest.approx(pair, abs=6e-4) for key, pair in BEST[dataset].items()}


def test_honest_choice_never_beats_the_choice_on_test(published: tuple[str, Results]) -> None:
    best = compare(published[1]).best
    assert all(best["published"][model].f1 >= row.f1 for model, row in best["honest"].items())


@by_twos
@pytest.mark.parametrize(
    ("dataset", "schemes", "models", "pair", "p"),
    [
        ("asp", 6.6e-4, 4e-14, ("biomj-token", "bioje-branch"), 0.0274),
        ("pse", 6.2e-3, 1.9e-6, ("biome-token", "bioj-branch"), 0.0494),
    ],
)
def test_significance(
    paper_results_path: Path, dataset: str, schemes: float, models: float, pair: tuple[str, str], p: float
) -> None:
    found = study(paper_results_path, dataset)
    assert found.friedman_schemes is not None
    assert found.friedman_models is not None
    assert found.friedman_schemes.p == pytest.approx(schemes, rel=0.02)
    assert found.friedman_models.p == pytest.approx(models, rel=0.02)
    [significant] = found.significant()
    assert (significant.better, significant.worse) == pair
    assert significant.p == pytest.approx(p, abs=5e-5)


@pytest.mark.parametrize(
    ("dataset", "table", "cells"),
    [("asp", "best", 30), ("asp", "means", 6), ("asp", "ranks", 16), ("pse", "best", 15), ("pse", "means", 3)],
)
def test_the_three_printed_tables(paper_results_path: Path, dataset: str, table: str, cells: int) -> None:
    ours = study(paper_results_path, dataset).tables()[table]
    theirs = printed(dataset, table)
    assert list(ours) == list(theirs)
    assert sum(len(row) for row in theirs.values()) == cells
    known = {
        "learned (word) + BiLSTM": {"tagset": "bio", "precision": "0.16", "recall": "0.13", "F1": "0.14"},
        "Latin BERT + BiLSTM": {"precision": "0.47"},  # .46497
    }
    found = {(one.row, one.column): one for one in differences(ours, dataset, table)}
    if (dataset, table) == ("asp", "best"):
        assert {key: one.printed for key, one in found.items()} == {
            (row, column): value for row, columns in known.items() for column, value in columns.items()
        }
        assert all("do not know" not in one.reason for one in found.values())
    else:
        assert not found
        assert ours == theirs


def test_the_row_that_the_paper_prints_instead(paper_results_path: Path) -> None:
    results = read_results(paper_results_path / "aggregated_asp_results.csv")
    row = results.row(Model("learned", "lstm"), "bio-token", "epm", "test")
    assert [round(rate, 2) for rate in (row.precision, row.recall, row.f1)] == [0.16, 0.13, 0.14]


@by_twos
def test_pictures(published: tuple[str, Results], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    dataset, results = published
    drawn = draw_boxes(results, "test", tmp_path, "svg") + draw_ranks(compare(results), tmp_path, "svg")
    assert [path.name for path in drawn] == [
        *(f"boxes-{metric}.svg" for metric in ("epm", "mpbm", "mbawo", "mwo")),
        "ranks-epm.svg",
    ]
    picture = drawn[-1].read_text()
    best = {"asp": "biomj-token (3.33)", "pse": "biome-token (2.67)"}[dataset]
    assert best in picture
    assert {"asp": "CD = 9.42", "pse": "CD = 13.32"}[dataset] in picture


scores_of_blocks = st.lists(
    st.lists(st.sampled_from([0.1, 0.2, 0.3, 0.4]), min_size=4, max_size=4), min_size=2, max_size=6
).map(lambda rows: {f"m{k}": dict(zip("wxyz", row, strict=True)) for k, row in enumerate(rows)})


@given(scores_of_blocks)
def test_ranks_count_the_better_ones(scores: dict[str, dict[str, float]]) -> None:
    def rank(block: dict[str, float], name: str) -> float:
        better = sum(value > block[name] for value in block.values())
        equal = sum(value == block[name] for value in block.values())
        return better + (equal + 1) / 2

    found = mean_ranks(scores)
    assert found == {
        name: pytest.approx(sum(rank(block, name) for block in scores.values()) / len(scores)) for name in "wxyz"
    }
    assert transpose(transpose(scores)) == scores


def test_friedman_by_hand() -> None:
    # ranks 1 2 3 in all of 3 blocks: 12 / (3 · 3 · 4) · (3² + 6² + 9²) - 3 · 3 · 4
    scores = {block: {"x": 0.9, "y": 0.5, "z": 0.1} for block in "abc"}
    assert friedman(scores).statistic == pytest.approx(12 / 36 * (9 + 36 + 81) - 36)


@pytest.mark.parametrize(("treatments", "q"), [(2, 1.960), (3, 2.343), (5, 2.728), (10, 3.164)])
def test_critical_values_of_demsar(treatments: int, q: float) -> None:
    unit = sqrt(treatments * (treatments + 1) / 6)
    assert critical_difference(treatments, 1) / unit == pytest.approx(q, abs=1e-3)


@by_twos
def test_nemenyi_agrees_with_the_critical_difference() -> None:
    from scipy.stats import studentized_range

    scores = {f"m{k}": {"w": 0.9, "x": 0.6 - k * 0.2, "y": 0.4, "z": 0.1} for k in range(3)}
    ranks = mean_ranks(scores)
    for pair in nemenyi(scores):
        apart = ranks[pair.worse] - ranks[pair.better]
        q = apart / sqrt(4 * 5 / (6 * 3)) * sqrt(2)
        assert pair.p == pytest.approx(studentized_range.sf(q, 4, inf), abs=1e-3)
        assert (pair.p < 0.05) == (apart > critical_difference(4, 3))


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] < pair[1])))
def test_cliques_are_the_longest_stretches(apart: set[tuple[int, int]]) -> None:
    # what differs from a name differs from all that rank better: so it is with a critical difference
    closed = {(i, j) for i, j in combinations(range(6), 2) if any(i <= a and b <= j for a, b in apart)}
    names = list("uvwxyz")
    pairs = [Pair(names[i], names[j], 0.01) for i, j in closed]
    stretches = [(i, j) for i, j in combinations(range(6), 2) if (i, j) not in closed]
    longest = [s for s in stretches if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in stretches)]
    assert cliques(names, pairs) == [names[i : j + 1] for i, j in longest]


def result(embedding: str, tagset: str, metric: str, set: str, f1: float) -> Result:
    return Result(embedding, "lstm", tagset, "token", metric, set, f1, f1, f1)


def small(embeddings: tuple[str, ...] = ("one", "two")) -> list[Result]:
    return [
        result(embedding, tagset, metric, set, 0.5)
        for embedding in embeddings
        for tagset in ("bio", "biom")
        for metric in ("epm", "mbawo")
        for set in ("optimization", "test")
    ]


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    write_results(small(), path)
    assert path.read_text().splitlines()[:2] == [",".join(COLUMNS), "one,lstm,bio,td,epm,optimization,0.5,0.5,0.5"]
    assert read_results(path) == Results(tuple(small()))


def test_too_few_to_test() -> None:
    found = compare(Results(tuple(small())))
    assert (found.friedman_schemes, found.friedman_models, found.pairs, found.critical_difference) == (
        None,
        None,
        [],
        None,
    )
    assert found.verdicts() == ["Which schemes differ? That takes three schemes with two models at least."]
    assert draw_ranks(found, Path("nowhere")) == []
    assert found.ranks == {"bio-token": 1.5, "biom-token": 1.5}
    with pytest.raises(DataError, match="three treatments in two blocks at least; here are 2 in 2"):
        friedman(Results(tuple(small())).f1("epm", "test"))


def three_schemes() -> Results:
    rows = small()
    return Results((*rows, *(replace(row, tagset="bioe", f1=0.4) for row in rows if row.tagset == "bio")))


def test_without_scikit_posthocs_only_the_post_hoc_test_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scikit_posthocs", None)
    found = compare(three_schemes())
    assert found.ranks == {"bio-token": 1.5, "bioe-token": 3.0, "biom-token": 1.5}
    assert found.friedman_schemes is not None
    assert found.critical_difference is not None
    assert (found.pairs, draw_ranks(found, Path("nowhere"))) == ([], [])
    assert found.verdicts()[1:] == [
        "Which schemes differ? Nemenyi's test needs scikit-posthocs. "
        "Install it with: pip install 'isocolon[analysis]'.",
        "Critical difference of mean ranks: 2.34.",
    ]


def test_all_alike() -> None:
    rows = (replace(row, f1=0.0) for row in three_schemes().rows)
    found = compare(Results(tuple(rows)))
    assert found.friedman_schemes == Friedman(0.0, 1.0)
    assert found.significant() == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("precision,", "", "line 1: there is no column precision. The columns are embedding, "),
        ("0.5,0.5,0.5", "0.5,0.5,nan", "line 2: f1 is 'nan', which is no number from 0 to 1."),
        ("0.5,0.5,0.5", "0.5,,0.5", "line 2: recall is '', which is no number from 0 to 1."),
        ("0.5,0.5,0.5", "0.5,0.5", "line 2: f1 is '', which is no number from 0 to 1."),
        ("0.5,0.5,0.5", "1.5,0.5,0.5", "line 2: precision is '1.5', which is no number from 0 to 1."),
        ("one,lstm", ",lstm", "line 2: there is no embedding."),
        (
            "one,lstm,bio,td,epm,optimization,0.5,0.5,0.5\n",
            "",
            "there is no row for one+lstm with bio-token, epm on optimization. Every model needs the same schemes",
        ),
        (
            "one,lstm,bio,td,epm,optimization",
            "one,lstm,bio,td,epm,test",
            "line 3: one+lstm with bio-token, epm on test is there twice.",
        ),
    ],
)
def test_bad_results(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "results.csv"
    write_results(small(), path)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(DataError) as caught:
        read_results(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_several_files(tmp_path: Path) -> None:
    paths = [tmp_path / "one.csv", tmp_path / "two.csv"]
    for name, path in zip(("one", "two"), paths, strict=True):
        write_results(small((name,)), path)
    assert read_results(*paths) == Results(tuple(small()))
    with pytest.raises(DataError, match=r"one.csv, line 2: one\+lstm with bio-token, epm on optimization is there"):
        read_results(paths[0], paths[0])
    write_results(small(("two",))[:-1], paths[1])
    with pytest.raises(DataError, match=r"^there is no row for two\+lstm with biom-token, mbawo on test"):
        read_results(*paths)


def test_no_results(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    write_results([], path)
    with pytest.raises(DataError, match="there are no results"):
        read_results(path)


def test_what_is_not_in_the_results() -> None:
    with pytest.raises(ConfigurationError, match="there is no metric in these results"):
        compare(Results(tuple(small())), "epn")
    with pytest.raises(ConfigurationError, match="there is no split in these results 'validation'"):
        compare(Results(tuple(small())), set="validation")
