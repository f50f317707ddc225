"""A linear-chain conditional random field over batches of sequences (Lafferty et al. 2001).

The score of tags y for emissions x of length n is

    s(x, y) = start[y_1] + stop[y_n] + sum_t x[t, y_t] + sum_t transitions[y_t, y_t+1]

and p(y | x) = exp(s(x, y)) / Z(x). The partition Z is one forward sweep of matrix products, scaled at each step, and
its gradient is the marginals, which one backward sweep gives: no graph is built over the steps. Shapes are written
with B sequences, N positions, T tags, K paths.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence

from isocolon.nn.viterbi import best_path, best_paths


class Sweep(NamedTuple):
    """What the forward sweep leaves: scaled probabilities, and what they were scaled by."""

    emissions: Tensor  # [N, B, T], exponentials
    alphas: Tensor  # [N, B, T]
    scales: Tensor  # [N, B]
    ends: Tensor  # [B]: what the last step leaves
    log_partition: Tensor  # [B]


class CRF(nn.Module):
    """A linear-chain CRF.

    Args:
        tags: how many tags there are.
        forbidden: pairs of tags, by number, of which the second never follows the first.
        forbidden_starts: tags with which no sequence starts.
        forbidden_stops: tags with which no sequence stops.
    """

    def __init__(
        self,
        tags: int,
        forbidden: Collection[tuple[int, int]] = (),
        forbidden_starts: Collection[int] = (),
        forbidden_stops: Collection[int] = (),
    ) -> None:
        super().__init__()
        self.transitions = nn.Parameter(torch.empty(tags, tags).uniform_(-0.1, 0.1))
        self.start = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))
        self.stop = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))
        walls = torch.zeros(tags, tags)
        for left, right in forbidden:
            walls[left, right] = -torch.inf
        self.register_buffer("walls", walls, persistent=False)
        self.register_buffer("start_walls", wall(tags, forbidden_starts), persistent=False)
        self.register_buffer("stop_walls", wall(tags, forbidden_stops), persistent=False)

    def weights(self) -> tuple[Tensor, Tensor, Tensor]:
        """Returns transitions [T, T], start [T] and stop [T], at minus infinity where forbidden."""
        return (
            self.transitions + self.get_buffer("walls"),
            self.start + self.get_buffer("start_walls"),
            self.stop + self.get_buffer("stop_walls"),
        )

    def log_likelihood(self, emissions: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
        """Returns the log probability of each sequence's tags: [B].

        Args:
            emissions: [B, N, T].
            tags: [B, N]; what stands beyond a sequence's length is not looked at.
            lengths: [B], each at least 1.
        """
        return self.score(emissions, tags, lengths) - self.log_partition(emissions, lengths)

    def score(self, emissions: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
        """Returns the score of each sequence's tags: [B]."""
        transitions, start, stop = self.weights()
        inside = positions(emissions) < lengths[:, None]  # [B, N]
        emitted = emissions.gather(2, tags[..., None]).squeeze(2)
        moved = transitions[tags[:, :-1], tags[:, 1:]]
        last = tags.gather(1, lengths[:, None] - 1).squeeze(1)
        total = emitted.where(inside, 0).sum(1) + moved.where(inside[:, 1:], 0).sum(1)
        return total + start[tags[:, 0]] + stop[last]

    def log_partition(self, emissions: Tensor, lengths: Tensor) -> Tensor:
        """Returns log Z of each sequence: [B]."""
        result: Tensor = LogPartition.apply(emissions, *self.weights(), lengths)  # type: ignore[no-untyped-call]
        return result

    @torch.no_grad()
    def marginals(self, emissions: Tensor, lengths: Tensor) -> Tensor:
        """Returns the probability of each tag at each position: [B, N, T], zeros beyond a sequence's length."""
        transitions, start, stop = (weight.double() for weight in self.weights())
        sweep = forward_sweep(emissions.double(), transitions, start, stop, lengths)
        betas = backward_sweep(sweep, transitions, stop, lengths)
        return (sweep.alphas * betas).transpose(0, 1).to(emissions.dtype)

    @torch.no_grad()
    def best(self, emissions: PackedSequence) -> PackedSequence:
        """Returns the best tags of each sequence (Viterbi), packed as the emissions are."""
        return best_path(emissions, *self.weights())

    @torch.no_grad()
    def best_paths(self, emissions: Tensor, lengths: Tensor, count: int) -> tuple[Tensor, Tensor]:
        """Returns the `count` best paths of each sequence, best first: tags [B, K, N] and their scores [B, K].

        Where a sequence has fewer paths than that, the scores of the others are minus infinity.
        """
        return best_paths(emissions, lengths, *self.weights(), count)


def wall(tags: int, forbidden: Collection[int]) -> Tensor:
    """Returns minus infinity for each forbidden tag, 0 for the others: [T]."""
    walls = torch.zeros(tags)
    walls[list(forbidden)] = -torch.inf
    return walls


def positions(emissions: Tensor) -> Tensor:
    """Returns the numbers of the positions, to hold against lengths: [1, N]."""
    return torch.arange(emissions.shape[1], device=emissions.device)[None]


def at_ends(states: Tensor, lengths: Tensor) -> Tensor:
    """Returns what stands at the last position of each sequence: [B, T] of [N, B, T]."""
    return states.gather(0, (lengths - 1)[None, :, None].expand(1, -1, states.shape[2]))[0]


def forward_sweep(emissions: Tensor, transitions: Tensor, start: Tensor, stop: Tensor, lengths: Tensor) -> Sweep:
    """Returns the scaled forward probabilities (Rabiner 1989), in double precision so that nothing underflows."""
    peaks = emissions.amax(2, keepdim=True)  # [B, N, 1]
    steps = (emissions - peaks).exp().transpose(0, 1).contiguous()  # [N, B, T]
    moves = transitions.exp()
    alpha, scale = scaled(start.exp() * steps[0])
    alphas, scales = [alpha], [scale]
    for step in steps[1:].unbind(0):
        alpha, scale = scaled((alpha @ moves).mul_(step))
        alphas.append(alpha)
        scales.append(scale)
    swept, divided = torch.stack(alphas), torch.stack(scales)[..., 0]
    inside = lengths > positions(emissions).T  # [N, B]
    ends = (at_ends(swept, lengths) * stop.exp()).sum(1)
    logs = (divided.log() + peaks[..., 0].T).where(inside, 0).sum(0)
    return Sweep(steps, swept, divided, ends, logs + ends.log())


def scaled(alpha: Tensor) -> tuple[Tensor, Tensor]:
    """Returns probabilities [B, T] that sum to 1, and what they summed to before [B, 1]."""
    scale = alpha.sum(1, keepdim=True)
    return alpha / scale, scale


def backward_sweep(sweep: Sweep, transitions: Tensor, stop: Tensor, lengths: Tensor) -> Tensor:
    """Returns the scaled backward probabilities: [N, B, T], zeros beyond a sequence's length.

    They are scaled so that alphas times betas are the marginals.
    """
    moves = transitions.exp().T.contiguous()
    starts = stop.exp() / sweep.ends[:, None]  # [B, T]
    weighted = (sweep.emissions / sweep.scales[..., None]).unbind(0)
    last = (torch.arange(len(weighted), device=lengths.device)[:, None] == lengths - 1)[..., None].unbind(0)
    betas = [torch.where(last[-1], starts, 0)]
    for t in range(len(weighted) - 2, -1, -1):
        betas.append(torch.where(last[t], starts, (weighted[t + 1] * betas[-1]) @ moves))
    return torch.stack(betas[::-1])


class LogPartition(torch.autograd.Function):
    """log Z, with the marginals as its gradient."""

    @staticmethod
    def forward(
        ctx: Any, emissions: Tensor, transitions: Tensor, start: Tensor, stop: Tensor, lengths: Tensor
    ) -> Tensor:
        """Returns log Z of each sequence: [B]."""
        transitions, start, stop = transitions.double(), start.double(), stop.double()
        sweep = forward_sweep(emissions.double(), transitions, start, stop, lengths)
        ctx.save_for_backward(*sweep, transitions, stop, lengths)
        return sweep.log_partition.to(emissions.dtype)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """Returns the gradients: expected counts of tags and of transitions."""
        *swept, transitions, stop, lengths = ctx.saved_tensors
        sweep = Sweep(*swept)
        weights = gradients[0].double()  # [B]
        betas = backward_sweep(sweep, transitions, stop, lengths)
        marginals = sweep.alphas * betas * weights[:, None]  # [N, B, T]
        arrivals = sweep.emissions * betas / sweep.scales[..., None] * weights[:, None]
        moved = sweep.alphas[:-1].flatten(0, 1).T @ arrivals[1:].flatten(0, 1) * transitions.exp()  # [T, T]
        lasts = at_ends(marginals, lengths)
        kind = gradients[0].dtype
        return (
            marginals.transpose(0, 1).to(kind),
            moved.to(kind),
            marginals[0].sum(0).to(kind),
            lasts.sum(0).to(kind),
            None,
        )
