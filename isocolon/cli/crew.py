"""Many files at once: processes of this machine or of a cluster, in order, a few files ahead and no more."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from isocolon.cli.batch import Done, Job, Source, work

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
                waiting.append((source, hands.executor.submit(work, job, source)))
                if len(waiting) > AHEAD * hands.width():
                    yield finish(job, waiting, hands)
            while waiting:
                yield finish(job, waiting, hands)


def absolute(job: Job) -> Job:
    """Returns a job whose folder is found from anywhere: a cluster's workers stand elsewhere."""
    return replace(job, out=job.out.absolute() if job.out else None)


def absolute_source(source: Source) -> Source:
    """Returns a file to read that is found from anywhere."""
    return replace(source, path=source.path.absolute())


def finish(job: Job, waiting: Pending, hands: Workers) -> Done:
    """Returns what came of the first file that waits; if its worker died, it is tried once more, alone."""
    source, future = waiting.popleft()
    try:
        return future.result()
    except BrokenExecutor:
        hands.renew()
        others = [other for other, _ in waiting]
        waiting.clear()
        done = alone(job, source, hands)
        waiting.extend((other, hands.executor.submit(work, job, other)) for other in others)
        return done


def alone(job: Job, source: Source, hands: Workers) -> Done:
    """Returns what came of a file that no other is worked on beside."""
    try:
        return hands.executor.submit(work, job, source).result()
    except BrokenExecutor:
        hands.renew()
        return Done(source, error=f"{source.path}: the process that read it died; memory may have run out.")
