"""Where work is done: processes of this machine, a Dask cluster, or SLURM through Dask.

All give a `concurrent.futures.Executor`, so whoever has work needs one way to hand it out:

    with workers(jobs=2) as pool:
        results = pool.executor.map(function, tasks)
"""

from __future__ import annotations

import multiprocessing
import os
import signal
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
        return max(1, len(self.client.nthreads()))

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
    try:
        return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"no Dask scheduler answers at '{address}' within {TIMEOUT} s. "
            f"Start one with `dask scheduler`, or check the address (tcp://host:8786)."
        ) from error


def slurm_cluster(jobs: int) -> Any:
    """Returns a Dask cluster of SLURM jobs, each as the user's dask.config says (jobqueue.slurm)."""
    cluster = needed("dask_jobqueue", "SLURM needs dask-jobqueue").SLURMCluster()
    cluster.scale(jobs=jobs)
    return cluster


def needed(module: str, why: str) -> ModuleType:
    """Returns a module that not everybody has, or raises a ConfigurationError that says how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ConfigurationError(f"{why}. Install it with: pip install 'isocolon[cluster]'.") from error
