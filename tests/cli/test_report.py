"""`isocolon report`: profiles as a table, data, a page and feedback."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[object, str, str]]
EXAMPLES = Path(__file__).parents[2] / "examples"
ENGLISH = EXAMPLES / "annotated" / "english.ann"


def test_a_table(run: Run) -> None:
    code, out, _ = run("report", ENGLISH)
    assert code == 0
    assert [row.split() for row in out.splitlines() if row.strip().startswith("english ")] == [
        ["english", "3", "7", "233.3", "64%", "2.4", "6.2", "1"],
        ["english", "86%", "100%", "43%", "14%", "100%", "100%"],
    ]


def test_csv_has_a_column_for_everything(run: Run) -> None:
    _, out, _ = run("report", ENGLISH, "--format", "csv")
    (row,) = csv.DictReader(out.splitlines())
    assert (row["document"], row["parallelisms"], row["chiastic"]) == ("english", "7", "1")
    assert (row["shown by syntax"], row["shown by length"], row["length"][:3]) == ("7", "6", "6.2")


def test_json(run: Run) -> None:
    _, out, _ = run("report", ENGLISH, "--json")
    (profile,) = json.loads(out)["documents"]
    assert (profile["density"], profile["longest"]) == (pytest.approx(700 / 3), 4)
    assert profile["passages"][0]["section"] == "1"


def test_a_page(run: Run, tmp_path: Path) -> None:
    code, _, err = run("report", ENGLISH, "--format", "html", "--out", tmp_path / "report.html")
    assert (code, f"the report on 1 documents is in {tmp_path / 'report.html'}." in err) == (0, True)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Parallelisms per 100 sentences" in page
    assert "://" not in page


def test_feedback(run: Run) -> None:
    _, out, _ = run("report", ENGLISH, "--format", "feedback")
    assert out.startswith("# english\n\nYou used 7 parallelisms in 3 sentences: 233 for every hundred.")
    assert "- A series of 4: the longer the series, the stronger the climax." in out


def test_what_is_not_annotated_is_detected(run: Run) -> None:
    _, out, _ = run("report", EXAMPLES / "texts" / "lincoln.txt", "--json", "--model", "repetition")
    assert json.loads(out)["documents"][0]["parallelisms"] == 2


def test_nothing_found_is_advice_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("It is a fine day.", encoding="utf-8")
    _, out, _ = run("report", tmp_path / "a.txt", "--format", "feedback", "--model", "repetition", "--language", "en")
    assert "In 1 sentence no parallelism was found." in out
    assert "give the parts the same shape" in out


def test_a_bad_file_does_not_end_it(run: Run, tmp_path: Path) -> None:
    code, out, err = run("report", tmp_path / "nothing.txt", ENGLISH, "--json")
    assert (code, len(json.loads(out)["documents"])) == (1, 1)
    assert "nothing.txt: cannot read it (No such file or directory)." in err
