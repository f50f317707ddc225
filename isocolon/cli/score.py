"""`isocolon score`: predicted parallelisms against gold ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from isocolon.cli.console import new_table, note, out, print_json
from isocolon.cli.sources import corpus

if TYPE_CHECKING:
    from rich.table import Table

    from isocolon.analysis.bootstrap import Interval
    from isocolon.analysis.significance import Significance
    from isocolon.document import Document, Parallelism
    from isocolon.metrics import Comparison, Counts, Score, Signature

    Tally = dict[str, list[Counts]]

OTHER = "the other system"

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def score(
    predicted: Annotated[str, typer.Argument(metavar="PREDICTED", help="The predictions: a file or folder.")],
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="What is right: a file or folder, or a dataset's name.")],
    format: Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="PREDICTED's format.")] = None,
    gold_format: Annotated[str | None, typer.Option("--gold-from", metavar="FORMAT", help="GOLD's format.")] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not told from them.")] = None,
    by: Annotated[Literal["document"] | None, typer.Option(help="Score each document by itself as well.")] = None,
    against: Annotated[
        str | None, typer.Option(metavar="OTHER", help="Another system's predictions to test the difference from.")
    ] = None,
    against_format: Annotated[
        str | None, typer.Option("--against-from", metavar="FORMAT", help="OTHER's format, if not PREDICTED's.")
    ] = None,
    alignment: Annotated[bool, typer.Option("--alignment", help="List which predicted met which gold.")] = False,
    beta: Annotated[float, typer.Option(help="Print F-beta, in which recall weighs beta times precision.")] = 1,
    strata: Annotated[int | None, typer.Option(help="Score so many strata, from the outermost, not all.")] = None,
    empty: Annotated[int, typer.Option(min=0, max=1, help="What nothing against nothing scores, 0 or 1.")] = 0,
    partial: Annotated[bool, typer.Option("--partial", help="Leave out documents that one side lacks.")] = False,
    trials: Annotated[int, typer.Option(min=1, help="How often to resample.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Where the random numbers begin.")] = 2023,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Score predicted parallelisms against gold ones by four metrics, from exact matches to words in common."""
    from isocolon.analysis.bootstrap import FEW
    from isocolon.metrics import sign, summarize, tally
    from isocolon.metrics.pairing import SIDES, compare_rows, line_up

    sides = {"predicted": corpus(predicted, format, language)}
    if against:
        sides[OTHER] = corpus(against, against_format or format, language)
    rows = line_up({**sides, "gold": gold_corpus(gold, gold_format, language)}, partial=partial)
    comparisons = compare_rows(rows, sides=SIDES, strata=strata)
    counts = tally(comparisons)
    signature = sign(comparisons, strata=strata, empty=empty, partial=partial)
    draws = Draws(trials, seed, empty)
    others = tally(compare_rows(rows, sides=(OTHER, "gold"), strata=strata)) if against else None
    if len(rows) < FEW:
        note(f"few documents ({len(rows)}): below {FEW}, take intervals and the paired bootstrap with caution.")
    report = Report(
        scores=summarize(counts, signature),
        intervals=draws.intervals(counts),
        documents=scores_by_document(comparisons, counts, signature) if by else None,
        others=summarize(others, signature) if others else None,
        tests=draws.tests(counts, others) if others else None,
        pairs=pairs_of(comparisons) if alignment else None,
        beta=beta,
    )
    print_json(report.to_json()) if json else report.show()


def gold_corpus(source: str, format: str | None, language: str | None) -> list[Document]:
    """Returns the gold documents of a source; the paper's results, which hold both sides, give their gold one."""
    from isocolon import datasets, formats

    if format is None and source not in datasets.DATASETS:
        first = formats.files(Path(source))[0]
        format = "rpd-gold" if formats.recognise(first) == "rpd-predicted" else None
    return corpus(source, format, language)


@dataclass(frozen=True)
class Draws:
    """How to draw documents anew."""

    trials: int
    seed: int
    empty: int

    def intervals(self, counts: Tally) -> dict[str, Interval | None]:
        """Returns each metric's bootstrap interval over documents; none where there is one document only."""
        from isocolon.analysis.bootstrap import interval

        return {name: interval(parts, **asdict(self)) for name, parts in counts.items()}

    def tests(self, counts: Tally, others: Tally) -> dict[str, Significance]:
        """Returns for each metric how one system differs from another."""
        from isocolon.analysis.significance import compare_systems

        return {name: compare_systems(counts[name], others[name], **asdict(self)) for name in counts}


def scores_by_document(
    comparisons: Sequence[Comparison], counts: Tally, signature: Signature
) -> dict[str, dict[str, Score]]:
    """Returns the scores of each document by itself."""
    from isocolon.metrics import summarize

    alone = replace(signature, documents=1)
    return {
        comparison.id: summarize({name: [parts[k]] for name, parts in counts.items()}, alone)
        for k, comparison in enumerate(comparisons)
    }


@dataclass(frozen=True)
class Pair:
    """A predicted and a gold parallelism that met, with what they scored by the metrics that matched them."""

    document: str
    predicted: Parallelism
    gold: Parallelism
    scores: dict[str, float]


def pairs_of(comparisons: Sequence[Comparison]) -> list[Pair]:
    """Returns all pairs that some metric matched, in reading order."""
    from isocolon.metrics import METRICS

    found = []
    for comparison in comparisons:
        scores: dict[tuple[Parallelism, Parallelism], dict[str, float]] = defaultdict(dict)
        for name in METRICS:
            for match in comparison.alignment(METRICS[name]()):
                scores[match.predicted, match.gold][name] = match.score
        pairs = sorted(scores, key=lambda pair: (pair[1].branches, pair[0].branches))
        found += [Pair(comparison.id, *pair, scores[pair]) for pair in pairs]
    return found


@dataclass(frozen=True)
class Report:
    """All that was asked for; None is what was not."""

    scores: dict[str, Score]
    intervals: dict[str, Interval | None]
    documents: dict[str, dict[str, Score]] | None
    others: dict[str, Score] | None
    tests: dict[str, Significance] | None
    pairs: list[Pair] | None
    beta: float

    def to_json(self) -> dict[str, object]:
        """Returns the report as plain data: the metrics by name, and beside them what else was asked for."""
        plain: dict[str, object] = {
            name: self.plain(score) | {"interval": asdict(found) if (found := self.intervals[name]) else None}
            for name, score in self.scores.items()
        }
        if self.documents is not None:
            plain["documents"] = {
                id: {name: self.plain(score) for name, score in scores.items()} for id, scores in self.documents.items()
            }
        if self.tests is not None and self.others is not None:
            plain["against"] = {
                name: asdict(test) | {"other": self.plain(self.others[name])} for name, test in self.tests.items()
            }
        if self.pairs is not None:
            plain["alignment"] = [
                {
                    "document": pair.document,
                    "predicted": [[branch.start, branch.end] for branch in pair.predicted],
                    "gold": [[branch.start, branch.end] for branch in pair.gold],
                    "scores": pair.scores,
                }
                for pair in self.pairs
            ]
        return plain

    def plain(self, score: Score) -> dict[str, object]:
        """Returns a score as plain data, with the F-measure asked for."""
        extra = {} if self.beta == 1 else {"beta": self.beta, "f_beta": score.f(self.beta)}
        return {**score.as_dict(), **extra}

    def show(self) -> None:
        """Prints tables for people, and how the scores came about."""
        console = out()
        console.print(self.scores_table())
        if self.documents is not None:
            console.print(self.documents_table(self.documents))
        if self.tests is not None and self.others is not None:
            console.print(self.tests_table(self.tests, self.others))
        if self.pairs is not None:
            console.print(self.pairs_table(self.pairs))
        for score in self.scores.values():
            console.print(score.signature, soft_wrap=True)

    def scores_table(self) -> Table:
        """Returns the scores of all documents together."""
        measures = ["F1"] if self.beta == 1 else ["F1", f"F{self.beta:g}"]
        table = new_table("", "precision", "recall", *measures, "95 % over documents", "matched", "predicted", "gold")
        for name, score in self.scores.items():
            rates = [score.precision, score.recall, score.f1, *([] if self.beta == 1 else [score.f(self.beta)])]
            sizes = [score.matched, score.predicted_size, score.gold_size]
            interval = str(self.intervals[name] or "–")
            table.add_row(name, *(f"{rate:.4f}" for rate in rates), interval, *(f"{size:,}" for size in sizes))
        return table

    def documents_table(self, documents: dict[str, dict[str, Score]]) -> Table:
        """Returns the F-measure of each document by each metric."""
        table = new_table(f"F{self.beta:g} by document", *self.scores)
        for id, scores in documents.items():
            table.add_row(id, *(f"{score.f(self.beta):.4f}" for score in scores.values()))
        return table

    def tests_table(self, tests: dict[str, Significance], others: dict[str, Score]) -> Table:
        """Returns the other system's scores, how the F1 differs from its, and how likely that is by chance."""
        heads = ("difference", "95 % over documents", "p (randomisation)", "p (paired bootstrap)")
        table = new_table(OTHER, "precision", "recall", "F1", *heads)
        for name, test in tests.items():
            rates = (f"{rate:.4f}" for rate in (others[name].precision, others[name].recall, others[name].f1))
            ps = ("–" if p is None else f"{p:.4f}" for p in (test.randomisation_p, test.bootstrap_p))
            table.add_row(name, *rates, f"{test.difference:+.4f}", str(test.interval or "–"), *ps)
        return table

    def pairs_table(self, pairs: Sequence[Pair]) -> Table:
        """Returns which predicted parallelism met which gold one, and what that scored."""
        table = new_table("document", "predicted", "gold", *self.scores)
        for pair in pairs:
            cells = (f"{pair.scores[name]:,}" if name in pair.scores else "–" for name in self.scores)
            table.add_row(pair.document, branches(pair.predicted), branches(pair.gold), *cells)
        return table


def branches(parallelism: Parallelism) -> str:
    """Returns the branches of a parallelism by their half-open spans of tokens."""
    return " ".join(f"{branch.start}:{branch.end}" for branch in parallelism)
