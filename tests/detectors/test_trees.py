"""Tree ensembles: LightGBM, onnxruntime and plain numpy give the same scores."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from isocolon.detectors.lattice.trees import Forest
from isocolon.errors import ModelError

lightgbm = pytest.importorskip("lightgbm", reason="needs LightGBM: pip install 'isocolon[train]'")


def trained(models: int) -> tuple[list[object], np.ndarray]:
    draw = np.random.default_rng(0)
    rows = draw.normal(size=(1500, 12)).astype(np.float32)
    rows[:, :4] = np.rint(rows[:, :4] * 2)
    right = rows[:, 0] + rows[:, 5] * rows[:, 1] > 0.5
    options = {"objective": "binary", "verbose": -1, "num_threads": 1, "num_leaves": 9, "feature_fraction": 0.5}
    data = lightgbm.Dataset(rows, right)
    return [lightgbm.train({**options, "seed": seed}, data, 15) for seed in range(models)], rows


@pytest.mark.parametrize("models", [1, 3])
def test_all_three_agree(models: int, tmp_path: Path) -> None:
    boosters, rows = trained(models)
    expected = np.mean([booster.predict(rows, raw_score=True) for booster in boosters], axis=0)
    forest = Forest.of(boosters)
    assert np.abs(forest(rows) - expected).max() < 1e-5
    assert np.abs(forest.walk(rows) - expected).max() < 1e-5
    forest.save(tmp_path / "forest.npz")
    assert (Forest.load(tmp_path / "forest.npz")(rows) == forest(rows)).all()


def test_values_on_a_threshold_go_the_same_way() -> None:
    boosters, rows = trained(1)
    forest = Forest.of(boosters)
    on_it = np.tile(rows[:1], (len(forest.threshold), 1))
    inner = (forest.feature >= 0) & (np.abs(forest.threshold) > 1e-30)  # LightGBM takes less for zero
    on_it[np.flatnonzero(inner), forest.feature[inner]] = forest.threshold[inner]
    assert np.abs(forest(on_it) - boosters[0].predict(on_it, raw_score=True)).max() < 1e-5


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", nothing=np.zeros(1))
    with pytest.raises(ModelError, match=r"other\.npz: no tree ensemble: its arrays cannot be read .*Train the model"):
        Forest.load(tmp_path / "other.npz")
