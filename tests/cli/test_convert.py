"""`isocolon convert`: files and folders, guesses, what is lost, and bad input, which leaves no output."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.files import LIMIT
from isocolon.formats import FORMATS

Run = Callable[..., tuple[object, str, str]]
EXAMPLES = Path(__file__).parents[2] / "examples" / "annotated"


def test_a_folder_into_one_file(run: Run, tmp_path: Path) -> None:
    code, out, err = run("convert", EXAMPLES, tmp_path / "all.jsonl")
    assert (code, out) == (0, f"3 documents with 19 parallelisms written to {tmp_path / 'all.jsonl'}\n")
    assert "took the languages of 3 texts to be 'zh' (1), 'en' (1), 'la' (1); say another with --language." in err
    assert [document.id for document in formats.read(tmp_path / "all.jsonl")] == ["chinese", "english", "latin"]


def test_there_and_back(run: Run, tmp_path: Path) -> None:
    assert run("convert", EXAMPLES, tmp_path / "all.jsonl")[0] == 0
    assert run("convert", tmp_path / "all.jsonl", tmp_path / "back", "--to", "brat")[0] == 0
    for name in sorted(path.name for path in EXAMPLES.iterdir()):
        assert (tmp_path / "back" / name).read_bytes() == (EXAMPLES / name).read_bytes()


def test_one_document_into_the_named_file(run: Run, tmp_path: Path) -> None:
    code, _, err = run("convert", EXAMPLES / "latin.txt", tmp_path / "latin.tsv", "--json", "--language", "latin")
    assert code == 0
    assert (tmp_path / "latin.tsv").read_text().startswith("token\tparallelism_id_1\tbranch_id_1\t")
    assert "1 of 1 documents lost the kinds of parallelisms, which the format cannot hold." in err
    assert "1 of 1 documents lost the sections, which the format cannot hold." in err


def test_json_tells_what_was_done(run: Run, tmp_path: Path) -> None:
    _, out, _ = run("convert", EXAMPLES / "latin.ann", tmp_path / "out", "--to", "text", "--language", "la", "--json")
    lost = {"parallelisms": 1, "kinds": 1}
    assert json.loads(out) == {"documents": 1, "parallelisms": 8, "files": 1, "lost": lost}


def test_it_does_not_overwrite(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "a.jsonl"
    target.write_text("mine")
    code, _, err = run("convert", EXAMPLES, target)
    assert (code, target.read_text()) == (1, "mine")
    assert f"isocolon: {target}: the file is there already. Replace it with --force." in err
    assert run("convert", EXAMPLES, target, "--force")[0] == 0


def test_a_name_that_tells_no_format(run: Run, tmp_path: Path) -> None:
    code, _, err = run("convert", EXAMPLES, tmp_path / "out")
    assert code == 1
    assert "tells no format. Name one with --to: jsonl, brat" in err
    assert "rpd-gold" not in err
    code, _, err = run("convert", EXAMPLES, tmp_path / "out.xml")
    assert "could be of several formats. Name one with --to: asp-tokenized, asp-untokenized, pse, tei" in err


def test_a_text_is_written_as_text(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("convert", EXAMPLES / "latin.ann", tmp_path / "latin.txt", "--language", "la")
    assert (code, out) == (0, f"1 document written to {tmp_path / 'latin.txt'}\n")  # its parallelisms are lost


def test_a_format_that_does_not_exist(run: Run, tmp_path: Path) -> None:
    code, _, err = run("convert", EXAMPLES, tmp_path / "out", "--to", "jsonlines")
    assert code == 1
    assert "isocolon: there is no format 'jsonlines'. Did you mean 'jsonl'? The choices are: " in err


BAD = {
    "malformed.xml": (b"<sermon id='1'><section id='1'>a</sermon>", "line 1: malformed XML"),
    "entity.xml": (
        b"<!DOCTYPE a [<!ENTITY b 'c'>]><sermon><section id='1'>&b;</section></sermon>",
        "uses the entity &b;",
    ),
    "empty.txt": (b"", "the text is empty. Give it a word at least"),
    "empty.jsonl": (b"", "the file holds no document"),
    "empty.conllu": (b"", "empty.conllu"),
    "binary.txt": (b"\x7fELF\0\0\0", "byte 5 of the line is null: this is no text"),
    "strange.bin": (b"\x89PNG\0", "no format is known that this could be. Name one with --from"),
    "past.ann": (b"T1\tBranch 0 99\tueni\n", "line 1: T1 stands at 0 99, but the text has 15 characters"),
    "differs.ann": (b"T1\tBranch 0 4\tuidi\n", "line 1: T1 covers 'ueni' in the text, but says 'uidi'"),
    "twice.jsonl": (b'{"id": "1", "text": "a"}\n{"id": "1", "text": "b"}\n', "document '1' is also in"),
    "overlap.jsonl": (
        b'{"text": "a b c", "parallelisms": [{"branches": [{"start": 0, "end": 3}, {"start": 2, "end": 5}]}]}\n',
        "branches [0, 2) and [1, 3) of one parallelism overlap. The branches of one parallelism must be disjoint",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name: str, run: Run, tmp_path: Path) -> None:
    content, message = BAD[name]
    (tmp_path / name).write_bytes(content)
    if name.endswith(".ann"):
        (tmp_path / name).with_suffix(".txt").write_text("ueni in urbem a")
    code, out, err = run("convert", tmp_path / name, tmp_path / "out" / "out.jsonl", "--language", "la")
    assert (code, out) == (1, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1  # one clear error
    assert not list((tmp_path / "out").glob("*"))


def test_a_file_of_200_megabytes(run: Run, tmp_path: Path) -> None:
    with (tmp_path / "large.txt").open("wb") as stream:
        stream.write(b"ueni ")
        stream.truncate(2 * LIMIT)
    code, _, err = run("convert", tmp_path / "large.txt", tmp_path / "out.jsonl")
    assert code == 1
    assert "large.txt: the file has 200,000,000 bytes, and 100,000,000 is the most we read. Cut it in parts." in err
    assert not (tmp_path / "out.jsonl").exists()


def test_one_bad_file_in_a_folder_leaves_no_output(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("et in urbe non fui")
    (tmp_path / "in" / "b.txt").write_bytes(b"\xff")
    code, _, err = run("convert", tmp_path / "in", tmp_path / "out", "--to", "jsonl")
    assert (code, "b.txt, line 1: byte 1 of the line (0xff) is not UTF-8" in err) == (1, True)
    assert not list((tmp_path / "out").glob("*"))


def test_comments_with_carriage_returns_are_told_apart_at_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"# comment\r\n" * 300 + b"et in urbe non fui")
    assert run("convert", tmp_path / "a.txt", tmp_path / "out.jsonl")[0] == 0


def test_what_is_about_a_folder_is_no_text(run: Run, tmp_path: Path) -> None:
    for name in ("README.md", "LICENSE", "LICENSE.txt"):
        (tmp_path / name).write_text("words")
    (tmp_path / "A.TXT").write_text("et in urbe non fui")
    code, out, err = run("convert", tmp_path, tmp_path / "out.jsonl")
    assert (code, out[:11]) == (0, "1 document ")
    assert "left out" not in err


def test_a_named_format_in_a_mixed_folder(run: Run, tmp_path: Path) -> None:
    for path in EXAMPLES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "alone.txt").write_text("et in urbe non fui")
    code, out, err = run("convert", tmp_path, tmp_path / "out.jsonl", "--from", "brat")
    assert (code, out[:11]) == (0, "3 documents")
    assert err.count("alone.txt: left out, for it is not of the format brat") == 1


def test_missing_file(run: Run, tmp_path: Path) -> None:
    code, _, err = run("convert", tmp_path / "nothing.txt", tmp_path / "out.jsonl")
    assert (code, "nothing.txt: cannot read it (No such file or directory)" in err) == (1, True)


def test_wrong_use(run: Run) -> None:
    assert run("convert")[0] == 2
    assert run("konvert")[0] == 2


def test_help_names_the_formats(run: Run) -> None:
    code, out, _ = run("convert", "--help")
    assert code == 0
    assert all(name in "".join(out.split()) for name in FORMATS)
