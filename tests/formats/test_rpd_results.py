"""The paper's published results: both sides of a file, remarks, and what is no such file."""

from __future__ import annotations

from pathlib import Path

import pytest

from isocolon import formats
from isocolon.document import Document, Parallelism
from isocolon.errors import ConfigurationError, DataError

FILE = """\
Partition 1:
tolle/B#B;;O#O
morbos/I#I;;O#O
,/M#M;;O#O
tolle/B-2#B-2;;O#B

Partition 2:
uulnera/J#J;;O#O* [Word; False Negative]
1/2/O#O;;O#B-2**
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "175_results.txt"
    path.write_text(FILE)
    return path


def test_a_file_holds_two_annotations(path: Path) -> None:
    (predicted,) = formats.read(path, language="la")
    (gold,) = formats.read(path, "rpd-gold", "la")
    assert predicted.id == gold.id == "175"
    assert predicted.words == gold.words == ("tolle", "morbos", ",", "tolle", "uulnera", "1/2")
    assert predicted.parallelisms == (Parallelism.of((0, 2), (3, 5)),)  # links and branches run on over partitions
    assert gold.parallelisms == (Parallelism.of((0, 2), (3, 5)), Parallelism.of((3, 4), (5, 6)))
    assert [(section.id, len(section.span)) for section in predicted.sections] == [("1", 4), ("2", 2)]
    assert predicted.layers["remark"] == ("", "", "", "", "[Word; False Negative]", "")


def test_the_file_is_recognised_as_a_prediction(path: Path) -> None:
    assert formats.recognise(path) == "rpd-predicted"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("uulnera", "line 8: cannot read 'uulnera'. A line is word/predicted#gold;;predicted#gold"),
        ("uulnera/X#O;;O#O", "line 8: cannot read 'uulnera/X#O;;O#O'"),
        ("uulnera/O;;O#O", "line 8: cannot read 'uulnera/O;;O#O'"),
        ("uulnera/O#O", "line 8: tags for 1 strata, after 2 before"),
    ],
)
def test_what_cannot_be_read(path: Path, line: str, told: str) -> None:
    path.write_text(FILE.replace("uulnera/J#J;;O#O* [Word; False Negative]", line))
    with pytest.raises(DataError) as error:
        list(formats.read(path, "rpd-predicted", "la"))
    assert str(error.value).startswith(f"{path}, {told}")


def test_results_of_the_past_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"the paper's published results are only read. Write jsonl instead."):
        formats.write([Document("1", "", ())], tmp_path / "out", "rpd-gold")
