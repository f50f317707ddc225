"""`isocolon compare`, as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.conftest import Run

pytest.importorskip("scikit_posthocs", reason="Nemenyi's test needs the extra 'analysis'")


def test_published_results_with_footnotes(run: Run, paper_results_path: Path) -> None:
    code, printed, _ = run("compare", paper_results_path / "aggregated_asp_results.csv")
    assert code == 0
    assert "published: picked on test, as in the paper | honest: picked on optimization, by MBAWO" in printed
    assert "* printed: tagset bio, precision 0.16, recall 0.13, F1 0.14; the paper prints the row of" in printed
    assert "† printed: precision 0.47; precision is .46497" in printed
    assert "Friedman, schemes as treatments: p = 0.00066" in printed
    assert "as the paper's script has it: p = 4.1e-14" in printed
    assert "biomj-token over bioje-branch (p = 0.0274)" in printed
    assert "cells that the paper prints otherwise: 5" in printed


def test_json_and_pictures(run: Run, paper_results_path: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    code, printed, notes = run(
        "compare", paper_results_path / "aggregated_pse_results.csv", "--json", "--plot", tmp_path, "--metric", "mwo"
    )
    found = json.loads(printed)
    assert code == 0
    assert (found["metric"], found["set"], len(found["nemenyi"])) == ("mwo", "test", 16 * 15 // 2)
    assert found["differences"] == {}  # the paper prints EPM
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *(f"boxes-{metric}.png" for metric in ("epm", "mbawo", "mpbm", "mwo")),
        "ranks-mwo.png",
    ]
    assert f"drew {tmp_path / 'ranks-mwo.png'}" in notes


def test_bad_results(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("embedding,encoder\n")
    code, printed, notes = run("compare", path)
    assert (code, printed) == (1, "")
    assert "there is no column tagset, link, metric, set, precision, recall, f1." in notes
