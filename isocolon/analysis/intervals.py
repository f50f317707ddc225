"""A picture of scores with their intervals: a row for each metric, a point and a line for each series."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from isocolon.analysis.bootstrap import Interval
from isocolon.analysis.plots import COLOURS, canvas


def plot_intervals(series: Mapping[str, Mapping[str, tuple[float, Interval]]], path: Path, title: str) -> Path:
    """Writes a picture of scores with their intervals, by series and metric, and returns its path."""
    step = 0.7 / len(series)
    metrics = list(next(iter(series.values())))
    with canvas(path) as axes:
        for k, (label, scores) in enumerate(series.items()):
            rows = [row + (k - (len(series) - 1) / 2) * step for row in range(len(metrics))]
            values, intervals = zip(*scores.values(), strict=True)
            colour = COLOURS[k % len(COLOURS)]
            axes.hlines(rows, [i.low for i in intervals], [i.high for i in intervals], color=colour, linewidth=2)
            axes.plot(values, rows, "|", color=colour, markersize=11, markeredgewidth=2, label=label)
            for row, value, interval in zip(rows, values, intervals, strict=True):
                place = (max(value, interval.high), row)
                axes.annotate(f"{value:.4f}", place, xytext=(6, 0), textcoords="offset points", va="center", fontsize=8)
        axes.set(title=title, xlabel="F1", xlim=(0, 1))
        axes.set_yticks(range(len(metrics)), [name.upper() for name in metrics])
        axes.invert_yaxis()
        axes.legend(loc="best")
    return path
