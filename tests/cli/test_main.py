"""The command line as a whole: bare, misspelt, interrupted, piped, and where nothing can be written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import isocolon
from isocolon.cli import VERBS

Run = Callable[..., tuple[object, str, str]]
EXAMPLES = Path(__file__).parents[2] / "examples" / "annotated"
PROGRAM = [sys.executable, "-m", "isocolon.cli"]


@pytest.mark.parametrize("arguments", [[], ["--help"]])
def test_it_says_what_there_is_to_call(arguments: list[str], run: Run) -> None:
    code, out, _ = run(*arguments)
    assert code == 0
    assert all(f"\n  {verb} " in out for verb in VERBS)


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"isocolon {isocolon.__version__}\n", "")


def test_a_misspelt_verb(run: Run) -> None:
    code, out, err = run("descibe", "asp")
    assert (code, out) == (2, "")
    assert err.startswith("isocolon: there is no verb 'descibe'. Did you mean 'describe'? The choices are: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["detect"], "missing argument 'PATH…'. See isocolon detect --help."),
        (["--bogus"], "no such option: --bogus. See isocolon --help."),
        (["detect", "a.txt", "--jobs", "0"], "'--jobs': 0 is not in the range x>=1. See isocolon detect --help."),
        (
            ["detect", "a.txt", "--min-confidence", "70"],
            "'--min-confidence': 70 is no confidence, which goes from 0 to 1: did you mean 0.7? "
            "See isocolon detect --help.",
        ),
        (
            ["report", "a.txt", "--min-confidence", "70"],
            "'--min-confidence': 70 is no confidence, which goes from 0 to 1: did you mean 0.7? "
            "See isocolon report --help.",
        ),
        (
            ["detect", "a.txt", "--min-confidence", "-1"],
            "'--min-confidence': -1 is no confidence, which goes from 0 to 1. See isocolon detect --help.",
        ),
        (["models", "shw"], "no such command 'shw'. Did you mean 'show'? See isocolon models --help."),
    ],
)
def test_wrong_use_is_told_in_a_sentence(arguments: list[str], message: str, run: Run) -> None:
    assert run(*arguments) == (2, "", f"isocolon: {message}\n")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str, run: Run) -> None:
    code, out, _ = run(verb, "--help")
    assert code == 0
    assert "Usage: " in out
    assert "--install-completion" not in out


@pytest.mark.parametrize("target", ["file/out.jsonl", "folder.jsonl", "x" * 300 + ".jsonl"])
def test_nothing_can_be_written_there(target: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder.jsonl" / "documents.jsonl").mkdir(parents=True)
    code, _, err = run("convert", EXAMPLES, tmp_path / target, "--to", "jsonl", "--force")
    assert code == 1
    assert "cannot write it" in err
    assert "Traceback" not in err


def test_an_interrupted_conversion_leaves_no_file(tmp_path: Path) -> None:
    line = '{"id": "%d", "text": "' + "et in urbe non fui. " * 2_000 + '"}\n'
    (tmp_path / "in.jsonl").write_text("".join(line % number for number in range(300)))
    process = subprocess.Popen([*PROGRAM, "convert", "in.jsonl", "out/all.conllu"], cwd=tmp_path, stderr=-1)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("out/.*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert list((tmp_path / "out").iterdir()) == []


def test_a_reader_that_has_had_enough() -> None:
    read, write = os.pipe()
    process = subprocess.Popen([*PROGRAM, "describe", str(EXAMPLES), "--json"], stdout=write, stderr=-1)
    os.close(write)
    os.close(read)
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
