"""What a file of results says about models and schemes: everything that `isocolon compare` prints, and its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from isocolon.analysis.printed import Cells
from isocolon.analysis.rank_plots import plot_boxes, plot_ranks
from isocolon.analysis.ranks import (
    ALPHA,
    Friedman,
    Pair,
    critical_difference,
    enough,
    friedman,
    mean_ranks,
    nemenyi,
    transpose,
)
from isocolon.analysis.results import Model, Result, Results
from isocolon.analysis.selection import PROTOCOLS, best_rows, means
from isocolon.analysis.statistics import Average
from isocolon.errors import ConfigurationError


@dataclass(frozen=True)
class Comparison:
    """Models and schemes, compared by one metric on one split."""

    metric: str
    set: str
    best: dict[str, dict[Model, Result]]
    """For each protocol the row of each model's best scheme."""
    means: dict[Model, Average]
    ranks: dict[str, float]
    friedman_schemes: Friedman | None
    """The test with schemes as treatments, as the paper's text has it; None with too few to test."""
    friedman_models: Friedman | None
    """The test with models as treatments, as the paper's script has it."""
    pairs: list[Pair]
    """Nemenyi's test of every two schemes, the most different first."""
    untested: str
    """Why there is no such test, where there is none."""
    critical_difference: float | None

    def significant(self, alpha: float = ALPHA) -> list[Pair]:
        """Returns the pairs of schemes that differ significantly."""
        return [pair for pair in self.pairs if pair.p < alpha]

    def verdicts(self, alpha: float = ALPHA) -> list[str]:
        """Returns what the tests say, each in a sentence."""
        lines = []
        if self.friedman_schemes:
            p = f"p = {self.friedman_schemes.p:.2g}"
            lines.append(f"Do schemes differ? Friedman, schemes as treatments, as the paper's text has it: {p}.")
        if self.friedman_models:
            p = f"p = {self.friedman_models.p:.2g}"
            lines.append(f"Do models differ? Friedman, models as treatments, as the paper's script has it: {p}.")
        pairs = [f"{pair.better} over {pair.worse} (p = {pair.p:.4f})" for pair in self.significant(alpha)]
        found = f"Nemenyi, p < {alpha:g}: {'; '.join(pairs) or 'no two'}."
        lines.append(f"Which schemes differ? {self.untested or found}")
        if self.critical_difference is not None:
            lines.append(f"Critical difference of mean ranks: {self.critical_difference:.2f}.")
        return lines

    def tables(self) -> dict[str, Cells]:
        """Returns the paper's three tables of results, figures rounded as there."""
        return {
            "best": {str(model): best_cells(row) for model, row in self.best["published"].items()},
            "means": {str(model): {"F1": str(average)} for model, average in self.means.items()},
            "ranks": {scheme: {"rank": f"{rank:.2f}"} for scheme, rank in self.ranks.items()},
        }

    def to_json(self) -> dict[str, object]:
        """Returns everything as plain data."""
        return {
            "metric": self.metric,
            "set": self.set,
            "best": {
                protocol: {model.key: asdict(row) for model, row in rows.items()}
                for protocol, rows in self.best.items()
            },
            "means": {model.key: asdict(average) for model, average in self.means.items()},
            "ranks": self.ranks,
            "friedman": {
                "schemes": asdict(self.friedman_schemes) if self.friedman_schemes else None,
                "models": asdict(self.friedman_models) if self.friedman_models else None,
            },
            "critical_difference": self.critical_difference,
            "nemenyi": [asdict(pair) for pair in self.pairs],
            "untested": self.untested or None,
        }


def best_cells(row: Result) -> dict[str, str]:
    """Returns a row as the paper prints it."""
    rates = {"precision": row.precision, "recall": row.recall, "F1": row.f1}
    return {"tagset": row.tagset, "link": row.link} | {name: f"{rate:.2f}" for name, rate in rates.items()}


def compare(results: Results, metric: str = "epm", set: str = "test", alpha: float = ALPHA) -> Comparison:
    """Returns the comparison of all models and schemes by a metric on a split."""
    scores = results.f1(metric, set)
    ranked, modelled = enough(scores), enough(transpose(scores))
    pairs, untested = post_hoc(scores)
    return Comparison(
        metric=metric,
        set=set,
        best={protocol.name: best_rows(results, protocol, metric, set) for protocol in PROTOCOLS},
        means=means(results, metric, set),
        ranks=mean_ranks(scores),
        friedman_schemes=friedman(scores) if ranked else None,
        friedman_models=friedman(transpose(scores)) if modelled else None,
        pairs=pairs,
        untested=untested,
        critical_difference=critical_difference(len(results.schemes), len(scores), alpha) if ranked else None,
    )


def post_hoc(scores: Mapping[Model, Mapping[str, float]]) -> tuple[list[Pair], str]:
    """Returns Nemenyi's test of every two schemes, or no pairs and why there is no test."""
    if not enough(scores):
        return [], "That takes three schemes with two models at least."
    try:
        return nemenyi(scores), ""
    except ConfigurationError as error:
        return [], str(error)


def draw_boxes(results: Results, set: str, folder: Path, kind: str = "png") -> list[Path]:
    """Draws the box plot of all models by each metric and returns the paths."""
    drawn = []
    for metric in results.metrics:
        scores = {str(model): [*schemes.values()] for model, schemes in results.f1(metric, set).items()}
        drawn.append(plot_boxes(scores, folder / f"boxes-{metric}.{kind}", f"{metric.upper()} on {set}, by model"))
    return drawn


def draw_ranks(compared: Comparison, folder: Path, kind: str = "png", alpha: float = ALPHA) -> list[Path]:
    """Draws the diagram of ranks, if they were tested, and returns its path."""
    if not compared.pairs:
        return []
    path = folder / f"ranks-{compared.metric}.{kind}"
    return [plot_ranks(compared.ranks, compared.pairs, len(compared.means), path, alpha)]
