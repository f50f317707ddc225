"""The learning curve of a run: loss and validation score by epoch."""

from __future__ import annotations

import json
from pathlib import Path

from isocolon.files import read_text

HISTORY, PICTURE = "history.json", "learning-curve.png"


def draw_curve(folder: Path) -> Path | None:
    """Draws the history that a detector left in a run folder, and returns the picture's path, or None without one.

    Without matplotlib there is no picture: training must not fail for it.
    """
    from importlib.util import find_spec

    if not (folder / HISTORY).exists() or find_spec("matplotlib") is None:
        return None
    from isocolon.analysis.plots import COLOURS, canvas

    history = json.loads(read_text(folder / HISTORY))
    epochs = history["epochs"]
    numbers = [epoch["number"] for epoch in epochs]
    with canvas(folder / PICTURE) as axes:
        axes.plot(numbers, [epoch["score"] for epoch in epochs], color=COLOURS[0])
        axes.axvline(history["best"], color="grey", linewidth=0.8, linestyle=":")
        axes.set(title="Learning curve", xlabel="epoch")
        axes.set_ylabel("validation F1", color=COLOURS[0])
        losses = axes.twinx()
        losses.plot(numbers, [epoch["loss"] for epoch in epochs], color=COLOURS[1])
        losses.set_ylabel("training loss", color=COLOURS[1])
    return folder / PICTURE
