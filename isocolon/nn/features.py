"""Vectors that are computed once and kept on disk, under a name made from all that they depend on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from torch import Tensor

from isocolon.nn.checkpoint import load_tensors, save_tensors

VARIABLE = "ISOCOLON_FEATURES"
"""The environment variable that names the folder."""


def folder() -> Path:
    """Returns the folder in which vectors are kept."""
    if named := os.environ.get(VARIABLE):
        return Path(named).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "isocolon" / "features"


def key_of(parts: Iterable[str]) -> str:
    """Returns a name for texts that no others have.

    >>> key_of(["a", "b"]) == key_of(["ab"])
    False
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8")
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()[:32]


def remembered(key: str, count: int, compute: Callable[[], Sequence[Tensor]]) -> list[Tensor]:
    """Returns so many tensors from the file of this key, computed and kept there first if there is none."""
    path = folder() / f"{key}.safetensors"
    if not path.exists():
        tensors = compute()
        save_tensors(path, {str(number): tensor for number, tensor in enumerate(tensors)})
    found, _ = load_tensors(path)
    return [found[str(number)] for number in range(count)]
