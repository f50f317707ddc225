"""`isocolon search`, as a person runs it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from cli.conftest import Run
from toy_corpus import RECIPE, document

from isocolon import formats
from isocolon.config import write_recipe

pytest.importorskip("torch", reason="training needs the extra 'train'")
pytest.importorskip("optuna", reason="searching needs the extra 'train'")


@pytest.fixture
def space(tmp_path: Path) -> Path:
    """A search space over a toy corpus."""
    formats.write([document(id) for id in "abcdefgh"], tmp_path / "corpus.jsonl")
    recipe = {**RECIPE, "data": str(tmp_path / "corpus.jsonl"), "training": {"rate": 0.05, "epochs": 2, "batch": 2}}
    table = {
        "trials": 1,
        "recipe": recipe,
        "settings": {"scheme": ["bio-token", "biomj-branch"]},
        "space": {"encoder": {"hidden": [8, 16]}, "training": {"rate": [0.03, 0.05, 0.08]}},
    }
    path = tmp_path / "space.toml"
    path.write_text(write_recipe(table), encoding="utf-8")
    return path


def test_search_and_go_on(run: Run, space: Path, tmp_path: Path) -> None:
    folder = tmp_path / "search"
    code, printed, notes = run("search", space, "--out", folder, "--jobs", 2, "--json")
    assert code == 0, notes
    assert [(t["setting"], t["number"], t["state"]) for t in json.loads(printed)] == [
        ("bio-token", 0, "complete"),
        ("biomj-branch", 0, "complete"),
    ]
    assert len([line for line in notes.splitlines() if " s with encoder.hidden " in line]) == 2
    header, *rows = (folder / "results.csv").read_text().splitlines()
    assert header == "embedding,encoder,tagset,link,metric,set,precision,recall,f1"
    assert len(rows) == 2 * 4 * 4
    code, printed, notes = run("search", space, "--out", folder, "--trials=2", '--settings.scheme=["bio-token"]')
    assert code == 1
    assert "holds a search with another `settings`" in notes
    code, printed, notes = run("search", space, "--out", folder)
    assert code == 0
    assert "1 of 1" in printed
    assert " s with " not in notes  # nothing was left to do


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--space.encoder.hiden=[1]"], "there is no key 'hiden'. Did you mean 'hidden'?"),
        (["--space.encoder.hidden=[]"], "space.encoder.hidden is an empty set."),
        (["--trails=3"], "there is no key 'trails'. Did you mean 'trials'?"),
        (["--cluster", "nonsense://there"], "no Dask scheduler answers at 'nonsense://there'"),
    ],
)
def test_refused_at_once(run: Run, space: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    if "--cluster" in arguments:
        pytest.importorskip("distributed", reason="clusters need the extra 'cluster'")
    code, printed, notes = run("search", space, "--out", tmp_path / "out", *arguments)
    assert (code, printed) == (1, "")
    assert message in notes
    assert not (tmp_path / "out").exists()


def test_ctrl_c_keeps_what_is_done(space: Path, tmp_path: Path) -> None:
    from training.searches import environment, until

    log = tmp_path / "log"
    arguments = ["search", space, "--out", "search", "--trials=2", "--recipe.training.epochs=40"]
    command = [sys.executable, "-c", "from isocolon.cli import main; main()", *map(str, arguments)]
    with log.open("w") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream, cwd=tmp_path, env=environment())
    try:
        until(lambda: " s with " in log.read_text() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
    finally:
        process.kill()
    told = log.read_text()
    assert "what is done is kept: search again with the same --out to go on." in told
    assert "Traceback" not in told
    done = told.count(" s with ")
    assert 1 <= done < 4
    again = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment(), timeout=300)
    assert again.returncode == 0, again.stderr
    assert again.stderr.count(" s with ") == 4 - done
    assert again.stdout.count("2 of 2") == 2


def test_nothing_came_of_it(run: Run, space: Path, tmp_path: Path) -> None:
    tmp_path.joinpath("corpus.jsonl").write_text("nothing to learn from\n")
    code, printed, notes = run("search", space, "--out", tmp_path / "search")
    assert code == 1
    assert "2 of 2 trials failed; --json prints their tracebacks, --retry runs them again." in notes
    assert printed.count("1 of 1") == 2


def test_live_table(space: Path, tmp_path: Path) -> None:
    from rich.console import Console
    from training import objectives

    from isocolon.cli.search import Board
    from isocolon.training.executors import workers
    from isocolon.training.running import run as run_search
    from isocolon.training.search import Search
    from isocolon.training.space import read_space

    begun = Search(read_space(space, ("trials=2",)), tmp_path / "search")
    console = Console(width=160, file=StringIO())
    with workers() as pool:
        board = Board(begun)
        console.print(board)
        run_search(begun, objectives.half, pool, lambda trial: console.print(board))
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert "4 trials: none yet; no trial has ended yet" in shown
    assert "4 trials: 1 complete, 1 running; about" in shown
    assert "ValueError: the other half" in shown
    assert "running 0 s" in shown
