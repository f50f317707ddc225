"""`isocolon score`, `agree` and `errors`, as they are called: tables, JSON, and how they fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[object, str, str]]
Spans = list[list[tuple[int, int]]]
TEXT = "ueni , uidi , uici . ueni , uidi , uici ."

P, Q, R = [(0, 1), (2, 3), (4, 5)], [(6, 7), (8, 9)], [(6, 7), (10, 11)]


def write(path: Path, documents: dict[str, Spans], text: str = TEXT) -> Path:
    """Writes documents of the same text as JSON Lines."""
    starts = [i for i in range(len(text)) if i == 0 or text[i - 1] == " "]
    tokens = [[i, i + len(text[i:].split()[0]), text[i:].split()[0]] for i in starts]
    lines = []
    for id, spans in documents.items():
        parallelisms = [{"branches": [{"tokens": branch} for branch in branches]} for branches in spans]
        sections = [{"id": "1", "tokens": [0, len(tokens)]}]
        plain = {"id": id, "language": "la", "text": text, "tokens": tokens, "sections": sections}
        lines.append(json.dumps(plain | {"parallelisms": parallelisms}))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write(tmp_path / "gold.jsonl", {"a": [P, Q], "b": [P], "c": [Q]})


@pytest.fixture
def predicted(tmp_path: Path) -> Path:
    return write(tmp_path / "predicted.jsonl", {"c": [Q], "b": [], "a": [P[:2], R]})


def rows(printed: str) -> list[str]:
    """Returns the lines with single spaces between words."""
    return [" ".join(line.split()) for line in printed.splitlines()]


# --- score ---


def test_score_prints_a_table_and_signatures(run: Run, predicted: Path, gold: Path) -> None:
    code, printed, notes = run("score", predicted, gold, "--trials", 100)
    few = "isocolon: few documents (3): below 30, take intervals and the paired bootstrap with caution.\n"
    assert (code, notes) == (0, few)
    found = rows(printed)
    assert any(row.startswith("epm 0.3333 0.2500 0.2857 [") and row.endswith("] 1 3 4") for row in found)
    assert any(row.startswith("mpbm 0.6667 0.4000 0.5000 [") and row.endswith("] 4 6 10") for row in found)
    assert sum(row.startswith("metric:") for row in found) == 4


def test_score_as_json_has_the_names_of_python(run: Run, predicted: Path, gold: Path) -> None:
    import isocolon

    code, printed, _ = run("score", predicted, gold, "--json", "--by", "document", "--alignment", "--beta", 2)
    plain = json.loads(printed)
    scores = isocolon.score(predicted=isocolon.read(predicted), gold=isocolon.read(gold))
    assert code == 0
    for name, score in scores.items():
        for field in ("precision", "recall", "f1", "matched", "predicted_size", "gold_size", "signature"):
            assert plain[name][field] == getattr(score, field)
        assert plain[name]["f_beta"] == score.f(2)
        assert set(plain[name]["interval"]) == {"low", "high", "level", "over"}
    assert {id: scores["epm"]["matched"] for id, scores in plain["documents"].items()} == {"a": 0, "b": 0, "c": 1}
    assert plain["alignment"][0] == {
        "document": "a",
        "predicted": [[0, 1], [2, 3]],
        "gold": [[0, 1], [2, 3], [4, 5]],
        "scores": {"mpbm": 2, "mbawo": 2, "mwo": 2},
    }


def test_score_by_document_and_alignment_for_people(run: Run, predicted: Path, gold: Path) -> None:
    code, printed, _ = run("score", predicted, gold, "--by", "document", "--alignment", "--trials", 10)
    assert code == 0
    assert "c 1.0000 1.0000 1.0000 1.0000" in rows(printed)
    assert "a 0:1 2:3 0:1 2:3 4:5 – 2 2 2" in rows(printed)
    assert "a 6:7 10:11 6:7 8:9 – – – 1" in rows(printed)


def test_score_against_another_system(run: Run, predicted: Path, gold: Path) -> None:
    code, printed, _ = run("score", gold, gold, "--against", predicted, "--trials", 100, "--json")
    found = json.loads(printed)["against"]["epm"]
    assert code == 0
    assert found["difference"] == pytest.approx(1 - 2 / 7)
    assert (found["exact"], found["randomisation_p"]) == (True, 0.5)
    code, printed, _ = run("score", gold, gold, "--against", predicted, "--trials", 100)
    assert any(row.startswith("epm 0.3333 0.2500 0.2857 +0.7143 [") for row in rows(printed))
    assert found["other"]["f1"] == pytest.approx(2 / 7)
    assert found["interval"]["over"] == "documents"


def test_a_partial_test_pairs_all_three_by_id(run: Run, tmp_path: Path) -> None:
    gold = write(tmp_path / "gold.jsonl", {"a": [P], "b": [P], "c": [P], "d": [P]})
    ours = write(tmp_path / "ours.jsonl", {"a": [P], "b": [], "c": [P]})
    theirs = write(tmp_path / "theirs.jsonl", {"b": [], "c": [P], "d": []})
    code, printed, notes = run("score", ours, gold, "--against", theirs, "--partial", "--json", "--by", "document")
    plain = json.loads(printed)
    assert code == 0
    assert "1 not in predicted: d; 1 not in the other system: a" in notes
    assert list(plain["documents"]) == ["b", "c"]
    assert plain["against"]["epm"]["difference"] == 0
    assert "|documents:2|partial:yes|" in plain["epm"]["signature"]


def test_what_is_wrong_with_the_other_system_is_said_of_it(run: Run, gold: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other.jsonl", {id: [] for id in "abc"}, text=TEXT.replace("uici", "uinco"))
    code, _, notes = run("score", gold, gold, "--against", other)
    assert code == 1
    assert "document 'a': token 4 is 'uinco' in the other system and 'uici' in gold" in notes
    code, _, notes = run("score", gold, gold, "--against", gold, "--against-from", "jsonlines")
    assert (code, "there is no format 'jsonlines'" in notes) == (1, True)


def test_one_document_is_tested_for_nothing(run: Run, tmp_path: Path) -> None:
    one, other = write(tmp_path / "1.jsonl", {"a": [P]}), write(tmp_path / "2.jsonl", {"a": []})
    code, printed, _ = run("score", one, one, "--against", other, "--json")
    test = json.loads(printed)["against"]["epm"]
    assert (code, test["interval"], test["randomisation_p"], test["bootstrap_p"]) == (0, None, None, None)
    code, printed, _ = run("score", one, one, "--against", other)
    assert "epm 0.0000 0.0000 0.0000 +1.0000 – – –" in rows(printed)


def test_nothing_against_nothing_in_the_interval(run: Run, tmp_path: Path) -> None:
    nothing = write(tmp_path / "1.jsonl", {"a": [], "b": []})
    code, printed, _ = run("score", nothing, nothing, "--empty", 1, "--json", "--trials", 10)
    assert (code, json.loads(printed)["epm"]["interval"]["low"]) == (0, 1)


def test_an_alignment_of_nothing_is_there(run: Run, predicted: Path, tmp_path: Path) -> None:
    nothing = write(tmp_path / "nothing.jsonl", {id: [] for id in "abc"})
    assert json.loads(run("score", nothing, predicted, "--json", "--alignment")[1])["alignment"] == []
    assert "alignment" not in json.loads(run("score", nothing, predicted, "--json")[1])


def test_ids_in_brackets_are_not_markup(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "odd.jsonl", {"[/x]": [P], "[red]a:smile:": [P]})
    code, printed, _ = run("score", path, path, "--by", "document", "--trials", 10)
    assert code == 0
    assert {"[/x] 1.0000 1.0000 1.0000 1.0000", "[red]a:smile: 1.0000 1.0000 1.0000 1.0000"} <= set(rows(printed))
    assert run("errors", path, path)[0] == 0


def test_score_names_what_is_missing(run: Run, predicted: Path, gold: Path, tmp_path: Path) -> None:
    less = write(tmp_path / "less.jsonl", {"a": [P], "x": []})
    code, printed, notes = run("score", less, gold)
    assert (code, printed) == (1, "")
    assert "2 not in predicted: b, c; 1 not in gold: x" in notes
    code, printed, notes = run("score", less, gold, "--partial", "--json")
    assert code == 0
    assert "left out documents without a partner, 2 not in predicted: b, c" in notes
    assert json.loads(printed)["epm"]["interval"] is None  # one document cannot be resampled


def test_score_refuses_other_tokens(run: Run, gold: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other.jsonl", {id: [] for id in "abc"}, text=TEXT.replace("uici", "uinco"))
    code, _, notes = run("score", other, gold)
    assert code == 1
    assert "document 'a': token 4 is 'uinco' in predicted and 'uici' in gold" in notes


def test_two_single_documents_are_scored_whatever_their_ids(run: Run, tmp_path: Path) -> None:
    one, other = write(tmp_path / "1.jsonl", {"mine": [P]}), write(tmp_path / "2.jsonl", {"theirs": [P]})
    for verb in ("score", "errors", "agree"):
        code, _, notes = run(verb, one, other)
        assert (code, "took these for one document, the only one of each side: 'mine' in" in notes) == (0, True)


@pytest.mark.parametrize("option", [("--empty", 2), ("--by", "section"), ("--trials", 0), ("--seed", -1)])
def test_score_used_wrongly(run: Run, gold: Path, option: tuple[str, object]) -> None:
    assert run("score", gold, gold, *option)[0] == 2


def test_score_the_released_predictions(run: Run, paper_results_path: Path) -> None:
    results = paper_results_path / "error-analysis"
    code, printed, _ = run("score", results, results, "--json", "--trials", 10)
    assert (code, json.loads(printed)["epm"]["f1"]) == (0, 0.3206997084548105)


# --- agree ---


def test_agree(run: Run, predicted: Path, gold: Path) -> None:
    code, printed, _ = run("agree", predicted, gold, "--trials", 100)
    assert code == 0
    assert any(row.startswith("epm 0.2857 [") for row in rows(printed))


def test_agree_signs_every_pair(run: Run, predicted: Path, gold: Path, tmp_path: Path) -> None:
    third = write(tmp_path / "third.jsonl", {"a": [P, Q], "b": [P], "c": [Q]})
    code, printed, _ = run("agree", predicted, gold, third, "--clean", "interlocks", "--trials", 10)
    assert code == 0
    assert sum("|cleaned:interlocks|" in row for row in rows(printed)) == 3 * 4
    assert "95 % over matchings" in printed


def test_an_annotator_given_twice_is_refused(run: Run, gold: Path) -> None:
    code, _, notes = run("agree", gold, f"{gold.parent}/./{gold.name}")
    assert (code, notes) == (1, "isocolon: annotator 'gold.jsonl' is given twice. Give a file or folder for each.\n")
    assert run("agree", gold, gold, "--seed", -1)[0] == 2


def test_agree_as_json(run: Run, predicted: Path, gold: Path, tmp_path: Path) -> None:
    third = write(tmp_path / "third.jsonl", {"a": [P, Q], "b": [P], "c": [Q]})
    code, printed, _ = run("agree", predicted, gold, third, "--clean", "conjunctions", "interlocks", "--json")
    plain = json.loads(printed)
    assert code == 0
    assert [pair["annotators"] for pair in plain["pairs"]] == [
        ["predicted", "gold"],
        ["predicted", "third"],
        ["gold", "third"],
    ]
    assert plain["mean_f1"]["epm"] == pytest.approx((2 / 7 + 2 / 7 + 1) / 3)
    assert set(plain["pairs"][0]["epm"]["paper"]) == {"mean", "deviation", "interval", "percentile"}


def test_agree_draws(run: Run, predicted: Path, gold: Path, tmp_path: Path) -> None:
    code, _, notes = run("agree", predicted, gold, "--trials", 10, "--plot", tmp_path / "plot.svg")
    assert (code, notes) == (0, f"isocolon: drew {tmp_path / 'plot.svg'}\n")
    assert (tmp_path / "plot.svg").read_text().startswith("<?xml")


def test_agree_with_an_unknown_correction(run: Run, predicted: Path, gold: Path) -> None:
    code, _, notes = run("agree", predicted, gold, "--clean", "commas")
    assert (code, notes) == (
        1,
        "isocolon: there is no cleaner 'commas'. The choices are: conjunctions, interlocks.\n",
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [((), "[0.4615, 0.5084, 0.5981, 0.6136]"), (("--realign",), "[0.4657, 0.5159, 0.5989, 0.6149]")],
)
def test_agree_on_the_agreement_study(run: Run, asp_path: Path, options: tuple[str, ...], expected: str) -> None:
    study = asp_path / "agreement-study"
    clean = ("--clean", "conjunctions", "interlocks", "--trials", 10, "--json")
    code, printed, notes = run("agree", study / "annotator-a", study / "annotator-b", *clean, *options)
    (pair,) = json.loads(printed)["pairs"]
    assert code == 0
    assert str([round(pair[name]["f1"], 4) for name in ("epm", "mpbm", "mbawo", "mwo")]) == expected
    assert ("document '176': token 1642 is 'uariet' in annotator-a and 'uarie' in annotator-b" in notes) == (
        not options
    )


# --- errors ---


def test_errors(run: Run, predicted: Path, gold: Path) -> None:
    code, printed, notes = run("errors", predicted, gold)
    assert (code, notes) == (0, "")
    assert "a 0 0 0 1 1 0 0 0 2" in rows(printed)
    assert "total 0 1 0 1 1 0 0 0 3" in rows(printed)


def test_errors_as_json_and_page(run: Run, predicted: Path, gold: Path, tmp_path: Path) -> None:
    code, printed, notes = run("errors", predicted, gold, "--json", "--html", tmp_path / "errors.html")
    plain = json.loads(printed)
    assert (code, notes) == (0, f"isocolon: wrote {tmp_path / 'errors.html'}\n")
    assert plain["total"]["branch"] == {"false positive": 0, "false negative": 1, "false mixture": 1}
    assert plain["errors"][0] == {
        "document": "a",
        "level": "branch",
        "fault": "false negative",
        "predicted": [[0, 1], [2, 3]],
        "gold": [[0, 1], [2, 3], [4, 5]],
    }
    assert (tmp_path / "errors.html").read_text().count("<blockquote") == 3


def test_errors_of_the_released_predictions_beside_the_papers(run: Run, paper_results_path: Path) -> None:
    results = paper_results_path / "error-analysis"
    code, printed, notes = run("errors", results, results)
    assert code == 0
    assert "total 50 (45) 123 (119) 8 (9) 7 (9) 4 (3) 2 (2) 9 (9) 0 (0) 203 (196)" in rows(printed)
    assert "in brackets: the errors found by hand" in notes


def test_by_hand_are_only_the_documents_compared(run: Run, paper_results_path: Path, tmp_path: Path) -> None:
    results = paper_results_path / "error-analysis"
    for id in ("175", "219"):
        (tmp_path / f"{id}_results.txt").write_bytes((results / f"{id}_results.txt").read_bytes())
    code, printed, _ = run("errors", results, tmp_path, "--partial")
    assert code == 0
    assert "total 7 (7) 22 (22) 0 (0) 3 (3) 0 (0) 1 (1) 1 (1) 0 (0) 34 (34)" in rows(printed)


def test_a_page_cannot_be_a_folder(run: Run, predicted: Path, gold: Path, tmp_path: Path) -> None:
    code, _, notes = run("errors", predicted, gold, "--html", tmp_path)
    assert (code, notes) == (
        1,
        f"isocolon: {tmp_path}: cannot write it: it is a folder. Name a file.\n",
    )
