"""A dataset of two files, for the tests of fetching: its tables, its repository, and an archive of that."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Mapping

from isocolon.datasets.base import Dataset

FILES = {"kept/1.txt": b"Veni, vidi, vici. " * 500, "kept/deep/2.txt": b"Alea iacta est."}
REPOSITORY = {
    "Toy-main/README.md": b"Nobody wants this.",
    "Toy-main/data/full/1.txt": FILES["kept/1.txt"],
    "Toy-main/data/full/deep/2.txt": FILES["kept/deep/2.txt"],
    "Toy-main/data/full/3.txt": b"Not in the table of checksums.",
    "Toy-main/data/abbreviated/1.txt": b"Of the same name, but not ours.",
}


class Toy(Dataset):
    """A dataset of two files, with its tables in memory."""

    def checksums(self) -> dict[str, str]:
        return {path: hashlib.sha256(content).hexdigest() for path, content in FILES.items()}

    def splits(self) -> dict[str, list[str]]:
        return {"training": ["1"], "test": ["2"]}


TOY = Toy(
    name="toy",
    title="Toy dataset v1.0",
    licence="CC0-1.0",
    languages=("la",),
    home="https://example.org/toy",
    archive="https://example.org/toy.tar.gz",
    layout={"kept": "data/full"},
    citations=(),
    documents=lambda folder, ids: [],
)


def tar_gz(files: Mapping[str, bytes], *extra: tarfile.TarInfo) -> bytes:
    buffer = io.BytesIO()
    # GitHub's archives begin with a global header that holds the commit
    with tarfile.open(fileobj=buffer, mode="w:gz", format=tarfile.PAX_FORMAT, pax_headers={"comment": "f4fb39"}) as tar:
        for folder in ("Toy-main", "Toy-main/data"):
            info = tarfile.TarInfo(folder)
            info.type = tarfile.DIRTYPE
            tar.addfile(info)
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
        for info in extra:
            tar.addfile(info)
    return buffer.getvalue()
