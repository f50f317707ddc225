"""The bootstrap: against its own definition, one draw at a time, and against the normal approximation."""

from __future__ import annotations

import numpy as np
import pytest

from isocolon.analysis import bootstrap
from isocolon.analysis.bootstrap import f1_of, interval, percentiles, resample
from isocolon.errors import DataError
from isocolon.metrics import Counts, Score

COUNTS = [Counts(3, 5, 4), Counts(0, 2, 1), Counts(7, 7, 9), Counts(0, 0, 0), Counts(2, 3, 6)]


def test_every_trial_is_a_sum_of_as_many_draws() -> None:
    """The slow twin: draw with a loop, add with a loop; the means and spreads agree."""
    totals = resample(COUNTS, trials=20_000)
    random = np.random.default_rng(0)
    slow = []
    for _ in range(20_000):
        drawn = [COUNTS[k] for k in random.integers(0, len(COUNTS), len(COUNTS))]
        slow.append(
            [sum(c.matched for c in drawn), sum(c.predicted_size for c in drawn), sum(c.gold_size for c in drawn)]
        )
    assert totals.mean(axis=0) == pytest.approx(np.mean(slow, axis=0), rel=0.01)
    assert totals.std(axis=0) == pytest.approx(np.std(slow, axis=0), rel=0.02)


def test_f1_is_the_scores() -> None:
    expected = [Score(c.matched, c.predicted_size, c.gold_size).f1 for c in COUNTS]
    assert f1_of(bootstrap.as_table(COUNTS)) == pytest.approx(expected)


def test_percentiles_of_known_values() -> None:
    found = percentiles(np.arange(1001.0), level=0.9)
    assert (found.low, found.high, found.level) == pytest.approx((50, 950, 0.9))


def test_the_interval_of_many_alike_is_the_normal_one() -> None:
    share, size = 0.3, 400
    counts = [Counts(int(k < share * size), 1, 1) for k in range(size)]
    found = interval(counts)
    assert found is not None
    margin = 1.96 * np.sqrt(share * (1 - share) / size)
    assert (found.low, found.high) == pytest.approx((share - margin, share + margin), abs=0.004)


def test_the_same_seed_gives_the_same_interval() -> None:
    assert interval(COUNTS, trials=200) == interval(COUNTS, trials=200)
    assert interval(COUNTS, trials=200) != interval(COUNTS, trials=200, seed=1)


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = resample(COUNTS, trials=50)
    monkeypatch.setattr(bootstrap, "CELLS", 35)
    assert (resample(COUNTS, trials=50) == whole).all()


def test_one_document_has_no_interval() -> None:
    assert interval(COUNTS[:1]) is None


def test_nothing_against_nothing_is_what_it_is_asked_to_be() -> None:
    nothing = [Counts(), Counts()]
    for empty in (0, 1):
        found = interval(nothing, empty=empty, trials=10)
        assert found is not None
        assert (found.low, found.high) == (empty, empty)


def test_nothing_to_draw_from() -> None:
    with pytest.raises(DataError, match=r"there are no counts to draw from. Score one document at least."):
        interval([])
