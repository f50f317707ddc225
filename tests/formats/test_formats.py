"""Every registered format: what it says it holds survives a round trip, and what it is, it recognises."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from strategies import documents, essays, plain_texts

from isocolon import formats
from isocolon.document import Document
from isocolon.errors import DataError, DataWarning
from isocolon.formats import FORMATS
from isocolon.formats.base import Trait
from isocolon.formats.text import Text

WRITABLE = [name for name in FORMATS if not name.startswith("rpd-")]


MAKERS = {"pse": essays(), "text": plain_texts()}
"""Documents of the forms that these formats hold; any other takes what its traits allow."""


@pytest.mark.parametrize("name", WRITABLE)
def test_round_trip(name: str) -> None:
    format = FORMATS[name]()
    sections: list[int] = []

    @given(MAKERS.get(name, documents(format.holds)))
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    def survives(document: Document) -> None:
        if set(format.losses(document)) - {Trait.LANGUAGE}:  # the language is given when it is read
            return  # what is lost beside the traits is told, and has a test of its own with the format
        if name == "asp-untokenized" and any(len(part.sections) > 1 for part in document.split()):
            return  # elements cannot bridge sections; refused with a clear error, which has a test of its own
        with TemporaryDirectory() as folder:
            written = formats.write([document], Path(folder, "out"), name)
            assert all(path.is_file() for path in written)
            read = list(formats.read(Path(folder, "out"), name, document.language))
        assert [comparable(d, format.holds) for d in read] == [comparable(document, format.holds)]
        sections.append(len(document.sections))

    survives()
    assert len(sections) >= 20, "too few documents were written and read"
    if name == "text" or Trait.SECTIONS in format.holds:
        assert sum(count > 1 for count in sections) >= 2, "too few had sections"


def comparable(document: Document, holds: Collection[Trait]) -> tuple[object, ...]:
    """Returns all of a document that a format claims to hold."""
    return (
        document.id,
        document.text,
        document.tokens,
        document.language,
        document.parallelisms,
        [(p.kind, p.confidence) for p in document.parallelisms],
        document.sections if Trait.SECTIONS in holds or holds == Text.holds else None,
        document.layers if Trait.LAYERS in holds else None,
        document.metadata if Trait.METADATA in holds else None,
    )


@pytest.mark.parametrize("name", WRITABLE)
def test_recognises_what_it_writes(name: str, tmp_path: Path) -> None:
    sample = next(iter(formats.read("examples/annotated/latin.ann", language="la")))
    written = formats.write([sample], tmp_path / "out", name)
    assert {formats.recognise(path) for path in written} <= {name}


@pytest.mark.parametrize("name", WRITABLE)
def test_says_what_it_loses(name: str) -> None:
    sample = next(iter(formats.read("examples/annotated/latin.ann", language="la")))
    told = FORMATS[name]().losses(sample)
    assert (Trait.KINDS in told) == (Trait.KINDS not in FORMATS[name].holds)
    assert Trait.LAYERS not in told


@pytest.mark.parametrize("name", ["asp-tokenized", "asp-untokenized"])
def test_another_language_than_the_format_takes_for_granted_is_lost(name: str) -> None:
    latin = next(iter(formats.read("examples/annotated/latin.ann", language="la")))
    english = next(iter(formats.read("examples/annotated/english.ann", language="en")))
    assert Trait.LANGUAGE not in FORMATS[name]().losses(latin)
    assert Trait.LANGUAGE in FORMATS[name]().losses(english)


def test_all_or_nothing(tmp_path: Path) -> None:
    sample = next(iter(formats.read("examples/annotated/latin.ann", language="la")))

    def failing() -> object:
        yield sample
        raise DataError("the second document is broken")

    with pytest.raises(DataError, match="the second document is broken"):
        formats.write(failing(), tmp_path / "out.jsonl")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_refuses_to_overwrite(tmp_path: Path) -> None:
    sample = next(iter(formats.read("examples/annotated/latin.ann", language="la")))
    target = tmp_path / "out.jsonl"
    target.write_text("mine")
    with pytest.raises(DataError, match=r"the file is there already. Replace it with force=True"):
        formats.write([sample], target)
    assert target.read_text() == "mine"
    assert formats.write([sample], target, force=True) == [target]


@pytest.mark.parametrize("id", ["../evil", "/etc/evil", "a/../../evil", " "])
def test_an_id_cannot_lead_out_of_the_folder(id: str, tmp_path: Path) -> None:
    document = Document(id, "ueni", ())
    with pytest.raises(DataError, match="is no name for a file"):
        formats.write([document], tmp_path / "folder", "text")
    assert not (tmp_path / "evil.txt").exists()


def test_ids_in_subfolders_carry_the_folder(tmp_path: Path) -> None:
    for folder in ("cicero", "caesar"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.txt").write_text("et in urbe non fui")
    assert [d.id for d in formats.read(tmp_path)] == ["caesar/1", "cicero/1"]


def test_an_id_twice(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "x", "text": "et in"}\n{"id": "x", "text": "et non"}\n')
    with pytest.raises(DataError, match=r"document 'x' is also in .*a.jsonl. Every document needs an id of its own"):
        list(formats.read(tmp_path))


def test_strange_files_in_a_folder_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("et in urbe non fui")
    (tmp_path / "guide.pdf").write_bytes(b"%PDF-1.7\0")
    (tmp_path / ".hidden").write_text("nothing")
    (tmp_path / "annotation.conf").write_text("[entities]")
    with pytest.warns(DataWarning, match=r"guide.pdf: left out, for no format is known"):
        assert [d.id for d in formats.read(tmp_path)] == ["a"]


def test_natural_order(tmp_path: Path) -> None:
    for number in (10, 9, 100):
        (tmp_path / f"{number}.txt").write_text("et in urbe non fui")
    assert [d.id for d in formats.read(tmp_path)] == ["9", "10", "100"]


def test_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is nothing to read in the folder. We read: jsonl, brat"):
        list(formats.read(tmp_path))
