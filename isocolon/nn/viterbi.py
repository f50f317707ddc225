"""The best paths through scores of tags, for all sequences of a batch at once (Viterbi 1967).

Sequences are packed as torch packs them: longest first, and for each position in turn what the sequences that reach it
have there, so that nothing is padded. Shapes are written with M tokens in all, B sequences, N positions, T tags and K
paths.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn.utils.rnn import PackedSequence


def best_path(emissions: PackedSequence, transitions: Tensor, start: Tensor, stop: Tensor) -> PackedSequence:
    """Returns the best tags of each sequence [M], packed as its emissions [M, T] are.

    The sweep keeps only scores; which tag gave the best is asked again on the way back, for one tag a position.
    """
    level, transitions, start, stop = raised(emissions, transitions, start, stop)
    opposites = -transitions.T.contiguous()  # [T to, T from]
    first, *others = torch.split_with_sizes(level, emissions.batch_sizes.tolist())
    scores = [first + start]
    for step in others:
        # Of numbers above zero, the greatest sum of two is the Chebyshev distance of the ones to the others'
        # opposites: max |s - -t|. That is one pass in torch, where to add and then to reduce is two, through memory
        scores.append(torch.cdist(scores[-1][: len(step)], opposites, p=torch.inf).add_(step))
    tags = [(scores[-1] + stop).argmax(1)]
    for score in scores[-2::-1]:
        going_on = len(tags[-1])
        tag = (score[:going_on] - opposites.index_select(0, tags[-1])).argmax(1)
        if going_on < len(score):
            tag = torch.cat([tag, (score[going_on:] + stop).argmax(1)])
        tags.append(tag)
    return emissions._replace(data=torch.cat(tags[::-1]))


def raised(
    emissions: PackedSequence, transitions: Tensor, start: Tensor, stop: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Returns scores of which none is negative and by which the same paths are best: emissions [M, T] and weights.

    All paths of a sequence rise by the same amount. What is allowed rises by more besides than a path without walls
    can win, so that none with a wall is better: nothing infinite is left. Double precision has room for that.
    """
    level = emissions.data.double() - emissions.data.amin(1, keepdim=True)
    lifted = [
        weight.double() - weight.where(weight > -torch.inf, torch.inf).amin() for weight in (transitions, start, stop)
    ]
    if any(weight.isinf().any() for weight in lifted):
        most = len(emissions.batch_sizes) * (level.amax() + sum(weight.amax() for weight in lifted)) + 1
        lifted = [(weight + most).clamp(min=0) for weight in lifted]
    return level, lifted[0], lifted[1], lifted[2]


def best_paths(
    emissions: Tensor, lengths: Tensor, transitions: Tensor, start: Tensor, stop: Tensor, count: int
) -> tuple[Tensor, Tensor]:
    """Returns the `count` best paths of each sequence, best first: tags [B, K, N] and their scores [B, K].

    Where a sequence has fewer paths than that, the scores of the others are minus infinity.
    """
    sequences, size, tags = emissions.shape
    scores = emissions.new_full((sequences, tags, count), -torch.inf)
    scores[:, :, 0] = start + emissions[:, 0]
    lasts = scores.clone()
    pointers = torch.zeros(size, sequences, tags * count, dtype=torch.long)
    for t in range(1, size):
        # [B, T to, T from * K]
        arrivals = (scores[:, None] + transitions.T[None, :, :, None]).flatten(2)
        scores, places = arrivals.topk(count, dim=2)
        scores = scores + emissions[:, t, :, None]
        pointers[t] = places.flatten(1)
        lasts = torch.where((lengths == t + 1)[:, None, None], scores, lasts)
    totals, ends = (lasts + stop[:, None]).flatten(1).topk(count, dim=1)  # [B, K]
    paths = [trace(pointers, ends[:, k], lengths) // count for k in range(count)]
    return torch.stack(paths, dim=1), totals


def trace(pointers: Tensor, ends: Tensor, lengths: Tensor) -> Tensor:
    """Returns the states of each sequence that back pointers [N, B, S] lead through to its end state: [B, N]."""
    states = torch.zeros(pointers.shape[:2], dtype=torch.long)  # [N, B]
    state = ends
    for t in range(len(pointers) - 1, -1, -1):
        states[t] = state
        # Beyond a sequence's length its end state is only carried along
        state = torch.where(t < lengths, pointers[t].gather(1, state[:, None]).squeeze(1), state)
    inside = torch.arange(len(pointers))[:, None] < lengths
    return states.where(inside, 0).T.contiguous()
