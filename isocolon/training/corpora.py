"""The documents that a recipe names, in splits. All that can be wrong with them is said before any work starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from isocolon import datasets, formats
from isocolon.analysis import splitting
from isocolon.config import Table, construct
from isocolon.document import Document
from isocolon.errors import ConfigurationError, DataError, unknown

NEEDED = ("training", "validation")
"""The splits that training cannot do without."""

Splits = dict[str, list[Document]]


@dataclass(frozen=True)
class Source:
    """Where a recipe's documents come from: the datasets of a name or several, or files."""

    dataset: str | None = None
    """A dataset's name, or several with commas between."""
    data: str | None = None
    """A file or folder of annotated texts."""
    ratios: tuple[float, ...] = tuple(splitting.PAPER_RATIOS.values())
    """The shares of training, validation, optimization and test, where nothing else says how to split files."""

    @classmethod
    def of(cls, recipe: Table) -> Source:
        """Returns where the documents of a recipe come from."""
        table: Table = {key: value for key, value in recipe.items() if key in ("dataset", "data", "ratios")}
        if isinstance(names := table.get("dataset"), list):
            table["dataset"] = ",".join(map(str, names))
        source = construct(cls, table)
        if (source.dataset is None) == (source.data is None):
            raise ConfigurationError("a recipe needs either `dataset` (a name) or `data` (a file or folder).")
        return source

    @property
    def names(self) -> list[str]:
        """The names of the datasets."""
        return self.dataset.split(",") if self.dataset else []

    def documents(self) -> list[Document]:
        """Returns all documents; where they are of several datasets, their ids begin with the dataset's name."""
        if self.data is not None:
            return list(formats.read(Path(self.data)))
        if len(self.names) == 1:
            return datasets.load(self.names[0])
        return [replace(d, id=f"{name}/{d.id}") for name in self.names for d in datasets.load(name)]

    def official(self) -> dict[str, list[str]]:
        """Returns the ids of each split as the datasets have them, none for files."""
        found: dict[str, list[str]] = {}
        for name in self.names:
            prefix = f"{name}/" if len(self.names) > 1 else ""
            for split, ids in datasets.DATASETS[name].splits().items():
                found.setdefault(split, []).extend(prefix + id for id in ids)
        return found


def load(source: Source, split_file: Path | None = None, assigned: Mapping[str, Sequence[str]] | None = None) -> Splits:
    """Returns the documents of each split.

    Args:
        source: where they come from.
        split_file: says which document is in which split; without it the dataset's own split, or a balanced one.
        assigned: the same, known already.
    """
    splits = assigned or (splitting.read_split_file(split_file) if split_file else source.official())
    documents = source.documents()
    if repeated := [id for id, count in Counter(document.id for document in documents).items() if count > 1]:
        raise DataError(f"there are several documents '{repeated[0]}'", hint="splits go by id: give each its own")
    splits = splits or splitting.split(documents, splitting.named(source.ratios)).files
    by_id = {document.id: document for document in documents}
    for split, ids in splits.items():
        if missing := [id for id in ids if id not in by_id]:
            where = str(split_file) if split_file else f"split '{split}'"
            raise ConfigurationError(f"{where}: {unknown('document', missing[0], by_id)}")
    return {split: [by_id[id] for id in ids] for split, ids in splits.items()}


def check(splits: Mapping[str, Sequence[Document]]) -> None:
    """Makes sure that there is something to learn, and something to learn it by."""
    for split in NEEDED:
        if not splits.get(split):
            raise DataError(f"the {split} split is empty", hint="training needs one document in it at least")
        if not any(document.parallelisms for document in splits[split]):
            hint = "give texts with parallelisms marked in them"
            raise DataError(f"the {split} split has no parallelisms", hint=hint)
    places = {id: split for split, documents in splits.items() for id in (document.id for document in documents)}
    for split, documents in splits.items():
        for document in documents:
            if places[document.id] != split:
                raise DataError(f"document '{document.id}' is in split '{split}' and in '{places[document.id]}'")
