"""The Augustinian Sermon Parallelism dataset: 80 Latin sermons, annotated by a classicist (Bothwell et al. 2023).

The words and parallelisms are those of the tokenized XML, as in the paper. It has lost which parallelisms are
chiastic; the annotator's own brat files know, so the kinds come from there.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from isocolon.datasets.base import Dataset
from isocolon.datasets.papers import BOTHWELL_2023
from isocolon.document import Document, Kind, Parallelism, Span
from isocolon.errors import DataWarning
from isocolon.files import read_text
from isocolon.formats import read


def documents(folder: Path, ids: Iterable[str]) -> list[Document]:
    """Returns the sermons with these ids, with the words of the tokenized XML and the kinds of the brat files."""
    paths = ((folder / "xml/tokenized" / f"{id}_annotated.xml", folder / "original" / f"{id}.ann") for id in ids)
    return [with_kinds(document, brat) for path, brat in paths for document in read(path, "asp-tokenized")]


def with_kinds(sermon: Document, brat: Path) -> Document:
    """Returns a sermon with the kinds of its parallelisms, as far as its brat file is there to tell."""
    if not brat.is_file():
        return sermon
    kinds = dict.fromkeys(sermon.parallelisms, Kind.SYNCHYSTIC)
    if "Chiasm" in read_text(brat):
        kinds.update(dict.fromkeys(chiasms(sermon, brat), Kind.CHIASTIC))
    return sermon.with_parallelisms(Parallelism(p.branches, kinds[p]) for p in sermon.parallelisms)


def chiasms(sermon: Document, brat: Path) -> Iterator[Parallelism]:
    """Yields the parallelisms that are chiastic in a sermon's brat file, by the sermon's own tokens."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # the XML has no orphan arms, so they are no news here
        original = next(read(brat, "brat", "la"))
    place = aligned(original.words, sermon.words)
    for parallelism in original.parallelisms:
        if parallelism.kind is Kind.CHIASTIC:
            yield Parallelism(tuple(Span(place[b.start], place[b.end - 1] + 1) for b in parallelism))


def aligned(left: Sequence[str], right: Sequence[str]) -> dict[int, int]:
    """Returns where words of one sequence stand in another that is all but the same."""
    if left == right:
        return {i: i for i in range(len(left))}
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    return {block.a + i: block.b + i for block in blocks for i in range(block.size)}


ASP = Dataset(
    name="asp",
    title="Augustinian Sermon Parallelism dataset v1.0",
    licence="CC-BY-SA-4.0",
    languages=("la",),
    home="https://github.com/Mythologos/Augustinian-Sermon-Parallelisms",
    archive="https://github.com/Mythologos/Augustinian-Sermon-Parallelisms/archive/HEAD.tar.gz",
    layout={
        "original": "data/original",
        "xml": "data/xml",
        "agreement-study": "data/agreement-study",
    },
    citations=(BOTHWELL_2023,),
    documents=documents,
)
