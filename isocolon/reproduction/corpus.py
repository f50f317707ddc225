"""What is in the dataset: counts, averages, overlap, splits and transitions between tags."""

from __future__ import annotations

from isocolon.analysis.plots import plot_overlap, plot_splits
from isocolon.analysis.splitting import Welch
from isocolon.analysis.statistics import Contents
from isocolon.reproduction.study import UNPRINTED, Part, Study
from isocolon.schemes import SCHEMES
from isocolon.schemes import transitions as tag_transitions

HEATMAPS = ("bio-token", "biomj-token")
"""The schemes of the paper's heatmaps; links make no difference to them."""


def counts(study: Study) -> Part:
    """Returns the paper's table of counts."""
    found = study.description.contents
    cells = {
        "documents": f"{found.documents:,}",
        "sections": f"{found.sections:,}",
        "tokens": f"{found.tokens:,}",
        "branched tokens": f"{found.branched_tokens:,}",
        "branches": f"{found.branches:,} ({found.nested_branches})",
        "parallelisms": f"{found.parallelisms:,} ({found.nested_parallelisms})",
    }
    return Part("Counts", {"all": cells}, as_printed="counts")


def averages(study: Study) -> Part:
    """Returns the paper's table of averages."""
    found = study.description
    cells = {
        "parallelisms per section": str(found.parallelisms_per_section),
        "branches per parallelism": str(found.branches_per_parallelism),
        "branch distance": str(found.branch_distance),
        "branch size": str(found.branch_size),
        "NLO": str(found.nlo),
        "pairs with no overlap": f"{found.pairs_without_overlap:.2%}",
        "parallelisms per document": str(found.parallelisms_per_document),
    }
    return Part("Averages", {"all": cells}, as_printed="averages")


def overlap(study: Study) -> Part:
    """Returns the paper's histogram of lexical overlap."""
    bars = study.description.nlo_histogram
    cells = {f"{bar.start:g}–{bar.end:g}": {"pairs": f"{bar.count:,}", "share": f"{bar.fraction:.0%}"} for bar in bars}
    picture = plot_overlap(bars, study.folder / "overlap.svg")
    return Part("Normalised lexical overlap of related branches", cells, (picture,), (UNPRINTED,))


def splits(study: Study) -> Part:
    """Returns the paper's table of what each split holds."""
    found = {**study.description.splits, "all": study.description.contents}
    picture = plot_splits(study.description.splits, study.folder / "splits.svg")
    cells = {name: split_cells(contents) for name, contents in found.items()}
    return Part("What the splits hold", cells, (picture,), as_printed="splits")


def split_cells(contents: Contents) -> dict[str, str]:
    """Returns what a split holds."""
    figures = ("parallelisms", "branches", "branched_tokens", "tokens")
    return {figure.replace("_", " "): str(getattr(contents, figure)) for figure in figures}


def ratios(study: Study) -> Part:
    """Returns the paper's table of the splits' shares, for the splits that our splitting makes."""
    found = study.assignment
    cells = {
        split.name: {
            "ratio": f"{split.ratio:g}",
            "inner": f"{split.inner / found.inner:.4f}",
            "outer": f"{split.outer / found.outer:.4f}",
        }
        for split in found.splits
    }
    alike = {name: set(ids) for name, ids in found.files.items()} == {k: set(v) for k, v in study.official.items()}
    remark = f"Our splitting puts {'every document' if alike else 'not every document'} where the paper has it."
    return Part("Shares of inner and outer tags", cells, remarks=(remark,), as_printed="ratios")


def welch(study: Study) -> Part:
    """Returns the paper's table of Welch's tests."""
    cells = {
        f"{pair.first} / {pair.second}": welch_cells("inner", pair.inner) | welch_cells("outer", pair.outer)
        for pair in study.assignment.comparisons()
    }
    return Part("Welch's t-tests of the splits", cells, as_printed="welch")


def welch_cells(which: str, test: Welch) -> dict[str, str]:
    """Returns a test's p-value and statistic."""
    values = {"p": test.p, "t": test.statistic}
    return {f"{which} {name}": "–" if value is None else f"{value:.4f}" for name, value in values.items()}


def transitions(study: Study) -> Part:
    """Returns the paper's heatmaps of tags that follow tags, in the training split."""
    title = "Transitions between tags in training"
    if study.heatmap is None:
        return Part(title, missing="nobody was given to draw it")
    ids = set(study.official["training"])
    training = [document for document in study.documents if document.id in ids]
    pictures = []
    for name in HEATMAPS:
        counted = tag_transitions.count(training, SCHEMES[name])
        pictures.append(study.folder / f"transitions-{name.partition('-')[0]}.svg")
        study.heatmap(counted, pictures[-1], name.partition("-")[0].upper())
    return Part(title, pictures=tuple(pictures), remarks=(UNPRINTED,))
