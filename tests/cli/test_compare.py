"""`isocolon compare`, as a person runs it."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli.conftest import Run

by_twos = pytest.mark.skipif(find_spec("scikit_posthocs") is None, reason="Nemenyi's test needs the extra 'analysis'")


@by_twos
def test_published_results_with_footnotes(run: Run, paper_results_path: Path) -> None:
    code, printed, _ = run("compare", paper_results_path / "aggregated_asp_results.csv")
    assert code == 0
    assert "published: picked on test, as in the paper | honest: picked on optimization, by MBAWO" in printed
    assert "* printed: tagset bio, precision 0.16, recall 0.13, F1 0.14; the paper prints the row of" in printed
    assert "† printed: precision 0.47; precision is .46497" in printed
    assert "Friedman, schemes as treatments, as the paper's text has it: p = 0.00066" in printed
    assert "as the paper's script has it: p = 4.1e-14" in printed
    assert "biomj-token over bioje-branch (p = 0.0274)" in printed
    assert "Cells that the paper prints otherwise: 5." in printed


def test_plain_tables_need_no_extra(run: Run, paper_results_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scikit_posthocs", None)
    code, printed, _ = run("compare", paper_results_path / "aggregated_asp_results.csv")
    assert code == 0
    assert "biomj-token          3.33" in printed
    assert "Nemenyi's test needs scikit-posthocs. Install it with: pip install 'isocolon[analysis]'." in printed


@by_twos
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
