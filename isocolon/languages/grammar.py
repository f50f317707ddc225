"""What forms of words can be: their class, case, number and so on, each with its share of probability.

A dictionary's analyses of a form, without looking at its sentence: *dei* is a noun, masculine, half genitive singular,
half nominative plural. A form that the table lacks takes the mean of the forms with its ending, so no tagger is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from isocolon.errors import DataError
from isocolon.files import read_arrays, write_arrays
from isocolon.languages.vectors import endings

ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "class": (
        *("noun", "adjective", "verb", "participle", "pronoun", "adverb", "preposition", "conjunction"),
        *("numeral", "interjection"),
    ),
    "case": ("nominative", "genitive", "dative", "accusative", "ablative"),
    "number": ("singular", "plural"),
    "gender": ("masculine", "feminine", "neuter"),
    "person": ("first", "second", "third"),
    "mood": ("indicative", "subjunctive", "imperative", "infinitive"),
    "tense": ("present", "imperfect", "future", "perfect", "pluperfect", "future perfect"),
    "voice": ("active", "passive"),
}
"""What is told of a form, with the values that it may have; a form may have none of them, as nouns have no tense."""

VALUES = [(attribute, value) for attribute, values in ATTRIBUTES.items() for value in values]
"""The columns of a table."""
FULL = 255
LONGEST = 4
"""How many letters the longest endings have."""


@dataclass(frozen=True)
class Grammar:
    """The forms of one language with what they can be."""

    forms: NDArray[np.bytes_]
    """Forms and endings, these with a hyphen before them, in the order of the alphabet: no dictionary is built of them,
    so that a table is there at once."""
    rows: NDArray[np.uint16]
    """The row of the table that each form has."""
    table: NDArray[np.uint8]
    """The probabilities of all values, in parts of 255."""

    @classmethod
    def of(cls, found: Mapping[str, NDArray[Any]]) -> Grammar:
        """Returns the grammar of forms whose probabilities are given."""
        forms = np.array([form.encode() for form in found])
        parts = np.rint(np.array([*found.values()]) * FULL).astype(np.uint8)
        table, rows = np.unique(parts, axis=0, return_inverse=True)
        order = np.argsort(forms)
        return cls(forms[order], rows[order].astype(np.uint16), table)

    def find(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Returns the probabilities of all values for words; nothing but zeros for those of unknown endings."""
        size = f"S{self.forms.itemsize + 1}"  # longer keys are cut, and still match nothing
        encoded = [[key.encode(errors="replace") for key in fall_back(word)] for word in words]
        keys = np.array(encoded, size).reshape(-1, 1 + LONGEST)
        places = np.minimum(np.searchsorted(self.forms, keys), len(self.forms) - 1)
        known = self.forms[places] == keys
        row = self.rows[places[np.arange(len(keys)), known.argmax(axis=1)]]
        found: NDArray[np.float32] = self.table[row].astype(np.float32) * known.any(axis=1)[:, None] / FULL
        return found

    def likeliest(self, word: str, least: float = 0.5) -> dict[str, str]:
        """Returns the values that a word has more likely than not, by attribute."""
        shares = self.find([word])[0]
        return {attribute: value for (attribute, value), share in zip(VALUES, shares, strict=True) if share > least}

    def save(self, path: Path) -> None:
        """Writes the table into a file (.npz, nothing executable)."""
        write_arrays(path, forms=self.forms, rows=self.rows, table=self.table)

    @classmethod
    def load(cls, path: Path) -> Grammar:
        """Returns the table in a file."""
        try:
            return cls(*read_arrays(path, "forms", "rows", "table"))
        except DataError as error:
            raise DataError("this is no table of forms", path=path, hint="install isocolon anew") from error


def fall_back(word: str) -> list[str]:
    """Returns a word and its endings, the longest first, filled up where a short word has few.

    >>> fall_back("amat")
    ['amat', '-mat', '-at', '-t', '-t']
    """
    keys = [word, *endings(word)]
    return [*keys, *keys[-1:] * (1 + LONGEST - len(keys))]


def parted(probabilities: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Returns the columns of each attribute.

    >>> {name: columns.shape for name, columns in parted(np.zeros((2, len(VALUES)))).items()}["case"]
    (2, 5)
    """
    stops = np.cumsum([len(values) for values in ATTRIBUTES.values()])[:-1]
    columns = map(np.ascontiguousarray, np.split(probabilities, stops, axis=1))
    return dict(zip(ATTRIBUTES, columns, strict=True))
