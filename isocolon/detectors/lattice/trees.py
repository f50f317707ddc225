"""Tree ensembles: trained with LightGBM, kept as plain arrays, run by onnxruntime.

LightGBM's wheels want a system library that a fresh laptop may lack, so nothing of it is needed to detect. The arrays
hold all trees end to end; `Forest.walk` reads them in numpy, slowly and plainly, and tests hold all three against each
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from isocolon.detectors.lattice.onnx import tree_model
from isocolon.errors import DataError, ModelError
from isocolon.evidence.band import Floats
from isocolon.files import read_arrays, write_arrays

if TYPE_CHECKING:
    from lightgbm import Booster

ARRAYS = ("feature", "threshold", "left", "right", "value", "roots")


class Forest:
    """The sum of trees. Node i goes left if a row's `feature[i]` is at most `threshold[i]`; leaves have feature -1."""

    def __init__(
        self,
        feature: NDArray[np.int16],
        threshold: NDArray[np.float32],
        left: NDArray[np.int32],
        right: NDArray[np.int32],
        value: NDArray[np.float32],
        roots: NDArray[np.int32],
    ) -> None:
        self.feature, self.threshold, self.left, self.right = feature, threshold, left, right
        self.value, self.roots = value, roots

    @classmethod
    def of(cls, boosters: Sequence[Booster]) -> Forest:
        """Returns the mean of what LightGBM trained."""
        nodes: list[tuple[int, float, int, int, float]] = []
        roots = []
        for booster in boosters:
            for tree in booster.dump_model()["tree_info"]:
                roots.append(len(nodes))
                grow(tree["tree_structure"], nodes, 1 / len(boosters))
        feature, threshold, left, right, value = zip(*nodes, strict=True)
        return cls(
            np.array(feature, np.int16),
            at_most(np.array(threshold)),
            np.array(left, np.int32),
            np.array(right, np.int32),
            np.array(value, np.float32),
            np.array(roots, np.int32),
        )

    def __call__(self, rows: Floats) -> Floats:
        """Returns the sum of all trees for each row."""
        if not len(rows):
            return np.zeros(0, np.float32)
        found: Floats = self._session.run(None, {"rows": np.ascontiguousarray(rows, np.float32)})[0]
        return found.ravel()

    def walk(self, rows: Floats) -> Floats:
        """Returns the same, step by step from the roots down."""
        place = np.tile(self.roots, (len(rows), 1))
        while (self.feature[place] >= 0).any():
            feature = self.feature[place]
            goes_left = (
                np.take_along_axis(rows, np.maximum(feature, 0).astype(np.int64), axis=1) <= self.threshold[place]
            )
            place = np.where(feature < 0, place, np.where(goes_left, self.left[place], self.right[place]))
        found: Floats = self.value[place].sum(axis=1)
        return found

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        model = tree_model(self.feature, self.threshold, self.left, self.right, self.value, self.roots)
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def save(self, path: Path) -> None:
        """Writes the arrays into a file (.npz, nothing executable)."""
        write_arrays(path, **{name: getattr(self, name) for name in ARRAYS})

    @classmethod
    def load(cls, path: Path) -> Forest:
        """Returns the forest in a file."""
        try:
            return cls(*read_arrays(path, *ARRAYS))
        except DataError as error:
            raise ModelError(f"{path}: no tree ensemble: {error.found}. Train the model again.") from error


def grow(node: dict[str, Any], nodes: list[tuple[int, float, int, int, float]], share: float) -> int:
    """Appends a tree of LightGBM's to the nodes and returns the place of its root."""
    place = len(nodes)
    if "split_feature" not in node:
        nodes.append((-1, 0.0, 0, 0, node["leaf_value"] * share))
        return place
    nodes.append((0, 0.0, 0, 0, 0.0))
    left = grow(node["left_child"], nodes, share)
    right = grow(node["right_child"], nodes, share)
    nodes[place] = (node["split_feature"], node["threshold"], left, right, 0.0)
    return place


def at_most(thresholds: NDArray[np.float64]) -> NDArray[np.float32]:
    """Returns the greatest single-precision numbers that are not above the thresholds, so that comparisons agree."""
    single = thresholds.astype(np.float32)
    return np.where(single > thresholds, np.nextafter(single, np.float32(-np.inf)), single)
