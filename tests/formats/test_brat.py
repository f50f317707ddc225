"""brat: labels, joining, trimming, headings, faults; and ASP's originals against its published XML."""

from __future__ import annotations

import warnings
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Document, Kind, Parallelism, Section, Span, Token
from isocolon.errors import DataError, DataWarning

TEXT = "Veni, vidi, vici. Abiit, excessit."


def pair(folder: Path, annotations: str, text: str = TEXT) -> Path:
    (folder / "a.txt").write_bytes(text.encode())
    (folder / "a.ann").write_bytes(annotations.encode())
    return folder / "a.ann"


def read(path: Path) -> Document:
    (document,) = formats.read(path, language="la")
    return document


def branches(document: Document) -> list[list[str]]:
    return [[document.text_of(branch) for branch in p] for p in document.parallelisms]


BRANCHES = "T1\tBranch 0 4\tVeni\nT2\tBranch 6 10\tvidi\nT3\tBranch 12 16\tvici\n"


@pytest.mark.parametrize("named", ["a.ann", "a.txt"])
def test_relations_join_into_components(named: str, tmp_path: Path) -> None:
    pair(tmp_path, BRANCHES + "R1\tParallel Arg1:T1 Arg2:T2\t\nR2\tParallel Arg1:T3 Arg2:T2\t\n")
    assert branches(read(tmp_path / named)) == [["Veni", "vidi", "vici"]]


def test_an_equivalence_joins_too(tmp_path: Path) -> None:
    assert branches(read(pair(tmp_path, BRANCHES + "*\tParallel T1 T2 T3\n"))) == [["Veni", "vidi", "vici"]]


@pytest.mark.parametrize(
    ("entity", "relation", "kind"),
    [
        ("Branch", "Parallel", Kind.UNKNOWN),
        ("Branch", "Synchystic", Kind.SYNCHYSTIC),
        ("Branch", "Chiasm", Kind.CHIASTIC),
        ("ParallelArm", "Parallel", Kind.SYNCHYSTIC),
        ("ParallelArm", "Parallelism", Kind.SYNCHYSTIC),  # 59 times in ASP, in no guideline
        ("ChiasmA", "Chiasm", Kind.CHIASTIC),
    ],
)
def test_labels(entity: str, relation: str, kind: Kind, tmp_path: Path) -> None:
    source = (
        BRANCHES.replace("Branch", entity) + f"R1\t{relation} Arg1:T1 Arg2:T2\t\nR2\t{relation} Arg1:T2 Arg2:T3\t\n"
    )
    assert [p.kind for p in read(pair(tmp_path, source)).parallelisms] == [kind]


def test_asp_arms_lose_punctuation_at_the_edges_and_branches_keep_it(tmp_path: Path) -> None:
    arms = "T1\tParallelArm 0 5\tVeni,\nT2\tParallelArm 4 11\t, vidi,\nR1\tParallel Arg1:T1 Arg2:T2\t\n"
    with pytest.raises(DataError, match="overlap"):
        read(pair(tmp_path, arms.replace("ParallelArm", "Branch")))
    assert branches(read(pair(tmp_path, arms))) == [["Veni", "vidi"]]
    kept = "T1\tBranch 0 5\tVeni,\nT2\tBranch 6 11\tvidi,\nR1\tParallel Arg1:T1 Arg2:T2\t\n"
    assert branches(read(pair(tmp_path, kept))) == [["Veni,", "vidi,"]]


def test_orphans_are_reported_and_kept_out(tmp_path: Path) -> None:
    source = BRANCHES + "T4\tFinished 18 23\tAbiit\nR1\tParallel Arg1:T1 Arg2:T2\t\n"
    with pytest.warns(DataWarning, match=r"a\.ann: left out, for no relation joins them: T3$"):
        assert branches(read(pair(tmp_path, source))) == [["Veni", "vidi"]]


def test_other_relations_are_reported(tmp_path: Path) -> None:
    source = BRANCHES + "R1\tParallel Arg1:T1 Arg2:T2\t\nR2\tParallel Arg1:T2 Arg2:T3\t\nR3\tCause Arg1:T1 Arg2:T2\t\n"
    with pytest.warns(DataWarning, match="relations left out: Cause; we know Parallel, Synchystic"):
        read(pair(tmp_path, source))


def test_pieces_one_character_apart_are_joined(tmp_path: Path) -> None:
    text = "ueni hinc\nuidi illinc"
    source = "T1\tBranch 0 9;10 14\tueni hinc uidi\nT2\tBranch 15 21\tillinc\nR1\tParallel Arg1:T1 Arg2:T2\t\n"
    assert branches(read(pair(tmp_path, source, text))) == [["ueni hinc\nuidi", "illinc"]]


def test_headings_begin_sections_and_are_not_read(tmp_path: Path) -> None:
    text = "<147 1>\r\nueni in urbem.\r\n<147 2>\t\r\nuidi.\r\n"
    document = read(pair(tmp_path, "", text))
    assert [(s.id, document.text_of(s.span)) for s in document.sections] == [("1", "ueni in urbem."), ("2", "uidi.")]
    assert document.text == text


@pytest.mark.parametrize(
    ("notes", "confidence"),
    [
        ("#1\tAnnotatorNotes T1\tconfidence 0.25\n", 0.25),
        ("#1\tAnnotatorNotes T2\tconfidence 1e-05\n#2\tAnnotatorNotes T2\ta note beside it\n", 1e-05),
        ("#1\tAnnotatorNotes T1\tlow confidence here\n", None),  # a person's own words
        ("#1\tAnnotatorNotes T1\tconfidence high\n", None),
        ("#1\tAnnotatorNotes T1\tmy confidence 0.5\n", None),
    ],
)
def test_notes(notes: str, confidence: float | None, tmp_path: Path) -> None:
    source = BRANCHES + "*\tParallel T1 T2 T3\n" + notes
    assert [p.confidence for p in read(pair(tmp_path, source)).parallelisms] == [confidence]


@pytest.mark.parametrize("id", ["1\n2", "1\t2", "1\r"])
def test_section_ids_that_do_not_fit(id: str, tmp_path: Path) -> None:
    document = Document("x", "ueni", (Token(0, 4, "ueni"),), "la", (Section(id, Span(0, 1)),))
    with pytest.raises(DataError, match=r"the section id '1.* of document 'x' does not fit in a note"):
        formats.write([document], tmp_path / "out", "brat")


FAULTS = [
    ("T1\tBranch 0 4\tVeno", r"line 1: T1 covers 'Veni' in the text, but says 'Veno'. Was a.txt changed"),
    ("T1\tBranch 0 99\tVeni", r"line 1: T1 stands at 0 99, but the text has 34 characters"),
    ("T1\tBranch 0 4;9 10\tVeni i", r"line 1: T1 is in pieces that lie 5 characters apart \(4 to 9\)"),
    ("T1\tBranch 4 0\tVeni", r"line 1: T1 stands at 4 0, but"),
    ("T1\tBranch zero 4\tVeni", r"line 1: T1 is malformed. A label, offsets and the text were expected"),
    ("T1\tBranch 0 4", r"line 1: T1 is malformed"),
    (BRANCHES + "T1\tBranch 0 4\tVeni", r"line 4: T1 is there twice. Every annotation needs an id of its own"),
    (BRANCHES + "R1\tParallel Arg1:T1 Arg2:T9\t", r"a.ann: a relation Parallel names T9, which is not there"),
    (BRANCHES + "R1\tParallel Arg1:T1\t", r"line 4: R1 is malformed. A label and two annotations were expected"),
    ("hello", r"line 1: the line begins with 'hello'. Annotations begin with T, R"),
    (
        "T1\tBranch 0 4\tVeni\nT2\tBranch 5 6\t \nR1\tParallel Arg1:T1 Arg2:T2\t",
        r"T1\+T2 covers no word: characters 5-6, ' '. Mark at least one word",
    ),
    (
        "T1\tBranch 0 10\tVeni, vidi\nT2\tBranch 6 16\tvidi, vici\nR1\tParallel Arg1:T1 Arg2:T2\t",
        r"a.ann: T1\+T2: branches \[0, 3\) and \[2, 5\) of one parallelism overlap",
    ),
]


@pytest.mark.parametrize(("source", "message"), FAULTS)
def test_faults(source: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        read(pair(tmp_path, source))


def test_a_missing_text(tmp_path: Path) -> None:
    pair(tmp_path, BRANCHES)
    (tmp_path / "a.txt").unlink()
    with pytest.raises(DataError, match=r"a\.txt: cannot read it \(No such file or directory\)"):
        read(tmp_path / "a.ann")


@pytest.fixture(scope="session")
def originals(asp_path: Path) -> dict[str, Document]:
    """ASP's brat files."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DataWarning)
        documents = {document.id: document for document in formats.read(asp_path / "original", "brat", "la")}
    orphans = [str(warning.message).rpartition(": ")[2] for warning in caught]
    assert sum(len(ids.split(", ")) for ids in orphans) == 11
    return documents


def test_asp_counts(originals: dict[str, Document]) -> None:
    kinds = Counter(p.kind for document in originals.values() for p in document.parallelisms)
    assert (len(originals), kinds) == (80, {Kind.SYNCHYSTIC: 2_021, Kind.CHIASTIC: 41})
    assert sum(len(document.sections) for document in originals.values()) == 477


# Where the words of the brat files, cut by our tokenizer, are not those of the tokenized XML, a line for each sermon:
# how many places differ, and why. (tests/languages/test_latin.py explains every place; the XML of sermon 211 has
# escaped "<...>" twice over, so that four words "&", "lt", ";" ... stand where the text has one mark.)
DIFFERING_WORDS = {
    "19": (1, "a full stop left on its word"),
    "179": (1, "a full stop left on its word"),
    "180": (1, "non. taken for an abbreviation"),
    "181": (1, "non. taken for an abbreviation"),
    "183": (2, "non. taken for an abbreviation"),
    "196": (1, "-ne cut off an ablative that begins a sentence"),
    "208": (1, "-ne cut off a word that begins a sentence"),
    "209": (1, "-ne cut off a word that begins a sentence"),
    "210": (1, "-ne cut off a word that begins a sentence"),
    "211": (2, "< and > escaped twice"),
    "212": (1, "a full stop left on its word"),
    "250": (2, "a dash left on its word; -ne cut off an ablative that begins a sentence"),
    "251": (1, "-ne cut off an ablative that begins a sentence"),
    "262": (1, "a full stop left on its word"),
    "265": (2, "-ne cut off a vocative that begins a sentence"),
}


def test_asp_equals_the_tokenized_xml(originals: dict[str, Document], asp_path: Path) -> None:
    differing: dict[str, int] = {}
    for published in formats.read(asp_path / "xml" / "tokenized"):
        original = originals[published.id]
        edits = SequenceMatcher(None, original.words, published.words, autojunk=False).get_opcodes()
        if count := sum(edit[0] != "equal" for edit in edits):
            differing[published.id] = count
        place = {i: c + i - a for tag, a, b, c, d in edits for i in range(a, b) if tag == "equal"}
        ends = {i + 1: place[i] + 1 for i in place}
        for edit, a, b, c, d in edits:  # an edge of a branch may be an edge of the place that differs
            if edit != "equal":
                place.setdefault(a, c)
                ends.setdefault(b, d)
        moved = {Parallelism(tuple(Span(place[b.start], ends[b.end]) for b in p)) for p in original.parallelisms}
        assert moved == set(published.parallelisms), published.id
        assert [s.id for s in original.sections] == [s.id for s in published.sections]
    assert differing == {id: count for id, (count, _) in DIFFERING_WORDS.items()}


def test_asp_survives_brat(originals: dict[str, Document], tmp_path: Path) -> None:
    some = [originals[id] for id in ("177", "179", "211", "265")]
    formats.write(some, tmp_path / "out", "brat")
    for before, after in zip(some, formats.read(tmp_path / "out", language="la"), strict=True):
        assert after == before
        assert [p.kind for p in after.parallelisms] == [p.kind for p in before.parallelisms]
