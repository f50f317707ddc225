"""A dataset from the web to this machine: downloaded, unpacked, every file checked, and only then put in its place."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

from isocolon.datasets.base import Dataset
from isocolon.datasets.check import check
from isocolon.datasets.download import Progress, download, silent
from isocolon.datasets.places import roots
from isocolon.datasets.unpack import unpack
from isocolon.errors import DataError

LIMIT = 512 * 1024 * 1024
"""The most bytes that an archive may have, packed or unpacked: several times what PSE's unpacks to."""

TIMEOUT = 30.0
"""How long a server may be silent, in seconds."""


def fetch(
    dataset: Dataset,
    data: str | Path | None = None,
    *,
    url: str | None = None,
    force: bool = False,
    progress: Progress = silent,
    timeout: float = TIMEOUT,
    limit: int = LIMIT,
) -> Path:
    """Returns the folder of a dataset, which is downloaded if it is not there already.

    A download that breaks off leaves a `.part` file, from which the next one goes on; nothing else that goes wrong
    leaves anything behind.

    Args:
        dataset: the dataset.
        data: the folder to put the dataset's own in; ISOCOLON_DATA or the cache without one.
        url: the address of the archive, a .tar.gz or .zip of the authors' repository; theirs without one.
        force: whether a folder that differs from the published dataset is replaced.
        progress: is told how far the download is.
        timeout: how long the server may be silent, in seconds.
        limit: the most bytes that the archive may have, packed or unpacked.

    Raises:
        DataError: for whatever goes wrong, on the way or on the disk.
    """
    folder = roots(data)[0] / dataset.name
    try:
        if is_there(dataset, folder, force):
            return folder
        address = url or dataset.archive
        part = part_for(folder, address)
        download(address, part, progress, timeout=timeout, limit=limit)
        try:
            install(dataset, part, folder, limit)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise DataError(f"cannot write the dataset ({error.strerror})", path=error.filename or folder) from error
    return folder


def is_there(dataset: Dataset, folder: Path, force: bool) -> bool:
    """Whether the dataset is there as published; a DataError where something else is and may not be replaced."""
    if not folder.exists():
        return False
    differences = check(dataset, folder)
    if differences and not force:
        hint = "move the folder away, or replace it with force=True"
        raise DataError(f"the folder is there, but is not the published dataset: {differences}", path=folder, hint=hint)
    return not differences


def part_for(folder: Path, url: str) -> Path:
    """Returns the file for a download, another one for each address, so that two are never pieced together."""
    return folder.with_name(f"{folder.name}-{hashlib.sha256(url.encode(errors='replace')).hexdigest()[:8]}.part")


def install(dataset: Dataset, archive: Path, folder: Path, limit: int) -> None:
    """Puts the dataset in an archive in its place, whole, or raises a DataError and leaves everything as it was."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as temporary:
        fresh = Path(temporary, "fresh")
        fresh.mkdir()
        unpack(archive, fresh, dataset.sources(), limit=limit)
        if differences := check(dataset, fresh):
            hint = f"see {dataset.home} for what became of it; {dataset.title} is what we know"
            raise DataError(f"what was downloaded is not the published dataset: {differences}", hint=hint)
        replace(folder, fresh, Path(temporary, "old"))


def replace(folder: Path, fresh: Path, old: Path) -> None:
    """Puts a fresh folder in the place of one that may be there, which goes where old ones go."""
    if folder.exists():
        folder.rename(old)
    try:
        fresh.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
