"""isocolon finds, scores and studies rhetorical parallelism in text.

>>> import isocolon
>>> (document,) = isocolon.read("examples/annotated/latin.ann", language="la")
>>> [document.text_of(branch) for branch in document.parallelisms[0]]
['Abiit', 'excessit', 'evasit', 'erupit']
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from isocolon.document import Document, Kind, Parallelism, Section, Span, Structure, Token, join, structure
from isocolon.errors import DataWarning, IsocolonError

if TYPE_CHECKING:
    from isocolon.detectors.base import Detector
    from isocolon.metrics import Annotation, Score

__version__ = "0.1.0"
__all__ = [
    "Document",
    "IsocolonError",
    "Kind",
    "Parallelism",
    "Section",
    "Span",
    "Structure",
    "Token",
    "detect",
    "join",
    "load",
    "load_dataset",
    "read",
    "score",
    "structure",
    "write",
]


def detect(
    source: str | Path | Document,
    language: str | None = None,
    model: str | Path | None = None,
    min_confidence: float | None = None,
) -> Document:
    """Returns a text with the parallelisms found in it.

    >>> document = detect("We can not dedicate, we can not consecrate this ground.", model="repetition")
    >>> [document.text_of(branch) for branch in document.parallelisms[0]]
    ['We can not dedicate', 'we can not consecrate this ground']

    Args:
        source: a text, a file with one (a `Path`), or a Document.
        language: the text's language, by code or name; guessed without one.
        model: the name or folder of a model; the one for the language without one.
        min_confidence: the least confidence, from 0 to 1, though the model by itself may ask for more (so 0.05 gives
            weaker candidates too); its own without one.
    """
    from isocolon.models import loading

    if isinstance(source, str) and names_file(source):
        words = f"'{source}' is taken for a text, and it names a file. Give a Path for what is in it, or isocolon.read."
        warnings.warn(words, DataWarning, stacklevel=2)
    return loading.detect(source, language, model, min_confidence)


def names_file(text: str) -> bool:
    """Whether a text is the name of a file that is there, rather than a text."""
    with suppress(OSError, ValueError):  # too long for a name, or null bytes
        return Path(text).is_file()
    return False


def load(name: str | Path) -> Detector:
    """Returns the detector of a model that ships, `repetition`, or the folder of a run of one's own.

    >>> type(load("repetition")).__name__
    'RepetitionDetector'
    """
    from isocolon.models import loading

    return loading.load(name)


def read(path: str | Path, format: str | None = None, language: str | None = None) -> list[Document]:
    """Returns the documents of a file or of all files below a folder; `isocolon.formats.read` yields them one by one.

    Args:
        path: the file or folder.
        format: the name of the format; told from each file's name and content without one.
        language: the language of the texts; taken from the files or guessed without one.
    """
    from isocolon import formats

    return list(formats.read(path, format, language))


def write(
    documents: Document | Iterable[Document], path: str | Path, format: str | None = None, *, force: bool = False
) -> list[Path]:
    """Writes documents to a file or folder, all of them or none, and returns the files.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [path.name for path in write(read("examples/annotated/latin.ann", language="la"), f"{folder}/latin.jsonl")]
    ['latin.jsonl']

    Args:
        documents: one document or many.
        path: the file, or the folder for a file of each.
        format: the name of the format; told from the path's ending without one.
        force: whether files that are there may be replaced.
    """
    from isocolon import formats

    return formats.write([documents] if isinstance(documents, Document) else documents, path, format, force=force)


def load_dataset(name: str, split: str | None = None, data: str | Path | None = None) -> list[Document]:
    """Returns the documents of a dataset, `asp` or `pse`, or of one part of its official split.

    Args:
        name: the dataset's name.
        split: training, validation, optimization or test.
        data: the folder that holds the datasets; found through ISOCOLON_DATA or in the cache without one.
    """
    from isocolon import datasets

    return datasets.load(name, split, data)


def score(
    *,
    predicted: Annotation,
    gold: Annotation,
    metrics: Iterable[str] | None = None,
    strata: int | None = None,
    empty: int = 0,
    partial: bool = False,
) -> dict[str, Score]:
    """Returns the scores of predicted parallelisms against gold ones by metric: epm, mpbm, mbawo, mwo.

    >>> scores = score(predicted=[[(0, 3), (4, 7)], [(9, 10), (12, 13)]], gold=[[(0, 3), (4, 7)]])
    >>> scores["epm"].precision, scores["epm"].recall
    (0.5, 1.0)

    Args:
        predicted: Documents, one or many, or the plain parallelisms of a single one: each a list of half-open
            (start, end) pairs, or of Spans.
        gold: the same, about the same tokens. Documents are paired by their ids.
        metrics: the names of the metrics; all without any.
        strata: how many strata of nested parallelisms to score, from the outermost; all without a number.
        empty: what nothing predicted against nothing in gold scores, 0 or 1.
        partial: whether documents that are on one side only are left out, with a warning, instead of refused.
    """
    from isocolon.metrics import score

    return score(predicted=predicted, gold=gold, metrics=metrics, strata=strata, empty=empty, partial=partial)
