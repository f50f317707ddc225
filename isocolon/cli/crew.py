"""Many files at once: processes of this machine or of a cluster, in order, a few files ahead and no more.

What the library says in another process, in its log or as a warning, comes back with the work and is said again here.
"""

from __future__ import annotations

import logging
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from isocolon.cli.batch import Done, Job, Source, work
from isocolon.cli.console import handled_by
from isocolon.errors import ConfigurationError, DataWarning

if TYPE_CHECKING:
    from isocolon.training.executors import Workers

AHEAD = 2
"""So many files wait for each worker."""
Pending: TypeAlias = "deque[tuple[Source, Future[Done]]]"


@dataclass(frozen=True)
class Crew:
    """So many processes of this machine, or the workers of a cluster (the address of a Dask scheduler, or slurm)."""

    jobs: int
    cluster: str | None = None

    def work(self, job: Job, sources: Iterable[Source]) -> Iterator[Done]:
        """Yields what came of the files, in their order."""
        from isocolon.training.executors import workers

        with workers(self.jobs, self.cluster) as hands:
            waiting: Pending = deque()
            job, sources = (absolute(job), map(absolute_source, sources)) if self.cluster else (job, sources)
            for source in sources:
                waiting.append((source, hands.executor.submit(work_elsewhere, job, source)))
                if len(waiting) > AHEAD * hands.width():
                    yield finish(job, waiting, hands)
            while waiting:
                yield finish(job, waiting, hands)


class Recorder(logging.Handler):
    """Keeps what is said in the log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps one thing said."""
        self.records.append(record)


def work_elsewhere(job: Job, source: Source) -> Done:
    """Returns what came of one file, with what the library said of it."""
    recorder = Recorder()
    with handled_by(recorder), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", DataWarning)
        done = work(job, source)
    return replace(done, records=tuple(recorder.records), warnings=tuple(str(each.message) for each in warned))


def said_again(done: Done) -> Done:
    """Returns what came of a file, once what the library said elsewhere is said in this process."""
    for record in done.records:
        logging.getLogger(record.name).handle(record)
    for words in done.warnings:
        warnings.warn(words, DataWarning, stacklevel=2)
    return done


def absolute(job: Job) -> Job:
    """Returns a job whose folder is found from anywhere: a cluster's workers stand elsewhere."""
    return replace(job, out=job.out.absolute() if job.out else None)


def absolute_source(source: Source) -> Source:
    """Returns a file to read that is found from anywhere."""
    return replace(source, path=source.path.absolute())


def finish(job: Job, waiting: Pending, hands: Workers) -> Done:
    """Returns what came of the first file that waits; if its worker died, it is tried once more, alone."""
    from isocolon.training.executors import GONE

    source, future = waiting.popleft()
    try:
        return said_again(future.result())
    except CancelledError as error:
        raise ConfigurationError(GONE) from error
    except BrokenExecutor:
        hands.renew()
        others = [other for other, _ in waiting]
        waiting.clear()
        done = alone(job, source, hands)
        waiting.extend((other, hands.executor.submit(work_elsewhere, job, other)) for other in others)
        return done


def alone(job: Job, source: Source, hands: Workers) -> Done:
    """Returns what came of a file that no other is worked on beside."""
    try:
        return said_again(hands.executor.submit(work_elsewhere, job, source).result())
    except BrokenExecutor:
        hands.renew()
        return Done(source, error=f"{source.path}: the process that read it died; memory may have run out.")
