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
