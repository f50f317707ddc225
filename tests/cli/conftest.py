"""Verbs, run as a person runs them."""

from __future__ import annotations

import sys
from collections.abc import Callable

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
