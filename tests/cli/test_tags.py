"""`isocolon tags`: tags, transitions and ceilings."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from lxml import etree
from toy_corpus import write_corpus
from typer.testing import CliRunner, Result

from isocolon.cli import app
from isocolon.errors import ConfigurationError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["tags", *map(str, arguments)])


@pytest.fixture
def corpus(tmp_path: Path) -> tuple[Path, Path]:
    return write_corpus(tmp_path)


def test_tags(corpus: tuple[Path, Path]) -> None:
    result = run(corpus[0], "--scheme", "biomje-token", "--split-file", corpus[1], "--split", "test")
    lines = result.stdout.splitlines()
    assert lines[0] == "# c" and lines[8:14] == ["homines\tB", "dicunt\tE", ",\tM", "angeli\tB-2", "facunt\tE", ";\tO"]
    found = json.loads(run(corpus[0], "--scheme", "bio-branch", "--json").stdout)
    assert [document["id"] for document in found] == ["a", "b", "c"]
    assert found[0]["tags"][0][7:12] == ["B", "I", "O", "B-1", "I"]


def test_ceiling(corpus: tuple[Path, Path]) -> None:
    result = run(corpus[0], "--split-file", corpus[1], "--ceiling", "--json")
    scores = json.loads(result.stdout)
    assert list(scores) == ["training", "validation", "test"]
    assert scores["test"]["epm"]["f1"] == 1
    assert "1.0000" in run(corpus[0], "--split-file", corpus[1], "--ceiling").stdout


def test_transitions_as_a_table(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    run(corpus[0], "--scheme", "biomj-token", "--transitions", tmp_path / "t.csv")
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()))
    cells = {(row["from"], to): int(n) for row in rows for to, n in row.items() if to != "from"}
    assert cells["<START>", "B"] == 3 and cells["M", "Bλ"] == 15 and cells["I", "O"] == 0
    assert list(rows[0])[1:] == ["O", "M", "B", "Bλ", "I", "J", "<STOP>"]


def test_transitions_as_a_graph(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    result = run(corpus[0], "--scheme", "bio-token", "--links", "--transitions", tmp_path / "t.graphml", "--json")
    root = etree.parse(tmp_path / "t.graphml").getroot()
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    nodes = {node.get("id") for node in root.iterfind(".//g:node", space)}
    assert {"<START>", "O", "B", "B-2", "I", "<STOP>"} == nodes
    edges = {(e.get("source"), e.get("target")): int(e[0].text) for e in root.iterfind(".//g:edge", space)}
    assert edges == {(row["from"], row["to"]): row["count"] for row in json.loads(result.stdout)}


def test_transitions_as_a_picture(corpus: tuple[Path, Path], tmp_path: Path) -> None:
    run(corpus[0], "--transitions", tmp_path / "t.svg")
    assert "what follows what" in (tmp_path / "t.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--scheme", "bioz-token"], "there is no tagging scheme 'bioz-token'"),
        (["--transitions", "t.gif"], "there is no kind of file for transitions '.gif'"),
        (["--ceiling"], "a ceiling needs a training split"),
        (["--split", "test"], "there is no split 'test'"),
    ],
)
def test_wrong_use(corpus: tuple[Path, Path], arguments: list[str], words: str) -> None:
    result = run(corpus[0], *arguments)
    assert isinstance(result.exception, ConfigurationError) and words in str(result.exception)
