"""The floor: clauses that repeat words."""

from __future__ import annotations

from pathlib import Path

import pytest

from isocolon.detectors.repetition import RepetitionDetector, RepetitionOptions
from isocolon.document import Document
from isocolon.errors import ModelError
from isocolon.languages.english import English


def found(text: str, options: RepetitionOptions | None = None) -> list[list[str]]:
    document = Document("d", text, tuple(English().tokenize(text)))
    (detected,) = RepetitionDetector(options).detect([document])
    return [[detected.text_of(branch) for branch in p] for p in detected.parallelisms]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nothing here is alike.", []),
        ("a time to weep, a time to laugh.", [["a time to weep", "a time to laugh"]]),
        (
            "a time to weep, a time to laugh; a time to mourn.",
            [["a time to weep", "a time to laugh", "a time to mourn"]],
        ),
        ("He came. He, who never slept at all, went.", []),  # too short, too unlike
    ],
)
def test_runs_of_clauses(text: str, expected: list[list[str]]) -> None:
    assert found(text) == expected


def test_options_are_kept(tmp_path: Path) -> None:
    options = RepetitionOptions(shared=0.9, opening=0.9)
    RepetitionDetector(options).save(tmp_path)
    assert RepetitionDetector.load(tmp_path).options == options
    assert found("a time to weep, a time to laugh.", options) == []


def test_a_folder_without_options_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no repetition detector: there is no repetition\.json"):
        RepetitionDetector.load(tmp_path)
