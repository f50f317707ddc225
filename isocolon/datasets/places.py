"""Where datasets live on this machine.

A *root* holds a folder for each dataset (`asp/`, `pse/`). A root that is named by the caller is the only one; else
come the root that the environment variable ISOCOLON_DATA names and the user's cache.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from isocolon.errors import DataError

VARIABLE = "ISOCOLON_DATA"


def roots(data: str | Path | None = None) -> list[Path]:
    """Returns the folders in which datasets are looked for; a fetched one goes into the first."""
    if data is not None:
        return [Path(data).expanduser()]
    named = os.environ.get(VARIABLE)
    return [Path(named).expanduser(), cache()] if named else [cache()]


def cache() -> Path:
    """Returns our folder in the user's cache, where the platform wants it."""
    home = Path.home()
    if sys.platform == "win32":
        place = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        place = home / "Library" / "Caches"
    else:
        named = Path(os.environ.get("XDG_CACHE_HOME", ""))
        place = named if named.is_absolute() else home / ".cache"  # relative ones are void, says the XDG standard
    return place / "isocolon"


def find(name: str, data: str | Path | None = None) -> Path:
    """Returns the folder of a dataset, or raises a DataError that says where it was looked for."""
    places = [root / name for root in roots(data)]
    for place in places:
        if place.is_dir():
            return place
    raise DataError(
        f"dataset '{name}' is not on this machine: there is no folder {' or '.join(map(str, places))}",
        hint=f"get it with `isocolon data fetch {name}`, or name the folder above it with data=… or {VARIABLE}",
    )
