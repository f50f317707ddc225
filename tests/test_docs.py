"""The README and the pages of docs/: every command in them is run, and prints what they say it prints.

A `console` block holds lines `$ isocolon ...`, each with what it prints on stdout; a line `...` stands for any lines. A
`python` block is run as it is. What needs a dataset is skipped where the full data is absent.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NEEDS_DATA = re.compile(r"\b(asp|pse)\b")


def blocks(language: str) -> list[object]:
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, match.start()) + 1
            found.append(pytest.param(match[1], id=f"{page.name}:{line}"))
    return found


def commands(block: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_the_page_says(block: str, request: pytest.FixtureRequest) -> None:
    if NEEDS_DATA.search(block):
        request.getfixturevalue("asp_path")
        request.getfixturevalue("pse_path")
    for command, printed in commands(block):
        program, *arguments = shlex.split(command)
        assert program == "isocolon", f"only isocolon is run here, not {program}"
        done = subprocess.run(
            [sys.executable, "-m", "isocolon.cli", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            env={**os.environ, "COLUMNS": "100", "PYTHONWARNINGS": "error"},
        )
        assert done.returncode == 0, done.stderr
        pattern = re.escape(clean(printed)).replace(re.escape("...\n"), r"(?:.*\n)*?")
        assert re.fullmatch(pattern, clean(done.stdout)), f"{command} printed:\n{done.stdout}"


def clean(text: str) -> str:
    """Returns a text without spaces at the ends of lines and blank lines at its own ends."""
    lines = [line.rstrip() for line in text.splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


@pytest.mark.parametrize("block", blocks("python"))
def test_python_runs(block: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if NEEDS_DATA.search(block):
        data = request.getfixturevalue("asp_path").parent
        monkeypatch.setenv("ISOCOLON_DATA", str(data))
    monkeypatch.chdir(ROOT)
    exec(compile(block, "page", "exec"), {})


def test_the_reading_order_counts_the_lines() -> None:
    rows = re.findall(r"^\| (`.*`) \| (\d+) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 10
    for rooms, count in rows:
        paths = [ROOT / "isocolon" / room for room in re.findall(r"`([^`]+)`", rooms)]
        files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))]
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        assert lines == pytest.approx(int(count), rel=0.15), rooms
