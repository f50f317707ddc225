"""Texts that nobody planned for: sensible output or a clear sentence, never a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from isocolon.cli import main

Detect = Callable[[bytes], tuple[object, str, str]]

TEXTS = {
    "one word": "ueni",
    "one mark": ".",
    "control characters": "ueni\x1b[2J\x07 uidi\x00ce".replace("\x00", "\x01") + ", ueni\x9b uidi",
    "a script we have no model for": "ቃሉም በመጀመሪያ ነበረ፥ ቃሉም በእግዚአብሔር ዘንድ ነበረ።",
    "right to left": "בראשית ברא אלהים, בראשית ברא האדם\u202e",
    "mixed languages": "Ueni, uidi, uici. We came, we saw, we won. 我来了，我看见了，我征服了。",
    "emoji": "👩‍👩‍👧 and 🇻🇦, 👩‍👩‍👧 and ✌🏽",
    "no end": "the more we know the less we say " * 2000,
    "one long word": "a" * 100_000,
    "nothing but marks": "!?" * 5000,
    "windows": "We came,\r\nwe saw,\r\n\r\nwe won.\r\n",
    "byte order mark": "\ufeffwe can not dedicate, we can not consecrate",
    "markup": "<b>we can not</b> & {we} \\can not% #1 _ ^",
}


@pytest.fixture
def detect(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Detect:
    """Pipes a text into `isocolon detect` and gives its exit code, stdout and stderr."""

    def call(text: bytes) -> tuple[object, str, str]:
        arguments = ["isocolon", "detect", "-", "--model", "repetition", "--explain"]
        monkeypatch.setattr(sys, "argv", arguments)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        monkeypatch.setenv("COLUMNS", "40")
        with pytest.raises(SystemExit) as stop:
            main()
        return stop.value.code or 0, *capsys.readouterr()

    return call


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_is_shown(name: str, detect: Detect) -> None:
    code, out, err = detect(TEXTS[name].encode())
    assert (code, "stdin: " in out) == (0, True), err
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(out)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "the text is empty. Give it a word at least."),
        (b" \n\n\t", "the text is empty. Give it a word at least."),
        (b"\xff\xfea", "the text is in UTF-16. Save it as UTF-8."),
        (b"\x89PNG\r\n\0\0", "no format is known that this could be."),
        (b"Gallia \xe6st", "(0xe6) is not UTF-8. Save the file as UTF-8."),
    ],
)
def test_what_is_no_text(text: bytes, message: str, detect: Detect) -> None:
    code, _, err = detect(text)
    assert (code, message in err, "isocolon: stdin" in err) == (1, True, True), err


def test_a_terminal_that_knows_no_such_letters() -> None:
    command = [sys.executable, "-m", "isocolon.cli", "detect", "-", "--model", "repetition", "--language", "zh"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"}
    done = subprocess.run(command, input="我来了，我看见了".encode(), capture_output=True, env=environment)
    assert (done.returncode, done.stdout.count(b"?") >= 7) == (0, True), done.stderr.decode()
