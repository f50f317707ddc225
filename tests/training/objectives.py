"""Objectives for searches in tests: quick, and in a module that workers can import."""

from __future__ import annotations

import os
import signal
import time

from isocolon.training.tasks import STOP, Pruned, Task


def nothing(task: Task) -> float:
    return 0.5


def product(task: Task) -> float:
    """Writes what it was given, so that two runs of one trial would show, and returns something of it."""
    task.folder.mkdir(parents=True, exist_ok=True)
    with task.folder.joinpath("ran").open("a") as stream:
        stream.write(f"{os.getpid()}\n")
    size, layers = task.recipe["size"], task.recipe["layers"]
    assert isinstance(size, int)
    assert isinstance(layers, int)
    return 1 / size + layers / 100 + len(task.setting) / 1000


def slow(task: Task) -> float:
    time.sleep(0.4)
    return product(task)


def lingering(task: Task) -> float:
    """Says that it has begun, and takes its time."""
    task.folder.mkdir(parents=True, exist_ok=True)
    with task.folder.joinpath("begun").open("a") as stream:
        stream.write(f"{os.getpid()}\n")
    return slow(task)


def threads(task: Task) -> float:
    return float(os.environ["OMP_NUM_THREADS"])


def faulty(task: Task) -> float:
    if task.number == 1:
        raise ValueError(f"trial {task.number} is cursed")
    return float("nan") if task.number == 2 else product(task)


def deadly(task: Task) -> float:
    """Kills its process, as the system does that has run out of memory."""
    if task.number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return product(task)


def stoppable(task: Task) -> float:
    """Scores the worse the later it comes; the last trial goes on until it is told to stop."""
    task.folder.mkdir(parents=True)
    score = 1 - task.number / 10
    for _ in range(100 if task.number == 7 else 2):
        with task.folder.joinpath("scores").open("a") as stream:
            stream.write(f"{score}\n")
        time.sleep(0.1)
        if task.folder.joinpath(STOP).exists():
            raise Pruned
    return score


def scores_so_far(task: Task) -> list[float]:
    path = task.folder / "scores"
    return [float(line) for line in path.read_text().splitlines()] if path.exists() else []


def half(task: Task) -> float:
    if task.number == 1:
        raise ValueError("the other half")
    return 0.5
