"""ONNX by hand: a tree ensemble as the bytes of an ONNX model.

The format is Protocol Buffers: a message is a run of fields, each a number and a value. These few lines write the one
model we need (a TreeEnsembleRegressor), so that no converter has to be installed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

INT, FLOATS, INTS, STRINGS = 2, 6, 7, 8
"""AttributeProto.type"""
IR_VERSION = 8
ML_VERSION = 1
ELEMENT_FLOAT = 1


def varint(number: int) -> bytes:
    """Returns a number in base 128, the lowest digits first.

    >>> varint(300).hex()
    'ac02'
    """
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number: int, value: bytes | str | int) -> bytes:
    """Returns one field of a message: an integer, or bytes, text or a message with its length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varints(numbers: NDArray[np.integer]) -> bytes:
    """Returns many numbers below 2 ** 28, none negative, in base 128.

    >>> varints(np.array([1, 300])).hex()
    '01ac02'
    """
    width = max(int(numbers.max(initial=0)).bit_length(), 1)
    shifted = numbers[:, None].astype(np.uint32) >> np.arange(0, width, 7, dtype=np.uint32)
    digits = (shifted & 0x7F | np.where(shifted > 0x7F, 0x80, 0)).astype(np.uint8)
    there = shifted > 0
    there[:, 0] = True
    found: bytes = digits[there].tobytes()
    return found


def integers(name: str, values: NDArray[np.integer]) -> bytes:
    """Returns an attribute that is a list of integers."""
    return field(1, name) + field(8, varints(values)) + field(20, INTS)


def floats(name: str, values: NDArray[np.float32]) -> bytes:
    """Returns an attribute that is a list of floats."""
    return field(1, name) + field(7, values.astype("<f4").tobytes()) + field(20, FLOATS)


def strings(name: str, values: Sequence[str], chosen: NDArray[np.integer]) -> bytes:
    """Returns an attribute that is a list of texts, each chosen by its number out of a few."""
    written = [field(9, value) for value in values]
    width = max(map(len, written))
    padded = np.frombuffer(b"".join(each.ljust(width) for each in written), np.uint8).reshape(-1, width)
    there = np.arange(width) < np.array([[len(each)] for each in written])
    listed: bytes = padded[chosen][there[chosen]].tobytes()
    return field(1, name) + listed + field(20, STRINGS)


def tensor(name: str, *shape: str | int) -> bytes:
    """Returns the description of an input or output: floats of a shape, dimensions by size or name."""
    sizes = b"".join(field(1, field(1, size) if isinstance(size, int) else field(2, size)) for size in shape)
    return field(1, name) + field(2, field(1, field(1, ELEMENT_FLOAT) + field(2, sizes)))


def tree_model(
    feature: NDArray[np.int16],
    threshold: NDArray[np.float32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    value: NDArray[np.float32],
    roots: NDArray[np.int32],
) -> bytes:
    """Returns the model that adds up trees; the arrays are those of `trees.Forest`."""
    tree = np.searchsorted(roots, np.arange(len(feature)), side="right") - 1
    first = roots[tree]
    is_leaf = feature < 0
    number = np.arange(len(feature)) - first
    attributes = [
        integers("nodes_treeids", tree),
        integers("nodes_nodeids", number),
        integers("nodes_featureids", np.maximum(feature, 0)),
        floats("nodes_values", threshold),
        strings("nodes_modes", ("BRANCH_LEQ", "LEAF"), is_leaf.astype(np.int64)),
        integers("nodes_truenodeids", np.where(is_leaf, 0, left - first)),
        integers("nodes_falsenodeids", np.where(is_leaf, 0, right - first)),
        integers("target_treeids", tree[is_leaf]),
        integers("target_nodeids", number[is_leaf]),
        integers("target_ids", np.zeros(int(is_leaf.sum()), np.int64)),
        floats("target_weights", value[is_leaf]),
        field(1, "n_targets") + field(3, 1) + field(20, INT),
    ]
    node = field(1, "rows") + field(2, "sum") + field(4, "TreeEnsembleRegressor") + field(7, "ai.onnx.ml")
    node += b"".join(field(5, attribute) for attribute in attributes)
    graph = field(1, node) + field(2, "trees")
    graph += field(11, tensor("rows", "N", "F")) + field(12, tensor("sum", "N", 1))
    operators = [field(1, "ai.onnx.ml") + field(2, ML_VERSION), field(1, "") + field(2, 15)]
    return field(1, IR_VERSION) + b"".join(field(8, o) for o in operators) + field(7, graph)
