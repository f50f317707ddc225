"""The style sheet keeps its promise: every colour can be read on its ground."""

from __future__ import annotations

import re

import pytest

from isocolon.viewer.style import STYLE

LIGHT, DARK = STYLE.split("prefers-color-scheme: dark")[0], STYLE.split("prefers-color-scheme: dark")[1]


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Returns the contrast of two colours as WCAG 2.1 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("sheet", [LIGHT, DARK.split("body.isocolon { max-width")[0]], ids=["light", "dark"])
def test_contrast(sheet: str) -> None:
    ground = re.search(r"--ground: (#\w+)", sheet)
    colours = re.findall(r"--(?:c|ink|weak): (#\w+)", sheet)
    assert ground and len(colours) == 8
    assert min(contrast(colour, ground[1]) for colour in colours) >= 4.5
