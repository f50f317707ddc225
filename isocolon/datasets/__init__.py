"""Datasets by name, and their documents."""

from __future__ import annotations

from pathlib import Path

from isocolon.datasets.base import Dataset
from isocolon.datasets.places import find
from isocolon.document import Document
from isocolon.registry import Registry

DATASETS: Registry[Dataset] = Registry(
    "dataset",
    {
        "asp": "isocolon.datasets.asp:ASP",
        "pse": "isocolon.datasets.pse:PSE",
    },
)


def load(name: str, split: str | None = None, data: str | Path | None = None) -> list[Document]:
    """Returns the documents of a dataset, in the natural order of their ids.

    Args:
        name: the dataset's name.
        split: a part of its official split (training, validation, optimization, test); all documents without one.
        data: the folder that holds the dataset's own; found through ISOCOLON_DATA or in the cache without one.

    Raises:
        ConfigurationError: for a dataset or a split that does not exist.
        DataError: where the dataset is not on this machine, or a file of it is missing or broken.
    """
    dataset = DATASETS[name]
    ids = dataset.ids(split)
    return dataset.documents(find(name, data), ids)
