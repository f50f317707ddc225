"""The Augustinian Sermon Parallelism dataset: 80 Latin sermons, annotated by a classicist (Bothwell et al. 2023)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from isocolon.datasets.base import Dataset
from isocolon.datasets.papers import BOTHWELL_2023
from isocolon.document import Document
from isocolon.formats import read


def documents(folder: Path, ids: Iterable[str]) -> list[Document]:
    """Returns the sermons with these ids, from the tokenized XML that the paper used."""
    paths = (folder / "xml" / "tokenized" / f"{id}_annotated.xml" for id in ids)
    return [document for path in paths for document in read(path, "asp-tokenized")]


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
