"""`isocolon data`, as it is called: what it prints where, and how it exits."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from toy_dataset import FILES, REPOSITORY, TOY, tar_gz

from isocolon.cli import main
from isocolon.datasets import DATASETS

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Adds the toy dataset to the registry and gives the root in which it is looked for."""
    monkeypatch.setitem(DATASETS.table, "toy", "toy_dataset:TOY")
    monkeypatch.setenv("ISOCOLON_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "data"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of the toy dataset's archive."""
    archive = tmp_path / "toy.tar.gz"
    archive.write_bytes(tar_gz(REPOSITORY))
    return archive.as_uri()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `isocolon data` with arguments and gives its exit code, stdout and stderr."""

    def call(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["isocolon", "data", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
        return stop.value.code or 0, *capsys.readouterr()

    return call


def test_fetch_path_and_check(run: Run, root: Path, url: str) -> None:
    assert run("fetch", "toy", "--url", url) == (
        0,
        f"{root / 'toy'}\n",
        "isocolon: Toy dataset v1.0 is published under CC0-1.0; `isocolon data list` says what to cite.\n",
    )
    assert run("path", "toy") == (0, f"{root / 'toy'}\n", "")
    assert run("check", "toy") == (0, f"{root / 'toy'}: every file is as published\n", "")


def test_results_as_json(run: Run, tmp_path: Path, url: str) -> None:
    place = {"name": "toy", "path": str(tmp_path / "other" / "toy")}
    for verb, options, expected in [
        ("fetch", ["--url", url], place),
        ("path", [], place),
        ("check", [], {**place, "files": 2, "missing": [], "altered": []}),
    ]:
        code, out, _ = run(verb, "toy", "--data", str(tmp_path / "other"), "--json", *options)
        assert (code, json.loads(out)) == (0, expected)


def test_check_names_every_file_that_differs(run: Run, root: Path, url: str) -> None:
    run("fetch", "toy", "--url", url)
    (root / "toy" / "kept" / "1.txt").unlink()
    (root / "toy" / "kept" / "deep" / "2.txt").write_bytes(b"Alea iacta non est.")
    assert run("check", "toy") == (
        1,
        "missing  kept/1.txt\naltered  kept/deep/2.txt\n"
        f"{root / 'toy'}: 1 file is missing (kept/1.txt), 1 file is altered (kept/deep/2.txt)\n",
        "",
    )
    code, out, _ = run("check", "toy", "--json")
    assert code == 1
    assert (json.loads(out)["missing"], json.loads(out)["altered"]) == (["kept/1.txt"], ["kept/deep/2.txt"])


def test_fetch_by_force(run: Run, root: Path, url: str) -> None:
    (root / "toy").mkdir(parents=True)
    code, out, err = run("fetch", "toy", "--url", url)
    assert (code, out) == (1, "")
    assert "replace it with --force" in err
    assert run("fetch", "toy", "--url", url, "--force")[0] == 0
    assert (root / "toy" / "kept" / "1.txt").read_bytes() == FILES["kept/1.txt"]


@pytest.mark.parametrize("verb", ["path", "check"])
def test_a_dataset_that_is_not_there(run: Run, root: Path, verb: str) -> None:
    code, out, err = run(verb, "toy")
    assert (code, out) == (1, "")
    assert err.startswith(f"isocolon: dataset 'toy' is not on this machine: there is no folder {root / 'toy'} or ")
    assert "`isocolon data fetch toy`" in err


@pytest.mark.parametrize("verb", ["path", "fetch", "check"])
def test_a_name_that_is_none(run: Run, verb: str) -> None:
    code, _, err = run(verb, "psi")
    assert code == 1
    assert err == "isocolon: there is no dataset 'psi'. Did you mean 'pse'? The choices are: asp, pse, toy.\n"


def test_list_for_people(run: Run, root: Path, url: str) -> None:
    run("fetch", "toy", "--url", url)
    code, out, err = run("list")
    assert (code, err) == (0, "")
    assert "asp: Augustinian Sermon Parallelism dataset v1.0" in out
    assert "documents  409 (286 training, 40 validation, 41 optimization, 42 test)" in out
    assert "folder     not on this machine; get it with `isocolon data fetch asp`" in out
    assert f"folder     {root / 'toy'}" in out


def test_list_as_json(run: Run) -> None:
    code, out, _ = run("list", "--json")
    listed = {dataset["name"]: dataset for dataset in json.loads(out)}
    assert code == 0
    assert list(listed) == ["asp", "pse", "toy"]
    assert listed["asp"]["splits"] == {"training": 55, "validation": 9, "optimization": 7, "test": 9}
    assert [citation["text"][:9] for citation in listed["pse"]["citations"]] == ["Stephen B", "Wei Song,"]
    assert listed["toy"]["path"] is None
    assert listed["toy"]["archive"] == TOY.archive


def test_every_paper_is_listed_once(run: Run) -> None:
    code, out, _ = run("list", "--bibtex")
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("@")] == [
        "@inproceedings{bothwell-etal-2023-introducing,",
        "@inproceedings{song-etal-2016-learning,",
    ]
