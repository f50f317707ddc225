"""Our own trainings beside the paper's: what has been run, and what has not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from isocolon.analysis.results import Model, scheme_order
from isocolon.config import Table, read_recipe
from isocolon.files import read_text
from isocolon.reproduction.study import Part, Study
from isocolon.schemes import SCHEMES

MODELS = {
    "asp": {
        ("word", "lstm"): Model("learned", "lstm"),
        ("vectors", "lstm"): Model("word", "lstm"),
        ("subword", "transformer"): Model("latin-learned-subword", "transformer"),
        ("bert", "none"): Model("latin-bert", "identity"),
        ("bert", "lstm"): Model("latin-bert", "lstm"),
        ("bert", "transformer"): Model("latin-bert", "transformer"),
    },
    "pse": {
        ("bert", "none"): Model("chinese-bert", "identity"),
        ("bert", "lstm"): Model("chinese-bert", "lstm"),
        ("bert", "transformer"): Model("chinese-bert", "transformer"),
    },
}
"""The paper's models by our names of their embedding and encoder."""

NOT_RUN = "not run"


@dataclass(frozen=True)
class Training:
    """A finished run of ours."""

    model: Model
    scheme: str
    chosen_by: float
    """MBAWO on optimization, by which the paper chooses among runs of a setting."""
    f1: float
    """EPM on test."""


def trainings(study: Study) -> Part:
    """Returns EPM on test of our runs, the paper's in brackets, and what has not been run."""
    found: dict[tuple[Model, str], Training] = {}
    for run in read_runs(study):
        known = found.get((run.model, run.scheme))
        if known is None or run.chosen_by > known.chosen_by:
            found[run.model, run.scheme] = run
    models = list(MODELS[study.dataset].values())
    schemes = sorted(SCHEMES, key=scheme_order)
    cells = {scheme: {str(model): cell(study, found, model, scheme) for model in models} for scheme in schemes}
    remark = f"{len(found)} of {len(models) * len(schemes)} settings were run; in brackets: the paper's."
    return Part(
        "Our trainings: EPM on test of each setting's best run by MBAWO on optimization", cells, remarks=(remark,)
    )


def cell(study: Study, found: dict[tuple[Model, str], Training], model: Model, scheme: str) -> str:
    """Returns what we and the paper have for a setting."""
    ours = f"{found[model, scheme].f1:.3f}" if (model, scheme) in found else NOT_RUN
    return f"{ours} ({study.results.row(model, scheme, 'epm', 'test').f1:.3f})" if study.results else ours


def read_runs(study: Study) -> Iterator[Training]:
    """Yields the finished trainings of taggers on the dataset below a folder."""
    for path in sorted(study.runs.rglob("scores.json")) if study.runs else []:
        recipe = read_recipe(path.parent / "recipe.toml") if path.with_name("recipe.toml").is_file() else {}
        model = MODELS[study.dataset].get((named(recipe, "embedding"), named(recipe, "encoder")))
        if recipe.get("dataset") == study.dataset and recipe.get("detector") == "tagger" and model:
            yield read_run(path, model, str(recipe["scheme"]))


def named(recipe: Table, component: str) -> str:
    """Returns the name of a recipe's component, nothing if it has none."""
    table = recipe.get(component)
    return str(table.get("name")) if isinstance(table, dict) else ""


def read_run(path: Path, model: Model, scheme: str) -> Training:
    """Returns a finished training."""
    scores = json.loads(read_text(path))
    return Training(model, scheme, scores["optimization"]["mbawo"]["f1"], scores["test"]["epm"]["f1"])
