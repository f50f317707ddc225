"""A Dask cluster for tests, of its own processes, on loopback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from training.searches import environment, until

HERE = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]


@contextmanager
def processes(*commands: list[str], folder: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Runs commands of Dask beside the test."""
    started = []
    try:
        for k, command in enumerate(commands):
            with (folder / f"{command[0]}-{k}.log").open("w") as log:
                call = [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]]
                started.append(subprocess.Popen(call, stdout=log, stderr=log, cwd=folder, env=environment()))
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Gives the address of a Dask scheduler with two workers of one thread each, on loopback; all three processes."""
    file = folder / "scheduler.json"
    scheduler = ["dask_scheduler", *HERE, "--port", "0", "--scheduler-file", str(file)]
    with processes(scheduler, folder=folder) as head:
        until(file.exists)
        address = json.loads(file.read_text())["address"]
        worker = ["dask_worker", address, *HERE, "--nthreads", "1", "--no-nanny"]
        with processes(worker, worker, folder=folder) as started:
            yield address, [*head, *started]
