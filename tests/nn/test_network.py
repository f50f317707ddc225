"""The network tags many sequences as it tags each alone, in their order, however they are batched."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from isocolon.nn import network
from isocolon.nn.crf import CRF
from isocolon.nn.embeddings.word import WordEmbedding, WordOptions
from isocolon.nn.encoders.lstm import LSTMEncoder, LSTMOptions
from isocolon.nn.network import Network

LENGTHS = (5, 1, 9, 3, 9, 2)


@pytest.fixture
def small() -> Network:
    torch.manual_seed(1)
    embedding = WordEmbedding(WordOptions(size=6), {f"w{k}": 1 for k in range(20)})
    made = Network(embedding, LSTMEncoder(LSTMOptions(hidden=8), 6), CRF(4, forbidden=[(0, 1)]))
    torch.nn.init.normal_(made.crf.transitions)
    return made


@pytest.fixture
def prepared() -> list[Tensor]:
    return [torch.randint(2, 22, (length,)) for length in LENGTHS]


@pytest.mark.parametrize(("encoded", "decoded"), [(8_000, 400_000), (10, 12), (1, 1)])
def test_batches_do_not_matter(
    small: Network, prepared: list[Tensor], encoded: int, decoded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = [small.tag(small.scored([words]), confidence=True)[0] for words in prepared]
    monkeypatch.setattr(network, "ENCODED", encoded)
    monkeypatch.setattr(network, "DECODED", decoded)
    together = small.tag(small.scored(prepared), confidence=True)
    assert [tuple(found.tags.tolist()) for found in together] == [tuple(found.tags.tolist()) for found in alone]
    for found, expected in zip(together, alone, strict=True):
        torch.testing.assert_close(found.confidence, expected.confidence)


def test_confidence_is_the_probability_of_the_tag(small: Network, prepared: list[Tensor]) -> None:
    (scores,) = small.scored(prepared[:1])
    (found,) = small.tag([scores], confidence=True)
    marginals = small.crf.marginals(scores[None], torch.tensor([len(scores)]))[0]
    torch.testing.assert_close(found.confidence, marginals.gather(1, found.tags[:, None])[:, 0])
    assert small.tag([scores])[0].confidence is None


def test_a_handicap_leaves_fewer_words_outside(small: Network, prepared: list[Tensor]) -> None:
    scores = small.scored(prepared)
    kept = [each.clone() for each in scores]
    outside = []
    for handicap in (-9.0, 0.0, 9.0):
        small.set_handicap(handicap)
        outside.append(sum(int((found.tags == 0).sum()) for found in small.tag(scores)))
    assert outside[0] == sum(LENGTHS) > outside[1] > outside[2] == 0
    assert all(map(torch.equal, scores, kept))
