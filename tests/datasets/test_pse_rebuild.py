"""PSE-I from its sources: the rules one by one on a small essay, and all of them against the published files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from isocolon.datasets.pse_rebuild import parallelisms, rebuild
from isocolon.document import Document, Parallelism, Span
from isocolon.errors import DataError
from isocolon.files import natural, read_xml
from isocolon.formats.pse_xml import PSE

DIFFERENCES: dict[str, str] = {}
"""Essays in which we differ from the published files, with the reason: none."""

Essay = Sequence[Sequence[tuple[str, str]]]
"""Paragraphs of sentences: the tag, and the words with spaces between."""


def write_essay(root: Path, paragraphs: Essay, annotations: str | None = None) -> None:
    """Puts the sources of essay 1 where they are in the dataset."""
    lines = ['<!DOCTYPE document>\n<xml4nlp><doc score="50">']
    for number, paragraph in enumerate(paragraphs):
        lines.append(f'<para id="{number}" type=" ">')
        for i, (tag, words) in enumerate(paragraph):
            elements = "".join(f'<word cont="{word}"/>' for word in words.split())
            lines.append(f'<sent id="{i}" type="{tag}">{elements}</sent>')
        lines.append("</para>")
    (root / "original" / "corrected").mkdir(parents=True)
    (root / "original" / "corrected" / "1.xml").write_text("\n".join([*lines, "</doc></xml4nlp>"]), encoding="utf-8")
    if annotations is not None:
        write_annotations(root / "augmented" / "annotations", layout(paragraphs), annotations)


def layout(paragraphs: Essay) -> str:
    """Returns the text that the annotators were shown."""
    lines = []
    for number, paragraph in enumerate(paragraphs, start=1):
        lines.append(f"<Paragraph {number}>")
        lines += [(">>> " if tag == "InSentenceBIE" else "") + words.replace(" ", "") for tag, words in paragraph]
    return "\n".join(lines) + "\n"


def write_annotations(folder: Path, text: str, groups: str) -> None:
    """Writes brat files in which a is joined with b, and c with d, for the groups `a|b c|d`; / is a line break."""
    lines = []
    entity = 0
    for group in groups.split():
        for i, branch in enumerate(group.split("|")):
            entity += 1
            pieces = branch.replace("/", "\n>>> ").split("\n")
            at = text.index("\n".join(pieces))
            stops = []
            for piece in pieces:
                stops.append(f"{at} {at + len(piece)}")
                at += len(piece) + 1
            lines.append(f"T{entity}\tBranch {';'.join(stops)}\t{' '.join(pieces)}")
            if i:
                lines.append(f"R{entity}\tParallel Arg1:T{entity - 1} Arg2:T{entity}\t")
    lines.append(f"T{entity + 1}\tFinished 0 13\t<Paragraph 1>")
    folder.mkdir(parents=True)
    (folder / "1.txt").write_text(text, encoding="utf-8")
    (folder / "1.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")


B, I, E, INSIDE = "inParaPaibiB", "inParaPaibiI", "inParaPaibiE", "InSentenceBIE"  # noqa: E741
PLAIN = " "


@pytest.mark.parametrize(
    ("paragraphs", "annotations", "expected"),
    [
        pytest.param([[(PLAIN, "风 来 。")]], None, [], id="no tags, no parallelisms"),
        pytest.param([[(B, "风 来"), (E, "雨 去")]], None, [[(0, 2), (2, 4)]], id="sentences are branches"),
        pytest.param(
            [[(B, "风 来"), (PLAIN, "啊"), (I, "雨 去"), (E, "云 散")]],
            None,
            [[(0, 2), (3, 5), (5, 7)]],
            id="others may stand between",
        ),
        pytest.param(
            [[(B, "风"), (E, "雨"), (B, "云"), (E, "雪")]],
            None,
            [[(0, 1), (1, 2)], [(2, 3), (3, 4)]],
            id="a B begins another",
        ),
        pytest.param(
            [[("outParaPaibiB", "风 来")], [("outParaPaibiE", "雨 去")]], None, [], id="not across paragraphs"
        ),
        pytest.param([[(INSIDE, "风 来 ， 雨 去 。")]], None, [], id="InSentenceBIE alone gives nothing"),
        pytest.param(
            [[(B, "风 来 ；"), (I, "雨 去 。"), (I, "云 散 ？"), (E, "雪 化 ！")]],
            None,
            [[(0, 2), (3, 5), (6, 8), (9, 11)]],
            id="closing marks go",
        ),
        pytest.param(
            [[(B, "“ 风 来 。 ”"), (E, "雨 去 ……")]], None, [[(0, 5), (5, 8)]], id="quotation marks and dots stay"
        ),
        pytest.param(
            [[(PLAIN, "题")], [(INSIDE, "看 ， 风 来 ， 雨 去 。")]],
            "风来|雨去",
            [[(3, 5), (6, 8)]],
            id="branches from brat",
        ),
        pytest.param(
            [[(INSIDE, "看 ， 风 来 ， 雨 去 。")]], "风来，|雨去。", [[(2, 4), (5, 7)]], id="and their closing marks"
        ),
        pytest.param([[(INSIDE, "风 来到 ， 雨 去 。")]], "风来|雨去", [[(0, 2), (3, 5)]], id="words are taken whole"),
        pytest.param(
            [[(PLAIN, "风 来 。"), (INSIDE, "云 散 。"), (PLAIN, "雨 去 。")]],
            "风来。/云|雨去",
            [[(0, 4), (6, 8)]],
            id="a branch may run over a line break",
        ),
        pytest.param(
            [[(B, "风 来 ；"), (E, "雨 去 ， 云 散 。")]],
            "雨去|云散",
            [[(0, 2), (3, 5), (6, 8)]],
            id="brat divides a sentence",
        ),
        pytest.param(
            [[(INSIDE, "雪 化 ， 冰 消 。"), (B, "风 来"), (E, "雨 去")], [(INSIDE, "云 散 ， 月 出 。")]],
            "云散|月出 雪化|冰消",
            [[(6, 8), (8, 10)], [(0, 2), (3, 5)], [(10, 12), (13, 15)]],
            id="order: tags, then brat, each in reading order",
        ),
    ],
)
def test_rules(
    tmp_path: Path, paragraphs: Essay, annotations: str | None, expected: list[list[tuple[int, int]]]
) -> None:
    write_essay(tmp_path, paragraphs, annotations)
    (essay,) = PSE().read(tmp_path / "original" / "corrected" / "1.xml")
    found = parallelisms(essay, tmp_path)
    assert found == [Parallelism.of(*branches) for branches in expected]
    (rebuilt,) = rebuild(tmp_path)
    assert rebuilt.parallelisms == tuple(sorted(found, key=lambda p: p.branches))


def test_empty_paragraphs_and_tags_are_left_out(tmp_path: Path) -> None:
    write_essay(tmp_path, [[], [(B, "风 来"), (E, "雨 去")]])
    (essay,) = rebuild(tmp_path)
    assert [section.id for section in essay.sections] == ["1"]
    assert essay.layers == {"sentence": ("0", "0", "1", "1")}


@pytest.mark.parametrize(("tags", "letters"), [([B], "B"), ([I, E], "I, E"), ([B, B, E], "B, B, E"), ([E, B], "E, B")])
def test_tags_that_do_not_fit_are_refused(tmp_path: Path, tags: list[str], letters: str) -> None:
    write_essay(tmp_path, [[(tag, "风 来") for tag in tags]])
    message = (
        f"{tmp_path / 'original' / 'corrected' / '1.xml'}: paragraph '0' has the inParaPaibi tags {letters}. "
        "A B, any number of I and an E were expected."
    )
    with pytest.raises(DataError, match=re.escape(message)):
        list(rebuild(tmp_path))


def test_essays_without_tags_are_refused(tmp_path: Path) -> None:
    write_essay(tmp_path, [[(PLAIN, "风 来")]])
    path = tmp_path / "original" / "corrected" / "1.xml"
    path.write_text(path.read_text("utf-8").replace(' type=" "', ""), encoding="utf-8")
    with pytest.raises(
        DataError, match=r"1.xml: the sentences have no ids, or no types. An original essay was expected"
    ):
        list(rebuild(tmp_path))


def test_annotations_of_another_text_are_refused(tmp_path: Path) -> None:
    write_essay(tmp_path, [[(INSIDE, "风 来 ， 雨 去")]])
    write_annotations(tmp_path / "augmented" / "annotations", "<Paragraph 1>\n>>> 风来，雪去\n", "风来|雪去")
    with pytest.raises(DataError, match=r"1.txt: the text is not that of essay '1'. Was either changed?"):
        list(rebuild(tmp_path))


def test_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there are no essays in original/corrected. Give the folder of the dataset"):
        list(rebuild(tmp_path))


@pytest.fixture(scope="module")
def published(pse_path: Path) -> list[Document]:
    """The essays as published."""
    paths = sorted((pse_path / "augmented" / "full").glob("*.xml"), key=natural)
    return [document for path in paths for document in PSE().read(path)]


@pytest.fixture(scope="module")
def rebuilt(pse_path: Path) -> list[Document]:
    """The essays as we make them."""
    return list(rebuild(pse_path))


def test_the_published_files_are_rebuilt(rebuilt: list[Document], published: list[Document]) -> None:
    assert [essay.id for essay in rebuilt] == [essay.id for essay in published]
    different = [ours.id for ours, theirs in zip(rebuilt, published, strict=True) if ours != theirs]
    assert different == list(DIFFERENCES)


def test_the_published_figures(rebuilt: list[Document]) -> None:
    found = [parallelism for essay in rebuilt for parallelism in essay.parallelisms]
    branches = [branch for parallelism in found for branch in parallelism]
    assert (len(rebuilt), sum(len(essay.sections) for essay in rebuilt), sum(map(len, rebuilt))) == (409, 3855, 241203)
    assert (len(found), len(branches), sum(map(len, branches))) == (786, 2153, 25529)


def test_edges_that_are_punctuation(rebuilt: list[Document]) -> None:
    """The paper says that there are none; by rule 4 there are 86 of one character, and 52 rows of dots."""
    edges = [
        essay.text_of(Span(at, at + 1))
        for essay in rebuilt
        for parallelism in essay.parallelisms
        for branch in parallelism
        for at in {branch.start, branch.end - 1}
        if essay.layers["pos"][at] == "wp"
    ]
    assert (sum(len(edge) == 1 for edge in edges), sum(len(edge) > 1 for edge in edges)) == (86, 52)


def published_order(path: Path) -> list[Parallelism]:
    """Returns the parallelisms of a published file in the order of their ids, which must count from 0."""
    spans: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for position, word in enumerate(read_xml(path).iter("word")):
        if (id := word.get("parallelism_id_1")) is not None:
            spans[int(id)][int(word.get("branch_id_1", ""))].append(position)
    assert sorted(spans) == list(range(len(spans)))
    assert all(list(branches) == list(range(1, len(branches) + 1)) for branches in spans.values())
    return [Parallelism.of(*((b[0], b[-1] + 1) for b in spans[id].values())) for id in sorted(spans)]


def test_the_published_ids_are_ours(pse_path: Path, published: list[Document]) -> None:
    orders = {
        essay.id: published_order(pse_path / "augmented" / "full" / f"{essay.id}.xml")
        for essay in published
        if len(essay.parallelisms) > 1
    }
    for id, order in orders.items():
        (essay,) = PSE().read(pse_path / "original" / "corrected" / f"{id}.xml")
        assert parallelisms(essay, pse_path) == order
    out_of_reading_order = [id for id, order in orders.items() if order != sorted(order, key=lambda p: p.branches)]
    assert len(out_of_reading_order) == 62
