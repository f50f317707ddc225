"""Which scheme serves a model best, and how the choice is made.

The paper takes for each model the scheme with the highest F1 *on the test split*: figures that nobody could have had
who did not know the answers. The honest way is to choose by the metric and the split that chose among trials, MBAWO on
the optimization split, and to look at test once. Means over schemes, and ranks, need no such choice.
"""

from __future__ import annotations

from dataclasses import dataclass

from isocolon.analysis.results import Model, Result, Results
from isocolon.analysis.statistics import Average


@dataclass(frozen=True)
class Protocol:
    """How the best of a model's schemes is chosen: by a metric on a split; the paper's is the metric reported."""

    name: str
    set: str
    metric: str | None
    label: str

    def metric_for(self, reported: str) -> str:
        """Returns the metric to choose by when another is reported."""
        return self.metric or reported


PROTOCOLS = (
    Protocol("published", "test", None, "picked on test, as in the paper"),
    Protocol("honest", "optimization", "mbawo", "picked on optimization, by MBAWO"),
)


def best_rows(results: Results, protocol: Protocol, metric: str = "epm", set: str = "test") -> dict[Model, Result]:
    """Returns for each model the row of its best scheme; of equals, the first."""
    scores = results.f1(protocol.metric_for(metric), protocol.set)
    return {
        model: results.row(model, max(schemes, key=schemes.__getitem__), metric, set)
        for model, schemes in scores.items()
    }


def means(results: Results, metric: str = "epm", set: str = "test") -> dict[Model, Average]:
    """Returns each model's mean F1 over its schemes, with the deviation of a sample."""
    return {model: Average.of(schemes.values()) for model, schemes in results.f1(metric, set).items()}
