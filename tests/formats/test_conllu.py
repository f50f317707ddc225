"""CoNLL-U: ours comes back whole, treebanks are read with all their fields, and faults are told by line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import documents, everything

from isocolon import formats
from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.errors import DataError, DataWarning
from isocolon.formats.conllu import CoNLLU
from isocolon.formats.conllu.fields import escape, on_a_line, unescape


@given(st.lists(documents(), min_size=1, max_size=2, unique_by=lambda document: document.id))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_round_trip(originals: list[Document]) -> None:
    with TemporaryDirectory() as folder:
        (path,) = formats.write(originals, Path(folder, "a.conllu"))
        for number, line in enumerate(path.read_bytes().decode().split("\n"), start=1):
            assert not line or line.startswith("#") or line.count("\t") == 9, f"line {number}: {line!r}"
        read = list(formats.read(path, "conllu"))
    assert [everything(document) for document in read] == [everything(document) for document in originals]


@given(st.text())
def test_escapes(text: str) -> None:
    assert unescape(escape(text)) == text == unescape(on_a_line(text))
    assert not set(escape(text)) & set(" \t\r\n|")
    assert on_a_line(text) == on_a_line(text).strip(" ")


TOKENS = (
    *(Token(0, 4, "ueni"), Token(4, 5, ","), Token(6, 11, "cum"), Token(6, 11, "me"), Token(11, 12, ".")),
    *(Token(14, 18, "UIDI"), Token(18, 19, ".")),
)
MINE = Document(
    "b 1",
    "Ueni, mecum.\r\nVidi.",
    TOKENS,
    "la",
    (Section("pr", Span(0, 3)), Section("§ 1", Span(3, 7))),
    (
        Parallelism.of((0, 3), (5, 6), kind=Kind.CHIASTIC, confidence=0.25),
        Parallelism.of((2, 4), (6, 7)),
    ),
    {"pos": ("V", "_", "P", "P", "_", "V", "_")},
    {"title": "De bello", "a b": "", "=": "x"},
)
WRITTEN = r"""# newdoc id = b 1
# language = la
# layers = pos
# metadata title = De bello
# metadata a\sb = 
# metadata \e = x
# parallelism 1 = chiastic, confidence 0.25
# newpar id = pr
# sent_id = b 1-1
# text = Ueni, mecum.
1	Ueni	_	_	_	_	_	_	_	SpaceAfter=No|Parallelism=1:1|Layer=pos:V
2	,	_	_	_	_	_	_	_	Parallelism=1:1
3-4	mecum	_	_	_	_	_	_	_	SpaceAfter=No
3	cum	_	_	_	_	_	_	_	Parallelism=1:1,2:1|Layer=pos:P
4	me	_	_	_	_	_	_	_	NewSection=§\s1|Parallelism=2:1|Layer=pos:P
5	.	_	_	_	_	_	_	_	SpacesAfter=\r\n

# sent_id = b 1-2
# text = Vidi.
1	Vidi	_	_	_	_	_	_	_	SpaceAfter=No|Norm=UIDI|Parallelism=1:2|Layer=pos:V
2	.	_	_	_	_	_	_	_	SpaceAfter=No|Parallelism=2:2

"""


def test_written() -> None:
    assert CoNLLU().render(MINE) == {".conllu": WRITTEN}


def test_trimmed_by_an_editor(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("\n".join(line.rstrip() for line in WRITTEN.split("\n")), encoding="utf-8")
    (read,) = formats.read(path)
    assert everything(read) == everything(MINE)


def rows(*lines: str) -> str:
    """Returns lines with tabs for spaces, as far as ten fields go."""
    return "".join((line if line.startswith("#") else "\t".join(line.split())) + "\n" for line in lines)


TREEBANK = rows(
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC",
    "# sent_id = fr-1",
    "# text = Vas au parc.",
    "1 Vas aller VERB _ _ 0 root _ _",
    "2-3 au _ _ _ _ _ _ _ _",
    "2 à à ADP _ _ 4 case _ _",
    "3 le le DET _ Gender=Masc 4 det _ _",
    "4 parc parc NOUN _ _ 1 obl _ SpaceAfter=No|Gloss=park",
    "5 . . PUNCT _ _ 1 punct _ _",
    "",
    "# newpar",
    "# sent_id = fr-2",
    "1 Viens venir VERB _ _ 0 root _ _",
    "",
)


def read(folder: Path, content: str, language: str | None = "fr") -> list[Document]:
    """Returns the documents of a file with this content."""
    path = folder / "bank.conllu"
    path.write_text(content, encoding="utf-8", newline="")
    return list(formats.read(path, language=language))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_treebank(end: str, tmp_path: Path) -> None:
    (document,) = read(tmp_path, TREEBANK.replace("\n", end))
    assert document.id == "bank"
    assert document.text == "Vas au parc. Viens"
    assert [(document.text[t.start : t.end], t.norm) for t in document.tokens] == [
        *[("Vas", "vas"), ("au", "à"), ("au", "le"), ("parc", "parc"), (".", "."), ("Viens", "viens")]
    ]
    assert [(section.id, section.span) for section in document.sections] == [("0", Span(0, 5)), ("1", Span(5, 6))]
    assert document.layers == {
        "lemma": ("aller", "à", "le", "parc", ".", "venir"),
        "upos": ("VERB", "ADP", "DET", "NOUN", "PUNCT", "VERB"),
        "feats": ("_", "_", "Gender=Masc", "_", "_", "_"),
        "head": ("0", "4", "4", "1", "1", "0"),
        "deprel": ("root", "case", "det", "obl", "punct", "root"),
        "misc": ("_", "_", "_", "Gloss=park", "_", "_"),
        "sentence": ("fr-1", "fr-1", "fr-1", "fr-1", "fr-1", "fr-2"),
    }
    (path,) = formats.write([document], tmp_path / "again.conllu")
    assert everything(*formats.read(path)) == everything(document)


def test_documents_of_a_treebank(tmp_path: Path) -> None:
    word = "1 a _ _ _ _ _ _ _ _"
    found = read(tmp_path, rows(word, "", "# newdoc", word, "", "# newdoc id = x", word, "", word))
    assert [(document.id, document.text) for document in found] == [("bank", "a"), ("bank-1", "a"), ("x", "a a")]


def test_spaces(tmp_path: Path) -> None:
    lines = rows(
        r"1 20_000 _ _ _ _ _ _ _ SpacesBefore=\n|SpacesInToken=20\s000|SpacesAfter=\s\s",
        r"2 a _ _ _ _ _ _ _ SpaceAfter=No",
        r"3 b _ _ _ _ _ _ _ NewPar=Yes",
    )
    (document,) = read(tmp_path, lines)
    assert document.text == "\n20 000  ab"
    assert [document.text_of(section.span) for section in document.sections] == ["20 000  a", "b"]


def test_empty_nodes(tmp_path: Path) -> None:
    with pytest.warns(DataWarning, match=r"bank.conllu: document 'bank' is read without its empty nodes, 1 in all"):
        (document,) = read(tmp_path, rows("1 a _ _ _ _ _ _ _ _", "1.1 b _ _ _ _ _ _ _ _", "2 c _ _ _ _ _ _ _ _"))
    assert document.text == "a c"


def test_branch_on_a_multiword_token(tmp_path: Path) -> None:
    one = "1-2 au _ _ _ _ _ _ _ Parallelism=1:1"
    lines = [one, *(f"{n} {w} _ _ _ _ _ _ _ _" for n, w in [(1, "à"), (2, "le")]), "3 x _ _ _ _ _ _ _ Parallelism=1:2"]
    (document,) = read(tmp_path, rows(*lines))
    assert document.parallelisms == (Parallelism.of((0, 2), (2, 3)),)


BLANK = "_ _ _ _ _ _ _"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["# a", "1 a b"], "bank.conllu, line 2: the line has 3 fields. CoNLL-U has ten, parted by tabs"),
        (["a"], "line 1: the line has 1 field. "),
        ([f"x a {BLANK} _"], "line 1: 'x' is no word id. Write 3, 3-4 or 3.1"),
        ([f"1 a {BLANK} _", f"3 a {BLANK} _"], "line 2: word 3 stands where 2 should"),
        ([f"1-2 a {BLANK} _", f"1 a {BLANK} _"], "line 1: the words 1-2 are not all there"),
        ([f"1-2 a {BLANK} _", f"1 a {BLANK} _", f"2-3 b {BLANK} _"], "line 3: word 2-3 stands where 2 should"),
        ([f"1-1 a {BLANK} _", f"1 a {BLANK} _"], "line 1: word 1-1 stands where 1 should"),
        (
            [f"1 a {BLANK} Parallelism=1:1", f"2 b {BLANK} _", f"3 c {BLANK} Parallelism=1:1"],
            "line 3: branch 1 of parallelism 1 is broken: it goes on at word 3 after ending at word 1",
        ),
        ([f"1 a {BLANK} Parallelism=1"], "line 1: '1' is no branch. Write parallelism and branch, such as 1:2"),
        (
            ["# parallelism 1 = odd", f"1 a {BLANK} Parallelism=1:1"],
            "line 1: 'odd' says nothing. Write a kind (synchystic, chiastic, unknown)",
        ),
        (["# parallelism 1 = unknown, confidence 2", f"1 a {BLANK} Parallelism=1:1"], "a confidence of 2.0"),
        ([f"1 a {BLANK} Parallelism=1:1,1:2"], "branches [0, 1) and [0, 1) of one parallelism overlap"),
        (["# newpar id = x", f"1 a {BLANK} _", "", "# newpar id = x", f"1 a {BLANK} _"], "section 'x' is there twice"),
        (["# nothing"], "bank.conllu: the file holds no sentence"),
    ],
)
def test_faults(lines: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, rows(*lines))
    assert message in str(caught.value)
    assert "bank.conllu" in str(caught.value)


def test_empty_form(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 1: word 1 has no form"):
        read(tmp_path, "1\t" + "\t_" * 8 + "\n")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (Document("x", "  ", ()), "document 'x' has no words, and CoNLL-U has no sentence without any"),
        (Document("x", "a\0", (Token(0, 2, "a"),)), "document 'x' holds a null character"),
    ],
)
def test_refused(document: Document, message: str) -> None:
    with pytest.raises(DataError, match=message):
        CoNLLU().render(document)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("ueni . uidi .", ["ueni .", "uidi ."]),
        ('dixit ueni . " uidi', ['dixit ueni . "', "uidi"]),
        ("quid ? ! a .", ["quid ? !", "a ."]),
        (". a", [".", "a"]),
        ("a , b", ["a , b"]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    starts = [0, *(i + 1 for i, letter in enumerate(text) if letter == " "), len(text) + 1]
    tokens = tuple(Token(a, b - 1, text[a : b - 1]) for a, b in pairwise(starts))
    (content,) = CoNLLU().render(Document("x", text, tokens)).values()
    assert [line[9:] for line in content.split("\n") if line.startswith("# text = ")] == sentences


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a.conllu", "", True),
        ("a.txt", TREEBANK, True),
        ("a.txt", TREEBANK.replace("\n", "\r\n"), True),
        ("a.txt", "# a comment\nueni uidi", False),
        ("a.tsv", "1\ta\tb\n", False),
    ],
)
def test_recognises(name: str, head: str, expected: bool) -> None:
    assert CoNLLU().recognises(Path(name), head) is expected
