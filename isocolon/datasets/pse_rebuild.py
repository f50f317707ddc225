"""PSE-I made anew from its sources: the sentence tags of Song et al. (2016), the brat files of Bothwell et al. (2023).

These rules, found by comparison, give the published files, branch by branch and id by id:

1. Paragraphs without words are left out (one each in essays 43, 93, 132 and 351).
2. Sentences of one paragraph tagged inParaPaibiB, …I, …E, in this order, are the branches of a parallelism; others may
   stand between them. outParaPaibi tags (across paragraphs) and InSentenceBIE tags (inside a sentence) give
   nothing by themselves.
3. Entities that Parallel relations join in the brat files are a parallelism, wherever they stand. A branch runs from
   its first character to its last, line breaks included (332, 370), and takes in whole every word it touches (275).
4. One closing mark at a branch's end, of those in `CLOSING`, is left out; quotation marks and dots stay.
5. A parallelism from brat that lies inside a branch that is a sentence takes that branch's place (46, 67: what the
   errata call combined manually; the other erratum, on 267, is already carried out in the brat file).
6. Ids count from 0, first the parallelisms made of sentences and then those from brat, each in reading order; branches
   count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby
from pathlib import Path

from isocolon.document import Document, Parallelism, Section, Span
from isocolon.errors import DataError
from isocolon.files import natural, read_text
from isocolon.formats.base import Mark, anchor
from isocolon.formats.brat import Parser, components, headed_sections
from isocolon.formats.pse_xml import PSE

CLOSING = frozenset("，；。？！;")
TAG = "inParaPaibi"
ORIGINALS = "original/corrected"
ANNOTATIONS = "augmented/annotations"


def rebuild(root: Path) -> Iterator[Document]:
    """Yields the essays of PSE-I, in natural order, from the sources in the dataset's folder."""
    paths = sorted((root / ORIGINALS).glob("*.xml"), key=natural)
    if not paths:
        raise DataError(f"there are no essays in {ORIGINALS}", path=root, hint="give the folder of the dataset")
    for path in paths:
        (essay,) = PSE().read(path)
        layers = {name: values for name, values in essay.layers.items() if name != "paibi"}
        yield replace(essay, parallelisms=tuple(parallelisms(essay, root)), layers=layers)


def parallelisms(essay: Document, root: Path) -> list[Parallelism]:
    """Returns the parallelisms of an original essay, in the order of their published ids.

    Args:
        essay: the essay, with the layers "sentence" and "paibi".
        root: the dataset's folder; where it has no brat files for the essay, the tags are all there is.
    """
    path = root / ORIGINALS / f"{essay.id}.xml"
    annotations = root / ANNOTATIONS / f"{essay.id}.ann"
    if essay.tokens and not {"sentence", "paibi"} <= essay.layers.keys():
        raise DataError("the sentences have no ids, or no types", path=path, hint="an original essay was expected")
    whole = [found for section in essay.sections for found in tagged_sentences(essay, section, path)]
    marked = marked_branches(essay, annotations) if annotations.exists() else ()
    return combine(whole, sorted(marked, key=lambda found: found.branches))


def tagged_sentences(essay: Document, section: Section, path: Path) -> Iterator[Parallelism]:
    """Yields the parallelisms that the sentences of one paragraph make by their tags."""
    tagged = [(tag, span) for tag, span in sentences(essay, section) if tag.startswith(TAG)]
    letters = "".join(tag.removeprefix(TAG) for tag, _ in tagged)
    if not re.fullmatch("(BI*E)*", letters):
        found = f"paragraph '{section.id}' has the {TAG} tags {', '.join(letters)}"
        raise DataError(found, path=path, hint="a B, any number of I and an E were expected")
    for match in re.finditer("BI*E", letters):
        yield Parallelism(tuple(without_closing_mark(essay, span) for _, span in tagged[match.start() : match.end()]))


def sentences(essay: Document, section: Section) -> Iterator[tuple[str, Span]]:
    """Yields the tag and the span of each sentence of a paragraph."""
    for _, run in groupby(section.span, key=essay.layers["sentence"].__getitem__):
        first, *others = run
        yield essay.layers["paibi"][first], Span(first, first + len(others) + 1)


def marked_branches(essay: Document, annotations: Path) -> Iterator[Parallelism]:
    """Yields the parallelisms that the brat files mark in an essay."""
    layout = read_text(annotations.with_suffix(".txt"))
    found = Parser(annotations, layout).parse(read_text(annotations))
    place = character_map(headed_sections(layout)[0], essay, annotations.with_suffix(".txt"))
    for group in components(found):
        entities = [found.entities[id] for id in group]
        branches = tuple((place[entity.start], place[entity.end]) for entity in entities)
        anchored = anchor(essay, Mark(branches, name="+".join(group)), annotations)
        yield Parallelism(tuple(without_closing_mark(essay, branch) for branch in anchored))


def character_map(layout: str, essay: Document, path: Path) -> list[int]:
    """Returns where in the essay's text the character stands, or the next one, that is at each place of a layout.

    The two differ in white space only, so a character is known by how many black ones are before it.
    """
    if "".join(layout.split()) != "".join(essay.text.split()):
        raise DataError(f"the text is not that of essay '{essay.id}'", path=path, hint="was either changed?")
    black = [place for place, character in enumerate(essay.text) if not character.isspace()]
    stops = [*black, len(essay.text)]
    return [stops[before] for before in accumulate((not c.isspace() for c in layout), initial=0)]


def without_closing_mark(essay: Document, branch: Span) -> Span:
    """Returns a branch less the mark that closes it.

    >>> from isocolon.document import Token
    >>> essay = Document("1", "风来。", (Token(0, 1, "风"), Token(1, 2, "来"), Token(2, 3, "。")), "zh")
    >>> without_closing_mark(essay, Span(0, 3))
    Span(start=0, end=2)
    """
    last = essay.text_of(Span(branch.end - 1, branch.end))
    return Span(branch.start, branch.end - 1) if last in CLOSING and len(branch) > 1 else branch


def combine(whole: Sequence[Parallelism], marked: Sequence[Parallelism]) -> list[Parallelism]:
    """Returns the parallelisms of whole sentences, divided where marked, and then the other marked ones.

    >>> whole, inside, other = Parallelism.of((0, 4), (5, 9)), Parallelism.of((5, 6), (7, 9)), Parallelism.of((9, 10))
    >>> combine([whole], [inside, other]) == [Parallelism.of((0, 4), (5, 6), (7, 9)), other]
    True
    """
    sentences = [branch for parallelism in whole for branch in parallelism]
    apart = [found for found in marked if not any(sentence.contains(found.hull) for sentence in sentences)]
    return [divided(parallelism, marked) for parallelism in whole] + apart


def divided(parallelism: Parallelism, marked: Sequence[Parallelism]) -> Parallelism:
    """Returns a parallelism with the branches of a marked one in place of the branch that it lies in."""
    branches: list[Span] = []
    for branch in parallelism:
        branches += [part for found in marked if branch.contains(found.hull) for part in found] or [branch]
    return Parallelism(tuple(branches))
