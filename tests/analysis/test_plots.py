"""Plots: files of the right kind, with the right figures in them, and the same each time."""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from isocolon.analysis.plots import plot_overlap, plot_splits
from isocolon.analysis.statistics import Contents, histogram
from isocolon.errors import ConfigurationError

OVERLAPS = [0, 0.05, 0.25, 0.25, 0.25, 1, 1, 1]
SPLITS = {"training": Contents(3, 9, 900, 70, 30, 0, 10, 0), "test": Contents(1, 3, 300, 30, 10, 0, 5, 0)}


@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_kinds_of_pictures(tmp_path: Path, suffix: str, magic: bytes) -> None:
    overlap = plot_overlap(histogram(OVERLAPS), tmp_path / "new" / f"overlap.{suffix}")
    splits = plot_splits(SPLITS, tmp_path / f"splits.{suffix}")
    assert overlap.read_bytes().startswith(magic)
    assert splits.read_bytes().startswith(magic)


def test_percentages_stand_above_the_bars(tmp_path: Path) -> None:
    drawn = plot_overlap(histogram(OVERLAPS), tmp_path / "overlap.svg").read_text()
    assert [text for text in ("25%", "38%") if f">{text}<" in drawn] == ["25%", "38%"]
    assert ">0%<" not in drawn  # an empty bin has no bar to name


def test_splits_are_drawn_as_shares(tmp_path: Path) -> None:
    drawn = plot_splits(SPLITS, tmp_path / "splits.svg").read_text()
    assert [text for text in ("training", "test", "75", "25", "67") if f">{text}<" in drawn] == [
        "training",
        "test",
        "75",
        "25",
        "67",
    ]


def test_the_same_figures_give_the_same_file(tmp_path: Path) -> None:
    first, second = (plot_overlap(histogram(OVERLAPS), tmp_path / name) for name in ("a.svg", "b.svg"))
    assert first.read_bytes() == second.read_bytes()


def test_other_endings(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as error:
        plot_overlap(histogram(OVERLAPS), tmp_path / "overlap.gif")
    assert str(error.value) == "'overlap.gif' is no picture that we write. Its ending must be .png or .svg or .pdf."
    assert not list(tmp_path.iterdir())


def test_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def missing(name: str, *rest: object) -> object:
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError(name)
        return original(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ConfigurationError, match=r"plots need matplotlib\. Install it with: pip install"):
        plot_overlap(histogram(OVERLAPS), tmp_path / "overlap.png")
