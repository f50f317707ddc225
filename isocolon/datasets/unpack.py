"""Wanted files out of an archive that nobody has vouched for.

Nothing is ever written but to the paths that the caller names, so a member's own name cannot lead anywhere; an
archive that tries (absolute paths, `..`, links, devices) is refused as a whole all the same. What is unpacked is
counted while it is, so that a small archive cannot fill the disk.
"""

from __future__ import annotations

import errno
import gzip
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path, PureWindowsPath
from typing import IO, NamedTuple

from isocolon.errors import DataError

CORRUPT = (
    tarfile.TarError,
    zipfile.BadZipFile,
    gzip.BadGzipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a zip of a kind that zipfile does not know
    ValueError,  # a number or a name in a header that is none
)
"""What the standard library raises for a damaged archive."""


class Member(NamedTuple):
    """A file in an archive: its name, whether it is a plain file and nothing else, and how to open it."""

    name: str
    plain: bool
    open: Callable[[], IO[bytes] | None]


def unpack(archive: Path, folder: Path, wanted: Mapping[str, str], *, limit: int) -> None:
    """Writes the wanted files of a .tar.gz or .zip archive into a folder, or raises a DataError.

    Args:
        archive: the archive, with everything in it below one top folder, as GitHub makes them.
        folder: where to put the files.
        wanted: where to put each file, below the folder, by its path below the archive's top folder.
        limit: the most bytes that all of the archive may unpack to.
    """
    try:
        for member in members(archive, limit):
            refuse_unsafe(member)
            if target := wanted.get(member.name.partition("/")[2]):
                write(member, folder / target)
    except CORRUPT as error:
        raise corrupt(error) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # zipfile sought before the file's start, where a damaged header sent it
            raise corrupt(error) from error
        raise


def members(archive: Path, limit: int) -> Iterator[Member]:
    """Returns the files in an archive, by what it is, whatever it is called."""
    with archive.open("rb") as file:
        is_zip = file.read(2) == b"PK"
    return zip_members(archive, limit) if is_zip else tar_members(archive, limit)


def tar_members(archive: Path, limit: int) -> Iterator[Member]:
    """Yields the files of a .tar.gz archive, each to be opened before the next is asked for."""
    with Bounded(archive, limit) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        for info in tar:
            if not info.isdir():
                plain = info.isreg() and not info.issparse()  # the holes of sparse files would not be counted
                yield Member(info.name, plain, partial(tar.extractfile, info))


class Bounded(gzip.GzipFile):
    """A gzip file that refuses to unpack to more than so many bytes."""

    def __init__(self, path: Path, limit: int) -> None:
        super().__init__(path, "rb")
        self.limit = limit

    def read(self, size: int | None = -1) -> bytes:
        """Returns the next bytes."""
        block = super().read(size)
        if self.tell() > self.limit:
            raise bomb(self.limit)
        return block


def zip_members(archive: Path, limit: int) -> Iterator[Member]:
    """Yields the files of a .zip archive. Their sizes are believed, for zipfile unpacks no more than they say."""
    with zipfile.ZipFile(archive) as zipped:
        if sum(info.file_size for info in zipped.infolist()) > limit:
            raise bomb(limit)
        for info in zipped.infolist():
            if not info.filename.endswith("/"):
                kind = stat.S_IFMT(info.external_attr >> 16)
                supported = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
                plain = kind in (0, stat.S_IFREG) and supported and not info.flag_bits & 1  # 1: encrypted
                yield Member(info.filename, plain, partial(zipped.open, info))


def corrupt(error: Exception) -> DataError:
    """Returns the error for an archive that is damaged, or none."""
    return DataError(f"what was downloaded is not a sound .tar.gz or .zip archive ({error})")


def bomb(limit: int) -> DataError:
    """Returns the error for an archive that unpacks to too much."""
    return DataError(f"what was downloaded unpacks to more than {limit:,} bytes, and no dataset does")


def refuse_unsafe(member: Member) -> None:
    """Raises a DataError for a name that leads out of the archive's folder, and for what is not a plain file."""
    path = PureWindowsPath(member.name)  # knows the separators and the roots of every system
    if path.anchor or ".." in path.parts:
        raise DataError(f"what was downloaded is no dataset: its file {member.name!r} would be put outside its folder")
    if not member.plain:
        raise DataError(f"what was downloaded is no dataset: its {member.name!r} is not a plain file")


def write(member: Member, target: Path) -> None:
    """Writes a member to a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source = member.open()
    assert source is not None, "plain files open"
    with source, target.open("wb") as file:
        shutil.copyfileobj(source, file)
