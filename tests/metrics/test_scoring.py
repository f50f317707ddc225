"""`score` as people call it: tables of small cases, documents and their ids, what is refused and in which words."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from itertools import accumulate

import numpy as np
import pytest

import isocolon
from isocolon.document import Document, Parallelism, Span, Token
from isocolon.errors import ConfigurationError, DataError, DataWarning
from isocolon.metrics import METRICS, Comparison, Counts, Score, Signature, compare, score, tally

P1, P2, P3 = [(0, 3), (4, 7)], [(10, 12), (13, 15)], [(20, 22), (23, 25), (26, 28)]

# predicted, gold, {metric: (matched, predicted size, gold size)}, why
TABLE = [
    ([P1, P2], [P1], {"epm": (1, 2, 1)}, "the paper's example: P = 1/2, R = 1, F1 = 2/3"),
    ([P1], [P1], {"epm": (1, 1, 1), "mpbm": (2, 2, 2), "mbawo": (6, 6, 6), "mwo": (6, 6, 6)}, "all right"),
    ([], [P1], {"epm": (0, 0, 1), "mwo": (0, 0, 6)}, "nothing predicted"),
    ([P1], [], {"epm": (0, 1, 0), "mwo": (0, 6, 0)}, "nothing in gold"),
    ([P1], [[(4, 7), (0, 3)]], {"epm": (1, 1, 1)}, "the order of branches does not matter"),
    ([P3], [[(20, 22), (23, 25)]], {"epm": (0, 1, 1), "mpbm": (2, 3, 2), "mwo": (4, 6, 4)}, "a branch too many"),
    ([P3], [[(20, 22), (30, 32)]], {"mpbm": (0, 3, 2), "mbawo": (0, 6, 4), "mwo": (2, 6, 4)}, "one branch is no match"),
    ([[(0, 3)]], [P1], {"epm": (0, 1, 1), "mpbm": (0, 1, 2), "mbawo": (0, 3, 6), "mwo": (3, 3, 6)}, "a single branch"),
    ([[(0, 3)]], [[(0, 3)]], {"epm": (1, 1, 1), "mpbm": (0, 1, 1), "mwo": (3, 3, 3)}, "a single branch on both sides"),
    ([[(0, 2), (3, 8)]], [[(0, 4), (6, 8)]], {"mbawo": (4, 7, 6), "mwo": (5, 7, 6)}, "3-4 is in the wrong branch"),
    ([P1], [P1, [(0, 7), (8, 15)]], {"epm": (1, 1, 2), "mwo": (6, 6, 20)}, "the nested one is matched, not its nest"),
    ([P1, [(0, 7), (8, 15)]], [P1], {"epm": (1, 2, 1), "mwo": (6, 20, 6)}, "nor the other way round"),
    ([[(0, 5), (6, 9)], [(3, 8), (9, 12)]], [[(0, 5), (6, 9)]], {"epm": (1, 2, 1)}, "crossing predictions are scored"),
    ([P1, P2], [P2, P1], {"epm": (2, 2, 2), "mwo": (10, 10, 10)}, "the order of parallelisms does not matter"),
]


@pytest.mark.parametrize(("predicted", "gold", "expected", "why"), TABLE, ids=[row[-1] for row in TABLE])
def test_table(predicted, gold, expected, why):
    scores = score(predicted=predicted, gold=gold)
    assert list(scores) == ["epm", "mpbm", "mbawo", "mwo"]
    found = {name: (scores[name].matched, scores[name].predicted_size, scores[name].gold_size) for name in expected}
    assert found == expected


def test_the_public_name():
    scores = isocolon.score(predicted=[P1, P2], gold=[P1])
    assert (scores["epm"].precision, scores["epm"].recall, scores["epm"].f1) == (1 / 2, 1 / 1, 2 / 3)


def test_the_public_name_takes_what_its_messages_name():
    predicted, gold = [document("1", P1)], [document("1", P1), document("2", P1)]
    with pytest.warns(DataWarning, match="left out documents without a partner, 1 not in predicted: 2"):
        scores = isocolon.score(predicted=predicted, gold=gold, metrics=["mwo"], strata=1, partial=True)
    assert list(scores) == ["mwo"]
    assert "|documents:1|partial:yes|strata:1|" in scores["mwo"].signature


@pytest.mark.parametrize(
    "gold",
    [
        [Parallelism.of(*P1)],
        [[Span(0, 3), Span(4, 7)]],
        [(Span(0, 3), (4, 7))],
        iter([P1]),
        [np.array(P1)],
        np.array([P1]),
        [Parallelism.of(*np.array(P1))],
    ],
)
def test_parallelisms_in_any_dress(gold):
    found = score(predicted=[P1], gold=gold)["mwo"]
    assert (found.matched, found.predicted_size, found.gold_size) == (6, 6, 6)
    assert json.loads(json.dumps(found.as_dict())) == found.as_dict()  # no number of numpy's


@pytest.mark.parametrize(("empty", "expected"), [(0, 0.0), (1, 1.0)])
def test_nothing_against_nothing(empty, expected):
    found = score(predicted=[], gold=[], empty=empty)["epm"]
    assert (found.precision, found.recall, found.f1, found.f(2)) == (expected,) * 4
    assert f"|empty:{empty}|" in found.signature


def test_nothing_against_something_is_0_whatever_nothing_is():
    assert score(predicted=[], gold=[P1], empty=1)["mwo"].f1 == 0


def test_what_gold_repeats_is_told_and_counts_once():
    """G is a set. pyrallelism counts it as often as it is there."""
    with pytest.warns(DataWarning) as told:
        scores = score(predicted=[P1, P2], gold=[P1, P1, P2])
    assert [str(warning.message) for warning in told] == [
        "gold repeats 1 of 3 parallelisms, [0, 3), [4, 7) for one; each counts once"
    ]
    assert {name: found.f1 for name, found in scores.items()} == dict.fromkeys(METRICS, 1)


def test_what_is_predicted_twice_is_told_and_matched_once():
    nest = [(0, 3), (4, 7), (8, 9)]
    with pytest.warns(DataWarning) as told:
        scores = score(predicted=[P1, P1, P2], gold=[P1, nest])
    assert [str(warning.message) for warning in told] == [
        "predicted repeats 1 of 3 parallelisms, [0, 3), [4, 7) for one; "
        "each is matched once and counted as often as it is there"
    ]
    assert scores["epm"].matched == 1
    assert (scores["mwo"].matched, scores["mwo"].predicted_size) == (6, 6 + 6 + 4)


def test_strata():
    gold = [[(0, 7), (8, 15)], P1, P2]
    assert score(predicted=gold, gold=gold[:1], strata=1)["epm"].precision == 1
    found = score(predicted=gold, gold=gold[:1], strata=2)["epm"]
    assert (found.precision, found.signature.split("|")[5]) == (1 / 3, "strata:2")
    with pytest.raises(ConfigurationError, match=r"cannot score 0 strata. Give a number from 1, or none for all."):
        score(predicted=gold, gold=gold, strata=0)


def test_signature_names_all_that_matters():
    assert score(predicted=[], gold=[])["mbawo"].signature == (
        "metric:mbawo|matching:maximum|averaging:micro|documents:1|partial:no|strata:all|cleaned:no|"
        f"tokens:unchecked|empty:0|version:{isocolon.__version__}"
    )
    with pytest.raises(ConfigurationError, match=r"nothing against nothing cannot score 2. The choices are: 0, 1."):
        Signature("epm", empty=2)


def test_f_beta():
    found = Score(matched=1, predicted_size=2, gold_size=1)
    assert found.f(2) == pytest.approx(5 * (1 / 2) * 1 / (4 * (1 / 2) + 1))
    assert found.f(0.5) == pytest.approx(1.25 * (1 / 2) * 1 / (0.25 * (1 / 2) + 1))
    with pytest.raises(ConfigurationError, match=r"a beta of 0. Recall must weigh something"):
        found.f(0)


def test_one_metric():
    assert list(score(predicted=[P1], gold=[P1], metrics=["mwo"])) == ["mwo"]
    with pytest.raises(ConfigurationError, match=r"there is no metric 'epn'. Did you mean 'epm'?"):
        score(predicted=[P1], gold=[P1], metrics=["epn"])


@pytest.mark.parametrize(
    ("predicted", "words"),
    [
        ([(0, 3), (4, 7)], r"predicted parallelism 0 is \(0, 3\). A parallelism is a list of half-open \(start, end\)"),
        ([[(0, 3), (2, 7)]], r"branches \[0, 3\) and \[2, 7\) of one parallelism overlap"),
        ([[(3, 3)]], "a span cannot run from 3 to 3"),
        ([[]], "a parallelism has no branches"),
        ([[(0.9, 3), (4, 7)]], r"predicted parallelism 0 is \[\(0.9, 3\), \(4, 7\)\]. .* pairs of whole numbers"),
        ([[(0, 3), None]], r"predicted parallelism 0 is \[\(0, 3\), None\]"),
        ([3], "predicted parallelism 0 is 3"),
        (3, "predicted is 3. Give Documents, or a list of parallelisms"),
        (None, "predicted is None"),
    ],
)
def test_what_is_no_parallelism(predicted, words):
    with pytest.raises(DataError, match=words):
        score(predicted=predicted, gold=[P1])


# --- documents ---


def document(id: str, *parallelisms: list[tuple[int, int]], words: str = "a b c d e f g h") -> Document:
    forms = words.split()
    ends = list(accumulate(len(form) + 1 for form in forms))
    tokens = tuple(Token(end - 1 - len(form), end - 1, form) for form, end in zip(forms, ends, strict=True))
    return Document(id, words, tokens, parallelisms=tuple(Parallelism.of(*p) for p in parallelisms))


def test_documents_are_paired_by_id_never_by_order():
    one, two = document("1", P1), document("2", [(0, 1), (2, 3)])
    scores = score(predicted=[two, one], gold=[one, two])
    assert scores["epm"].f1 == 1
    assert "|tokens:checked|" in scores["epm"].signature


def test_counts_are_matched_within_documents_and_summed():
    gold = [document("1", P1), document("2", [(0, 1), (2, 3)])]
    predicted = [document("1", P1, [(0, 1), (2, 3)]), document("2")]
    assert tally(compare(predicted=predicted, gold=gold))["epm"] == [Counts(1, 2, 1), Counts(0, 0, 1)]
    assert score(predicted=predicted, gold=gold)["epm"] == Score(1, 2, 2, str(Signature("epm", documents=2)))


def test_two_single_documents_are_a_pair_and_that_is_told():
    with pytest.warns(DataWarning) as told:
        assert score(predicted=document("mine", P1), gold=document("1", P1))["epm"].f1 == 1
    assert [str(warning.message) for warning in told] == [
        "took these for one document, the only one of each side: 'mine' in predicted, '1' in gold"
    ]


@pytest.mark.filterwarnings("ignore::isocolon.errors.DataWarning")
def test_two_single_documents_that_differ_are_both_named():
    with pytest.raises(DataError, match=r"^'mine' in predicted, '1' in gold: token 3 is 'x' in predicted and 'd' in"):
        score(predicted=document("mine", words="a b c x"), gold=document("1"))


def test_missing_documents_are_named():
    predicted = [document(id) for id in "abc"]
    gold = [document(id) for id in "bcde"]
    with pytest.raises(DataError) as error:
        score(predicted=predicted, gold=gold)
    assert str(error.value) == (
        "documents without a partner, 2 not in predicted: d, e; 1 not in gold: a. "
        "Documents are paired by id; take what all sides have with partial=True."
    )
    with pytest.warns(DataWarning, match="left out documents without a partner, 2 not in predicted: d, e"):
        assert len(compare(predicted=predicted, gold=gold, partial=True)) == 2


def test_nothing_in_common_is_refused_even_if_partial():
    with pytest.raises(DataError, match=r"1 not in predicted: c; 2 not in gold: a, b. .* give them the same ids"):
        score(predicted=[document("a"), document("b")], gold=[document("c")], partial=True)


def test_an_id_twice():
    with pytest.raises(DataError, match=r"gold has document '1' twice. Every document needs an id of its own."):
        score(predicted=[document("1")], gold=[document("1"), document("1")])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("a b c x e f g h", "document '1': token 3 is 'x' in predicted and 'd' in gold"),
        ("a b c d e f g", "document '1': token 7 is missing in predicted and 'h' in gold"),
        ("a b c d e f g h i", "document '1': token 8 is 'i' in predicted and missing in gold"),
    ],
)
def test_other_tokens_are_refused_and_the_first_is_named(words, told):
    with pytest.raises(DataError) as error:
        score(predicted=document("1", words=words), gold=document("1"))
    assert str(error.value) == (
        f"{told}. Both sides must be about the same tokens: check that these are the same text, and if they are, "
        "read both with one language=…, or detect on the gold file itself."
    )


def test_documents_beside_plain_parallelisms():
    with pytest.raises(DataError, match="predicted holds plain parallelisms where there are Documents beside them"):
        score(predicted=[P1], gold=[document("1")])


def test_documents_against_no_documents():
    with pytest.raises(DataError, match="1 not in predicted: 1"):
        score(predicted=[], gold=[document("1", P1)])


def test_alignment_says_who_met_whom():
    (comparison,) = compare(predicted=[P1, P2, P3], gold=[P3[:2], P1])
    pairs = comparison.alignment(METRICS["mwo"]())
    assert [(p.branches[0].start, q.branches[0].start, score) for p, q, score in pairs] == [(0, 0, 6), (20, 20, 4)]


def test_memory_is_in_proportion_to_the_overlaps():
    side = [Parallelism.of((10 * i, 10 * i + 5), (10 * i + 5, 10 * i + 9)) for i in range(3_000)]
    tracemalloc.start()
    tally([Comparison("", side, [p.shifted(3) for p in side])])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3_000 * 3_000  # bytes: less than one for each pair of parallelisms


def test_exact_metrics_need_no_room_for_what_merely_overlaps():
    side = [Parallelism.of((i, i + 1), (i + 1, 4_000 + i)) for i in range(1_500)]
    tracemalloc.start()
    tally([Comparison("", side, side)], ["epm", "mpbm"])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_500 * 1_500 * 8 / 4  # bytes: overlaps alone would take a whole number for every pair


def test_scoring_needs_numpy_and_nothing_heavier():
    code = (
        "import isocolon, sys; isocolon.score(predicted=[[(0, 2), (3, 5)], [(0, 3), (3, 6)]], "
        "gold=[[(0, 2), (3, 5)], [(0, 3), (3, 6)]]); "
        "print({'torch', 'matplotlib', 'scipy', 'lxml', 'rich'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
