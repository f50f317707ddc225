"""Agreement: the paper's figures on ASP's agreement study, with and without its corrections, and its bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.analysis.agreement import agree, matchings, mean_scores, padded, plot_agreement
from isocolon.document import Document, Parallelism, Token
from isocolon.errors import ConfigurationError, DataError, DataWarning
from isocolon.metrics import METRICS, Comparison, Counts

Study = dict[str, list[Document]]
BOTH = ("conjunctions", "interlocks")


@pytest.fixture(scope="module")
def study(asp_path: Path) -> Study:
    return {who: list(formats.read(asp_path / "agreement-study" / f"annotator-{who}", language="la")) for who in "ab"}


@pytest.mark.parametrize(
    ("clean", "realign", "expected"),
    [
        (BOTH, False, [0.4615, 0.5084, 0.5981, 0.6136]),  # the paper's .5906 is a typo of .5981
        (BOTH[::-1], False, [0.4615, 0.5084, 0.5981, 0.6136]),
        ((), False, [0.4311, 0.4815, 0.5721, 0.5869]),
        (BOTH, True, [0.4657, 0.5159, 0.5989, 0.6149]),
    ],
)
@pytest.mark.filterwarnings("ignore::isocolon.errors.DataWarning")
def test_published_agreement(study: Study, clean: Sequence[str], realign: bool, expected: list[float]) -> None:
    found = agree(study, clean=clean, realign=realign, trials=10)["a", "b"]
    assert [round(found[name].score.f1, 4) for name in METRICS] == expected
    state = "realigned" if realign else "unaligned"
    assert f"|tokens:{state}|" in found["epm"].score.signature


@pytest.mark.filterwarnings("ignore::isocolon.errors.DataWarning")
def test_published_bootstrap(study: Study) -> None:
    """Sample mean, deviation and interval are the paper's table's, as near as 1,000 trials go."""
    table = {  # mean, deviation, low, high
        "epm": (0.4124, 0.0303, 0.4088, 0.4160),
        "mpbm": (0.5080, 0.0310, 0.5043, 0.5117),
        "mbawo": (0.5973, 0.0322, 0.5935, 0.6012),
        "mwo": (0.6130, 0.0312, 0.6092, 0.6167),
    }
    found = agree(study, clean=BOTH, trials=3_000)["a", "b"]
    for name, expected in table.items():
        ours = found[name].published
        assert (ours.mean, ours.deviation, ours.interval.low, ours.interval.high) == pytest.approx(expected, abs=0.0025)
    epm = found["epm"]
    assert (epm.published.percentile.low, epm.published.percentile.high) == pytest.approx((0.353, 0.472), abs=0.005)
    assert epm.interval.low < 0.41 and epm.interval.high > 0.51  # about the score, not below it


def test_shifted_tokens_are_named(study: Study) -> None:
    with pytest.warns(DataWarning) as told:
        agree(study, trials=1)
    assert [str(warning.message) for warning in told] == [
        "document '176': token 1642 is 'uariet' in a and 'uarie' in b; "
        "compared position by position, as the paper did; align them with realign=True"
    ]


# --- without the data ---


def annotation(*parallelisms: list[tuple[int, int]]) -> list[Document]:
    tokens = tuple(Token(i, i + 1, letter) for i, letter in enumerate("abcdefghijklmnop"))
    return [
        Document("1", "abcdefghijklmnop", tokens, "la", parallelisms=tuple(Parallelism.of(*p) for p in parallelisms))
    ]


P, Q = [(0, 2), (3, 5)], [(6, 8), (9, 11)]
THREE = {"ann": annotation(P, Q), "bob": annotation(P), "cyd": annotation(Q)}


def test_all_pairs_and_their_mean() -> None:
    found = agree(THREE, trials=10)
    assert {names: metrics["epm"].score.f1 for names, metrics in found.items()} == {
        ("ann", "bob"): 2 / 3,
        ("ann", "cyd"): 2 / 3,
        ("bob", "cyd"): 0,
    }
    assert mean_scores(found)["epm"] == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)


def test_matchings_add_up_to_the_counts() -> None:
    comparison = Comparison("1", THREE["ann"][0].parallelisms, THREE["bob"][0].parallelisms)
    for metric in (METRICS[name]() for name in METRICS):
        assert sum(matchings(comparison, metric), start=Counts()) == comparison.counts(metric)
    padding = [padded(item, 1) for item in matchings(comparison, METRICS["epm"]())]
    assert sum(padding, start=Counts()) == Counts(1, 2, 2)


def test_nobody_agrees_alone() -> None:
    with pytest.raises(ConfigurationError, match=r"1 annotator cannot agree with anyone. Give two or more."):
        agree({"ann": annotation(P)})


def test_a_document_that_one_lacks() -> None:
    with pytest.raises(DataError, match=r"documents without a partner, 1 not in bob: 1"):
        agree({"ann": annotation(P), "bob": []})


def renamed(documents: Sequence[Document], *ids: str) -> list[Document]:
    return [replace(documents[0], id=id) for id in ids]


def test_a_part_is_the_same_for_all_pairs() -> None:
    who = {
        "ann": renamed(THREE["ann"], *"123"),
        "bob": renamed(THREE["bob"], *"1234"),
        "cyd": renamed(THREE["cyd"], *"345"),
    }
    with pytest.warns(DataWarning, match="left out documents without a partner, 2 not in ann: 4, 5; 1 not in bob: 5"):
        found = agree(who, partial=True, trials=1)
    for metrics in found.values():
        assert "|documents:1|partial:yes|" in metrics["epm"].score.signature


def test_single_documents_are_one_whatever_their_ids() -> None:
    with pytest.warns(DataWarning, match="took these for one document, the only one of each side: 'x' in ann"):
        found = agree({"ann": renamed(THREE["ann"], "x"), "bob": THREE["bob"]}, trials=1)
    assert found["ann", "bob"]["epm"].score.f1 == 2 / 3


def test_what_an_annotator_repeats_is_told_and_counts_once() -> None:
    for names in (("ann", "bob"), ("bob", "ann")):
        who = {"ann": annotation(P, P, Q), "bob": annotation(P)}
        with pytest.warns(DataWarning, match="document '1': ann repeats 1 of 3 parallelisms, .* each counts once"):
            found = agree({name: who[name] for name in names}, trials=1)
        assert found[names]["epm"].score.f1 == 2 / 3


def test_the_signature_names_corrections() -> None:
    found = agree({"ann": THREE["ann"], "bob": THREE["bob"]}, clean=BOTH, trials=1)["ann", "bob"]
    assert "|cleaned:conjunctions+interlocks|" in found["epm"].score.signature
    assert (found["epm"].interval.over, found["epm"].published.interval.over) == ("matchings", "matchings")


def test_two_who_marked_nothing() -> None:
    found = agree({"ann": annotation(), "bob": annotation()}, trials=10)["ann", "bob"]
    assert (found["epm"].score.f1, found["epm"].interval.high) == (0, 0)


def test_a_picture_of_the_intervals(tmp_path: Path) -> None:
    drawn = plot_agreement(agree(THREE, trials=10), tmp_path / "agreement.svg").read_text()
    for text in ("EPM", "ann – bob", "bob – cyd, the paper's interval", "0.6667", "Agreement of annotators"):
        assert f">{text}<" in drawn
