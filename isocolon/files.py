"""Files, read with care and written whole.

Reading gives a text exactly as it stands (line ends, byte order mark and all) or a clear error; writing goes to a
temporary neighbour first, so that a file is there complete or not at all.
"""

from __future__ import annotations

import os
import re
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from isocolon.errors import DataError

if TYPE_CHECKING:
    from lxml.etree import _Element
    from numpy.typing import NDArray

LIMIT = 100_000_000
"""The largest file, or line of a file of many documents, that is read, in bytes."""


def read_text(path: Path) -> str:
    """Returns a file's text, untouched, or raises a DataError for what is no text."""
    return decode(read_bytes(path), path)


def read_bytes(path: Path) -> bytes:
    """Returns a file's bytes, or raises a DataError where there is no such file or it is too large."""
    try:
        size = path.stat().st_size
        if size > LIMIT:
            raise DataError(
                f"the file has {size:,} bytes, and {LIMIT:,} is the most we read", path=path, hint="cut it in parts"
            )
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot read it ({error.strerror})", path=path) from error


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yields the numbered lines of a file of any size, without its byte order mark; a line may be too long."""
    try:
        with path.open("rb") as stream:
            number = 0
            while data := stream.readline(LIMIT + 1):
                number += 1
                if len(data) > LIMIT:
                    raise DataError(f"the line has more than {LIMIT:,} bytes", path=path, line=number)
                yield number, decode(data, path, number).removeprefix("\ufeff" if number == 1 else "")
    except OSError as error:
        raise DataError(f"cannot read it ({error.strerror})", path=path) from error


def decode(data: bytes, path: Path, first_line: int = 1) -> str:
    """Returns the text that the bytes of a file, from some line on, spell in UTF-8."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DataError("the text is in UTF-16", path=path, hint="save it as UTF-8")
    try:
        fault = data.find(0)
        if fault < 0:
            return data.decode("utf-8")
        found, hint = "is null: this is no text", "we read text in UTF-8"
    except UnicodeDecodeError as error:
        fault = error.start
        found, hint = f"({data[fault]:#04x}) is not UTF-8", "save the file as UTF-8"
    line = first_line + data.count(b"\n", 0, fault)
    column = fault - data.rfind(b"\n", 0, fault)
    raise DataError(f"byte {column} of the line {found}", path=path, line=line, hint=hint)


def read_xml(path: Path) -> _Element:
    """Returns the root of an XML file. Entities, DTDs and the network are off, so a file says only what it says."""
    from lxml import etree

    class Nowhere(etree.Resolver):
        """Gives nothing for whatever a file refers to; without it, the parser opens DTDs that lie on the disk."""

        def resolve(self, system_url: Any, public_id: Any, context: Any) -> Any:
            return self.resolve_string("", context)

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_pis=True, collect_ids=False, huge_tree=True
    )
    parser.resolvers.add(Nowhere())
    data = read_bytes(path)
    if not data.strip():
        raise DataError("the file is empty", path=path, hint="an XML document was expected")
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DataError(f"malformed XML ({error.msg})", path=path, line=error.lineno) from error
    refuse_dtd(root, path)
    return root


def refuse_dtd(root: _Element, path: Path) -> None:
    """Raises a DataError where a file's own DTD would add to what stands in it: entities, values of attributes."""
    from lxml import etree

    tree = root.getroottree()
    if (entity := next(root.iter(etree.Entity), None)) is not None:
        found = f"the XML uses the entity {entity.text}"
        raise DataError(found, path=path, line=entity.sourceline, hint="replace entities by what they stand for")
    dtd = tree.docinfo.internalDTD
    if dtd is None:
        return
    declarations = etree.tostring(tree, encoding=str).partition(f"<{root.tag!s}")[0] if any(dtd.iterentities()) else ""
    if declared := re.search(r"<!ENTITY\s+([^%\s]+)", re.sub(r"<!--.*?-->", "", declarations, flags=re.DOTALL)):
        found = f"the XML declares the entity {declared[1]}"
        raise DataError(found, path=path, hint="replace entities by what they stand for")
    for element in dtd.iterelements():
        for attribute in element.iterattributes():
            if attribute.default_value is not None:
                found = f"the DTD inside the XML gives <{element.name}> the attribute '{attribute.name}'"
                raise DataError(found, path=path, hint="write the attribute where it belongs; DTDs are not used")


def read_arrays(path: Path, *names: str) -> list[NDArray[Any]]:
    """Returns arrays of an .npz file by name, or raises a DataError where it does not hold them, whole."""
    import numpy as np

    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            return [file[name] for name in names]
    except (OSError, EOFError, KeyError, ValueError, TypeError, BadZipFile, zlib.error) as error:
        raise DataError(f"its arrays cannot be read ({error})", path=path) from error


def write_arrays(path: Path, *, packed: bool = True, **arrays: NDArray[Any]) -> None:
    """Writes arrays into an .npz file: nothing executable, the same bytes for the same arrays.

    Args:
        path: the file.
        packed: whether to compress them; what hardly shrinks is read sooner without.
        arrays: the arrays by name.
    """
    import numpy as np

    with whole(path) as temporary, temporary.open("wb") as file:
        (np.savez_compressed if packed else np.savez)(file, **arrays)  # type: ignore[arg-type]


def natural(path: Path) -> list[tuple[int, str]]:
    """Returns the sort key that puts `2.xml` before `10.xml`.

    >>> [str(path) for path in sorted([Path("10.xml"), Path("2.xml")], key=natural)]
    ['2.xml', '10.xml']
    """
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", str(path)) if part]


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Gives a temporary path to write to, and puts what was written in the file's place once all went well."""
    temporary = neighbour(path)
    try:
        yield temporary
        temporary.chmod(0o666 & ~current_umask())
        temporary.replace(path)
    except OSError as error:
        raise DataError(f"cannot write it ({error.strerror})", path=path) from error
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def neighbour(path: Path) -> Path:
    """Returns a new temporary file beside a path that can be written to, or raises a DataError."""
    try:
        if path.is_dir():
            raise DataError("cannot write it: it is a folder", path=path, hint="name a file")
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    except (OSError, ValueError) as error:
        raise DataError(f"cannot write it ({getattr(error, 'strerror', None) or error})", path=path) from error
    os.close(handle)
    return Path(name)


def current_umask() -> int:
    """Returns the process's file mode mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_whole(files: Mapping[Path, str | Iterable[str]]) -> None:
    """Writes several files, each whole or not at all, with the line ends their texts have."""
    for path, content in files.items():
        with whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
            stream.writelines([content] if isinstance(content, str) else content)
