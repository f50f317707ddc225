"""From a text to its parallelisms in one call: the right model for its language, loaded once.

A model is a name that ships with the package (`latin`, `chinese`, `generic`), the detector without training
(`repetition`), or the folder of a run of one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from isocolon import formats, models
from isocolon.config import read_recipe
from isocolon.detectors import DETECTORS
from isocolon.detectors.base import Detector
from isocolon.detectors.lattice import MODEL, LatticeDetector
from isocolon.detectors.repetition import RepetitionDetector
from isocolon.document import Document
from isocolon.errors import DataError, ModelError, unknown
from isocolon.formats.text import document_of
from isocolon.languages.vectors import Vectors

RECIPE = "recipe.toml"
UNTRAINED = "repetition"


class Detected(NamedTuple):
    """A document with the parallelisms found in it, and the model that found them."""

    document: Document
    model: str


def load(name: str | Path) -> Detector:
    """Returns the detector of a model, by its name or its folder; each is loaded once.

    >>> type(load("repetition")).__name__
    'RepetitionDetector'

    Raises:
        ConfigurationError: where there is no such model.
        ModelError: for a folder that holds none.
    """
    if str(name) == UNTRAINED:
        return RepetitionDetector()
    return models.load(str(name)) if name in models.names() else load_folder(Path(name))


@lru_cache(maxsize=4)
def load_folder(folder: Path) -> Detector:
    """Returns the detector in a folder: that of a run, or a model saved by itself."""
    if not folder.is_dir():
        raise unknown("model", str(folder), [*models.names(), UNTRAINED, "or the folder of a run"])
    if not (folder / RECIPE).is_file() and not (folder / MODEL).is_file():
        raise ModelError(f"{folder}: no model: there is no {RECIPE}. Make one with: isocolon train.")
    name = str(read_recipe(folder / RECIPE).get("detector")) if (folder / RECIPE).is_file() else "lattice"
    if name not in DETECTORS:
        raise ModelError(f"{folder}: {unknown('detector', name, DETECTORS)}")
    return DETECTORS[name].load(folder)


def vectors_of(name: str | Path) -> Vectors | None:
    """Returns the word vectors that a model has, by which it tells like meanings and forms."""
    detector = load(name)
    return detector.model.eye.vectors if isinstance(detector, LatticeDetector) else None


def detect_all(
    documents: Iterable[Document], model: str | Path | None = None, min_confidence: float | None = None
) -> Iterator[Detected]:
    """Yields documents with the parallelisms found in them, one by one; without a model, each by its language's.

    Args:
        documents: the texts, whatever parallelisms they have.
        model: the name or folder of a model.
        min_confidence: the least confidence, though the model by itself may ask for more; its own without one.
    """
    for name, some in groupby(documents, key=lambda document: str(model or models.name_for(document.language))):
        detector = load(name) if min_confidence is None else load(name).lenient(min_confidence)
        for document in detector.detect(some):
            yield Detected(document if min_confidence is None else surer(document, min_confidence), name)


def surer(document: Document, least: float) -> Document:
    """Returns a document with those of its parallelisms that have so much confidence, or none told."""
    kept = [p for p in document.parallelisms if p.confidence is None or p.confidence >= least]
    return document.with_parallelisms(kept)


def detect(
    source: str | Path | Document,
    language: str | None = None,
    model: str | Path | None = None,
    min_confidence: float | None = None,
) -> Document:
    """Returns a text with its parallelisms.

    >>> document = detect("We can not dedicate, we can not consecrate this ground.", model="repetition")
    >>> [document.text_of(branch) for branch in document.parallelisms[0]]
    ['We can not dedicate', 'we can not consecrate this ground']

    Args:
        source: a text, a file with one (a `Path`), or a Document.
        language: the text's language, by code or name; guessed without one.
        model: the name or folder of a model; the one for the language without one.
        min_confidence: the least confidence, though the model by itself may ask for more; its own without one.

    Raises:
        DataError: for an empty text, and for a file that holds none or more than one.
    """
    (found,) = detect_all([document_from(source, language)], model, min_confidence)
    return found.document


def document_from(source: str | Path | Document, language: str | None) -> Document:
    """Returns a document as it is, or that of a text or a file."""
    if isinstance(source, Document):
        return source
    if isinstance(source, str):
        return document_of(source, id="text", path=Path("text"), language=language)
    documents = list(formats.read(source, language=language))
    if len(documents) != 1:
        found = f"there are {len(documents)} documents"
        raise DataError(found, path=source, hint="read them with isocolon.read, and detect in one at a time")
    return documents[0]
