"""The ledger of a run: which files are done, so that a run that was stopped goes on where it was.

It lies in the output folder: a line of JSON with the run's settings, and one for each file that is done. A file is
done anew if it, its outputs or the settings have changed. What the ledger lists, and nothing else, may be replaced.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from isocolon.cli.batch import Done, Job, Source
from isocolon.errors import DataError
from isocolon.viewer.outputs import output

NAME = ".isocolon-detect.jsonl"


class Ledger:
    """The ledger in an output folder."""

    def __init__(self, job: Job, out: Path, *, force: bool = False) -> None:
        self.out, self.path, self.force = out, out / NAME, force
        self.suffixes = output(job.output).suffixes
        self.settings = json.dumps(job.settings(), default=str, sort_keys=True)
        self.written: set[str] = set()
        self.done: dict[str, dict[str, list[object]]] = {}
        self._read()

    def _read(self) -> None:
        lines = list(read_lines(self.path))
        self.written = {str(name) for line in lines for name in line.get("files", [])}
        if lines and lines[0].get("settings") == [self.settings] and not self.force:
            self.done = {str(line["target"][0]): line for line in lines[1:]}
            return
        self.out.mkdir(parents=True, exist_ok=True)
        head = {"settings": [self.settings], "files": sorted(self.written)}
        self.path.write_text(json.dumps(head) + "\n", encoding="utf-8")

    def is_done(self, source: Source) -> bool:
        """Whether a file is done, unchanged, and its outputs are there."""
        line = self.done.get(source.target.as_posix())
        if line is None or line["stamp"] != stamp(source.path):
            return False
        return all((self.out / str(name)).is_file() for name in line["files"])

    def fault(self, source: Source) -> str:
        """Returns what keeps a file from being done: an output in its place that no run wrote. Nothing, if free."""
        names = [f"{source.target.as_posix()}{suffix}" for suffix in self.suffixes]
        strangers = [self.out / name for name in names if name not in self.written and (self.out / name).exists()]
        if not strangers or self.force:
            return ""
        return str(DataError("the file is there already", path=strangers[0], hint="replace it with --force"))

    def record(self, done: Done) -> None:
        """Takes down that a file is done."""
        line = {"target": [done.source.target.as_posix()], "stamp": stamp(done.source.path), "files": done.files}
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")


def stamp(path: Path) -> list[object]:
    """Returns what tells whether a file has changed: its size and its time; nothing, where it is gone."""
    if not path.exists():
        return []
    found = path.stat()
    return [found.st_size, found.st_mtime_ns]


def read_lines(path: Path) -> Iterator[dict[str, list[object]]]:
    """Yields the lines of a ledger; one that was cut off while it was written does not count."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return
