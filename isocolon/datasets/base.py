"""What a dataset is: its paper and licence, where its files come from, what they must be, and its official split.

A dataset is all data but for one function, which reads its documents. The tables of checksums (`checksums/`, as
`sha256sum` writes them) and of splits (`splits/`) ship with the package; the dataset itself never does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from isocolon.document import Document
from isocolon.errors import unknown
from isocolon.files import natural


@dataclass(frozen=True, slots=True)
class Citation:
    """A paper to cite, in words and for BibTeX."""

    text: str
    bibtex: str


@dataclass(frozen=True, kw_only=True)
class Dataset:
    """A published dataset of annotated documents.

    >>> from isocolon.datasets import DATASETS
    >>> asp = DATASETS["asp"]
    >>> asp.licence, len(asp.ids()), asp.ids("test")[:3]
    ('CC-BY-SA-4.0', 80, ['18', '176', '179'])
    """

    name: str
    """Its name in the registry, and of its folder on this machine."""

    title: str
    """Its name in full, with its version."""

    licence: str
    """The licence under which its authors publish it, as an SPDX identifier."""

    languages: tuple[str, ...]
    """The codes of its languages."""

    home: str
    """Its page on the web."""

    archive: str
    """The address of the .tar.gz of its repository."""

    layout: Mapping[str, str]
    """Our folders, each with the folder of the repository whose files it holds."""

    citations: tuple[Citation, ...]
    """What to cite when using it."""

    documents: Callable[[Path, Iterable[str]], list[Document]]
    """Returns the documents with these ids from the dataset's folder."""

    def checksums(self) -> dict[str, str]:
        """Returns the SHA-256 of every file that we use, by its path below the dataset's folder."""
        rows = (line.split("  ", 1) for line in self._table("checksums", "sha256").splitlines())
        return {path: checksum for checksum, path in rows}

    def splits(self) -> dict[str, list[str]]:
        """Returns the ids of the documents in each part of the official split."""
        parts: dict[str, list[str]] = json.loads(self._table("splits", "json"))
        return parts

    def ids(self, split: str | None = None) -> list[str]:
        """Returns the ids of all documents, or of one part of the official split, in natural order."""
        parts = self.splits()
        if split is not None and split not in parts:
            raise unknown("split", split, parts)
        chosen = [split] if split else parts
        return sorted((id for part in chosen for id in parts[part]), key=lambda id: natural(Path(id)))

    def sources(self) -> dict[str, str]:
        """Returns our path of every file by its path in the repository."""
        return {
            theirs + path.removeprefix(ours): path
            for path in self.checksums()
            for ours, theirs in self.layout.items()
            if path.startswith(f"{ours}/")
        }

    def _table(self, folder: str, suffix: str) -> str:
        return files("isocolon.datasets").joinpath(folder, f"{self.name}.{suffix}").read_text(encoding="utf-8")
