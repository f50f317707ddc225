"""People and their judgement: how far annotators agree, and what errors the best model makes."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

from isocolon import formats, metrics
from isocolon.analysis import agreement as agreeing
from isocolon.analysis.agreement import Agreement
from isocolon.analysis.errors import Cell, Fault, find_errors, tabulate, tabulate_remarks
from isocolon.analysis.printed import Cells
from isocolon.analysis.results import Model
from isocolon.datasets.places import find
from isocolon.errors import DataWarning
from isocolon.reproduction.results import NEEDED
from isocolon.reproduction.study import Part, Study

CLEANERS = ("conjunctions", "interlocks")
SHORT = {Fault.POSITIVE: "FP", Fault.NEGATIVE: "FN", Fault.MIXTURE: "FM"}
ASP_ONLY = "The paper has this of ASP only."
ANALYSED = (Model("latin-bert", "identity"), "biomj-token")
"""The model and scheme whose output the paper's error analysis looks at."""


def agreement(study: Study) -> Part:
    """Returns the paper's table of the agreement of its annotators, and what it would be with aligned tokens."""
    title = "Agreement of annotators"
    if study.dataset != "asp":
        return Part(title, remarks=(ASP_ONLY,))
    folder = find("asp") / "agreement-study"
    annotators = {who: list(formats.read(folder / f"annotator-{who}", language="la")) for who in "ab"}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", DataWarning)
        [found] = agreeing.agree(annotators, clean=CLEANERS).values()
    [aligned] = agreeing.agree(annotators, clean=CLEANERS, realign=True, trials=1).values()
    cells = {name: agreement_cells(each, aligned[name]) for name, each in found.items()}
    picture = agreeing.plot_agreement({("a", "b"): found}, study.folder / "agreement.svg")
    remarks = tuple(f"{warning.message}." for warning in told)
    return Part(title, cells, (picture,), remarks, as_printed="agreement")


def agreement_cells(found: Agreement, aligned: Agreement) -> dict[str, str]:
    """Returns the agreement by one metric as the paper prints it, then as it should be."""
    paper = found.published
    return {
        "F1": f"{found.score.f1:.4f}",
        "mean of samples": f"{paper.mean:.4f} ± {paper.deviation:.4f}",
        "interval": f"[{paper.interval.low:.4f}, {paper.interval.high:.4f}]",
        "percentile interval": f"[{found.interval.low:.4f}, {found.interval.high:.4f}]",
        "F1, tokens aligned": f"{aligned.score.f1:.4f}",
    }


def errors(study: Study) -> Part:
    """Returns the paper's table of errors, found by rules."""
    title = "Errors of the best model on validation, found by rules"
    if study.analysed is None:
        return nothing(study, title)
    predicted, gold = study.analysed
    found = {one.id: tabulate(find_errors(one)) for one in metrics.compare(predicted=predicted, gold=gold)}
    return Part(title, error_cells(found), as_printed="errors")


def remarks(study: Study) -> Part:
    """Returns the paper's table of errors, from the remarks that its authors left in the files."""
    title = "Errors of the best model on validation, as remarked by hand in the published files"
    if study.analysed is None:
        return nothing(study, title)
    return Part(title, error_cells({one.id: tabulate_remarks(one) for one in study.analysed[0]}), as_printed="errors")


def nothing(study: Study, title: str) -> Part:
    """Returns a part that has nothing to show: for want of the published results, or because the paper has none."""
    return Part(title, missing=NEEDED) if study.dataset == "asp" else Part(title, remarks=(ASP_ONLY,))


def error_cells(found: Mapping[str, Mapping[Cell, int]]) -> Cells:
    """Returns the number of errors of each kind by document and in total."""
    by_document = dict(sorted(found.items(), key=lambda item: int(item[0])))
    cells = next(iter(by_document.values()))
    total = {cell: sum(counts[cell] for counts in by_document.values()) for cell in cells}
    return {
        id: {f"{level} {SHORT[fault]}": str(count) for (level, fault), count in counts.items()}
        | {"all": str(sum(counts.values()))}
        for id, counts in {**by_document, "total": total}.items()
    }


def conformance(study: Study) -> Part:
    """Returns the scores of the best model's published output beside those in the published results."""
    title = "The best model's output on validation, scored anew"
    if study.analysed is None or study.results is None:
        return nothing(study, title)
    predicted, gold = study.analysed
    scores = metrics.score(predicted=predicted, gold=gold)
    cells = {}
    for name, score in scores.items():
        theirs = study.results.row(*ANALYSED, name, "validation")
        cells[name] = {"F1": f"{score.f1:.6f}", "F1 in the published results": f"{theirs.f1:.6f}"}
    return Part(title, cells)
