"""The ledger of a run: which files are done, so that a run that was stopped goes on where it was.

It lies in the output folder: a line of JSON with the run's settings, and one for each file that is done. A file is
done anew if it or the settings have changed, or an output is gone. Only what the ledger lists may be replaced, and only
while it is as the run left it: somebody may have corrected it since. (The text beside brat's annotations may be there:
it is not written again if it is the same.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from isocolon.cli.batch import Done, Job, Source, in_the_way, stem
from isocolon.viewer.outputs import output

NAME, TEXT = ".isocolon-detect.jsonl", ".txt"


class Ledger:
    """The ledger in an output folder."""

    def __init__(self, job: Job, out: Path, *, force: bool = False) -> None:
        self.out, self.path, self.force = out, out / NAME, force
        self.output = output(job.output)
        self.settings = json.dumps(job.settings(), default=str, sort_keys=True)
        self.edits_editions = job.output == "tei"
        self.written: dict[str, object] = {}
        self.done: dict[str, dict[str, Any]] = {}
        self._read()

    def _read(self) -> None:
        lines = list(read_lines(self.path))
        self.written = {str(name): stamped for line in lines for name, stamped in line.get("files", [])}
        if lines and lines[0].get("settings") == [self.settings] and not self.force:
            self.done = {str(line["target"][0]): line for line in lines[1:]}
            return
        self.out.mkdir(parents=True, exist_ok=True)
        head = {"settings": [self.settings], "files": list(self.written.items())}
        self.path.write_text(json.dumps(head) + "\n", encoding="utf-8")

    def is_done(self, source: Source) -> bool:
        """Whether a file is done, unchanged, and its outputs are there."""
        line = self.done.get(source.target.as_posix())
        if line is None or line["stamp"] != stamp(source.path):
            return False
        return all((self.out / str(name)).is_file() for name, _ in line["files"])

    def guard(self, source: Source) -> Source:
        """Returns a file to read with those of its outputs that no run left as they are, and so must stay.

        Raises:
            DataError: for such an output, if it is not the text itself, which may be what would be written.
        """
        kept = [] if self.force else self.strangers(source)
        for path in kept:
            if self.output.many or path.suffix != TEXT:
                raise in_the_way(path)
        return replace(source, kept=tuple(path.relative_to(self.out).as_posix() for path in kept))

    def strangers(self, source: Source) -> list[Path]:
        """Returns the outputs of a file that are there already, not as a run left them."""
        names = [f"{source.target.as_posix()}{suffix}" for suffix in self.output.suffixes]
        strangers = [self.out / name for name in names if self.written.get(name, []) != stamp(self.out / name)]
        if self.edits_editions:  # stand-off points into an edition and never takes its place
            edition = Path(f"{stem(source.path)}{source.path.suffix}").resolve()
            strangers = [path for path in strangers if path.resolve() != edition]
        return [path for path in strangers if path.exists()]

    def record(self, done: Done) -> None:
        """Takes down that a file is done, and how its outputs were left."""
        files = [(name, stamp(self.out / name)) for name in done.files]
        line = {"target": [done.source.target.as_posix()], "stamp": stamp(done.source.path), "files": files}
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")


def stamp(path: Path) -> list[object]:
    """Returns what tells whether a file has changed: its size and its time; nothing, where it is gone."""
    if not path.exists():
        return []
    found = path.stat()
    return [found.st_size, found.st_mtime_ns]


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yields the lines of a ledger; one that was cut off while it was written does not count."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return
