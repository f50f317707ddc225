"""What forms can be: a table of a few forms, its file, and the one that Latin has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.errors import DataError
from isocolon.languages.grammar import ATTRIBUTES, LONGEST, VALUES, Grammar, fall_back, parted
from isocolon.languages.latin import Latin

LATIN = Latin().grammar()


def shares(**values: float) -> np.ndarray:
    """The probabilities of some values, all others 0."""
    return np.array([values.get(value, 0.0) for _, value in VALUES])


@pytest.fixture
def small() -> Grammar:
    return Grammar.of(
        {
            "rex": shares(noun=1, nominative=1, singular=1),
            "amat": shares(verb=1, third=1, singular=1),
            "dei": shares(noun=1, genitive=0.6, nominative=0.4),
            "-at": shares(verb=0.8, noun=0.2),
            "-t": shares(verb=0.6),
        }
    )


# --- the table ---


def test_forms_are_found_as_they_were_given(small: Grammar) -> None:
    found = small.find(["dei", "rex"])
    assert np.abs(found[0] - shares(noun=1, genitive=0.6, nominative=0.4)).max() <= 0.5 / 255
    assert found[1].tolist() == shares(noun=1, nominative=1, singular=1).tolist()


@pytest.mark.parametrize(
    ("word", "verb"),
    [("amat", 1.0), ("portat", 0.8), ("uelit", 0.6), ("at", 0.6), ("rexx", 0.0), ("t", 0.0), ("", 0.0)],
)
def test_a_form_that_is_not_there_takes_its_longest_ending(small: Grammar, word: str, verb: float) -> None:
    assert small.find([word])[0, VALUES.index(("class", "verb"))] == pytest.approx(verb, abs=1 / 255)


def test_of_unknown_words_nothing_is_said(small: Grammar) -> None:
    assert not small.find(["天空", "λογος", "", "\ud800", "x" * 100_000]).any()
    assert small.find([]).shape == (0, len(VALUES))
    assert small.likeliest("天空") == {}


def test_the_likeliest_values(small: Grammar) -> None:
    assert small.likeliest("dei") == {"class": "noun", "case": "genitive"}
    assert small.likeliest("dei", least=0.9) == {"class": "noun"}


@given(st.text(max_size=8))
def test_every_word_falls_back_as_often(word: str) -> None:
    keys = fall_back(word)
    assert len(keys) == 1 + LONGEST and keys[0] == word
    assert all(word.endswith(key[1:]) and len(key) <= len(word) for key in keys[1:] if key != word)


def test_parts_are_all_columns_in_order() -> None:
    table = np.arange(2.0 * len(VALUES)).reshape(2, -1)
    parts = parted(table)
    assert {name: columns.shape[1] for name, columns in parts.items()} == {k: len(v) for k, v in ATTRIBUTES.items()}
    assert (np.concatenate([*parts.values()], axis=1) == table).all()


# --- its file ---


def test_files_keep_it(small: Grammar, tmp_path: Path) -> None:
    small.save(tmp_path / "g.npz")
    loaded = Grammar.load(tmp_path / "g.npz")
    words = ["rex", "portat", "x"]
    assert (loaded.find(words) == small.find(words)).all()
    small.save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "g.npz").read_bytes()


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "something else", "other arrays", "one array"])
def test_what_is_no_table_is_refused(small: Grammar, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "g.npz"
    small.save(path)
    whole = path.read_bytes()
    match damage:
        case "missing":
            path.unlink()
        case "other arrays":
            np.savez(path, forms=np.zeros(1))
        case "one array":
            with path.open("wb") as file:
                np.save(file, np.zeros(1))
        case _:
            path.write_bytes({"empty": b"", "cut": whole[:-20], "something else": b"no table"}[damage])
    with pytest.raises(DataError, match=r"g\.npz: this is no table of forms\. Install isocolon anew"):
        Grammar.load(path)


# --- Latin ---

FORMS = [
    ("ut", {"class": "conjunction"}, "no imperative of utor"),
    ("per", {"class": "preposition"}, "it has no case itself"),
    ("deum", {"class": "noun", "case": "accusative", "number": "singular", "gender": "masculine"}, "a noun"),
    ("deumque", {"class": "noun", "case": "accusative", "number": "singular", "gender": "masculine"}, "with -que"),
    ("meam", {"class": "adjective", "case": "accusative", "number": "singular", "gender": "feminine"}, "a possessive"),
    (
        "amant",
        {
            "class": "verb",
            "number": "plural",
            "person": "third",
            "mood": "indicative",
            "tense": "present",
            "voice": "active",
        },
        "a verb",
    ),
    ("quotidie", {"class": "adverb"}, "an adverb"),
    ("zzz", {}, "no word"),
]


@pytest.mark.parametrize(("form", "expected", "why"), FORMS)
def test_what_is_certain_of_latin_forms(form: str, expected: dict[str, str], why: str) -> None:
    assert LATIN.likeliest(form, least=0.9) == expected, why


def test_what_is_open_of_latin_forms() -> None:
    regibus = dict(zip(VALUES, LATIN.find(["regibus"])[0].tolist(), strict=True))
    assert regibus["number", "plural"] == 1
    assert regibus["case", "dative"] > 0.2 and regibus["case", "ablative"] > 0.2
    assert regibus["case", "dative"] + regibus["case", "ablative"] == pytest.approx(1, abs=0.01)
    assert LATIN.likeliest("constantinopolitanibus")["number"] == "plural"  # by its ending


def test_probabilities_of_latin_forms_are_probabilities() -> None:
    for columns in parted(LATIN.table.astype(int)).values():
        assert columns.sum(axis=1).max() <= 255 + columns.shape[1]  # each is rounded by itself
    assert (LATIN.forms[1:] > LATIN.forms[:-1]).all()
    assert LATIN.rows.max() < len(LATIN.table)
