"""Runs of `isocolon detect` that are stopped, done again, or would write over what somebody else wrote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.cli import batch
from isocolon.cli.ledger import NAME

Run = Callable[..., tuple[object, str, str]]
MODEL = ("--model", "repetition")


def test_a_stopped_run_goes_on(run: Run, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (corpus / "bad.txt").unlink()
    arguments = ("detect", corpus, *MODEL, "--format", "jsonl", "--out", tmp_path / "out", "--language", "en")
    results = batch.results

    def stop_at_b(job: batch.Job, source: batch.Source) -> object:
        if source.path.name == "b.txt":
            raise KeyboardInterrupt
        return results(job, source)

    monkeypatch.setattr(batch, "results", stop_at_b)
    assert run(*arguments)[0] == 130
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"a.jsonl", NAME}
    monkeypatch.setattr(batch, "results", results)
    code, _, err = run(*arguments)
    assert (code, "2 of 3 files done, written to" in err, "1 were done before" in err) == (0, True, True)


def test_what_is_done_is_not_done_again_until_something_changes(run: Run, corpus: Path, tmp_path: Path) -> None:
    (corpus / "bad.txt").unlink()
    out = tmp_path / "out"
    arguments = ("detect", corpus, *MODEL, "--format", "jsonl", "--out", out, "--language", "en")
    counts = []
    for change in (
        lambda: None,
        lambda: None,
        lambda: (out / "a.jsonl").unlink(),
        lambda: (corpus / "b.txt").write_text("changed it is", encoding="utf-8"),
    ):
        change()
        counts.append(run(*arguments)[2].split(" of 3 files")[0].rpartition(" ")[2])
    assert counts == ["3", "0", "1", "1"]
    assert " 3 of 3 files done" in run(*arguments, "--top", 1)[2]
    assert " 3 of 3 files done" in run(*arguments, "--top", 1, "--force")[2]


def test_a_file_of_somebody_else_is_not_replaced(run: Run, corpus: Path, tmp_path: Path) -> None:
    mine = tmp_path / "out" / "a.jsonl"
    mine.parent.mkdir()
    mine.write_text("mine")
    arguments = ("detect", corpus / "a.txt", *MODEL, "--format", "jsonl", "--out", tmp_path / "out")
    code, _, err = run(*arguments)
    assert (code, mine.read_text()) == (1, "mine")
    assert f"{mine}: the file is there already, not as a run of detect left it. Replace it with --force" in err
    assert run(*arguments, "--force")[0] == 0
    assert mine.read_text() != "mine"


def test_what_somebody_corrected_is_not_replaced(run: Run, corpus: Path, tmp_path: Path) -> None:
    command = ["detect", corpus / "a.txt", *MODEL, "--format", "brat", "--out", tmp_path / "out"]
    assert run(*command)[0] == 0
    corrected = next((tmp_path / "out").rglob("*.ann"))
    corrected.write_text("T1\tBranch 0 2\tmy own\n")
    code, _, err = run(*command, "--min-confidence", "0.9")
    assert (code, "not as a run of detect left it. Replace it with --force" in err) == (1, True)
    assert "my own" in corrected.read_text()
    assert run(*command, "--min-confidence", "0.9", "--force")[0] == 0


@pytest.mark.parametrize("options", [(), ("--jobs", 2)])
def test_annotations_are_written_beside_their_text(
    options: tuple[object, ...], run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(corpus)
    before = Path("a.txt").stat()
    command = ("detect", "a.txt", *MODEL, "--format", "brat", "--out", ".", "--language", "en", *options)
    code, _, err = run(*command)
    assert (code, err) == (0, "isocolon: 1 of 1 files done, written to '.'.\n")
    assert "we can not dedicate" in Path("a.ann").read_text(encoding="utf-8")
    after = Path("a.txt").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)  # not written again
    assert run(*command, "--top", 1)[0] == 0


@pytest.mark.parametrize("format", ["brat", "text"])
def test_another_text_is_not_replaced(format: str, run: Run, corpus: Path, tmp_path: Path) -> None:
    mine = tmp_path / "out" / "a.txt"
    mine.parent.mkdir()
    mine.write_text((corpus / "a.txt").read_text() + ("\n" if format == "brat" else ""))
    before = mine.read_text()
    code, _, err = run("detect", corpus / "a.txt", *MODEL, "--format", format, "--out", tmp_path / "out")
    assert (code, mine.read_text()) == (1, before)
    assert f"{mine}: the file is there already, not as a run of detect left it." in err
    assert not (tmp_path / "out" / "a.ann").exists()


@pytest.mark.parametrize("folder", [".", "out/deep"])
def test_stand_off_finds_its_edition(folder: str, run: Run, tmp_path: Path) -> None:
    edition = tmp_path / "ed.xml"
    edition.write_text(
        "<TEI><text xml:lang='en'><body><p>We can not dedicate, we can not consecrate this.</p></body></text></TEI>"
    )
    before = edition.read_bytes()
    code, _, err = run("detect", edition, *MODEL, "--format", "tei", "--out", tmp_path / folder)
    assert code == 0, err
    (found,) = formats.read(tmp_path / folder / "ed.standoff.xml")
    assert len(found.parallelisms) == 1
    assert edition.read_bytes() == before


def test_stand_off_of_somebody_else_is_not_replaced(run: Run, tmp_path: Path) -> None:
    edition = tmp_path / "ed.xml"
    edition.write_text(
        "<TEI><text xml:lang='en'><body><p>We can not dedicate, we can not consecrate this.</p></body></text></TEI>"
    )
    arguments = ("detect", tmp_path, *MODEL, "--format", "tei", "--out", tmp_path)
    assert run(*arguments)[0] == 0
    standoff = tmp_path / "ed.standoff.xml"
    assert run(*arguments, "--top", 1)[0] == 0  # what a run left may be done again, under the same name
    standoff.write_text(standoff.read_text() + "<!-- mine -->")
    code, _, err = run(*arguments)
    assert (code, "not as a run of detect left it" in err) == (1, True)
    assert {path.name for path in tmp_path.glob("*.xml")} == {"ed.xml", "ed.standoff.xml"}
    assert standoff.read_text().endswith("<!-- mine -->")
