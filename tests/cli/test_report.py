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
        ["english", "86%", "100%", "29%", "14%", "100%", "86%"],
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


def test_feedback_on_the_screen(run: Run) -> None:
    _, out, _ = run("report", ENGLISH, "--format", "feedback")
    assert out.startswith("# english\n\n7 parallelisms in 3 sentences; 64% of the words stand in them.")
    assert "- All three begin with “we can not”." in out
    assert "The parallelisms were marked by hand" in out


def test_a_handout_for_each_essay_in_its_language(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pypinyin")
    code, _, err = run("report", EXAMPLES / "annotated", "--format", "feedback", "--out", tmp_path / "sheets")
    assert (code, f"feedback on 3 texts is in {tmp_path / 'sheets'}." in err) == (0, True)
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "sheets").iterdir()}
    assert sorted(pages) == ["chinese", "english", "latin"]
    assert '<html lang="zh">' in pages["chinese"] and "排比（三项）" in pages["chinese"]
    assert all('<html lang="en">' in pages[name] for name in ("english", "latin"))


def test_essays_of_one_name_have_pages_of_their_own(run: Run, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "essay.txt").write_text("It is a fine day.", encoding="utf-8")
    paths = (tmp_path / "a" / "essay.txt", tmp_path / "b" / "essay.txt")
    run(
        "report", *paths, "--format", "feedback", "--out", tmp_path / "out", "--model", "repetition", "--language", "en"
    )
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["essay (1).html", "essay.html"]


def test_feedback_wants_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, _, err = run("report", ENGLISH, "--format", "feedback", "--out", tmp_path / "file")
    assert code != 0
    assert f"'{tmp_path / 'file'}' is a file. Feedback is a page for each text: name a folder with --out." in err


def test_what_is_not_annotated_is_detected(run: Run) -> None:
    _, out, _ = run("report", EXAMPLES / "texts" / "lincoln.txt", "--json", "--model", "repetition")
    assert json.loads(out)["documents"][0]["parallelisms"] == 2


def test_nothing_found_is_advice_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("It is a fine day.", encoding="utf-8")
    _, out, _ = run("report", tmp_path / "a.txt", "--format", "feedback", "--model", "repetition", "--language", "en")
    assert "No parallelism was found in 1 sentence." in out
    assert "give its parts the same shape" in out


def test_a_bad_file_does_not_end_it(run: Run, tmp_path: Path) -> None:
    code, out, err = run("report", tmp_path / "nothing.txt", ENGLISH, "--json")
    assert (code, len(json.loads(out)["documents"])) == (1, 1)
    assert "nothing.txt: cannot read it (No such file or directory)." in err


def test_nothing_is_tabled_where_nothing_was_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    code, out, err = run("report", tmp_path / "empty.txt")
    assert (code, out) == (1, "")
    assert "empty.txt" in err
