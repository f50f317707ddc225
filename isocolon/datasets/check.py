"""Whether a dataset's files are the ones that were published."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from isocolon.datasets.base import Dataset
from isocolon.files import read_bytes


@dataclass(frozen=True, slots=True)
class Differences:
    """The files of a dataset that are not there, or not as published. True if there are any."""

    missing: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing or self.altered)

    def __str__(self) -> str:
        """Returns the differences in words, naming the first file of each kind.

        >>> print(Differences(missing=("a.txt", "b.txt"), altered=("c.txt",)))
        2 files are missing (a.txt, ...), 1 file is altered (c.txt)
        """
        kinds = {"missing": self.missing, "altered": self.altered}
        return ", ".join(in_words(kind, paths) for kind, paths in kinds.items() if paths)


def check(dataset: Dataset, folder: Path) -> Differences:
    """Returns how the files in a dataset's folder differ from the published ones. Other files there do not matter."""
    missing, altered = [], []
    for path, checksum in dataset.checksums().items():
        file = folder / path
        if not file.is_file():
            missing.append(path)
        elif hashlib.sha256(read_bytes(file)).hexdigest() != checksum:
            altered.append(path)
    return Differences(tuple(missing), tuple(altered))


def in_words(kind: str, paths: tuple[str, ...]) -> str:
    """Returns how many files there are of a kind, with the first as an example."""
    count = "1 file is" if len(paths) == 1 else f"{len(paths)} files are"
    return f"{count} {kind} ({paths[0]}{', ...' if len(paths) > 1 else ''})"
