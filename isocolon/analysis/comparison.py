"""What a file of results says about models and schemes: everything that `isocolon compare` prints, and its pictures."""

from __future__ import annotations

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
    critical_difference: float | None

    def significant(self, alpha: float = ALPHA) -> list[Pair]:
        """Returns the pairs of schemes that differ significantly."""
        return [pair for pair in self.pairs if pair.p < alpha]

    def tables(self) -> dict[str, Cells]:
        """Returns the paper's three tables of results, figures rounded as there."""
        return {
            "best": {model.key: best_cells(row) for model, row in self.best["published"].items()},
            "means": {model.key: {"F1": str(average)} for model, average in self.means.items()},
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
        }


def best_cells(row: Result) -> dict[str, str]:
    """Returns a row as the paper prints it."""
    rates = {"precision": row.precision, "recall": row.recall, "F1": row.f1}
    return {"tagset": row.tagset, "link": row.link} | {name: f"{rate:.2f}" for name, rate in rates.items()}


def compare(results: Results, metric: str = "epm", set: str = "test", alpha: float = ALPHA) -> Comparison:
    """Returns the comparison of all models and schemes by a metric on a split."""
    scores = results.f1(metric, set)
    ranked, modelled = enough(scores), enough(transpose(scores))
    return Comparison(
        metric=metric,
        set=set,
        best={protocol.name: best_rows(results, protocol, metric, set) for protocol in PROTOCOLS},
        means=means(results, metric, set),
        ranks=mean_ranks(scores),
        friedman_schemes=friedman(scores) if ranked else None,
        friedman_models=friedman(transpose(scores)) if modelled else None,
        pairs=nemenyi(scores) if ranked else [],
        critical_difference=critical_difference(len(results.schemes), len(scores), alpha) if ranked else None,
    )


def draw(results: Results, compared: Comparison, folder: Path, kind: str = "png", alpha: float = ALPHA) -> list[Path]:
    """Draws box plots by each metric, and the diagram of ranks where they were tested; returns the paths."""
    drawn = []
    for metric in results.metrics:
        scores = {str(model): [*schemes.values()] for model, schemes in results.f1(metric, compared.set).items()}
        title = f"{metric.upper()} on {compared.set}, by model"
        drawn.append(plot_boxes(scores, folder / f"boxes-{metric}.{kind}", title))
    if compared.pairs:
        path = folder / f"ranks-{compared.metric}.{kind}"
        drawn.append(plot_ranks(compared.ranks, compared.pairs, len(results.models), path, alpha))
    return drawn
