"""`isocolon describe` and `isocolon split`, as they are called: what they print where, and how they exit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Four documents of two branches each, as JSON Lines."""
    tokens = [[0, 4, "ueni"], [4, 5, ","], [6, 10, "uidi"], [10, 11, "."]]
    branches = [{"tokens": [0, 1]}, {"tokens": [2, 3]}]
    plain = {"language": "la", "text": "Veni, vidi.", "tokens": tokens, "parallelisms": [{"branches": branches}]}
    plain["sections"] = [{"id": "1", "tokens": [0, 4]}]
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps({"id": id, **plain}) + "\n" for id in "abcd"))
    return path


def rows(printed: str) -> list[str]:
    """Returns the lines with single spaces between words."""
    return [" ".join(line.split()) for line in printed.splitlines()]


# --- describe ---


def test_describe_prints_tables(run: Run, corpus: Path) -> None:
    code, printed, notes = run("describe", corpus)
    assert (code, notes) == (0, "")
    assert "all 4 4 16 8 8 (0) 4 (0)" in rows(printed)
    assert "tokens from a branch to the next 2.00 ± 0.00" in rows(printed)


def test_describe_as_json(run: Run, corpus: Path) -> None:
    code, printed, notes = run("describe", corpus, "--json")
    plain = json.loads(printed)
    assert (code, notes, plain["parallelisms"], plain["splits"]) == (0, "", 4, {})


def test_describe_with_splits_and_plots(run: Run, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "splits.json").write_text('{"training": ["a", "b", "c"], "test": ["d"]}')
    options = ("--split-file", tmp_path / "splits.json", "--plot", tmp_path / "plots", "--plot-format", "svg")
    code, printed, notes = run("describe", corpus, *options)
    drawn = [tmp_path / "plots" / "overlap.svg", tmp_path / "plots" / "splits.svg"]
    assert code == 0
    assert "test 1 1 4 2 2 (0) 1 (0)" in rows(printed)
    assert notes == "".join(f"isocolon: drew {path}\n" for path in drawn)
    assert sorted(tmp_path.joinpath("plots").iterdir()) == drawn


def test_describe_what_is_not_there(run: Run, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert run("describe", nowhere) == (1, "", f"isocolon: {nowhere}: cannot read it (No such file or directory).\n")


def test_describe_a_dataset_against_the_paper(run: Run, pse_path: Path) -> None:
    code, printed, notes = run("describe", "pse")
    assert code == 0
    assert "training 286 2,646 168,848 17,736 1,478 (0) 541 (0)" in rows(printed)
    assert "1.92 ± 1.47 parallelisms per section; that is the figure per document" in notes


# --- split ---


def test_split_prints_shares_and_documents(run: Run, corpus: Path) -> None:
    code, printed, notes = run("split", corpus, "--ratios", ".75", ".25")
    assert (code, notes) == (0, "")
    assert "training 0.75 3 6 0.7500 6 0.7500 1.00 ± 0.00" in rows(printed)
    assert "training: d c a" in rows(printed)


@pytest.mark.parametrize("order", [("PATH", "--ratios", ".5", ".5"), ("--ratios", ".5", ".5", "PATH")])
def test_ratios_stand_anywhere(run: Run, corpus: Path, order: tuple[str, ...]) -> None:
    code, printed, _ = run("split", *(corpus if word == "PATH" else word for word in order), "--json")
    assert (code, json.loads(printed)["assignment"]) == (0, {"training": ["d", "b"], "test": ["c", "a"]})


def test_split_file_fits_describe(run: Run, corpus: Path, tmp_path: Path) -> None:
    target = tmp_path / "splits.json"
    options = ("--ratios", ".5", ".5", "--names", "odd", "even", "--out", target)
    assert run("split", corpus, *options)[::2] == (0, f"isocolon: wrote {target}\n")
    assert json.loads(target.read_text()) == {"odd": ["d", "b"], "even": ["c", "a"]}
    assert run("split", corpus, *options) == (
        1,
        "",
        f"isocolon: {target}: the file is there already. Replace it with --force.\n",
    )
    assert run("split", corpus, *options, "--force")[0] == 0
    printed = run("describe", corpus, "--split-file", target, "--json")[1]
    assert list(json.loads(printed)["splits"]) == ["odd", "even"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--ratios", ".7", ".2"), "the ratios sum to 0.9 (0.7 + 0.2). They must sum to 1."),
        (("--ratios", "1.2", "-.2"), "the ratio of 'test' is -0.2. Ratios must be positive."),
        (("--names", "x"), "there are 4 ratios and 1 names. Give one name to each ratio."),
        (("--ratios",), "'--ratios' requires an argument"),
    ],
)
def test_wrong_use_of_split(run: Run, corpus: Path, options: tuple[str, ...], message: str) -> None:
    code, printed, notes = run("split", corpus, *options)
    assert (code, printed) == (2, "")
    assert message in " ".join(notes.split())
