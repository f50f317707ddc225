"""English."""

from __future__ import annotations

from isocolon.languages.generic import Generic


class English(Generic):
    """English: words as the generic language has them."""

    code = "en"
