"""pyrallelism's TSV and XML: its own loaders read what we write, and we read what it reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from pyrallelism.primitives.loading import TSVLoader, XMLLoader
from strategies import documents

from isocolon import formats
from isocolon.document import Document, Parallelism, Span
from isocolon.errors import DataError
from isocolon.formats.tsv import TSV

LOADERS = {"tsv": TSVLoader, "pyrallelism": XMLLoader, "asp-tokenized": XMLLoader}


@pytest.mark.parametrize("name", LOADERS)
@given(document=documents(TSV.holds))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_pyrallelism_reads_what_we_write(
    name: str, document: Document, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (path,) = formats.write([document], tmp_path_factory.mktemp("out"), name)
    loaded = LOADERS[name].load_parallelism_directory(str(path), stratum_count=None)
    theirs = {Parallelism(tuple(Span(*branch) for branch in branches)) for branches in loaded.values()}
    assert theirs == set(document.parallelisms)


HEADER = "token\tparallelism_id_1\tbranch_id_1\n"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", r"line 1: the first line names 1 columns. A word and, for each stratum"),
        ("token\tparallelism\n", r"line 1: the first line names 2 columns"),
        (HEADER + "ueni\t-1\n", r"line 2: 2 columns. The first line names 3"),
        (HEADER + "ueni\tone\t1\n", r"line 2: the id 'one'. Whole numbers, or -1 for none, were expected"),
        (HEADER + "\t-1\t-1\n", r"line 2: the word is empty"),
        (HEADER + "ueni\t1\t-1\n", r"line 2: 'ueni' has parallelism 1 and branch -1. A word has both ids on a stratum"),
        (HEADER + "uidi\t-1\t2\n", r"line 2: 'uidi' has parallelism -1 and branch 2"),
        (HEADER + "a\t1\t1\nb\t-1\t-1\nc\t1\t1\n", r"line 4: branch 1 of parallelism 1 is broken"),
    ],
)
def test_faults(source: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text(source)
    with pytest.raises(DataError, match=message):
        list(formats.read(tmp_path / "a.tsv"))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_only_line_feeds_end_a_row(newline: str, tmp_path: Path) -> None:
    words = ["a\x0bb", "c\x85d", "e\u2028f"]
    rows = [HEADER.rstrip("\n"), *(f"{word}\t-1\t-1" for word in words), ""]
    (tmp_path / "a.tsv").write_bytes(newline.join(rows).encode())
    (document,) = formats.read(tmp_path / "a.tsv", language="la")
    assert [document.text_of(Span(i, i + 1)) for i in range(len(document))] == words


def test_words_outside_sections(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text('<d><word cont="a"/><section id="1"><word cont="b"/></section></d>')
    with pytest.raises(DataError, match="some words stand in no section, or in two"):
        list(formats.read(tmp_path / "a.xml"))
