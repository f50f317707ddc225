"""`isocolon detect`: one text, many, piped in; every output; and files that are bad."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.cli import batch, crew
from isocolon.cli.ledger import NAME

Run = Callable[..., tuple[object, str, str]]
TEXTS = Path(__file__).parents[2] / "examples" / "texts"
LINCOLN = TEXTS / "lincoln.txt"
MODEL = ("--model", "repetition")
SENTENCE = "we can not dedicate, we can not consecrate"


def test_the_text_with_its_branches(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    code, out, err = run("detect", LINCOLN, *MODEL)
    assert code == 0
    assert out.startswith("lincoln: English, model repetition, 2\nparallelisms\n\nFourscore and seven years ago our")
    assert "[1a we can not\ndedicate], [1b we can not consecrate],\n[1c we can not hallow this ground]." in out
    assert "  1  parallelism, 62 %, 3 branches\n  2  parallelism, 67 %, 2 branches" in out
    assert max(map(len, out.splitlines())) <= 40
    assert err == "isocolon: took the language of lincoln to be 'en'; say another with --language.\n"


def test_why(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(SENTENCE, encoding="utf-8")
    _, out, _ = run("detect", tmp_path / "a.txt", *MODEL, "--explain", "--language", "en")
    assert "     1a  we  can  not  dedicate\n         ┃   ┃    ┃    ┆\n     1b  we  can  not  consecrate\n" in out
    assert "     + phonology  dedicate / consecrate end alike in -ate\n" in out
    assert "     - morphology, semantics: nothing to show\n" in out


def test_colours(run: Run) -> None:
    assert "\x1b[1;36m[1a \x1b[0m\x1b[36mwe\x1b[0m" in run("detect", LINCOLN, *MODEL, "--color", "always")[1]
    assert "\x1b" not in run("detect", LINCOLN, *MODEL)[1]


def test_json_is_what_was_promised(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SENTENCE.encode())))
    code, out, _ = run("detect", "-", *MODEL, "--format", "json", "--language", "english")
    (document,) = json.loads(out)["documents"]
    (parallelism,) = document.pop("parallelisms")
    assert (code, document) == (0, {"id": "stdin", "language": "en", "model": "repetition", "text": SENTENCE})
    assert parallelism["branches"] == [
        {"start": 0, "end": 19, "text": "we can not dedicate"},
        {"start": 21, "end": 42, "text": "we can not consecrate"},
    ]
    assert (parallelism["kind"], parallelism["confidence"]) == ("unknown", 0.75)
    assert list(parallelism["evidence"]["criteria"]) == [
        "length",
        "distance",
        "phonology",
        "morphology",
        "syntax",
        "semantics",
    ]


def test_json_lines_are_scored_and_detected_in_again(run: Run, tmp_path: Path) -> None:
    _, out, _ = run("detect", LINCOLN, *MODEL, "--format", "jsonl")
    (tmp_path / "found.jsonl").write_text(out, encoding="utf-8")
    code, scores, _ = run("score", tmp_path / "found.jsonl", tmp_path / "found.jsonl", "--json")
    assert (code, json.loads(scores)["epm"]["f1"]) == (0, 1)
    assert run("detect", tmp_path / "found.jsonl", *MODEL, "--format", "jsonl")[1] == out


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ([], 2),
        (["--top", 1], 1),
        (["--min-confidence", 0.65], 1),
        (["--kinds", "chiastic"], 0),
        (["--kinds", "chiastic, unknown"], 2),
        (["--max-gap", 0], 0),
    ],
)
def test_what_is_shown(options: list[object], count: int, run: Run) -> None:
    _, out, _ = run("detect", LINCOLN, *MODEL, "--format", "json", *options)
    assert len(json.loads(out)["documents"][0]["parallelisms"]) == count


def test_weaker_candidates_are_found_when_asked_for(run: Run) -> None:
    def confidences(*options: object) -> list[float]:
        _, out, _ = run("detect", TEXTS / "augustine.txt", "--format", "json", *options)
        return [each["confidence"] for each in json.loads(out)["documents"][0]["parallelisms"]]

    usual = confidences()
    weak, all_there_are = confidences("--min-confidence", 0.02), confidences("--min-confidence", 0)
    assert len(usual) < len(weak) < len(all_there_are)
    assert 0.02 <= min(weak) < min(usual)
    assert confidences("--min-confidence", 0.5) == [each for each in usual if each >= 0.5]


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("tei", "<?xml"),
        ("conllu", "# "),
        ("tsv", "token\tparallelism_id_1"),
        ("html", "<!doctype html>"),
        ("svg", "<svg xmlns="),
        ("latex", "% needs, before"),
    ],
)
def test_every_format_on_the_screen(name: str, beginning: str, run: Run) -> None:
    code, out, _ = run("detect", LINCOLN, *MODEL, "--format", name)
    assert (code, out[: len(beginning)]) == (0, beginning)


def test_a_page_needs_nothing_from_elsewhere(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("<script>alert(1)</script> & " + SENTENCE, encoding="utf-8")
    _, out, _ = run("detect", tmp_path / "a.txt", *MODEL, "--format", "html")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; " in out
    assert out.replace("http://www.w3.org/2000/svg", "").count("://") == 0


def test_a_folder(run: Run, corpus: Path, tmp_path: Path) -> None:
    code, out, err = run("detect", corpus, *MODEL, "--format", "brat", "--out", tmp_path / "out")
    assert (code, out) == (1, "")
    assert f"3 of 4 files done, written to '{tmp_path / 'out'}'." in err
    assert f"{corpus / 'bad.txt'}, line 1: byte" in err
    written = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*")}
    assert written == {"a.ann", "a.txt", "b.ann", "b.txt", "deep/a.ann", "deep/a.txt", NAME}


def test_a_folder_on_the_screen(run: Run, corpus: Path) -> None:
    code, out, err = run("detect", corpus, *MODEL, "--format", "json")
    assert (code, [document["id"] for document in json.loads(out)["documents"]]) == (1, ["a", "b", "a"])
    assert "(0xff) is not UTF-8. Save the file as UTF-8." in err


def test_two_at_once_give_the_same(run: Run, corpus: Path) -> None:
    alone = run("detect", corpus, *MODEL, "--format", "jsonl", "--language", "en")
    assert run("detect", corpus, *MODEL, "--format", "jsonl", "--language", "en", "--jobs", 2) == alone


@pytest.mark.parametrize("options", [(), ("--jobs", 2)])
def test_guesses_are_told_once_for_all(options: tuple[object, ...], run: Run, corpus: Path) -> None:
    (corpus / "bad.txt").unlink()
    (corpus / "c.txt").write_text("Et non est in urbe, et non est in agro.", encoding="utf-8")
    _, _, err = run("detect", corpus, *MODEL, "--format", "jsonl", *options)
    assert err == "isocolon: took the languages of 4 texts to be 'en' (3), 'la' (1); say another with --language.\n"


def test_warnings_of_other_processes_are_heard(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(SENTENCE, encoding="utf-8")
    (tmp_path / "a.ann").write_text("T1\tBranch 0 19\twe can not dedicate\n", encoding="utf-8")
    alone = run("detect", tmp_path, *MODEL, "--language", "en")
    assert "T1" in alone[2]
    assert run("detect", tmp_path, *MODEL, "--language", "en", "--jobs", 2) == alone


def test_names_of_files_with_one_stem(run: Run, tmp_path: Path) -> None:
    for name in ("a.txt", "a.md", "b.txt", "b-txt.txt", "b.md"):
        (tmp_path / "in" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_text(SENTENCE, encoding="utf-8")
    assert run("detect", tmp_path / "in", *MODEL, "--language", "en", "--out", tmp_path / "out")[0] == 0
    names = {path.name for path in (tmp_path / "out").glob("*.txt")}
    assert names == {"a-txt.txt", "a-md.txt", "b.txt.txt", "b-txt.txt", "b-md.txt"}


def test_many_documents_in_one_file(run: Run, tmp_path: Path) -> None:
    lines = [json.dumps({"id": id, "text": SENTENCE, "language": "en"}) for id in ("one", "two/2")]
    (tmp_path / "both.jsonl").write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "out"
    assert run("detect", tmp_path / "both.jsonl", *MODEL, "--format", "jsonl", "--out", out)[0] == 0
    assert [document.id for document in formats.read(out / "both.jsonl")] == ["one", "two/2"]
    assert run("detect", tmp_path / "both.jsonl", *MODEL, "--format", "svg", "--out", out / "svg")[0] == 0
    assert {path.name for path in (out / "svg" / "both").iterdir()} == {"one.svg", "two_2.svg"}


def test_a_worker_that_dies_takes_one_file_with_it(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import BrokenExecutor, Future

    class Executor:
        def submit(self, work: object, job: batch.Job, source: batch.Source) -> Future[batch.Done]:
            future: Future[batch.Done] = Future()
            if source.path.name == "b.txt":
                future.set_exception(BrokenExecutor())
            else:
                future.set_result(batch.Done(source, ("done",)))
            return future

    class Workers:
        executor = Executor()

        def renew(self) -> None:
            pass

        def width(self) -> int:
            return 1

        def __enter__(self) -> Workers:
            return self

        def __exit__(self, *error: object) -> None:
            pass

    monkeypatch.setattr("isocolon.training.executors.workers", lambda *_: Workers())
    done = list(crew.Crew(2).work(batch.Job("text"), batch.sources([corpus])))
    assert [each.source.path.name for each in done if each.error] == ["b.txt"]
    assert "the process that read it died; memory may have run out" in " ".join(each.error for each in done)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.txt", *MODEL], "nothing.txt: cannot read it (No such file or directory)."),
        ([LINCOLN, "--model", "repetitio"], "there is no model 'repetitio'. Did you mean 'repetition'?"),
        ([LINCOLN, "--model", TEXTS], "texts: no model: there is no recipe.toml. Make one with: isocolon train."),
        ([LINCOLN, *MODEL, "--kinds", "chiasm"], "there is no kind 'chiasm'. Did you mean 'chiastic'?"),
        ([LINCOLN, *MODEL, "--from", "doc"], "there is no format 'doc'."),
        ([LINCOLN, *MODEL, "--language", "klingon!"], "there is no language 'klingon!'"),
        ([LINCOLN, *MODEL, "--format", "brat"], "brat takes several files. Name a folder for them with --out."),
        ([TEXTS, *MODEL, "--format", "svg"], "holds one document. Name a folder for more with --out."),
    ],
)
def test_wrong_use(arguments: list[object], message: str, run: Run) -> None:
    code, _, err = run("detect", *arguments)
    assert (code, message in err) == (1, True), err
    assert "Traceback" not in err


def test_two_files_for_one_place(run: Run, corpus: Path, tmp_path: Path) -> None:
    arguments = ("detect", corpus / "a.txt", corpus / "deep" / "a.txt", *MODEL, "--out", tmp_path / "out")
    code, _, err = run(*arguments)
    assert (code, "two files would be written to" in err, "Give them in runs of their own." in err) == (1, True, True)
