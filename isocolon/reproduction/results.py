"""What the published results say: best rows, means, ranks and box plots."""

from __future__ import annotations

from isocolon.analysis.comparison import best_cells, draw_boxes, draw_ranks
from isocolon.reproduction.study import UNPRINTED, Part, Study

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
    cells = {str(model): best_cells(row) for model, row in study.comparison.best["honest"].items()}
    return Part(title, cells, remarks=("The paper has no such table: its best rows were picked on test.",))


def means(study: Study) -> Part:
    """Returns the paper's table of each model's mean."""
    return table(study, "Means over schemes, EPM on test", "means")


def ranks(study: Study) -> Part:
    """Returns the paper's table of mean ranks, the tests of them, and their diagram."""
    title = "Mean ranks of schemes, EPM on test"
    if study.comparison is None:
        return Part(title, missing=NEEDED)
    cells, remarks = study.comparison.tables()["ranks"], tuple(study.comparison.verdicts())
    return Part(title, cells, tuple(draw_ranks(study.comparison, study.folder, "svg")), remarks, as_printed="ranks")


def boxes(study: Study) -> Part:
    """Returns the paper's box plots, one for each metric."""
    title = "All schemes of each model, on test"
    if study.results is None:
        return Part(title, missing=NEEDED)
    pictures = tuple(draw_boxes(study.results, "test", study.folder, "svg"))
    return Part(title, pictures=pictures, remarks=(UNPRINTED,))


def table(study: Study, title: str, name: str) -> Part:
    """Returns one of the paper's tables of results."""
    if study.comparison is None:
        return Part(title, missing=NEEDED)
    return Part(title, study.comparison.tables()[name], as_printed=name)
