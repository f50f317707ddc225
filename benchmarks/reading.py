"""How long the two datasets take to read, beside parsing their XML alone, which is the least any reader must do."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from isocolon import datasets
from isocolon.datasets.places import find
from isocolon.files import read_xml

FOLDERS = {"asp": "xml/tokenized", "pse": "augmented/full"}


def seconds(work: Callable[[], object]) -> float:
    """Returns the least time of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    for name, folder in FOLDERS.items():
        files = sorted(Path(find(name), folder).glob("*.xml"))
        parsing = seconds(lambda files=files: [read_xml(path) for path in files])
        reading = seconds(lambda name=name: datasets.load(name))
        tokens = sum(len(document) for document in datasets.load(name))
        print(
            f"{name}: {len(files)} files, {tokens:,} tokens read in {reading:.2f} s, "
            f"{reading / parsing:.1f} times the {parsing:.2f} s that parsing the XML takes"
        )


if __name__ == "__main__":
    main()
