"""What every detector can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from isocolon.document import Document


class Detector(ABC):
    """Finds the parallelisms of documents. A trained one is kept in a folder, never as a pickle."""

    @abstractmethod
    def detect(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yields the documents with the parallelisms found in them, whatever parallelisms they had."""

    def lenient(self, least: float) -> Detector:
        """Returns a detector that gives what it is less sure of too, down to a confidence: itself, if it has no more.

        Args:
            least: the least confidence. Above what the detector asks for by itself, nothing changes.
        """
        return self

    @abstractmethod
    def save(self, folder: Path) -> None:
        """Writes all that `load` needs."""

    @classmethod
    @abstractmethod
    def load(cls, folder: Path) -> Self:
        """Returns the detector that was saved in a folder."""
