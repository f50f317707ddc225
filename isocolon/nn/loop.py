"""The training loop: Adam, clipped gradients, early stopping, and a checkpoint after every epoch.

Everything random in an epoch follows from the seed and the epoch's number, so that a run that was killed and resumed
from its last checkpoint ends with the weights of one that never was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from isocolon.config import construct
from isocolon.files import write_whole
from isocolon.nn.batching import pad, shuffled_batches
from isocolon.nn.checkpoint import load_training, load_weights, save_training, save_weights
from isocolon.nn.limits import above_zero, parts
from isocolon.nn.network import Network

WEIGHTS, CHECKPOINT, HISTORY = "model.safetensors", "checkpoint.safetensors", "history.json"


@dataclass(frozen=True)
class TrainingOptions:
    """Options of training; the paper's, but for the batch."""

    rate: float = 0.001
    """Adam's learning rate."""
    batch: int = 16
    """How many sections are trained on at once. The paper's code takes 1."""
    epochs: int = 200
    """How many times the training texts are gone through at most."""
    patience: int = 25
    """After how many epochs without improvement training stops."""
    metric: str = "mbawo"
    """The metric on the validation split whose F1 decides which epoch is best."""
    ties: bool = True
    """Whether an epoch as good as the best so far counts as improvement, as in the paper's code."""
    clip: float = 1.0
    """The L2 norm at which gradients are clipped."""
    decay: float = 0.0
    """Adam's weight decay."""

    def __post_init__(self) -> None:
        above_zero(
            {f"training.{name}": getattr(self, name) for name in ("rate", "batch", "epochs", "patience", "clip")}
        )
        parts({"training.decay": self.decay})


class Example(NamedTuple):
    """A prepared sequence of words [N, ...] and its tags [N]."""

    inputs: Tensor
    tags: Tensor


@dataclass(frozen=True)
class Epoch:
    """What came of one epoch."""

    number: int
    loss: float
    """The mean negative log likelihood of a token."""
    score: float
    seconds: float


@dataclass(frozen=True)
class Progress:
    """How far training has come."""

    epochs: tuple[Epoch, ...] = ()
    best: int = 0
    """The number of the best epoch so far."""
    waited: int = 0
    """How many epochs ago that was, for early stopping."""

    @property
    def best_score(self) -> float:
        """The best epoch's score."""
        return self.epochs[self.best - 1].score if self.best else 0.0

    def after(self, epoch: Epoch, ties: bool) -> Progress:
        """Returns the progress with one more epoch. Where nothing was ever found, a tie is kept but waited on."""
        better = epoch.score > self.best_score or (ties and epoch.score == self.best_score) or not self.best
        waited = 0 if better and epoch.score > 0 else self.waited + 1
        return Progress((*self.epochs, epoch), epoch.number if better else self.best, waited)


def fit(
    network: Network,
    examples: Sequence[Example],
    options: TrainingOptions,
    *,
    validate: Callable[[], float],
    folder: Path,
    seed: int,
    resume: bool = False,
    report: Callable[[str], None] = lambda words: None,
) -> Progress:
    """Trains a network, leaves the weights of the best epoch in the folder, and returns how it went.

    Args:
        network: the network, which ends with the weights of the best epoch.
        examples: what to learn.
        options: how.
        validate: returns the score by which epochs are chosen.
        folder: where weights, checkpoint and history are kept.
        seed: what everything random follows from.
        resume: whether to go on from the folder's checkpoint, if there is one.
        report: is told of each epoch.
    """
    trained = [parameter for parameter in network.parameters() if parameter.requires_grad]
    adam = torch.optim.Adam(trained, lr=options.rate, weight_decay=options.decay)
    progress = Progress()
    if resume and (folder / CHECKPOINT).exists():
        progress = construct(Progress, load_training(folder / CHECKPOINT, network, adam), "the checkpoint")
        report(f"going on after epoch {len(progress.epochs)}")
    while len(progress.epochs) < options.epochs and progress.waited < options.patience:
        started = time.monotonic()
        number = len(progress.epochs) + 1
        loss = train_epoch(network, examples, adam, options, seed * 1_000_003 + number)
        progress = progress.after(Epoch(number, loss, validate(), time.monotonic() - started), options.ties)
        if progress.best == number:
            save_weights(network, folder / WEIGHTS)
        save_training(folder / CHECKPOINT, network, adam, asdict(progress))
        write_whole({folder / HISTORY: json.dumps(asdict(progress), indent=1)})
        report(describe(progress, options))
    load_weights(network, folder / WEIGHTS)
    return progress


def train_epoch(
    network: Network, examples: Sequence[Example], adam: torch.optim.Adam, options: TrainingOptions, seed: int
) -> float:
    """Goes through the examples once and returns the mean loss of a token."""
    torch.manual_seed(seed)
    network.train()
    lengths = [len(example.tags) for example in examples]
    total = 0.0
    for batch in shuffled_batches(lengths, options.batch, seed):
        loss = network(
            pad([examples[k].inputs for k in batch]),
            pad([examples[k].tags for k in batch]),
            torch.tensor([lengths[k] for k in batch]),
        )
        adam.zero_grad()
        loss.mean().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), options.clip)
        adam.step()
        total += loss.sum().item()
    return total / sum(lengths)


def describe(progress: Progress, options: TrainingOptions) -> str:
    """Returns a line about the last epoch: loss, score, patience, and how long it can take at most from here."""
    last = progress.epochs[-1]
    patience = options.patience - progress.waited
    seconds = sum(epoch.seconds for epoch in progress.epochs) / len(progress.epochs)
    soonest, latest = (seconds * min(options.epochs - last.number, left) for left in (patience, options.epochs))
    return (
        f"epoch {last.number} of {options.epochs}: loss {last.loss:.4f}, {options.metric} {last.score:.4f} "
        f"(best {progress.best_score:.4f} in epoch {progress.best}), patience {patience}, "
        f"{last.seconds:.1f} s, {clock(soonest)} to {clock(latest)} left"
    )


def clock(seconds: float) -> str:
    """Returns a time in minutes and seconds, or in hours.

    >>> clock(75), clock(7500)
    ('1:15', '2:05:00')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
