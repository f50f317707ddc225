"""Weights and the state of training as safetensors files, each written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn

from isocolon import __version__
from isocolon.config import Table
from isocolon.errors import ModelError
from isocolon.files import whole


def save_tensors(path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str] | None = None) -> None:
    """Writes tensors with a few words about them."""
    from safetensors.torch import save_file

    own = {name: tensor.detach().contiguous() for name, tensor in tensors.items()}
    with whole(path) as temporary:
        save_file(own, temporary, {"isocolon": __version__, **(metadata or {})})


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Returns the tensors of a file and the words about them."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="pt") as file:
            names = file.keys()
            return {name: file.get_tensor(name) for name in names}, file.metadata() or {}
    except FileNotFoundError as error:
        raise ModelError(f"{path}: there is no such file. Train the model first, or check the path.") from error
    except SafetensorError as error:
        raise ModelError(f"{path}: no safetensors file ({error}). Train the model again.") from error


def save_weights(network: nn.Module, path: Path) -> None:
    """Writes the weights of a network."""
    save_tensors(path, network.state_dict())


def load_weights(network: nn.Module, path: Path) -> None:
    """Gives a network the weights in a file."""
    tensors, metadata = load_tensors(path)
    written = metadata.get("isocolon", "an unknown version")
    if written.split(".")[:2] != __version__.split(".")[:2]:
        raise ModelError(f"{path}: weights of isocolon {written}, and this is {__version__}. Train the model again.")
    try:
        network.load_state_dict(tensors)
    except RuntimeError as error:
        raise ModelError(
            f"{path}: these weights, written by isocolon {written}, are of another network than its recipe says. "
            "Train the model again."
        ) from error


def save_training(path: Path, network: nn.Module, adam: torch.optim.Adam, state: object) -> None:
    """Writes all that training needs to go on: weights, what Adam remembers, and a state of plain values."""
    tensors = {f"network/{name}": tensor for name, tensor in network.state_dict().items()}
    for number, memory in adam.state_dict()["state"].items():
        tensors |= {f"adam/{number}/{name}": tensor for name, tensor in memory.items()}
    save_tensors(path, tensors, {"state": json.dumps(state)})


def load_training(path: Path, network: nn.Module, adam: torch.optim.Adam) -> Table:
    """Gives a network and its optimiser what a file remembers of them, and returns the state of plain values."""
    tensors, metadata = load_tensors(path)
    weights = {name.removeprefix("network/"): t for name, t in tensors.items() if name.startswith("network/")}
    memory: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("adam/"):
            _, number, key = name.split("/")
            memory.setdefault(int(number), {})[key] = tensor
    try:
        network.load_state_dict(weights)
    except RuntimeError as error:
        raise ModelError(f"{path}: the checkpoint is of another network than its recipe says. Train anew.") from error
    adam.load_state_dict({**adam.state_dict(), "state": memory})
    state: Table = json.loads(metadata["state"])
    return state
