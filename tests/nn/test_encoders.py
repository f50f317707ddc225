"""One contract for every encoder, and the BiLSTM against torch's own."""

from __future__ import annotations

import pytest
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from isocolon.errors import ConfigurationError
from isocolon.nn.encoders import ENCODERS, lstm
from isocolon.nn.encoders.lstm import LSTMEncoder, LSTMOptions
from isocolon.nn.encoders.transformer import TransformerEncoder, TransformerOptions, sinusoids

LENGTHS = torch.tensor([7, 2, 5])


@pytest.mark.parametrize("name", ENCODERS)
def test_contract(name: str) -> None:
    torch.manual_seed(1)
    kind = ENCODERS[name]
    encoder = kind(kind.Options(), 16).eval()
    vectors = torch.randn(3, 7, 16)
    encoded = encoder(vectors, LENGTHS)
    assert encoded.shape == (3, 7, encoder.size)
    for row, length in enumerate(LENGTHS.tolist()):
        alone = encoder(vectors[row : row + 1, :length], LENGTHS[row : row + 1])
        torch.testing.assert_close(encoded[row, :length], alone[0], msg=f"{name}: padding changed what is inside")


@pytest.mark.parametrize("name", [name for name in ENCODERS if name != "none"])
def test_every_token_sees_all_others(name: str) -> None:
    torch.manual_seed(1)
    kind = ENCODERS[name]
    encoder = kind(kind.Options(), 16).eval()
    vectors = torch.randn(1, 7, 16, requires_grad=True)
    for place in range(7):
        (reached,) = torch.autograd.grad(encoder(vectors, LENGTHS[:1])[0, place].square().sum(), vectors)
        assert (reached[0].abs().sum(1) > 0).all()


@pytest.mark.parametrize("tokens", [lstm.TOKENS, 7], ids=["at once", "in parts"])
def test_bilstm_is_torchs_own(tokens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lstm, "TOKENS", tokens)
    torch.manual_seed(1)
    ours = LSTMEncoder(LSTMOptions(hidden=10, layers=2), 6)
    theirs = nn.LSTM(6, 5, num_layers=2, bidirectional=True, batch_first=True)
    weights = {}
    for layer in range(2):
        for parts, suffix in ((ours.forwards, ""), (ours.backwards, "_reverse")):
            for name, value in parts[layer].state_dict().items():
                weights[name.replace("l0", f"l{layer}") + suffix] = value
    theirs.load_state_dict(weights)
    vectors = torch.randn(3, 7, 6)
    packed = pack_padded_sequence(vectors, LENGTHS, batch_first=True, enforce_sorted=False)
    expected, _ = pad_packed_sequence(theirs(packed)[0], batch_first=True)
    found = ours(vectors, LENGTHS)
    for row, length in enumerate(LENGTHS.tolist()):
        torch.testing.assert_close(found[row, :length], expected[row, :length])


def test_transformer_is_pre_norm_with_a_last_norm() -> None:
    encoder = TransformerEncoder(TransformerOptions(layers=1, heads=2, hidden=8, dropout=0), 16)
    for name, weight in encoder.layers.layers[0].named_parameters():
        if "norm" not in name:
            nn.init.zeros_(weight)  # what is left of a layer that adds nothing is its input
    vectors = torch.randn(1, 4, 16)
    expected = nn.functional.layer_norm(vectors + sinusoids(4, 16), (16,))
    torch.testing.assert_close(encoder(vectors, torch.tensor([4])), expected)


def test_layers_start_apart() -> None:
    layers = TransformerEncoder(TransformerOptions(layers=2), 16).layers.layers
    assert not torch.equal(layers[0].linear1.weight, layers[1].linear1.weight)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("lstm", {"hidden": 7}, "encoder.hidden is 7. Two directions need an even number."),
        ("transformer", {"heads": 3}, "encoder.heads is 3, which does not divide the vectors' size of 16."),
    ],
)
def test_sizes_that_do_not_fit(name: str, options: dict, words: str) -> None:
    kind = ENCODERS[name]
    with pytest.raises(ConfigurationError, match=words):
        kind(kind.Options(**options), 16)
