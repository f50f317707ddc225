"""What lies in examples/: texts that we marked ourselves, and a recipe to train on them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import isocolon

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_marked_texts_are_read() -> None:
    documents = isocolon.read(EXAMPLES / "brat", language="en")
    assert len(documents) == 8
    assert sum(len(document.parallelisms) for document in documents) == 45
    assert all(document.structure == "flat" for document in documents)


def train_without(package: str, run: Path) -> subprocess.CompletedProcess[str]:
    """Trains by the recipe in a Python that lacks a package."""
    arguments = ["train", "examples/brat.toml", "--out", str(run), "--json"]
    lines = [f"import sys; sys.modules[{package!r}] = None; sys.argv[1:] = {arguments!r}", "import isocolon.cli"]
    code = "\n".join([*lines, "isocolon.cli.main()"])
    return subprocess.run([sys.executable, "-c", code], cwd=EXAMPLES.parent, capture_output=True, text=True)


def test_without_lightgbm_training_says_what_to_install(tmp_path: Path) -> None:
    done = train_without("lightgbm", tmp_path / "run")
    assert "LightGBM is needed. Install it with: pip install 'isocolon[lattice]'.\n" in done.stderr
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)


def test_training_the_lattice_needs_no_torch(tmp_path: Path) -> None:
    pytest.importorskip("lightgbm", reason="needs LightGBM: pip install 'isocolon[lattice]'")
    done = train_without("torch", tmp_path / "run")
    assert done.returncode == 0, done.stderr
