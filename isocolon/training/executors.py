"""Where work is done: processes of this machine, a Dask cluster, or SLURM through Dask.

All give a `concurrent.futures.Executor`, so whoever has work needs one way to hand it out:

    with workers(jobs=2) as pool:
        results = pool.executor.map(function, tasks)
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import subprocess
import threading
from abc import ABC, abstractmethod
from concurrent.futures import Executor, ProcessPoolExecutor
from importlib import import_module
from types import ModuleType, TracebackType
from typing import Any, Self

from isocolon.errors import ConfigurationError

THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")
"""What numerical libraries ask how many threads they may use."""
TIMEOUT = 5
"""How many seconds a scheduler has to answer."""
SLURM = "slurm"
HERE = "127.0.0.1:0"
"""Where Dask shows what it does, unless somebody asks for it elsewhere: on this machine only, at any free port."""
GONE = "the cluster is gone. What is done is kept: start again to go on."


class Workers(ABC):
    """Those who do the work; they are dismissed at the end of a `with`, at once if that is an error."""

    executor: Executor
    """Hands out work."""

    @abstractmethod
    def width(self) -> int:
        """Returns how many tasks can be done at once, just now."""

    @abstractmethod
    def renew(self) -> None:
        """Takes on new workers after some died in a way that the executor does not survive."""

    @abstractmethod
    def close(self, *, now: bool) -> None:
        """Dismisses the workers: when they are done, or now."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(now=error is not None)


def workers(jobs: int = 1, cluster: str | None = None) -> Workers:
    """Returns workers: so many processes of this machine, or those of a cluster.

    Args:
        jobs: how many processes, or how many jobs to ask SLURM for.
        cluster: the address of a running Dask scheduler (tcp://host:8786), or "slurm".

    Raises:
        ConfigurationError: where there is no such cluster, or what it takes is not installed.
    """
    if jobs < 1:
        raise ConfigurationError(f"{jobs} jobs can do nothing. Give 1 or more.")
    return Processes(jobs) if cluster is None else DaskWorkers(cluster, jobs)


class Processes(Workers):
    """Processes of this machine, of one thread each: they do not fight over cores, and their number changes no result.

    How many threads are summed over can change the last digits of what a network learns, and with them all that
    follows. Whoever sets OMP_NUM_THREADS and the like has it their way.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.others = {process.pid for process in multiprocessing.active_children()}
        self.renew()

    def width(self) -> int:
        """Returns how many processes there are."""
        return self.jobs

    def renew(self) -> None:
        """Starts processes. They are spawned: a fork of a process with threads can hang."""
        self.executor = ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), initializer=prepare)

    def close(self, *, now: bool) -> None:
        """Ends the processes."""
        if now:
            for process in multiprocessing.active_children():
                if process.pid not in self.others:
                    process.terminate()
        self.executor.shutdown(wait=not now, cancel_futures=True)


def prepare() -> None:
    """Makes a new process ready for work: of one thread, deaf to Ctrl-C, and gone when the one that started it is."""
    for variable in THREADS:
        os.environ.setdefault(variable, "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=follow, args=(parent.sentinel,), daemon=True).start()


def follow(sentinel: int) -> None:
    """Ends this process as soon as another has ended."""
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


class DaskWorkers(Workers):
    """The workers of a Dask cluster. What a dead one was doing is done by another."""

    def __init__(self, cluster: str, jobs: int = 1) -> None:
        self.cluster = slurm_cluster(jobs) if cluster == SLURM else None
        self.client = connect(self.cluster.scheduler_address if self.cluster else cluster)
        self.renew()

    def width(self) -> int:
        """Returns how many workers have come so far; 1 while there are none, for something must wait for the first."""
        try:
            return max(1, len(self.client.nthreads()))
        except OSError as error:
            raise ConfigurationError(GONE) from error

    def renew(self) -> None:
        """Takes the executor of the client."""
        self.executor = self.client.get_executor()

    def close(self, *, now: bool) -> None:
        """Leaves the cluster; one that was started for us ends."""
        self.executor.shutdown(wait=not now)  # which cancels what it does not wait for
        self.client.close()
        if self.cluster is not None:
            self.cluster.close()


def connect(address: str) -> Any:
    """Returns a client of the Dask scheduler at an address."""
    distributed = needed("distributed", "a cluster needs Dask")
    whole = address if "://" in address else f"tcp://{address}"
    try:
        # a client of what is not there would try for long, and complain when it is given up
        place = distributed.comm.get_address_host_port(whole, strict=True)
        socket.create_connection(place, TIMEOUT).close()
        return distributed.Client(whole, timeout=TIMEOUT, set_as_default=False)
    except (OSError, OverflowError, ValueError) as error:
        raise ConfigurationError(
            f"no Dask scheduler answers at '{address}' within {TIMEOUT} s. "
            f"Start one with `dask scheduler`, or check the address (tcp://host:8786)."
        ) from error


def slurm_cluster(jobs: int) -> Any:
    """Returns a Dask cluster of SLURM jobs, each as the user's dask.config says (jobqueue.slurm)."""
    jobqueue = needed("dask_jobqueue", "SLURM needs dask-jobqueue")
    job = import_module("dask").config.get("jobqueue.slurm")
    if job["cores"] is None or job["memory"] is None:
        raise ConfigurationError(
            "nobody has said how many cores and how much memory a SLURM job has. "
            "Say it in ~/.config/dask/jobqueue.yaml, under jobqueue and slurm (docs/cluster.md has an example)."
        )
    cluster = jobqueue.SLURMCluster(
        scheduler_options={"dashboard_address": HERE, **job["scheduler-options"]},
        worker_extra_args=["--dashboard-address", HERE, *job["worker-extra-args"]],
    )
    try:
        try_job(cluster.job_script())
    except ConfigurationError:
        cluster.close()
        raise
    cluster.scale(jobs=jobs)
    return cluster


def try_job(script: str) -> None:
    """Raises a ConfigurationError with SLURM's own words for a job that it would not take; none is started."""
    try:
        done = subprocess.run(["sbatch", "--test-only"], input=script, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise ConfigurationError("there is no `sbatch` here. Search from a machine that has SLURM.") from error
    if done.returncode:
        raise ConfigurationError(f"SLURM does not take the job: {done.stderr.strip()}. Check jobqueue.slurm.")


def needed(module: str, why: str) -> ModuleType:
    """Returns a module that not everybody has, or raises a ConfigurationError that says how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ConfigurationError(f"{why}. Install it with: pip install 'isocolon[cluster]'.") from error
