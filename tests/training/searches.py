"""A small search for tests, what must come of it, and waiting for what other processes do."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon.training.space import Space

if TYPE_CHECKING:
    from isocolon.training.search import Trial

ROOT = Path(__file__).parents[2]
SETS = {"size": [1, 2, 4, 8, 16], "layers": list(range(1, 21))}

Essence = list[tuple[object, ...]]


def a_space(trials: int = 4, **changes: object) -> Space:
    settings = {"scheme": ["bio-token", "biomj-branch"]}
    return Space({}, SETS, settings=settings, constraints=("size <= layers",), trials=trials, **changes)  # type: ignore[arg-type]


def essence(trials: list[Trial]) -> Essence:
    """What must be the same whoever works."""
    return [(trial.setting, trial.number, trial.options, trial.state, trial.score) for trial in trials]


def times_run(folder: Path, file: str = "ran") -> list[int]:
    """How often each trial was run, or begun."""
    return [len(path.read_text().splitlines()) for path in sorted(folder.glob(f"*/*/{file}"))]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}


def is_alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    try:
        return "State:\tZ" not in status.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(condition: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.05)
