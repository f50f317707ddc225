"""The house's order: imports point one way, heavy things come last, and nothing works at import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "isocolon"

LEVELS = [
    {"document", "errors", "registry", "config", "files"},
    {"languages", "schemes", "metrics", "nn"},
    {"formats", "evidence", "analysis"},
    {"datasets", "detectors"},
    {"training", "viewer", "models", "reproduction"},
    {"cli", "spacy"},
]
EXCEPTIONS = {("document", "isocolon.viewer.notebook.fragment")}
"""What a Document shows in a notebook: IPython asks the object itself, so the noun must ask the viewer."""
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def room_of(module: str) -> str:
    """Returns the first part of a module's name below the package."""
    return module.removeprefix("isocolon.").partition(".")[0]


def imports(path: Path) -> set[str]:
    """Returns the names of all modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    here = room_of(".".join(path.relative_to(PACKAGE).with_suffix("").parts))
    for module in imports(path):
        if (here, module) in EXCEPTIONS:
            continue
        if module.startswith("isocolon.") and (there := room_of(module)) in LEVEL:
            below = LEVEL[there] < LEVEL[here] or LEVEL[there] == LEVEL[here] == 0
            assert there == here or below, f"{path.name} of {here} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_torch_stays_in_its_rooms(path: Path) -> None:
    torch = {module for module in imports(path) if module.split(".")[0] in {"torch", "transformers", "safetensors"}}
    parts = path.relative_to(PACKAGE).parts
    assert not torch or parts[0] in {"nn", "training"} or parts == ("detectors", "tagger.py")


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import isocolon", {"torch", "scipy", "lightgbm", "numpy", "lxml", "rich", "matplotlib"}),
        ("import isocolon.formats; list(isocolon.formats.FORMATS)", {"torch", "scipy", "lxml", "matplotlib"}),
        ("import isocolon.languages.latin", {"scipy", "lxml", "regex", "rjieba"}),
        ("import isocolon.metrics; list(isocolon.metrics.METRICS)", {"torch", "scipy", "matplotlib"}),
        ("import sys; sys.argv[1:] = ['--help']; import isocolon.cli", {"torch", "scipy", "numpy", "lxml", "rich"}),
    ],
)
def test_what_an_import_does_not_load(statement: str, absent: set[str]) -> None:
    code = f"{statement}; import sys; print(*{absent!r} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
