"""The paper's tables rebuilt: every printed figure comes out, or there is a reason why not."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from isocolon.analysis.printed import printed, reason
from isocolon.analysis.transition_files import write_heatmap
from isocolon.config import write_recipe
from isocolon.reproduction import PARTS, Part, Study
from isocolon.reproduction.page import index_page
from isocolon.reproduction.trainings import MODELS, read_runs

pytest.importorskip("matplotlib", reason="pictures need the extra 'analysis'")
pytest.importorskip("scikit_posthocs", reason="Nemenyi's test needs the extra 'analysis'")

PRINTED = {  # how many printed figures each part is laid beside, and how many differ
    "asp": {
        "counts": (6, 0),
        "averages": (6, 0),
        "splits": (20, 0),
        "ratios": (12, 0),
        "welch": (24, 0),
        "best": (30, 5),
        "means": (6, 0),
        "ranks": (16, 0),
        "errors": (90, 24),
        "remarks": (90, 0),
    },
    "pse": {
        "counts": (6, 0),
        "averages": (6, 1),
        "splits": (20, 0),
        "ratios": (12, 0),
        "welch": (24, 0),
        "best": (15, 0),
        "means": (3, 0),
    },
}


@pytest.fixture(scope="module", params=["asp", "pse"])
def made(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, paper_results_path: Path
) -> tuple[Study, dict[str, Part]]:
    """All parts of a dataset's study."""
    request.getfixturevalue(f"{request.param}_path")
    study = Study(request.param, tmp_path_factory.mktemp(request.param), paper_results_path, None, write_heatmap)
    return study, {name: PARTS[name](study) for name in PARTS}


def test_printed_figures_come_out(made: tuple[Study, dict[str, Part]]) -> None:
    study, parts = made
    found = {
        name: (sum(map(len, part.printed(study.dataset).values())), len(part.differences(study.dataset)))
        for name, part in parts.items()
        if part.cells and part.printed(study.dataset) and name != "agreement"
    }
    assert found == PRINTED[study.dataset]


def test_every_difference_has_its_reason(made: tuple[Study, dict[str, Part]]) -> None:
    study, parts = made
    reasons = Counter(one.reason for part in parts.values() for one in part.differences(study.dataset))
    assert "we do not know why." not in reasons
    assert reasons


def test_every_printed_cell_is_ours_too(made: tuple[Study, dict[str, Part]]) -> None:
    study, parts = made
    for part in parts.values():
        if part.cells:
            for row, cells in part.printed(study.dataset).items():
                assert set(cells) <= set(part.cells[row])


def test_agreement_with_its_typing_error(made: tuple[Study, dict[str, Part]]) -> None:
    study, parts = made
    if study.dataset == "pse":
        assert parts["agreement"].remarks == ("The paper has this of ASP only.",)
        return
    f1 = [one for one in parts["agreement"].differences("asp") if one.column == "F1"]
    assert [(one.row, one.ours, one.printed) for one in f1] == [("mbawo", "0.5981", "0.5906")]
    assert "a typing error for .5981" in f1[0].reason
    others = [one for one in parts["agreement"].differences("asp") if one.column != "F1"]
    assert {one.reason for one in others} == {"samples are drawn at random, so the last digits differ."}
    aligned = [row["F1, tokens aligned"] for row in parts["agreement"].cells.values()]
    assert aligned == ["0.4657", "0.5159", "0.5989", "0.6149"]
    assert "document '176': token 1642 is 'uariet' in a and 'uarie' in b" in parts["agreement"].remarks[0]


def test_published_output_scores_as_published(made: tuple[Study, dict[str, Part]]) -> None:
    study, parts = made
    if study.dataset == "asp":
        cells = parts["conformance"].cells
        assert all(row["F1"] == row["F1 in the published results"] for row in cells.values())
        assert cells["epm"]["F1"].startswith("0.3207")


def test_nothing_is_made_up(made: tuple[Study, dict[str, Part]]) -> None:
    study, parts = made
    cells = [cell for row in parts["trainings"].cells.values() for cell in row.values()]
    assert len(cells) == 16 * len(MODELS[study.dataset])
    assert all(cell.startswith("not run (") for cell in cells)


def test_the_page(made: tuple[Study, dict[str, Part]]) -> None:
    study, parts = made
    page = index_page(study, parts)
    for name, part in parts.items():
        assert f'<h2 id="{name}">' in page
        for picture in part.pictures:
            assert picture.is_file()
            assert f'src="{picture.name}"' in page
    marked = sum(len(part.differences(study.dataset)) for part in parts.values())
    assert page.count('<td class="differs">') == marked
    assert page.count("<small>≠ ") == marked
    assert f": {marked} differ." in page
    assert "17 of 17 parts could be made." in page
    assert "http" not in page.replace('xmlns="http', "")  # it needs nothing from anywhere


def test_without_published_results(tmp_path: Path) -> None:
    study = Study("asp", tmp_path)
    for name in ("best", "honest", "means", "ranks", "boxes", "errors", "remarks", "conformance"):
        part = PARTS[name](study)
        assert part.missing.startswith("the published results: give their folder with --published")
        assert not part.cells
    page = index_page(study, {"best": PARTS["best"](study)})
    assert "Not made: this needs the published results" in page
    assert "0 printed figures compared: 0 differ. 0 of 1 parts could be made." in page


def write_run(folder: Path, scheme: str, mbawo: float, epm: float, **changes: object) -> None:
    folder.mkdir(parents=True)
    recipe = {"detector": "tagger", "dataset": "asp", "scheme": scheme, "embedding": {"name": "word"}} | changes
    folder.joinpath("recipe.toml").write_text(write_recipe({**recipe, "encoder": {"name": "lstm"}}))  # type: ignore[dict-item]
    scores = {"optimization": {"mbawo": {"f1": mbawo}}, "test": {"epm": {"f1": epm}}}
    folder.joinpath("scores.json").write_text(json.dumps(scores))


def test_runs_are_read(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    write_run(runs / "search" / "a", "bio-token", 0.3, 0.11)
    write_run(runs / "search" / "b", "bio-token", 0.4, 0.1)  # better on optimization, though not on test
    write_run(runs / "c", "biomj-branch", 0.2, 0.2)
    write_run(runs / "d", "bio-token", 0.9, 0.9, dataset="pse")
    write_run(runs / "e", "bio-token", 0.9, 0.9, detector="lattice")
    (runs / "f").mkdir()  # not finished: no scores
    study = Study("asp", tmp_path, runs=runs)
    assert len(list(read_runs(study))) == 3
    part = PARTS["trainings"](study)
    assert part.cells["bio-token"]["learned (word) + BiLSTM"] == "0.100"
    assert part.cells["biomj-branch"]["learned (word) + BiLSTM"] == "0.200"
    assert part.cells["bioe-token"]["learned (word) + BiLSTM"] == "not run"
    assert part.remarks == ("2 of 96 settings were run; in brackets: the paper's.",)


@pytest.mark.parametrize("dataset", ["asp", "pse"])
@pytest.mark.parametrize("table", ["counts", "averages", "splits", "ratios", "welch", "best", "means"])
def test_printed_tables_are_rectangular(dataset: str, table: str) -> None:
    rows = list(printed(dataset, table).values())
    assert rows
    assert len({tuple(row) for row in rows}) == 1


def test_a_difference_nobody_can_explain() -> None:
    assert reason("asp", "ranks", "bio-token", "rank") == "we do not know why."


def test_printed_errors_add_up() -> None:
    rows = printed("asp", "errors")
    total = rows.pop("total")
    for row in rows.values():
        *kinds, everything = map(int, row.values())
        assert sum(kinds) == everything
    assert {column: sum(int(row[column]) for row in rows.values()) for column in total} == {
        column: int(value) for column, value in total.items()
    }
