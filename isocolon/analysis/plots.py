"""Pictures of studies, in one plain style: no frame, bars with their figures above them, nothing to decode.

Every function writes one file, as PNG, SVG or PDF by its suffix, and returns its path. `canvas` and `save` are the
style; a new plot draws between the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon.analysis.statistics import Bin, Contents
from isocolon.errors import ConfigurationError
from isocolon.files import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
"""The colours of series, in order: Okabe and Ito's, which the colour-blind can tell apart."""

SUFFIXES = (".png", ".svg", ".pdf")

STYLE: dict[RcKeyType, object] = {
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "savefig.dpi": 200,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "isocolon",  # the same plot gives the same file
}


@contextmanager
def canvas(path: Path, *, width: float = 6.4, height: float = 3.8) -> Iterator[Axes]:
    """Gives axes to draw on, in our style, and writes the picture once they are done.

    Args:
        path: the file to write; its suffix tells the kind.
        width: the picture's width in inches.
        height: its height.

    Raises:
        ConfigurationError: for a suffix that is no kind of picture we write, and where matplotlib is missing.
    """
    if path.suffix not in SUFFIXES:
        raise ConfigurationError(
            f"'{path.name}' is no picture that we write. Its ending must be {' or '.join(SUFFIXES)}."
        )
    # A Figure of its own, not pyplot: nothing is shown, and no state is shared with the user's plots
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ConfigurationError("plots need matplotlib. Install it with: pip install 'isocolon[analysis]'.") from error

    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure.subplots()
        save(figure, path)


def save(figure: Figure, path: Path) -> None:
    """Writes a figure whole or not at all, without the date, so that it can be compared."""
    kind = path.suffix[1:]
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with whole(path) as temporary:
        figure.savefig(temporary, format=kind, metadata=dates.get(kind))


def plot_overlap(histogram: Sequence[Bin], path: Path, title: str = "Normalised lexical overlap") -> Path:
    """Writes the paper's histogram, with rounded percentages above the bars, and returns its path."""
    with canvas(path) as axes:
        bars = axes.bar(
            [bar.start for bar in histogram],
            [bar.count for bar in histogram],
            width=[bar.end - bar.start for bar in histogram],
            align="edge",
            color=COLOURS[0],
            edgecolor="white",
        )
        axes.bar_label(bars, [f"{bar.fraction:.0%}" if bar.count else "" for bar in histogram], padding=2)
        axes.set(title=title, xlabel="overlap", ylabel="pairs of branches", xlim=(0, 1))
        axes.set_xticks([bar.start for bar in histogram] + [1.0])
        axes.margins(y=0.1)
    return path


def plot_splits(splits: Mapping[str, Contents], path: Path, title: str = "What each split holds") -> Path:
    """Writes bars of each split's share of the tokens, the branches and the parallelisms, and returns its path."""
    measures = ("tokens", "branched_tokens", "branches", "parallelisms")
    width = 0.8 / len(measures)
    with canvas(path) as axes:
        for k, measure in enumerate(measures):
            counts = [getattr(contents, measure) for contents in splits.values()]
            total = sum(counts) or 1
            places = [place + (k - (len(measures) - 1) / 2) * width for place in range(len(splits))]
            heights = [100 * count / total for count in counts]
            bars = axes.bar(places, heights, width * 0.92, color=COLOURS[k], label=measure.replace("_", " "))
            axes.bar_label(bars, [f"{height:.0f}" for height in heights], padding=2, fontsize=8)
        axes.set_xticks(range(len(splits)), list(splits))
        axes.set(title=title, ylabel="% of the whole")
        axes.margins(y=0.1)
        axes.legend()
    return path
