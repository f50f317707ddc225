"""Search with objectives that take no time: all trials, each once, whatever fails, whoever works."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from isocolon.errors import ConfigurationError
from isocolon.training.executors import Processes, workers
from isocolon.training.space import Space

pytest.importorskip("optuna", reason="searching needs the extra 'train'")

from training import objectives

from isocolon.training.running import alone, run
from isocolon.training.search import Search, State, Trial

ROOT = Path(__file__).parents[2]
SETS = {"size": [1, 2, 4, 8, 16], "layers": list(range(1, 21))}


def a_space(trials: int = 4, **changes: object) -> Space:
    settings = {"scheme": ["bio-token", "biomj-branch"]}
    return Space({}, SETS, settings=settings, constraints=("size <= layers",), trials=trials, **changes)  # type: ignore[arg-type]


def essence(trials: list[Trial]) -> list[tuple[object, ...]]:
    """What must be the same whoever works."""
    return [(trial.setting, trial.number, trial.options, trial.state, trial.score) for trial in trials]


def times_run(folder: Path) -> list[int]:
    return [len(path.read_text().splitlines()) for path in sorted(folder.glob("*/*/ran"))]


@pytest.fixture(scope="module")
def sequential(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """The trials of a search that one worker does."""
    search = Search(a_space(), tmp_path_factory.mktemp("sequential"))
    with workers(jobs=1) as pool:
        run(search, objectives.product, pool)
    assert times_run(search.folder) == [1] * 8
    return essence(search.trials())


def test_the_best_of_each_setting(sequential: list[tuple[object, ...]], tmp_path: Path) -> None:
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


def test_interrupted_and_gone_on_with(sequential: list[tuple[object, ...]], tmp_path: Path) -> None:
    def stop_after_three(trial: Trial) -> None:
        if trial.state is State.COMPLETE and len([t for t in search.trials() if t.state is State.COMPLETE]) == 3:
            raise KeyboardInterrupt

    search = Search(a_space(), tmp_path)
    with pytest.raises(KeyboardInterrupt), workers(jobs=2) as pool:
        run(search, objectives.slow, pool, report=stop_after_three)
    states = [trial.state for trial in search.trials()]
    assert states.count(State.COMPLETE) == 3
    assert states.count(State.RUNNING) >= 1
    again = Search(a_space(), tmp_path)
    with workers(jobs=2) as pool:
        run(again, objectives.slow, pool)
    assert essence(again.trials()) == sequential


def test_killed_while_drawing(sequential: list[tuple[object, ...]], tmp_path: Path) -> None:
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


def test_more_trials_later(sequential: list[tuple[object, ...]], tmp_path: Path) -> None:
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


# Clusters


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}


def is_alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return False
    return "State:\tZ" not in status.read_text()


def until(condition: object, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.05)


@contextmanager
def processes(*commands: list[str], folder: Path) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Runs commands of Dask beside the test."""
    started = []
    try:
        for k, command in enumerate(commands):
            with (folder / f"process-{k}.log").open("w") as log:
                call = [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]]
                started.append(subprocess.Popen(call, stdout=log, stderr=log, cwd=folder, env=environment()))
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Gives the address of a Dask scheduler with two workers of one thread each, on loopback, and the workers."""
    file = folder / "scheduler.json"
    here = ["--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
    with processes(["dask_scheduler", *here, "--port", "0", "--scheduler-file", str(file)], folder=folder) as _:
        until(file.exists)
        address = json.loads(file.read_text())["address"]
        worker = ["dask_worker", address, *here, "--nthreads", "1", "--no-nanny"]
        with processes(worker, worker, folder=folder) as started:
            yield address, started


def test_cluster_with_a_worker_killed(sequential: list[tuple[object, ...]], tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="clusters need the extra 'cluster'")
    search = Search(a_space(), tmp_path / "search")
    killed = []

    def kill_one(trial: Trial) -> None:
        if trial.state is State.COMPLETE and not killed:
            killed.append(started[0].pid)
            os.kill(started[0].pid, signal.SIGKILL)

    with cluster(tmp_path) as (address, started), workers(cluster=address) as pool:
        until(lambda: pool.width() == 2)
        run(search, objectives.slow, pool, report=kill_one)
        until(lambda: pool.width() == 1)
    assert killed
    assert essence(search.trials()) == sequential
    # what the dead worker was doing left no trace, unless it had just done it and nobody had heard
    assert 8 <= sum(times_run(search.folder)) <= 9


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "127.0.0.1:9", "nonsense://there"])
def test_unreachable_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="clusters need the extra 'cluster'")
    monkeypatch.setattr("isocolon.training.executors.TIMEOUT", 1)
    with pytest.raises(ConfigurationError, match=f"no Dask scheduler answers at '{address}' within 1 s"):
        workers(cluster=address)


@pytest.mark.parametrize(
    ("cluster", "module", "message"),
    [
        ("tcp://127.0.0.1:9", "distributed", "a cluster needs Dask. Install it with: pip install 'isocolon[cluster]'."),
        ("slurm", "dask_jobqueue", "SLURM needs dask-jobqueue. Install it with: pip install 'isocolon[cluster]'."),
    ],
)
def test_what_is_not_installed(cluster: str, module: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ConfigurationError) as caught:
        workers(cluster=cluster)
    assert str(caught.value) == message
