"""Searches on clusters, for real: Dask's own processes on loopback, and SLURM's commands that start them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from toy_corpus import RECIPE, document

from isocolon import formats
from isocolon.errors import ConfigurationError
from isocolon.training.executors import workers
from isocolon.training.space import Space

pytest.importorskip("optuna", reason="searching needs the extra 'train'")
pytest.importorskip("distributed", reason="clusters need the extra 'cluster'")

import dask
import psutil
from training import objectives
from training.clusters import cluster
from training.searches import Essence, a_space, environment, essence, is_alive, times_run, until

from isocolon.training.running import run
from isocolon.training.search import Search, State, Trial


def test_a_worker_killed_in_the_middle_of_a_trial(sequential: Essence, tmp_path: Path) -> None:
    search = Search(a_space(), tmp_path / "search")
    ended: Counter[tuple[str, int]] = Counter()

    def tell(trial: Trial) -> None:
        ended[trial.setting, trial.number] += trial.state is not State.RUNNING

    def in_the_middle() -> bool:
        begun = [path for path in search.folder.glob("*/*/begun") if str(victim) in path.read_text().split()]
        return any(not path.with_name("ran").exists() for path in begun)

    def kill() -> None:
        until(in_the_middle)
        os.kill(victim, signal.SIGKILL)

    with cluster(tmp_path) as (address, started), workers(cluster=address) as pool:
        until(lambda: pool.width() == 2)
        victim = started[1].pid
        killer = threading.Thread(target=kill)
        killer.start()
        run(search, objectives.lingering, pool, report=tell)
        killer.join()
        assert pool.width() == 1
    assert essence(search.trials()) == sequential
    assert set(ended.values()) == {1}  # each is put on record once,
    assert times_run(search.folder) == [1] * 8  # each was run to its end once,
    assert sorted(times_run(search.folder, "begun")) == [1] * 7 + [2]  # and one begun twice


def test_the_scheduler_goes_and_the_search_goes_on_with_another(sequential: Essence, tmp_path: Path) -> None:
    def kill(trial: Trial) -> None:
        if trial.state is State.COMPLETE:
            started[0].kill()

    search = Search(a_space(), tmp_path / "search")
    with (
        cluster(tmp_path) as (address, started),
        pytest.raises(ConfigurationError, match="the cluster is gone"),
        workers(cluster=address) as pool,
    ):
        run(search, objectives.lingering, pool, report=kill)
    states = Counter(trial.state for trial in search.trials())
    assert 1 <= states[State.COMPLETE] < 8
    again = Search(a_space(), tmp_path / "search")
    with workers() as pool:
        run(again, objectives.product, pool)
    assert essence(again.trials()) == sequential


def test_trainings_are_the_same_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="training needs the extra 'train'")
    from isocolon.training.trials import Training

    formats.write([document(id) for id in "abcdefgh"], tmp_path / "corpus.jsonl")
    recipe = {**RECIPE, "data": str(tmp_path / "corpus.jsonl"), "training": {"rate": 0.05, "epochs": 6, "batch": 2}}
    sets = {"encoder": {"hidden": [8, 16]}, "training": {"rate": [0.03, 0.05, 0.08]}}
    space = Space(recipe, sets, settings={"scheme": ["bio-token", "biomj-branch"]}, trials=2)  # type: ignore[arg-type]
    with cluster(tmp_path) as (address, _), workers(cluster=address) as pool:
        there = Search(space, tmp_path / "there")
        run(there, Training(), pool)
    with workers() as pool:
        here = Search(space, tmp_path / "here")
        run(here, Training(), pool)
    assert essence(there.trials()) == essence(here.trials())
    assert {trial.state for trial in here.trials()} == {State.COMPLETE}


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "127.0.0.1:9", "localhost", "nonsense://there", "tcp://::1:x"]
)
def test_unreachable_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigurationError, match=f"no Dask scheduler answers at '{address}' within 5 s"):
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


# SLURM: its two commands, of which sbatch runs a job's script beside us at once, and scancel ends it

SBATCH = """#!{python}
import pathlib, subprocess, sys
script = sys.stdin.read() if "--test-only" in sys.argv else pathlib.Path(sys.argv[-1]).read_text()
if "#SBATCH -p nowhere" in script:
    sys.exit("sbatch: error: invalid partition specified: nowhere")
if "--test-only" not in sys.argv:
    with open("{folder}/jobs.log", "a") as log:
        job = subprocess.Popen(["bash", "-c", script], stdout=log, stderr=log, start_new_session=True)
    with open("{folder}/jobs", "a") as jobs:
        print(job.pid, file=jobs)
    print("Submitted batch job", job.pid)
"""
SCANCEL = """#!{python}
import os, signal, sys
os.killpg(int(sys.argv[1]), signal.SIGTERM)
"""


@pytest.fixture
def slurm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine with SLURM, and jobs that stay on it; the file that lists them."""
    pytest.importorskip("dask_jobqueue", reason="clusters need the extra 'cluster'")
    for name, script in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(script.format(python=sys.executable, folder=tmp_path))
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    job = {
        "cores": 1,
        "memory": "1GiB",
        "scheduler-options": {"host": "127.0.0.1"},
        "worker-extra-args": ["--host", "127.0.0.1"],
        "job-script-prologue": [f"export PYTHONPATH={environment()['PYTHONPATH']}"],
    }
    with dask.config.set({"jobqueue.slurm": dask.config.get("jobqueue.slurm") | job}):
        yield tmp_path / "jobs"
    for pid in pids(tmp_path / "jobs"):
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


def pids(jobs: Path) -> list[int]:
    return [int(line) for line in jobs.read_text().split()] if jobs.exists() else []


def listening(pid: int) -> list[str]:
    """The addresses on which a process and its children listen."""
    process = psutil.Process(pid)
    found = [each.net_connections("inet") for each in (process, *process.children(recursive=True))]
    return [each.laddr.ip for connections in found for each in connections if each.status == psutil.CONN_LISTEN]


def test_slurm(slurm: Path, sequential: Essence, tmp_path: Path) -> None:
    search = Search(a_space(), tmp_path / "search")
    before = listening(os.getpid())
    with workers(jobs=2, cluster="slurm") as pool:
        until(lambda: pool.width() == 2)
        jobs = pids(slurm)
        assert len(jobs) == 2
        addresses = [*listening(os.getpid()), *(address for pid in jobs for address in listening(pid))]
        run(search, objectives.slow, pool)
    assert len(addresses) - len(before) >= 4
    assert set(addresses) == {"127.0.0.1"}  # the dashboards too
    assert essence(search.trials()) == sequential
    assert times_run(search.folder) == [1] * 8
    workers_of = {pid for path in search.folder.glob("*/*/ran") for pid in path.read_text().split()}
    assert len(workers_of) == 2
    until(lambda: not any(map(is_alive, jobs)))  # the jobs end with the search


def test_a_job_that_slurm_does_not_take(slurm: Path) -> None:
    message = "SLURM does not take the job: sbatch: error: invalid partition specified: nowhere. Check jobqueue.slurm."
    with dask.config.set({"jobqueue.slurm.queue": "nowhere"}), pytest.raises(ConfigurationError, match=message):
        workers(cluster="slurm")
    assert pids(slurm) == []


def test_no_slurm_here(slurm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ConfigurationError, match="there is no `sbatch` here"):
        workers(cluster="slurm")


def test_nothing_said_about_jobs(slurm: Path) -> None:
    with (
        dask.config.set({"jobqueue.slurm.cores": None}),
        pytest.raises(ConfigurationError, match="nobody has said how many cores and how much memory a SLURM") as caught,
    ):
        workers(cluster="slurm")
    assert "Say it in ~/.config/dask/jobqueue.yaml, under jobqueue and slurm" in str(caught.value)
