"""From a text to its parallelisms in one call: weaker ones when asked for, and what is taken for a text."""

from __future__ import annotations

from pathlib import Path

import pytest

import isocolon
from isocolon.errors import DataWarning

EXAMPLES = Path(__file__).parents[2] / "examples" / "texts"


def test_weaker_candidates_are_found_when_asked_for() -> None:
    text = (EXAMPLES / "augustine.txt").read_text(encoding="utf-8")
    usual, more = (isocolon.detect(text, "la", min_confidence=least).parallelisms for least in (None, 0.02))
    assert usual == isocolon.detect(text, "la").parallelisms
    assert len(usual) < len(more)
    assert isocolon.detect(text, "la", min_confidence=1).parallelisms == ()


def test_a_detector_that_has_no_more_is_itself() -> None:
    detector = isocolon.load("repetition")
    assert detector.lenient(0) is detector


def test_a_file_named_in_a_string_is_a_text_with_a_warning() -> None:
    path = EXAMPLES / "augustine.txt"
    with pytest.warns(DataWarning, match=r"augustine\.txt' is taken for a text, and it names a file\. Give a Path"):
        assert isocolon.detect(str(path), "en", "repetition").text == str(path)


@pytest.mark.parametrize("text", ["we " * 9999, "nothing.txt", "."])
def test_a_text_is_taken_as_it_is(text: str) -> None:
    assert isocolon.detect(text, "en", "repetition").text == text
