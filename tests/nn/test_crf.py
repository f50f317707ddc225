"""The CRF against the enumeration of all paths, and against pytorch-crf."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
import torch
from torch import Tensor
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from isocolon.nn.crf import CRF, LogPartition

LENGTHS = torch.tensor([5, 1, 3, 4])
FORBIDDEN = {"forbidden": [(0, 1), (2, 2)], "forbidden_starts": [3], "forbidden_stops": [1]}


def problem(constrained: bool, tags: int = 4) -> tuple[CRF, Tensor]:
    torch.manual_seed(int(constrained))
    crf = CRF(tags, **(FORBIDDEN if constrained else {})).double()
    for weight in crf.parameters():
        torch.nn.init.normal_(weight)
    return crf, torch.randn(len(LENGTHS), int(LENGTHS.max()), tags, dtype=torch.double) * 2


def paths(crf: CRF, emissions: Tensor, length: int) -> dict[tuple[int, ...], float]:
    """Returns the score of every path: the oracle."""
    transitions, start, stop = (weight.tolist() for weight in crf.weights())
    cells = emissions.tolist()
    return {
        path: start[path[0]]
        + stop[path[-1]]
        + sum(cells[t][tag] for t, tag in enumerate(path))
        + sum(transitions[left][right] for left, right in pairwise(path))
        for path in product(range(emissions.shape[1]), repeat=length)
    }


def best(crf: CRF, emissions: Tensor, lengths: Tensor) -> Tensor:
    """Returns the best tags of sequences that are padded, zeros beyond their lengths."""
    packed = pack_padded_sequence(emissions, lengths, batch_first=True, enforce_sorted=False)
    return pad_packed_sequence(crf.best(packed), batch_first=True)[0]


@pytest.fixture(params=[False, True], ids=["free", "constrained"])
def case(request: pytest.FixtureRequest) -> tuple[CRF, Tensor, list[dict[tuple[int, ...], float]]]:
    crf, emissions = problem(request.param)
    return crf, emissions, [paths(crf, row, length) for row, length in zip(emissions, LENGTHS.tolist(), strict=True)]


def test_partition(case) -> None:
    crf, emissions, oracle = case
    expected = [torch.logsumexp(torch.tensor(list(scores.values())), 0).item() for scores in oracle]
    assert crf.log_partition(emissions, LENGTHS).tolist() == pytest.approx(expected, abs=1e-6)


def test_score_and_likelihood(case) -> None:
    crf, emissions, oracle = case
    for row, scores in enumerate(oracle):
        total = torch.logsumexp(torch.tensor(list(scores.values()), dtype=torch.double), 0)
        for path, score in list(scores.items())[::7]:
            tags = torch.zeros(len(oracle), emissions.shape[1], dtype=torch.long)
            tags[row, : len(path)] = torch.tensor(path)
            assert crf.score(emissions, tags, LENGTHS)[row].item() == pytest.approx(score)
            likelihood = crf.log_likelihood(emissions, tags, LENGTHS)[row].item()
            assert likelihood == pytest.approx(score - total.item())


def test_marginals(case) -> None:
    crf, emissions, oracle = case
    found = crf.marginals(emissions, LENGTHS)
    for row, scores in enumerate(oracle):
        weights = torch.tensor(list(scores.values()), dtype=torch.double).softmax(0)
        expected = torch.zeros_like(found[row])
        for path, weight in zip(scores, weights, strict=True):
            for t, tag in enumerate(path):
                expected[t, tag] += weight
        torch.testing.assert_close(found[row], expected)


def test_best(case) -> None:
    crf, emissions, oracle = case
    found = best(crf, emissions, LENGTHS)
    for row, scores in enumerate(oracle):
        path = max(scores, key=lambda path: scores[path])
        assert found[row].tolist() == [*path, *[0] * (emissions.shape[1] - len(path))]


@pytest.mark.parametrize("scale", [0.01, 1.0, 300.0])
def test_best_never_takes_a_forbidden_way(scale: float) -> None:
    crf, _ = problem(constrained=True)
    emissions = torch.randn(40, 5, 4, dtype=torch.double) * scale
    lengths = torch.randint(2, 6, (40,))
    for row, length, tags in zip(emissions, lengths.tolist(), best(crf, emissions, lengths).tolist(), strict=True):
        scores = paths(crf, row, length)
        assert scores[tuple(tags[:length])] == max(scores.values()) > -torch.inf


def test_scores_that_training_spoilt_give_some_tags() -> None:
    crf, emissions = problem(constrained=False)
    crf.transitions.data.fill_(torch.nan)
    assert best(crf, emissions, LENGTHS).shape == (4, 5)


def test_best_paths(case) -> None:
    crf, emissions, oracle = case
    tags, scores = crf.best_paths(emissions, LENGTHS, 3)
    for row, every in enumerate(oracle):
        expected = sorted(every, key=lambda path: -every[path])[:3]
        possible = [path for path in expected if every[path] > -torch.inf]
        assert scores[row].tolist() == pytest.approx([every[path] for path in expected])
        assert [tuple(path[: LENGTHS[row]].tolist()) for path in tags[row]][: len(possible)] == possible
    assert torch.equal(tags[:, 0], best(crf, emissions, LENGTHS))


def test_gradient_is_exact(case) -> None:
    crf, emissions, _ = case
    weights = [weight.detach().clone().requires_grad_() for weight in (crf.transitions, crf.start, crf.stop)]
    inputs = (emissions.clone().requires_grad_(), *weights)
    assert torch.autograd.gradcheck(lambda *tensors: LogPartition.apply(*tensors, LENGTHS), inputs)


def test_forbidden_transitions_get_no_gradient() -> None:
    crf, emissions = problem(constrained=True)
    crf.log_partition(emissions, LENGTHS).sum().backward()
    assert crf.transitions.grad is not None and crf.start.grad is not None
    assert crf.transitions.grad[0, 1] == crf.transitions.grad[2, 2] == crf.start.grad[3] == 0
    assert crf.transitions.grad.isfinite().all()


def test_a_batch_is_the_sum_of_its_sequences(case) -> None:
    crf, emissions, _ = case
    together = crf.log_partition(emissions, LENGTHS)
    for row, length in enumerate(LENGTHS.tolist()):
        alone = crf.log_partition(emissions[row : row + 1, :length], LENGTHS[row : row + 1])
        assert together[row].item() == pytest.approx(alone.item())


def test_what_lies_beyond_a_sequence_is_not_looked_at(case) -> None:
    crf, emissions, _ = case
    changed = emissions.clone()
    for row, length in enumerate(LENGTHS.tolist()):
        changed[row, length:] = 77.0
    for function in (crf.log_partition, crf.marginals):
        torch.testing.assert_close(function(changed, LENGTHS), function(emissions, LENGTHS))


def test_long_and_sure_sequences_neither_overflow_nor_vanish() -> None:
    crf = CRF(6, forbidden=[(0, 1)])
    emissions = (torch.randn(2, 3000, 6) * 40).requires_grad_()
    total = crf.log_partition(emissions, torch.tensor([3000, 2500]))
    total.sum().backward()
    assert total.isfinite().all()
    assert emissions.grad is not None
    torch.testing.assert_close(emissions.grad[0].sum(1), torch.ones(3000))


@pytest.mark.parametrize("seed", range(5))
def test_against_pytorch_crf(seed: int) -> None:
    torchcrf = pytest.importorskip("torchcrf", reason="needs pytorch-crf: pip install 'isocolon[dev]'")
    torch.manual_seed(seed)
    theirs, ours = torchcrf.CRF(7, batch_first=True), CRF(7)
    ours.load_state_dict(
        {"transitions": theirs.transitions, "start": theirs.start_transitions, "stop": theirs.end_transitions}
    )
    lengths = torch.tensor([12, 9, 9, 1])
    mask = torch.arange(12)[None] < lengths[:, None]
    emissions, tags = torch.randn(4, 12, 7, requires_grad=True), torch.randint(7, (4, 12))
    expected = theirs(emissions, tags, mask=mask, reduction="none")
    found = ours.log_likelihood(emissions, tags, lengths)
    torch.testing.assert_close(found, expected)
    wanted, got = (torch.autograd.grad(value.sum(), emissions)[0] for value in (expected, found))
    torch.testing.assert_close(got, wanted)
    found = best(ours, emissions, lengths)
    decoded = theirs.decode(emissions, mask=mask)
    assert [row[:length].tolist() for row, length in zip(found, lengths, strict=True)] == decoded
