"""Many files at once on a Dask cluster: what comes of them is the same, and a cluster that is gone is said to be."""

from __future__ import annotations

from pathlib import Path

import pytest
from training.clusters import cluster

from isocolon.cli.batch import Job, sources
from isocolon.cli.crew import AHEAD, Crew
from isocolon.errors import ConfigurationError

pytest.importorskip("distributed", reason="clusters need the extra 'cluster'")

JOB = Job("text", model="repetition", language="en")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A folder of texts, more than a crew takes ahead."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for k in range(4 * AHEAD):
        folder.joinpath(f"{k}.txt").write_text(f"We can not dedicate, we can not consecrate ground {k}.\n")
    return folder


def test_the_same_on_a_cluster(texts: Path, tmp_path: Path) -> None:
    here = list(Crew(1).work(JOB, sources([texts])))
    with cluster(tmp_path) as (address, _):
        there = list(Crew(1, address).work(JOB, sources([texts])))
    assert [done.texts for done in there] == [done.texts for done in here]
    assert all("dedicate" in done.texts[0] for done in here)


def test_the_scheduler_goes(texts: Path, tmp_path: Path) -> None:
    with cluster(tmp_path) as (address, started):
        work = Crew(1, address).work(JOB, sources([texts]))
        next(work)
        started[0].kill()
        with pytest.raises(ConfigurationError, match="the cluster is gone"):
            list(work)
