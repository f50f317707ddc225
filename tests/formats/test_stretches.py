"""What is not read, and what tokens share: through every format that marks stretches of a running text."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Document, Parallelism, Token
from isocolon.errors import DataError, DataWarning
from isocolon.formats import FORMATS
from isocolon.formats.base import Trait
from isocolon.formats.stretches import unread, without_unread

HEADED = "<147 1>\nueni hinc.\n<147 2>\nuidi illinc.\n"


@pytest.fixture
def headed(tmp_path: Path) -> Document:
    """A document of brat's with headings, which are no words."""
    (tmp_path / "a.txt").write_text(HEADED)
    branches = "T1\tBranch 8 17\tueni hinc\nT2\tBranch 27 38\tuidi illinc\n"
    (tmp_path / "a.ann").write_text(branches + "R1\tParallel Arg1:T1 Arg2:T2\t\n")
    (document,) = formats.read(tmp_path / "a.ann", language="la")
    return document


def test_what_is_not_read(headed: Document) -> None:
    assert [headed.text[start:end] for start, end in unread(headed)] == ["<147 1>", "<147 2>"]
    legible = without_unread(headed)
    assert legible.text == "\nueni hinc.\n\nuidi illinc.\n"
    assert [legible.text[t.start : t.end] for t in legible.tokens] == ["ueni", "hinc", ".", "uidi", "illinc", "."]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("ueni, uidi", (Token(0, 4, "ueni"), Token(4, 5, ","), Token(6, 10, "uidi"))),  # all of it is read
        ("tecum", (Token(0, 5, "cum"), Token(0, 5, "te"))),
        ("ueni", ()),  # nobody has read it yet
    ],
)
def test_where_everything_is_read(text: str, tokens: tuple[Token, ...]) -> None:
    document = Document("x", text, tokens)
    assert without_unread(document) is document


@pytest.mark.parametrize(
    ("name", "lost", "text"),
    [
        ("brat", set(), HEADED),  # knows headings
        ("tei", {Trait.TEXT}, "\nueni hinc.\n\nuidi illinc.\n"),
        ("asp-untokenized", {Trait.TEXT}, "\nueni hinc.\n\nuidi illinc.\n"),
    ],
)
def test_headings_do_not_become_words(name: str, lost: set[Trait], text: str, headed: Document, tmp_path: Path) -> None:
    assert set(FORMATS[name]().losses(headed)) & {Trait.TEXT, Trait.TOKENS} == lost
    formats.write([headed], tmp_path / "out", name)
    (after,) = formats.read(tmp_path / "out", name, "la")
    assert after.text == text
    assert (after.words, after.sections, after.parallelisms) == (headed.words, headed.sections, headed.parallelisms)


def test_plain_text_keeps_headings_and_says_that_tokens_are_made_anew(headed: Document) -> None:
    assert FORMATS["text"]().render(headed) == {".txt": HEADED}
    assert Trait.TOKENS in FORMATS["text"]().losses(headed)


def test_tei_shows_what_is_not_read(headed: Document) -> None:
    written = FORMATS["tei"]().render(headed)[".xml"]
    assert "<fw>&lt;147 1&gt;</fw>\nueni hinc.\n<fw>&lt;147 2&gt;</fw>\n</seg>" in written


SHARED = Document("x", "tecum", (Token(0, 5, "cum"), Token(0, 5, "te")), "la")


@pytest.mark.parametrize("name", ["brat", "tei", "asp-untokenized"])
def test_branches_on_one_stretch_are_refused(name: str, tmp_path: Path) -> None:
    document = SHARED.with_parallelisms([Parallelism.of((0, 1), (1, 2))])
    with pytest.raises(DataError, match=r"'x': two branches of one parallelism share 'tecum', .* Write JSON Lines"):
        formats.write([document], tmp_path / "out", name)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize("name", ["tei", "asp-untokenized"])
def test_asp_keeps_its_words(name: str, asp_path: Path, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of orphans, which have a test of their own
        chosen = [next(formats.read(asp_path / "original" / f"{id}.ann", language="la")) for id in (177, 179, 265)]
    formats.write(chosen, tmp_path / "out", name)
    for before, after in zip(chosen, formats.read(tmp_path / "out", name, "la"), strict=True):
        assert (after.words, after.sections, after.parallelisms) == (before.words, before.sections, before.parallelisms)
