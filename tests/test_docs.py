"""The README and the pages of docs/: every command in them is run, and prints what they say it prints.

A `console` block holds lines `$ isocolon ...`, each with what it prints on stdout; a line `...` stands for any lines. A
`python` block is run as it is. What needs a dataset is skipped where the full data is absent. Links lead somewhere, and
the pages are built without a warning.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
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
        if arguments[0] == "train":  # a run is never made twice in one folder
            shutil.rmtree(ROOT / arguments[arguments.index("--out") + 1], ignore_errors=True)
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


def anchors(page: Path) -> set[str]:
    """Returns what a link can point to in a page: its headings, as Markdown's renderers name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            file, _, anchor = link.partition("#")
            target = page.parent / file if file else page
            assert target.is_file(), link
            assert not anchor or anchor in anchors(target), link


def test_every_page_is_in_the_table_of_contents() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    trees = re.findall(r"^```{toctree}\n(?::[^\n]*\n)*\n(.*?)^```$", index, re.MULTILINE | re.DOTALL)
    listed = [name for tree in trees for name in tree.split()]
    assert sorted(listed) == sorted(page.stem for page in PAGES if page.stem not in {"README", "index"})


def test_the_pages_are_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="needs the extra: pip install 'isocolon[docs]'")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    done = subprocess.run([*command, "docs", str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {f"{page.stem}.html" for page in PAGES[1:]} <= {path.name for path in tmp_path.glob("*.html")}


def test_the_reading_order_counts_the_lines() -> None:
    rows = re.findall(r"^\| (`.*`) \| (\d+) \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 10
    for rooms, count in rows:
        paths = [ROOT / "isocolon" / room for room in re.findall(r"`([^`]+)`", rooms)]
        files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*.py"))]
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
        assert lines == pytest.approx(int(count), rel=0.15), rooms
