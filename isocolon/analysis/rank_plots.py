"""Pictures of a comparison: box plots of models, and the critical-difference diagram of schemes (Demšar, 2006)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon.analysis.plots import COLOURS, canvas
from isocolon.analysis.ranks import ALPHA, Pair, critical_difference

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_boxes(scores: Mapping[str, Sequence[float]], path: Path, title: str) -> Path:
    """Writes a box plot of the F1 of each model's schemes, each scheme a dot, and returns its path."""
    with canvas(path, width=2.2 + 1.1 * len(scores), height=4.2) as axes:
        boxes = axes.boxplot(
            list(scores.values()),
            tick_labels=[label.replace(" + ", "\n+ ") for label in scores],
            patch_artist=True,
            widths=0.5,
            medianprops={"color": "black"},
            showfliers=False,  # every value has its dot
        )
        for k, (box, values) in enumerate(zip(boxes["boxes"], scores.values(), strict=True)):
            box.set(facecolor=COLOURS[k % len(COLOURS)], alpha=0.5)
            axes.plot([k + 1] * len(values), values, ".", color="black", markersize=4, alpha=0.6)
        axes.set(title=title, ylabel="F1")
        axes.set_ylim(bottom=0)
    return path


def plot_ranks(
    ranks: Mapping[str, float], pairs: Sequence[Pair], blocks: int, path: Path, alpha: float = ALPHA
) -> Path:
    """Writes the critical-difference diagram of mean ranks and returns its path.

    A line at each treatment's name leads to its mean rank; thick bars join those that do not differ significantly.
    """
    names = sorted(ranks, key=ranks.__getitem__)
    groups = cliques(names, pairs, alpha)
    with canvas(path, height=1.2 + 0.28 * (len(names) / 2 + len(groups))) as axes:
        draw_scale(axes, len(names), critical_difference(len(names), blocks, alpha))
        half = (len(names) + 1) // 2
        for k, name in enumerate(names):
            row, left = (k, True) if k < half else (len(names) - 1 - k, False)
            draw_name(axes, name, ranks[name], -1 - len(groups) * 0.5 - row, len(names), left=left)
        for k, group in enumerate(groups):
            ends = [ranks[group[0]] - 0.08, ranks[group[-1]] + 0.08]
            axes.plot(ends, [-0.5 - k * 0.5] * 2, color=COLOURS[0], linewidth=4, solid_capstyle="round")
        axes.set_title(f"Mean ranks (joined: p ≥ {alpha:g}, Nemenyi)")
        axes.axis("off")
    return path


def draw_scale(axes: Axes, size: int, difference: float) -> None:
    """Draws the axis of ranks, and above it the critical difference."""
    axes.plot([1, size], [0, 0], color="black", linewidth=1)
    for rank in range(1, size + 1):
        axes.plot([rank, rank], [0, 0.15], color="black", linewidth=1)
        axes.text(rank, 0.3, str(rank), ha="center", va="bottom", fontsize=8)
    axes.plot([1, 1 + difference], [1.5, 1.5], color="black", linewidth=2)
    axes.text(1 + difference / 2, 1.6, f"CD = {difference:.2f}", ha="center", va="bottom", fontsize=8)


def draw_name(axes: Axes, name: str, rank: float, height: float, size: int, *, left: bool) -> None:
    """Draws a treatment's name at one side, with a line to its rank."""
    edge, align = (0.5, "right") if left else (size + 0.5, "left")
    axes.plot([rank, rank, edge], [0, height, height], color="grey", linewidth=0.8)
    axes.text(edge, height, f" {name} ({rank:.2f}) ", ha=align, va="center", fontsize=8)


def cliques(names: Sequence[str], pairs: Sequence[Pair], alpha: float = ALPHA) -> list[list[str]]:
    """Returns the longest stretches of treatments, sorted by rank, no two of which differ significantly.

    >>> cliques(["a", "b", "c"], [Pair("a", "c", 0.01), Pair("a", "b", 0.5), Pair("b", "c", 0.5)])
    [['a', 'b'], ['b', 'c']]
    """
    apart = {(pair.better, pair.worse) for pair in pairs if pair.p < alpha}
    found: list[list[str]] = []
    end = 0
    for start, name in enumerate(names):
        reach = next((k for k in range(start, len(names)) if (name, names[k]) in apart), len(names))
        if reach > max(end, start + 1):
            found.append(list(names[start:reach]))
        end = max(end, reach)
    return found
