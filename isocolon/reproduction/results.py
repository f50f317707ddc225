"""What the published results say: best rows, means, ranks and box plots."""

from __future__ import annotations

from isocolon.analysis.comparison import Comparison, best_cells, draw
from isocolon.reproduction.study import Part, Study

NEEDED = "the published results: give their folder with --published, or in ISOCOLON_PAPER"


def best(study: Study) -> Part:
    """Returns the paper's table of each model's best scheme, picked on test."""
    title = "Best results on test by EPM, picked on test as in the paper"
    return table(study, title, "best")


def honest(study: Study) -> Part:
    """Returns the same table with schemes picked on optimization data."""
    title = "Best results on test by EPM, picked by MBAWO on optimization"
    if study.comparison is None:
        return Part(title, missing=NEEDED)
    cells = {model.key: best_cells(row) for model, row in study.comparison.best["honest"].items()}
    return Part(title, cells, remarks=("The paper has no such table: its best rows were picked on test.",))


def means(study: Study) -> Part:
    """Returns the paper's table of each model's mean."""
    return table(study, "Means over schemes, EPM on test", "means")


def ranks(study: Study) -> Part:
    """Returns the paper's table of mean ranks, the tests of them, and their diagram."""
    title = "Mean ranks of schemes, EPM on test"
    if study.comparison is None or study.results is None:
        return Part(title, missing=NEEDED)
    picture = draw(study.results, study.comparison, study.folder, "svg")[-1]
    return Part(title, study.comparison.tables()["ranks"], (picture,), verdicts(study.comparison), as_printed="ranks")


def verdicts(found: Comparison) -> tuple[str, ...]:
    """Returns what the tests say."""
    assert found.friedman_schemes and found.friedman_models
    pairs = "; ".join(f"{pair.better} over {pair.worse} (p = {pair.p:.4f})" for pair in found.significant())
    return (
        f"Friedman, schemes as treatments, as the text says: p = {found.friedman_schemes.p:.2g}.",
        f"Friedman, models as treatments, as the published script has it: p = {found.friedman_models.p:.2g}.",
        f"Nemenyi, p < .05: {pairs or 'no two'}.",
    )


def boxes(study: Study) -> Part:
    """Returns the paper's box plots, one for each metric."""
    title = "All schemes of each model, on test"
    if study.comparison is None or study.results is None:
        return Part(title, missing=NEEDED)
    return Part(title, pictures=tuple(draw(study.results, study.comparison, study.folder, "svg")[:-1]))


def table(study: Study, title: str, name: str) -> Part:
    """Returns one of the paper's tables of results."""
    if study.comparison is None:
        return Part(title, missing=NEEDED)
    return Part(title, study.comparison.tables()[name], as_printed=name)
