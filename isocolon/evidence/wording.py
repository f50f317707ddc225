"""How what was found is put into words: numbers of branches, classes of words, frames."""

from __future__ import annotations

from collections.abc import Sequence

from isocolon.evidence.reasons import is_chinese

ALL = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}


def joined(parts: Sequence[str]) -> str:
    """Returns the parts of a frame in one; nothing where all are ….

    >>> joined(["we", "can", "…"]), joined(["…", "…"])
    ('we can …', '')
    """
    named = [part for part in parts if part != "…"]
    between = "" if any(is_chinese(part[:1]) for part in named) else " "
    return between.join(parts) if named else ""


def everyone(branches: int) -> str:
    """Returns how to speak of all branches.

    >>> everyone(2), everyone(3), everyone(11)
    ('both', 'all three', 'all 11')
    """
    return ALL.get(branches, f"all {branches}")


def singular(name: str) -> str:
    """Returns the name of one word of a class.

    >>> singular("nouns"), singular("auxiliaries")
    ('noun', 'auxiliary')
    """
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
