"""`isocolon search`: the best options of a detector, by many trainings."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from isocolon.cli.console import new_table, note, out, print_json
from isocolon.cli.train import overrides

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.table import Table

    from isocolon.training.executors import Workers
    from isocolon.training.search import Search, Trial

app = typer.Typer(rich_markup_mode=None, add_completion=False)

RESULTS = "results.csv"
LATEST = 8
"""How many trials that failed or run are listed at most."""


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def search(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="SPACE.toml", help="A search space in TOML.")],
    folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to search in, new or begun.")],
    jobs: Annotated[int, typer.Option(min=1, help="How many processes, or SLURM jobs, work at once.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Use a Dask cluster (tcp://host:8786), or slurm.")
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Run trials that failed again.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print all trials as JSON.")] = False,
) -> None:
    """Search for the best options of a detector. What a folder has is kept: search again to go on.

    Any key of the space can be set here: --trials=4 --recipe.training.epochs=3
    """
    require_training()
    from isocolon.analysis.results import write_results
    from isocolon.training import trials
    from isocolon.training.executors import workers
    from isocolon.training.search import Search
    from isocolon.training.space import read_space

    space = read_space(source, tuple(overrides(context.args)))
    trials.check(space, here=cluster is None)
    with workers(jobs, cluster) as pool:
        begun = Search(space, folder, retry=retry)
        watched_run(begun, pool)
    write_results(trials.result_rows(begun), folder / RESULTS)
    note(f"wrote {folder / RESULTS}")
    if json:
        print_json([asdict(trial) for trial in begun.trials()])
    else:
        out().print(best_table(begun))
    conclude(begun)


def conclude(begun: Search) -> None:
    """Says how many trials failed, and exits with 1 where none came to a result."""
    if failed := sum(trial.state == "failed" for trial in begun.trials()):
        note(f"{failed} of {begun.total} trials failed; --json prints their tracebacks, --retry runs them again.")
    if not begun.best():
        raise typer.Exit(1)


def require_training() -> None:
    """Makes sure that what searching needs is installed."""
    from importlib.util import find_spec

    from isocolon.errors import ConfigurationError

    if missing := [name for name in ("torch", "safetensors", "optuna", "filelock") if find_spec(name) is None]:
        raise ConfigurationError(f"searching needs {' and '.join(missing)}. Install: pip install 'isocolon[train]'.")


def watched_run(begun: Search, pool: Workers) -> None:
    """Runs all trials, with a live table on stderr where that is a terminal, and else a line for each that ends."""
    from rich.console import Console
    from rich.live import Live

    from isocolon.training.running import run
    from isocolon.training.trials import Training, scores_so_far

    objective = Training(begun.space.split, begun.space.metric)
    console = Console(stderr=True)
    try:
        if console.is_terminal:
            with Live(Board(begun), console=console, refresh_per_second=1):
                run(begun, objective, pool, scores=scores_so_far)
        else:
            run(begun, objective, pool, tell, scores_so_far)
    except KeyboardInterrupt:
        note("what is done is kept: search again with the same --out to go on.")
        raise


def tell(trial: Trial) -> None:
    """Says how a trial ended."""
    if trial.state != "running":
        note(f"{trial.setting} {trial.number}: {outcome(trial)}")


def outcome(trial: Trial) -> str:
    """Returns how a trial ended, in words."""
    if trial.score is not None:
        return f"{trial.score:.4f} in {trial.seconds or 0:.0f} s with {describe(trial)}"
    return f"{trial.state}: {trial.reason}" if trial.reason else str(trial.state)


def describe(trial: Trial) -> str:
    """Returns a trial's options in a line."""
    return ", ".join(f"{key} {value}" for key, value in trial.options.items())


class Board:
    """The live table of a search: how far it is, the best so far, what runs, what failed and why."""

    def __init__(self, begun: Search) -> None:
        self.begun = begun
        self.seen: dict[tuple[str, int], float] = {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the table as it is now."""
        trials = self.begun.trials()
        yield self.summary(trials)
        yield best_table(self.begun)
        yield self.others_table(trials)

    def summary(self, trials: list[Trial]) -> str:
        """Returns how far the search is and how long it can take from here."""
        states = Counter(str(trial.state) for trial in trials)
        counts = ", ".join(f"{count} {state}" for state, count in states.items())
        return f"{self.begun.total} trials: {counts or 'none yet'}; {self.left(trials)}"

    def left(self, trials: list[Trial]) -> str:
        """Returns how much time is left, by the mean of trials so far."""
        from isocolon.nn.loop import clock

        times = [trial.seconds for trial in trials if trial.seconds is not None]
        running = sum(trial.state == "running" for trial in trials)
        if not times:
            return "no trial has ended yet"
        left = self.begun.total - len(trials) + running
        return f"about {clock(left * fmean(times) / max(1, running))} left"

    def others_table(self, trials: list[Trial]) -> Table:
        """Returns the trials that run, and the last that failed."""
        table = new_table("trial", "state", "options")
        for trial in [trial for trial in trials if trial.state in ("running", "failed")][-LATEST:]:
            if trial.state == "running":
                since = self.seen.setdefault((trial.setting, trial.number), monotonic())
                state = f"running {monotonic() - since:.0f} s"
            else:
                state = trial.reason
            table.add_row(f"{trial.setting} {trial.number}", state, describe(trial))
        return table


def best_table(begun: Search) -> Table:
    """Returns the best trial of each setting."""
    space = begun.space
    table = new_table("setting", "trials", f"best {space.metric} on {space.split}", "trial", "options")
    done = Counter(trial.setting for trial in begun.trials() if trial.state != "running")
    best = begun.best()
    for setting in begun.settings:
        trial = best.get(setting)
        found = (f"{trial.score:.4f}", str(trial.number), describe(trial)) if trial else ("–", "–", "–")
        table.add_row(setting, f"{done[setting]} of {space.trials}", *found)
    return table
