"""Search with objectives that take no time: all trials, each once, whatever fails, whoever works."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from isocolon.errors import ConfigurationError
from isocolon.training.executors import Processes, workers
from isocolon.training.space import Space

pytest.importorskip("optuna", reason="searching needs the extra 'train'")

from training import objectives
from training.searches import Essence, a_space, environment, essence, is_alive, times_run, until

from isocolon.training.running import alone, run
from isocolon.training.search import Search, State, Trial


def test_the_best_of_each_setting(sequential: Essence, tmp_path: Path) -> None:
    search = Search(a_space(), tmp_path)
    told: list[State] = []
    with workers(jobs=2) as pool:
        run(search, objectives.product, pool, report=lambda trial: told.append(trial.state))
    assert essence(search.trials()) == sequential
    assert times_run(tmp_path) == [1] * 8
    assert sorted(told) == [State.COMPLETE] * 8 + [State.RUNNING] * 8
    for setting, best in search.best().items():
        assert best.score == max(t.score or 0 for t in search.trials() if t.setting == setting)
        assert search.folder_of(best).joinpath("ran").is_file()


def test_interrupted_and_gone_on_with(sequential: Essence, tmp_path: Path) -> None:
    def stop_after_three(trial: Trial) -> None:
        if trial.state is State.COMPLETE and len([t for t in search.trials() if t.state is State.COMPLETE]) == 3:
            raise KeyboardInterrupt

    search = Search(a_space(), tmp_path)
    with pytest.raises(KeyboardInterrupt), workers(jobs=2) as pool:
        run(search, objectives.lingering, pool, report=stop_after_three)
    assert list(tmp_path.glob("*/*/stop"))  # which ends what a cluster's workers would go on with
    states = [trial.state for trial in search.trials()]
    assert states.count(State.COMPLETE) == 3
    assert states.count(State.RUNNING) >= 1
    again = Search(a_space(), tmp_path)
    with workers(jobs=2) as pool:
        run(again, objectives.slow, pool)
    assert essence(again.trials()) == sequential
    assert not list(tmp_path.glob("*/*/stop"))


def test_killed_while_drawing(sequential: Essence, tmp_path: Path) -> None:
    search = Search(a_space(), tmp_path)
    search.studies["bio-token"].ask()  # as if killed before its options were on record
    again = Search(a_space(), tmp_path)
    assert again.trials() == []
    with workers() as pool:
        run(again, objectives.product, pool)
    assert len(again.trials()) == len(sequential)
    assert {trial.state for trial in again.trials()} == {State.COMPLETE}


def test_retry_where_nothing_else_is_left(tmp_path: Path) -> None:
    space = Space({}, {"size": [1, 2, 4], "layers": [1]}, trials=3)
    for retry, objective in ((False, objectives.faulty), (True, objectives.product)):
        search = Search(space, tmp_path, retry=retry)
        with workers() as pool:
            run(search, objective, pool)
    assert [trial.state for trial in search.trials()] == [State.COMPLETE] * 3


def test_more_trials_later(sequential: Essence, tmp_path: Path) -> None:
    for trials in (1, 4):
        search = Search(a_space(trials), tmp_path)
        with workers() as pool:
            run(search, objectives.product, pool)
        assert len(search.trials()) == 2 * trials
    assert essence(search.trials()) == sequential


def test_failing_trials_are_recorded(tmp_path: Path) -> None:
    search = Search(a_space(), tmp_path)
    with workers() as pool:
        run(search, objectives.faulty, pool)
    failed = [trial for trial in search.trials() if trial.state is State.FAILED]
    assert [(trial.number, trial.reason) for trial in failed] == [
        (1, "ValueError: trial 1 is cursed"),
        (2, "the score is nan"),
    ] * 2
    assert "in faulty" in failed[0].error  # the traceback is the worker's
    assert sum(trial.state is State.COMPLETE for trial in search.trials()) == 4
    retried = Search(a_space(), tmp_path, retry=True)
    with workers() as pool:
        run(retried, objectives.product, pool)
    assert [trial.state for trial in retried.trials()] == [State.COMPLETE] * 8
    assert {repr(t.options) for t in retried.trials()} == {repr(t.options) for t in search.trials()}


def test_a_trial_that_kills_its_process(tmp_path: Path) -> None:
    search = Search(a_space(), tmp_path)
    with workers(jobs=2) as pool:
        run(search, objectives.deadly, pool)
    failed = [trial for trial in search.trials() if trial.state is State.FAILED]
    assert [(trial.setting, trial.number) for trial in failed] == [("bio-token", 1), ("biomj-branch", 1)]
    assert failed[0].reason.startswith("the process that ran this trial died")
    assert sum(trial.state is State.COMPLETE for trial in search.trials()) == 6


@pytest.mark.parametrize(("asked", "given"), [(None, 1), ("3", 3)])
def test_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str | None, given: int) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if asked:
        monkeypatch.setenv("OMP_NUM_THREADS", asked)
    search = Search(a_space(1), tmp_path)
    with workers(jobs=2) as pool:
        run(search, objectives.threads, pool)
    assert [trial.score for trial in search.trials()] == [given] * 2


def test_two_searches_in_one_folder(tmp_path: Path) -> None:
    search = Search(a_space(), tmp_path)
    with (
        alone(tmp_path / "search.lock"),
        pytest.raises(ConfigurationError, match="another search is running in"),
        workers() as pool,
    ):
        run(search, objectives.product, pool)


def test_another_space_in_the_same_folder(tmp_path: Path) -> None:
    Search(a_space(), tmp_path)
    with pytest.raises(ConfigurationError, match="holds a search with another `seed`"):
        Search(a_space(seed=2), tmp_path)


def test_pruning_asks_bad_trials_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isocolon.training.running.POLL", 0.03)
    search = Search(a_space(pruner="median", trials=8), tmp_path)
    with workers() as pool:
        run(search, objectives.stoppable, pool, scores=objectives.scores_so_far)
    states = [trial.state for trial in search.trials()]
    assert State.PRUNED in states
    assert State.FAILED not in states
    worst = [trial for trial in search.trials() if trial.state is State.PRUNED]
    assert {5, 6, 7} >= {trial.number for trial in worst} >= {7}  # five have to come first


def test_no_jobs() -> None:
    with pytest.raises(ConfigurationError, match="0 jobs can do nothing"):
        workers(jobs=0)


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    code = (
        "import os, signal, time\n"
        "from isocolon.training.executors import workers\n"
        "if __name__ == '__main__':\n"
        "    pool = workers(1)\n"
        "    print(pool.executor.submit(os.getpid).result(), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    done = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment(), timeout=60)
    until(lambda: not is_alive(int(done.stdout)))


def test_closing_now_ends_processes() -> None:
    pool = Processes(1)
    pid = pool.executor.submit(os.getpid).result()
    pool.executor.submit(time.sleep, 60)
    pool.close(now=True)
    until(lambda: not is_alive(pid))
