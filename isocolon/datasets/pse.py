"""The Paibi Student Essay dataset: 409 Chinese essays (Song et al. 2016).

Its parallelisms are those of PSE-I, the part inside paragraphs, with branches marked word by word (Bothwell et al.
2023).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from isocolon.datasets.base import Dataset
from isocolon.datasets.papers import BOTHWELL_2023, SONG_2016
from isocolon.document import Document
from isocolon.formats import read


def documents(folder: Path, ids: Iterable[str]) -> list[Document]:
    """Returns the essays with these ids, with the parallelisms of PSE-I."""
    paths = (folder / "augmented" / "full" / f"{id}.xml" for id in ids)
    return [document for path in paths for document in read(path, "pse")]


PSE = Dataset(
    name="pse",
    title="Paibi Student Essay dataset v1.0",
    licence="CC-BY-SA-4.0",
    languages=("zh",),
    home="https://github.com/Mythologos/Paibi-Student-Essays",
    archive="https://github.com/Mythologos/Paibi-Student-Essays/archive/HEAD.tar.gz",
    layout={
        "original/corrected": "data/original/corrected/full",
        "augmented": "data/augmented",
    },
    citations=(BOTHWELL_2023, SONG_2016),
    documents=documents,
)
