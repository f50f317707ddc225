"""Tagging schemes by name: a tagset and a kind of link, `biomj-token` for instance.

Parallelisms become one tag for each token and stratum, and tags become parallelisms again. Eight tagsets times two
links make the sixteen schemes of Bothwell et al. (2023), section 5.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from isocolon.errors import unknown
from isocolon.schemes.base import Scheme, Tags
from isocolon.schemes.coding import decode, encode
from isocolon.schemes.links import LINKS
from isocolon.schemes.tagsets import TAGSETS

__all__ = ["LINKS", "SCHEMES", "TAGSETS", "Scheme", "Tags", "decode", "encode"]


class Schemes(Mapping[str, Scheme]):
    """The schemes by name, every tagset with every link.

    >>> SCHEMES["biomj-token"].name, len(SCHEMES)
    ('biomj-token', 16)
    """

    def __getitem__(self, name: str) -> Scheme:
        if name not in self:
            raise unknown("tagging scheme", name, self)
        tagset, _, link = name.partition("-")
        return Scheme(TAGSETS[tagset], LINKS[link])

    def __contains__(self, name: object) -> bool:
        return name in list(self)

    def __iter__(self) -> Iterator[str]:
        return (f"{tagset}-{link}" for tagset in TAGSETS for link in LINKS)

    def __len__(self) -> int:
        return len(TAGSETS) * len(LINKS)


SCHEMES: Mapping[str, Scheme] = Schemes()
