"""Verbs, run as a person runs them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from isocolon.cli import main

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `isocolon` with arguments and gives its exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["isocolon", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        return stop.value.code or 0, *capsys.readouterr()

    return call


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder of three texts, one of them deeper, and a file that is no text."""
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("we can not dedicate, we can not consecrate it", encoding="utf-8")
    (folder / "b.txt").write_text(
        "of the people, by the people, for the people; we can not dedicate, we can not consecrate it", encoding="utf-8"
    )
    (folder / "deep" / "a.txt").write_text(
        "to be is to do; we can not dedicate, we can not consecrate it", encoding="utf-8"
    )
    (folder / "bad.txt").write_bytes(b"in\xff the")
    return folder
