"""Fetching, for real, from servers on this machine that behave well, badly and worse."""

from __future__ import annotations

import gzip
import io
import os
import socket
import stat
import tarfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from toy_dataset import FILES, REPOSITORY, TOY, tar_gz

from isocolon.datasets import DATASETS
from isocolon.datasets.check import check
from isocolon.datasets.fetch import fetch, part_for
from isocolon.errors import DataError

# Archives


def special(kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo("Toy-main/data/full/special")
    info.type, info.linkname = kind, target
    return info


def zipped(files: Mapping[str, bytes], *, link: str | None = None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Toy-main/data/", b"")
        for name, content in files.items():
            archive.writestr(name, content)
        if link:
            info = zipfile.ZipInfo(link)
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, b"/etc/passwd")
    return buffer.getvalue()


# Servers


@dataclass
class Site:
    """What the server does, and the `Range` of every request that it got."""

    content: bytes = b""
    behaviour: str = "ranged"
    url: str = ""
    ranges: list[str | None] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    site: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        asked = self.headers.get("Range")
        self.site.ranges.append(asked)
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        getattr(self, self.site.behaviour)(self.site.content, start)
        self.close_connection = True

    def ranged(self, content: bytes, start: int) -> None:
        if start and start >= len(content):
            self.send_error(416)
            return
        headers = {"Content-Range": f"bytes {start}-{len(content) - 1}/{len(content)}"} if start else {}
        self.answer(206 if start else 200, content[start:], headers)

    def whole(self, content: bytes, start: int) -> None:
        self.answer(200, content)

    def astray(self, content: bytes, start: int) -> None:
        self.answer(206 if start else 200, content, {"Content-Range": f"bytes 0-{len(content) - 1}/{len(content)}"})

    def nameless(self, content: bytes, start: int) -> None:
        self.send_response(200)  # no length, as GitHub's archives have none: the end is where the connection ends
        self.end_headers()
        self.wfile.write(content)

    def cut(self, content: bytes, start: int) -> None:
        self.answer(200, content[: len(content) // 2], {"Content-Length": str(len(content))})

    def chunked(self, content: bytes, start: int) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\r\n%s\r\n%x\r\n" % (len(content), content, 1000))

    def gone(self, content: bytes, start: int) -> None:
        self.send_error(404)

    def moved(self, content: bytes, start: int) -> None:
        if self.path == "/elsewhere":
            self.ranged(content, start)
        else:
            self.answer(302, b"", {"Location": "/elsewhere"})

    def asleep(self, content: bytes, start: int) -> None:
        time.sleep(0.5)

    def stalled(self, content: bytes, start: int) -> None:
        self.cut(content, start)
        time.sleep(0.5)

    def garbled(self, content: bytes, start: int) -> None:
        self.wfile.write(b"This is not HTTP.\r\n\r\n")

    def answer(self, code: int, content: bytes, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(code)
        for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("no_proxy", "*")
    site = Site(tar_gz(REPOSITORY))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("SiteHandler", (Handler,), {"site": site}))
    site.url = f"http://127.0.0.1:{server.server_port}/toy.tar.gz"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield site
    server.shutdown()
    server.server_close()
    thread.join()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


TOY_FETCHED = {f"toy/{path}": content for path, content in FILES.items()}


# What should work


@pytest.mark.parametrize("pack", [tar_gz, zipped])
@pytest.mark.parametrize("behaviour", ["ranged", "whole", "nameless", "moved"])
def test_fetch_lays_out_what_is_wanted_and_nothing_else(
    site: Site, tmp_path: Path, pack: Callable[[Mapping[str, bytes]], bytes], behaviour: str
) -> None:
    site.content, site.behaviour = pack(REPOSITORY), behaviour
    root = tmp_path / "not" / "yet" / "there"
    assert fetch(TOY, root, url=site.url) == root / "toy"
    assert contents(root) == TOY_FETCHED
    assert [path.name for path in root.iterdir()] == ["toy"]


def test_fetched_folder_has_the_rights_of_any_other(site: Site, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    folder = fetch(TOY, tmp_path, url=site.url)
    assert folder.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_fetch_from_a_file(tmp_path: Path) -> None:
    archive = tmp_path / "Toy-main.zip"
    archive.write_bytes(zipped(REPOSITORY))
    fetch(TOY, tmp_path / "data", url=archive.as_uri())
    assert contents(tmp_path / "data") == TOY_FETCHED


def test_fetch_goes_where_the_environment_says(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISOCOLON_DATA", str(tmp_path))
    assert fetch(TOY, url=site.url) == tmp_path / "toy"


def test_what_is_there_is_not_fetched_again(site: Site, tmp_path: Path) -> None:
    fetch(TOY, tmp_path, url=site.url)
    fetch(TOY, tmp_path, url=site.url, force=True)
    assert site.ranges == [None]


def test_progress_ends_with_the_whole(site: Site, tmp_path: Path) -> None:
    site.content = tar_gz({**REPOSITORY, "Toy-main/noise": os.urandom(200_000)})
    told: list[tuple[int, int | None]] = []
    fetch(TOY, tmp_path, url=site.url, progress=lambda done, total: told.append((done, total)))
    size = len(site.content)
    assert told == sorted(told)
    assert len(told) > 2
    assert told[-1] == (size, size)


def test_progress_without_a_length(site: Site, tmp_path: Path) -> None:
    site.behaviour = "nameless"
    told: list[tuple[int, int | None]] = []
    fetch(TOY, tmp_path, url=site.url, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (len(site.content), None)


# Broken downloads


def break_off(site: Site, root: Path) -> Path:
    """Leaves the first half of the archive in the part file."""
    site.behaviour = "cut"
    with pytest.raises(DataError) as error:
        fetch(TOY, root, url=site.url)
    size = len(site.content)
    assert str(error.value) == (
        f"the download of {site.url} broke off after {size // 2:,} of {size:,} bytes. "
        "Run the command again: it goes on where this one stopped."
    )
    part = part_for(root / "toy", site.url)
    assert contents(root) == {part.name: site.content[: size // 2]}
    return part


def test_the_next_fetch_goes_on_where_one_broke_off(site: Site, tmp_path: Path) -> None:
    break_off(site, tmp_path)
    site.behaviour = "ranged"
    told: list[tuple[int, int | None]] = []
    fetch(TOY, tmp_path, url=site.url, progress=lambda done, total: told.append((done, total)))
    assert site.ranges == [None, f"bytes={len(site.content) // 2}-"]
    assert told[-1] == (len(site.content), len(site.content))
    assert contents(tmp_path) == TOY_FETCHED


@pytest.mark.parametrize("behaviour", ["whole", "astray", "nameless"])
def test_a_server_that_cannot_go_on_sends_everything(site: Site, tmp_path: Path, behaviour: str) -> None:
    break_off(site, tmp_path)
    site.behaviour = behaviour
    fetch(TOY, tmp_path, url=site.url)
    assert contents(tmp_path) == TOY_FETCHED


def test_a_part_longer_than_the_file_is_thrown_away(site: Site, tmp_path: Path) -> None:
    part_for(tmp_path / "toy", site.url).write_bytes(site.content + b"more")
    fetch(TOY, tmp_path, url=site.url)
    assert site.ranges == [f"bytes={len(site.content) + 4}-", None]
    assert contents(tmp_path) == TOY_FETCHED


def test_a_part_of_another_version_is_found_out_and_removed(site: Site, tmp_path: Path) -> None:
    part_for(tmp_path / "toy", site.url).write_bytes(b"\x1f\x8b" + b"x" * 100)
    with pytest.raises(DataError, match=r"what was downloaded is not a sound \.tar\.gz or \.zip archive"):
        fetch(TOY, tmp_path, url=site.url)
    assert contents(tmp_path) == {}


def test_the_part_of_another_address_is_left_alone(site: Site, tmp_path: Path) -> None:
    part = break_off(site, tmp_path)
    site.behaviour = "ranged"
    fetch(TOY, tmp_path, url=f"{site.url}?mirror")
    assert site.ranges == [None, None]
    assert contents(tmp_path) == {**TOY_FETCHED, part.name: site.content[: len(site.content) // 2]}


def test_a_chunked_answer_that_breaks_off(site: Site, tmp_path: Path) -> None:
    site.behaviour = "chunked"
    with pytest.raises(DataError, match=r"broke off \(IncompleteRead.*Run the command again"):
        fetch(TOY, tmp_path, url=site.url)
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]


def test_an_answer_that_stalls(site: Site, tmp_path: Path) -> None:
    site.behaviour = "stalled"
    with pytest.raises(DataError, match=r"broke off \(timed out\)\. Run the command again"):
        fetch(TOY, tmp_path, url=site.url, timeout=0.1)
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]


# Nothing to download


def test_a_page_that_is_not_there(site: Site, tmp_path: Path) -> None:
    site.behaviour = "gone"
    with pytest.raises(DataError) as error:
        fetch(TOY, tmp_path / "root", url=site.url)
    assert str(error.value) == f"{site.url} answers 404 Not Found. Another address can be named with url=…."
    assert not (tmp_path / "root").exists()


def test_a_page_that_is_gone_when_going_on(site: Site, tmp_path: Path) -> None:
    part = break_off(site, tmp_path)
    site.behaviour = "gone"
    with pytest.raises(DataError, match="answers 404 Not Found"):
        fetch(TOY, tmp_path, url=site.url)
    assert part.exists()


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/toy.tar.gz"
        with pytest.raises(DataError, match=rf"cannot reach {url} \(.*refused.*\)\. Check the connection; another "):
            fetch(TOY, tmp_path / "root", url=url)
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(("behaviour", "reason"), [("asleep", "timed out"), ("garbled", "This is not HTTP")])
def test_a_server_that_makes_no_sense(site: Site, tmp_path: Path, behaviour: str, reason: str) -> None:
    site.behaviour = behaviour
    with pytest.raises(DataError, match=rf"cannot reach {site.url} \(.*{reason}.*\)"):
        fetch(TOY, tmp_path / "root", url=site.url, timeout=0.1)
    assert not (tmp_path / "root").exists()


def test_an_address_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"'toy\.zip' is not an address .* Addresses begin with https:// or file://"):
        fetch(TOY, tmp_path, url="toy.zip")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cannot reach file:///no/such\.zip \(.*No such file"):
        fetch(TOY, tmp_path, url="file:///no/such.zip")


# Archives that are not what they should be


def lying_bomb() -> bytes:
    """Returns a zip whose table says that a wanted file is small, when it is not."""
    honest = zipped({"Toy-main/data/full/1.txt": b"\0" * 1_000_000})
    return honest.replace((1_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))


REFUSED = {
    "a path to the parent": (tar_gz({"../evil": b"!"}), "its file '../evil' would be put outside its folder"),
    "a path through the parent": (tar_gz({"Toy-main/data/full/../../../evil": b"!"}), "outside its folder"),
    "an absolute path": (tar_gz({"/tmp/evil": b"!"}), "its file '/tmp/evil' would be put outside its folder"),
    "a Windows path": (tar_gz({"C:\\evil": b"!"}), "outside its folder"),
    "a Windows path to the parent": (tar_gz({"Toy-main\\..\\..\\evil": b"!"}), "outside its folder"),
    "a zip with a path to the parent": (zipped({"Toy-main/../../evil": b"!"}), "outside its folder"),
    "a symbolic link": (tar_gz(REPOSITORY, special(tarfile.SYMTYPE, "/etc/passwd")), "special' is not a plain file"),
    "a hard link": (tar_gz(REPOSITORY, special(tarfile.LNKTYPE, "/etc/passwd")), "is not a plain file"),
    "a device": (tar_gz(REPOSITORY, special(tarfile.CHRTYPE)), "is not a plain file"),
    "a pipe": (tar_gz(REPOSITORY, special(tarfile.FIFOTYPE)), "is not a plain file"),
    "a symbolic link in a zip": (zipped(REPOSITORY, link="Toy-main/data/full/l"), "is not a plain file"),
    "half an archive": (tar_gz(REPOSITORY)[:200], "not a sound .tar.gz or .zip archive"),
    "half a zip": (zipped(REPOSITORY)[:200], "not a sound .tar.gz or .zip archive"),
    "a page of the web": (b"<html>Please log in.</html>", "not a sound .tar.gz or .zip archive"),
    "gzip, but no tar": (gzip.compress(b"Veni, vidi, vici"), "not a sound .tar.gz or .zip archive"),
    "nothing": (b"", "not a sound .tar.gz or .zip archive"),
    "a zip that lies about sizes": (lying_bomb(), "not a sound .tar.gz or .zip archive"),
    "a bomb": (tar_gz({"Toy-main/zeros": b"\0" * 1_000_000}), "unpacks to more than 100,000 bytes"),
    "a zip bomb": (zipped({"Toy-main/zeros": b"\0" * 1_000_000}), "unpacks to more than 100,000 bytes"),
    "a large file": (os.urandom(100_001), "is larger than 100,000 bytes, and no dataset is"),
    "an altered file": (
        tar_gz({**REPOSITORY, "Toy-main/data/full/1.txt": b"Veni, vidi, perdidi."}),
        "what was downloaded is not the published dataset: 1 file is altered (kept/1.txt). "
        "See https://example.org/toy for what became of it; Toy dataset v1.0 is what we know.",
    ),
    "another repository": (
        tar_gz({"Other-main/README.md": b"Hello."}),
        "not the published dataset: 2 files are missing (kept/1.txt, ...)",
    ),
}


@pytest.mark.parametrize(("archive", "message"), REFUSED.values(), ids=REFUSED)
def test_a_refused_archive_leaves_nothing_behind(site: Site, tmp_path: Path, archive: bytes, message: str) -> None:
    site.content = archive
    root = tmp_path / "outer" / "root"
    with pytest.raises(DataError) as error:
        fetch(TOY, root, url=site.url, limit=100_000)
    assert message in str(error.value)
    assert [path for path in tmp_path.rglob("*") if not path.is_dir()] == []
    assert list(root.iterdir()) == []


def test_a_sparse_file_is_refused(site: Site, tmp_path: Path) -> None:
    hole = tarfile.TarInfo("Toy-main/data/full/1.txt")
    hole.pax_headers = {"GNU.sparse.map": "0,0", "GNU.sparse.size": str(10**12)}
    site.content = tar_gz({}, hole)
    with pytest.raises(DataError, match="is not a plain file"):
        fetch(TOY, tmp_path, url=site.url)


# What is on the disk already


def test_a_folder_that_differs_is_replaced_only_by_force(site: Site, tmp_path: Path) -> None:
    folder = fetch(TOY, tmp_path, url=site.url)
    (folder / "kept" / "1.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(DataError) as error:
        fetch(TOY, tmp_path, url=site.url)
    assert str(error.value) == (
        f"{folder}: the folder is there, but is not the published dataset: 1 file is altered (kept/1.txt). "
        "Move the folder away, or replace it with force=True."
    )
    assert fetch(TOY, tmp_path, url=site.url, force=True) == folder
    assert contents(tmp_path) == TOY_FETCHED


def test_force_keeps_the_old_folder_when_the_new_one_is_wrong(site: Site, tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "mine.txt").write_bytes(b"mine")
    site.content = b"nonsense"
    with pytest.raises(DataError):
        fetch(TOY, tmp_path, url=site.url, force=True)
    assert contents(tmp_path) == {"toy/mine.txt": b"mine"}


def test_force_keeps_the_old_folder_when_the_new_one_cannot_be_put_there(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "mine.txt").write_bytes(b"mine")
    rename = Path.rename

    def refuse_fresh(self: Path, target: Path) -> Path:
        if self.name == "fresh":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse_fresh)
    with pytest.raises(DataError, match=r"toy: cannot write the dataset \(No space left on device\)"):
        fetch(TOY, tmp_path, url=site.url, force=True)
    assert contents(tmp_path) == {"toy/mine.txt": b"mine"}


def test_a_root_that_is_a_file(site: Site, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.write_bytes(b"")
    with pytest.raises(DataError, match=r"root: cannot write the dataset \(File exists\)"):
        fetch(TOY, root, url=site.url)


# The real ones


@pytest.mark.parametrize("name", DATASETS)
def test_a_dataset_comes_out_of_its_repository_as_we_know_it(
    request: pytest.FixtureRequest, tmp_path: Path, name: str
) -> None:
    here: Path = request.getfixturevalue(f"{name}_path")
    dataset = DATASETS[name]
    archive = tmp_path / "archive.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        for theirs, ours in dataset.sources().items():
            tar.add(here / ours, f"Repository-main/{theirs}")
    assert not check(dataset, fetch(dataset, tmp_path, url=archive.as_uri()))
