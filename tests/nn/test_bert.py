"""The BERT path, with a tiny BERT made on the spot."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from tiny_bert import write_bert

from isocolon.errors import ModelError
from isocolon.nn.batching import pad
from isocolon.nn.embeddings.bert import BERTEmbedding, BERTOptions

transformers = pytest.importorskip("transformers", reason="needs transformers: pip install 'isocolon[train]'")

PIECES = ["ueni", "uid", "##i", "uic", ",", "."]
TEXTS = [["ueni", ",", "uidi", ",", "uici", "."], ["uidi"], []]


@pytest.fixture(autouse=True)
def features(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ISOCOLON_FEATURES", str(tmp_path / "features"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return tmp_path / "features"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_bert(tmp_path / "bert", PIECES)


def vectors_of(model: Path, pieces: list[int]) -> torch.Tensor:
    """Returns what the encoder says of pieces between special tokens: the oracle."""
    encoder = transformers.AutoModel.from_pretrained(model).eval()
    with torch.no_grad():
        return encoder(input_ids=torch.tensor([[2, *pieces, 3]])).last_hidden_state[0, 1:-1]


@pytest.mark.parametrize(("blender", "weights"), [("first", [1, 0]), ("mean", [0.5, 0.5]), ("sum", [1, 1])])
def test_words_are_blended_pieces(folder: Path, blender: str, weights: list[float]) -> None:
    embedding = BERTEmbedding.fit(BERTOptions(str(folder), blender=blender), TEXTS)
    found = embedding(pad(embedding.prepare([["uidi", "ueni"]])))
    states = vectors_of(folder, [6, 7, 5])
    torch.testing.assert_close(found[0, 0], weights[0] * states[0] + weights[1] * states[1])
    torch.testing.assert_close(found[0, 1], states[2])


def test_chunks_are_cut_between_words_and_have_their_own_special_tokens(folder: Path) -> None:
    embedding = BERTEmbedding.fit(BERTOptions(str(folder), longest=5), TEXTS)  # room for three pieces
    found = embedding.prepare([["ueni", "ueni", "uidi", "uidi", "."]])[0]
    first, second, third = (vectors_of(folder, pieces) for pieces in ([5, 5], [6, 7], [6, 7, 10]))
    expected = [first[0], first[1], second.mean(0), third[:2].mean(0), third[2]]
    torch.testing.assert_close(found, torch.stack(expected))


def test_no_more_pieces_than_the_encoder_has_places_for(folder: Path) -> None:
    embedding = BERTEmbedding.fit(BERTOptions(str(folder)), TEXTS)  # 512 pieces at a time, but it has 64 places
    found = embedding.prepare([["ueni"] * 70])[0]
    torch.testing.assert_close(found, torch.cat([vectors_of(folder, [5] * 62), vectors_of(folder, [5] * 8)]))


def test_batches_do_not_matter(folder: Path) -> None:
    embedding = BERTEmbedding.fit(BERTOptions(str(folder)), TEXTS)
    texts = [words for words in TEXTS if words]
    for words, together in zip(texts, embedding.prepare(texts), strict=True):
        torch.testing.assert_close(together, embedding.prepare([words])[0])


def test_a_frozen_encoder_is_neither_trained_nor_saved(folder: Path) -> None:
    embedding = BERTEmbedding.fit(BERTOptions(str(folder)), TEXTS)
    assert not list(embedding.parameters()) and not embedding.state_dict()
    assert embedding.size == 8


def test_frozen_vectors_are_computed_once(folder: Path, features: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = TEXTS[:2]
    first = BERTEmbedding.fit(BERTOptions(str(folder)), texts).prepare(texts)
    (kept,) = features.iterdir()
    monkeypatch.setattr(BERTEmbedding, "_compute", lambda *_: pytest.fail("computed again"))
    again = BERTEmbedding.fit(BERTOptions(str(folder)), texts)
    assert all(map(torch.equal, first, again.prepare(texts)))
    assert kept.suffix == ".safetensors"


@pytest.mark.parametrize("change", [{"blender": "sum"}, {"longest": 12}])
def test_other_options_are_other_vectors(folder: Path, features: Path, change: dict) -> None:
    for options in (BERTOptions(str(folder)), BERTOptions(str(folder), **change)):
        BERTEmbedding.fit(options, TEXTS).prepare([["ueni"]])
    assert len(list(features.iterdir())) == 2


def test_tuning_reaches_the_encoder(folder: Path, features: Path) -> None:
    embedding = BERTEmbedding.fit(BERTOptions(str(folder), tune=True), TEXTS)
    frozen = BERTEmbedding.fit(BERTOptions(str(folder)), TEXTS)
    inputs = embedding.prepare([["ueni", "uidi"]])
    torch.testing.assert_close(embedding.eval()(pad(inputs)), pad(frozen.prepare([["ueni", "uidi"]])))
    embedding(pad(inputs)).sum().backward()
    assert embedding.encoder.embeddings.word_embeddings.weight.grad.abs().sum() > 0


def test_tensor2tensor_vocabulary(folder: Path, tmp_path: Path) -> None:
    vocabulary = tmp_path / "latin.subword.encoder"
    vocabulary.write_text("'ueni_'\n'uid'\n'i_'\n", encoding="utf-8")
    embedding = BERTEmbedding.fit(BERTOptions(str(folder), vocabulary=str(vocabulary)), TEXTS)
    found = embedding.prepare([["Ueni", "uidi"]])[0]
    states = vectors_of(folder, [5, 6, 7])
    torch.testing.assert_close(found, torch.stack([states[0], states[1:].mean(0)]))


def test_a_folder_without_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    with pytest.raises(ModelError, match=r"there are no weights in it. Put model.safetensors beside its config.json."):
        BERTEmbedding.fit(BERTOptions(str(folder)), TEXTS)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"Check embedding.model"):
        BERTEmbedding.fit(BERTOptions(str(tmp_path / "nothing")), TEXTS)
