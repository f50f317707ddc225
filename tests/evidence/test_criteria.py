"""Every criterion keeps the same contract, in every language."""

from __future__ import annotations

import numpy as np
import pytest

from isocolon import languages
from isocolon.document import Document
from isocolon.evidence import CRITERIA
from isocolon.evidence.band import Band
from isocolon.evidence.base import Pairs
from isocolon.evidence.pairs import Evidence
from isocolon.evidence.reading import Reading, readings
from isocolon.languages.vectors import Vectors, train

TEXTS = {
    "latin": "Amat deum, odit mundum; et non est uerus qui dicit. Visne tecum ire?",
    "chinese": "小草更绿，天空更蓝；我们爱祖国……“好！”",
    "english": "A time to be born, and a time to die — a time to plant.",
    "generic": "1 2 ! 3",
}


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    """Small vectors."""
    lines = ["amat deum et odit mundum", "odit deum et amat mundum", "uerus est qui amat"] * 3
    return train(lines, stem=lambda word: word[:3], words=20, stems=20, dimensions=4)


def reading_of(language: str, ranks: dict[str, int] | None = None) -> Reading:
    known = languages.LANGUAGES[language]()
    text = TEXTS[language]
    (found,) = readings(Document("d", text, tuple(known.tokenize(text))), known, ranks)
    return found


@pytest.mark.parametrize("name", CRITERIA)
@pytest.mark.parametrize("language", TEXTS)
def test_channels_lie_between_0_and_1(name: str, language: str, vectors: Vectors) -> None:
    reading = reading_of(language)
    band = Band(len(reading), 9)
    for grid in CRITERIA[name](vectors).channels(reading, band).values():
        assert grid.shape == (len(reading), 9)
        assert np.isfinite(grid).all()
        assert grid.min() >= 0
        assert grid.max() <= 1.001
        assert not grid[~band.inside].any()


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("criteria", [*((name,) for name in CRITERIA), tuple(CRITERIA)])
def test_every_feature_has_a_name_and_a_criterion(language: str, criteria: tuple[str, ...]) -> None:
    reading = reading_of(language, {"et": 0, "a": 1})
    evidence = Evidence(criteria)
    grid = evidence.grid(reading, 6)
    pairs = Pairs.of([(1, 2, 3, 4), (1, 3, 3, 4)])
    for names, table in (evidence.cheap(reading, grid, pairs), evidence.dear(grid, pairs)):
        assert table.shape == (2, len(names))
        assert len(set(names)) == len(names)
        assert {name.partition(".")[0] for name in names} <= set(criteria)
        assert np.isfinite(table).all()


def test_features_do_not_depend_on_what_stands_before() -> None:
    known = languages.LANGUAGES["latin"]()
    text = TEXTS["latin"]
    alone = reading_of("latin")
    twice = Document("d", f"{text} {text}", tuple(known.tokenize(f"{text} {text}")))
    (both,) = readings(twice, known)
    evidence = Evidence(("phonology", "morphology"))
    offset = len(alone) - 2
    first = evidence.cheap(alone, evidence.grid(alone, 6), Pairs.of([(1, 3, 4, 6)]))[1]
    second = evidence.cheap(both, evidence.grid(both, 6), Pairs.of([(1 + offset, 3 + offset, 4 + offset, 6 + offset)]))[
        1
    ]
    rare = [
        i
        for i, name in enumerate(evidence.cheap(alone, evidence.grid(alone, 6), Pairs.of([(1, 3, 4, 6)]))[0])
        if "rare" in name
    ]
    assert np.allclose(np.delete(first, rare), np.delete(second, rare))


def alike(criterion: str, channel: str, left: str, right: str) -> float:
    """How alike two Latin words are in one respect."""
    known = languages.LANGUAGES["latin"]()
    (reading,) = readings(Document("d", f"{left} {right}", tuple(known.tokenize(f"{left} {right}"))), known)
    return float(CRITERIA[criterion]().channels(reading, Band(len(reading), 2))[channel][1, 0])


@pytest.mark.parametrize(
    ("criterion", "channel", "same", "other"),
    [
        ("morphology", "same case", ("deum", "terram"), ("deum", "terra")),
        ("morphology", "same number", ("amant", "deos"), ("amant", "deum")),
        ("morphology", "same gender", ("terram", "meam"), ("terram", "deum")),
        ("morphology", "same person", ("amamus", "diximus"), ("amamus", "dixit")),
        ("morphology", "same mood", ("amant", "dixit"), ("amant", "dicat")),
        ("morphology", "same grammar", ("terram", "aquam"), ("terram", "aquas")),
        ("morphology", "same grammar", ("et", "sed"), ("et", "in")),  # without a case they agree in it all the same
        ("syntax", "same class", ("deum", "terra"), ("deum", "amat")),
    ],
)
def test_what_latin_grammar_tells(criterion: str, channel: str, same: tuple[str, str], other: tuple[str, str]) -> None:
    assert alike(criterion, channel, *same) > 0.8
    assert alike(criterion, channel, *other) < 0.2


def test_grammar_that_is_open_counts_in_part() -> None:
    assert 0.2 < alike("morphology", "same case", "regibus", "ducibus") < 0.8
    assert alike("morphology", "same grammar", "zzzz", "terram") == 0  # nothing is known of the first


@pytest.mark.parametrize("language", ["chinese", "english", "generic"])
def test_other_languages_have_no_grammar(language: str) -> None:
    reading = reading_of(language)
    assert reading.grammar == {}
    assert not {"same case", "same grammar"} & set(CRITERIA["morphology"]().channels(reading, Band(len(reading), 3)))
