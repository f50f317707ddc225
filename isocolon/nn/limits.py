"""What numbers options may be, told before any work begins."""

from __future__ import annotations

from collections.abc import Mapping

from isocolon.errors import ConfigurationError


def above_zero(options: Mapping[str, float]) -> None:
    """Refuses options, by the names that recipes have for them, that are not above 0.

    >>> above_zero({"encoder.layers": 2})
    """
    for name, value in options.items():
        if not value > 0:
            raise ConfigurationError(f"{name} is {value}. Give a number above 0.")


def parts(options: Mapping[str, float]) -> None:
    """Refuses options, by the names that recipes have for them, that are no part of a whole.

    >>> parts({"dropout": 0.5})
    """
    for name, value in options.items():
        if not 0 <= value < 1:
            raise ConfigurationError(f"{name} is {value}. Give a number from 0 up to, but not, 1.")
