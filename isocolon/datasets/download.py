"""A file from the web, in a `.part` that a broken download leaves behind and the next one completes.

The second download asks for the rest only (`Range`); a server that does not know how sends everything again. Who
calls must check what arrived: the two halves may be of different versions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from isocolon.errors import DataError

Progress = Callable[[int, int | None], None]
"""Is told, again and again, how many bytes are there and how many there will be, if the server said so."""

BLOCK = 64 * 1024
AGAIN = "run the command again: it goes on where this one stopped"
ELSEWHERE = "another address can be named with url=…"


def silent(done: int, total: int | None) -> None:
    """Shows no progress."""


def download(url: str, part: Path, progress: Progress = silent, *, timeout: float, limit: int) -> None:
    """Returns when the whole file at a URL is in `part`, or raises a DataError.

    Args:
        url: the file's address: http, https or file.
        part: where to put it; what is there already is taken for the beginning.
        progress: is told of every block.
        timeout: how long the server may be silent, in seconds.
        limit: the largest size, in bytes.
    """
    response, done = connect(url, part.stat().st_size if part.exists() else 0, timeout)
    with response:
        length = response.headers.get("Content-Length", "")
        total = done + int(length) if length.isdecimal() else None
        part.parent.mkdir(parents=True, exist_ok=True)
        with part.open("ab" if done else "wb") as file:
            for block in blocks(response, url):
                done += file.write(block)
                progress(done, total)
                if done > limit:
                    break
    if done > limit:
        part.unlink()
        raise DataError(f"{url} is larger than {limit:,} bytes, and no dataset is", hint=ELSEWHERE)
    if total is not None and done < total:
        raise DataError(f"the download of {url} broke off after {done:,} of {total:,} bytes", hint=AGAIN)


def connect(url: str, have: int, timeout: float) -> tuple[HTTPResponse, int]:
    """Returns the server's answer and how many bytes of the file it leaves out, which is what we have or nothing."""
    try:
        if have and (rest := ask_for_rest(url, have, timeout)):
            return rest, have
        return ask(url, {}, timeout), 0
    except HTTPError as error:
        error.close()
        raise DataError(f"{url} answers {error.code} {error.reason}", hint=ELSEWHERE) from error
    except (OSError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) else error
        raise DataError(
            f"cannot reach {url} ({str(reason).strip()})", hint=f"check the connection; {ELSEWHERE}"
        ) from error
    except ValueError as error:
        raise DataError(
            f"'{url}' is not an address ({error})", hint="addresses begin with https:// or file://"
        ) from error


def ask_for_rest(url: str, have: int, timeout: float) -> HTTPResponse | None:
    """Returns the answer that goes on where we stopped, or None from a server that gives none."""
    try:
        response = ask(url, {"Range": f"bytes={have}-"}, timeout)
    except HTTPError as error:
        error.close()
        if error.code != 416:  # "range not satisfiable": the file is not longer than what we have
            raise
        return None
    if response.status == 206 and response.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
        return response
    response.close()
    return None


def ask(url: str, headers: dict[str, str], timeout: float) -> HTTPResponse:
    """Returns the answer to a request for a URL."""
    answer: HTTPResponse = urlopen(Request(url, headers={"User-Agent": "isocolon", **headers}), timeout=timeout)
    return answer


def blocks(response: HTTPResponse, url: str) -> Iterator[bytes]:
    """Yields what arrives. Only the network's errors are told as such here; those of the disk belong to the caller."""
    try:
        while block := response.read(BLOCK):
            yield block
    except (OSError, HTTPException) as error:
        raise DataError(f"the download of {url} broke off ({error})", hint=AGAIN) from error
