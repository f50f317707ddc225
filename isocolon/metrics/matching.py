"""Matching of maximum weight in a sparse bipartite graph: leaves first, then shortest augmenting paths.

A leaf u hangs on its stem v by one edge of weight w. Whatever else v might do, it can have u for w, so the leaf can be
taken off the tree if w goes to the account and is *paid* from all other edges of v: v leaves u only for a profit. What
is a forest, and that is nearly all of what real annotations make, is solved so, leaf by leaf. Only the cycles that
remain need the Hungarian method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from isocolon.metrics.assignment import Assignment
from isocolon.metrics.base import Weights
from isocolon.metrics.overlaps import Integers


def maximum_matching(edges: Integers, weights: Weights) -> list[int]:
    """Returns the positions of the edges, [E, 2], that make a matching of maximum weight.

    >>> maximum_matching(np.array([[0, 0], [0, 1], [1, 1]]), np.array([2, 5, 4]))
    [0, 2]
    """
    kept = np.flatnonzero(weights > 0)
    if not len(kept):
        return []
    ends = edges[kept] + [0, 1 + edges[:, 0].max()]  # one numbering for the vertices of both sides
    peeled, core, paid = peel(ends, weights[kept])
    worth = weights[kept[core]] - paid[ends[core]].sum(axis=1)
    chosen = [core[e] for e in Assignment(zip(*ends[core].T.tolist(), worth.tolist(), strict=True)).edges()]
    taken = set(ends[chosen].ravel().tolist())
    for edge, leaf, stem in reversed(peeled):
        if stem not in taken:
            taken |= {leaf, stem}
            chosen.append(edge)
    return sorted(kept[chosen].tolist())


class Peeled(NamedTuple):
    """An edge taken off the graph with the leaf that hung on it."""

    edge: int
    leaf: int
    stem: int


def peel(ends: Integers, weights: Weights) -> tuple[list[Peeled], list[int], Weights]:
    """Returns the peeled edges in order, the edges of the core that remain, and what each vertex has been paid.

    No lists of neighbours are needed: a vertex keeps the *sum* of its edges' numbers, which is the number of its edge
    once it has one only.
    """
    edge_count, vertices = len(ends), ends.ravel()
    degree = np.bincount(vertices).tolist()
    edge_sum = np.bincount(vertices, np.repeat(np.arange(edge_count), 2)).astype(np.int64).tolist()
    end_sum, weight = ends.sum(axis=1).tolist(), weights.tolist()
    paid = [0] * len(degree)
    peeled, gone = [], np.zeros(edge_count, dtype=bool)
    leaves = [vertex for vertex, d in enumerate(degree) if d == 1]
    while leaves:
        leaf = leaves.pop()
        if degree[leaf] != 1:
            continue
        edge = edge_sum[leaf]
        stem = end_sum[edge] - leaf
        profit = weight[edge] - paid[leaf] - paid[stem]
        if profit > 0:
            paid[stem] += profit
            peeled.append(Peeled(edge, leaf, stem))
        gone[edge] = True
        degree[leaf], degree[stem] = 0, degree[stem] - 1
        edge_sum[stem] -= edge
        if degree[stem] == 1:
            leaves.append(stem)
    account = np.array(paid)
    core = ~gone & (weights > account[ends].sum(axis=1))
    return peeled, np.flatnonzero(core).tolist(), account
