"""`isocolon reproduce`, as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.conftest import Run


def test_some_tables(run: Run, asp_path: Path, paper_results_path: Path, tmp_path: Path) -> None:
    arguments = ("reproduce", "asp", "--out", tmp_path, "--tables", "counts,best", "--published", paper_results_path)
    code, printed, notes = run(*arguments)
    assert code == 0
    assert [line.split()[:4] for line in printed.splitlines() if line.split()[:1] in (["counts"], ["best"])] == [
        ["counts", "6", "6", "–"],
        ["best", "30", "30", "5"],
    ]
    assert f"wrote {tmp_path / 'index.html'}" in notes
    code, printed, _ = run(*arguments, "--json")
    found = json.loads(printed)
    assert list(found) == ["counts", "best"]
    assert found["counts"]["cells"]["all"]["parallelisms"] == "2,062 (14)"
    assert found["best"]["differences"][0] == {
        "row": "learned (word) + BiLSTM",
        "column": "tagset",
        "ours": "biomj",
        "printed": "bio",
        "reason": "the paper prints the row of bio-token, whose F1 is .140; that of biomj-token is higher, .146.",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lsp"], "there is no dataset 'lsp'. Did you mean 'asp'?"),
        (["asp", "--tables", "ranks,mean"], "there is no table 'mean'. Did you mean 'means'?"),
        (["asp", "--runs", "nowhere"], "there is no folder nowhere. Give another with --runs."),
        (["asp", "--published", "nowhere"], "there is no folder nowhere. Give another with --published."),
    ],
)
def test_refused_at_once(run: Run, tmp_path: Path, arguments: list[str], message: str) -> None:
    code, printed, notes = run("reproduce", *arguments, "--out", tmp_path / "out")
    assert (code, printed) == (1, "")
    assert message in notes
    assert not (tmp_path / "out").exists()
