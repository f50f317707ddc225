"""Contextual vectors from BERT or a like encoder, through `transformers`, blended into vectors of words.

A frozen encoder reads every text once, and what it says is kept on disk. Longer sections are read in chunks of at most
512 pieces, cut between words, each with special tokens of its own, and laid end to end again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Self

import torch
from torch import Tensor

from isocolon.errors import ConfigurationError, ModelError
from isocolon.nn.batching import pad, sorted_batches
from isocolon.nn.blenders import BLENDERS, Blender
from isocolon.nn.embeddings.base import Embedding, Vocabulary
from isocolon.nn.embeddings.pieces import TensorPieces, read_vocabulary
from isocolon.nn.features import key_of, remembered
from isocolon.nn.limits import above_zero

TOKENS = 4_096
"""How many pieces are read at once."""
HINT = "Check embedding.model: a folder with config.json and weights, or a name on the hub."


@dataclass(frozen=True)
class BERTOptions:
    """Options of contextual vectors."""

    model: str
    """A folder with the encoder's configuration and weights, or its name on the hub."""
    blender: Blender = "mean"
    """How the vectors of pieces become vectors of words."""
    tune: bool = False
    """Whether the encoder is trained too; if not, it is frozen and its vectors are kept on disk."""
    vocabulary: str | None = None
    """A tensor2tensor vocabulary, such as Latin BERT's; if not given, the encoder's own tokenizer is used."""
    longest: int = 512
    """How many pieces are read together at most, special tokens included; fewer if the encoder has no more places."""

    def __post_init__(self) -> None:
        above_zero({"embedding.longest": self.longest - 2})


class BERTEmbedding(Embedding):
    """Contextual vectors."""

    Options: ClassVar[type[BERTOptions]] = BERTOptions

    def __init__(self, options: BERTOptions, vocabulary: Vocabulary) -> None:
        super().__init__(options, vocabulary)
        self.options, self.vocabulary = options, vocabulary
        self.blend = BLENDERS[options.blender]
        self.cutter = new_cutter(options)
        encoder = load_encoder(options.model)
        self.longest: int = min(options.longest, getattr(encoder.config, "max_position_embeddings", options.longest))
        self.size: int = encoder.config.hidden_size
        # A frozen encoder is no part of the weights: kept out of the module's sight, it is neither saved nor trained
        self.frozen = None if options.tune else (encoder.eval(),)
        if options.tune:
            self.encoder = encoder

    @classmethod
    def check(cls, options: BERTOptions) -> None:
        """Makes sure that there are weights in the encoder's folder, and pieces in the vocabulary."""
        require_weights(options.model)
        if options.vocabulary is not None:
            TensorCutter(Path(options.vocabulary))

    @classmethod
    def fit(cls, options: BERTOptions, sequences: Iterable[Sequence[str]]) -> Self:
        """Returns the embedding; it brings its own vocabulary."""
        return cls(options, {})

    def prepare(self, sequences: Sequence[Sequence[str]]) -> list[Tensor]:
        """Returns the vectors of the words [N, E] from a frozen encoder, or for one to tune their pieces [N, P]."""
        if self.frozen is None:
            return [self._pieces(words) for words in sequences]
        parts = (self._signature, *("\n".join(words) for words in sequences))
        return remembered(key_of(parts), len(sequences), lambda: self._compute(sequences))

    def forward(self, inputs: Tensor) -> Tensor:
        """Returns the vectors of words: [B, N, E]."""
        return inputs if self.frozen else self._read(self.encoder, inputs)

    def _pieces(self, words: Sequence[str]) -> Tensor:
        """Returns the numbers of each word's pieces, plus one: [N, P], zeros after a word's last."""
        room = self.longest - 2
        pieces: Tensor = pad([torch.tensor([n + 1 for n in self.cutter.encode(word)[:room]]) for word in words])
        return pieces

    @torch.no_grad()
    def _compute(self, sequences: Sequence[Sequence[str]]) -> list[Tensor]:
        assert self.frozen is not None
        found: dict[int, Tensor] = {}
        pieces = [self._pieces(words) for words in sequences]
        for batch in sorted_batches([int((tensor > 0).sum()) + 2 for tensor in pieces], TOKENS):
            vectors = self._read(self.frozen[0], pad([pieces[k] for k in batch]))
            # Copied, for a row would keep the whole batch alive
            found.update({k: row[: len(sequences[k])].clone() for k, row in zip(batch, vectors, strict=True)})
        return [found[k] for k in range(len(sequences))]

    def _read(self, encoder: Any, inputs: Tensor) -> Tensor:
        """Returns the blended vectors of pieces [B, N, P]: [B, N, E]."""
        present = inputs > 0
        chunks = [(row, piece) for row, words in enumerate(inputs) for piece in self._chunks(words)]
        texts = [torch.cat([self.cutter.opening, inputs[row][where] - 1, self.cutter.closing]) for row, where in chunks]
        mask = pad([torch.ones_like(text) for text in texts])
        states = encoder(input_ids=pad(texts), attention_mask=mask).last_hidden_state  # [C, S, E]
        vectors = states.new_zeros((*inputs.shape, states.shape[-1]))
        for (row, where), state, text in zip(chunks, states, texts, strict=True):
            vectors[row][where] = state[len(self.cutter.opening) : len(text) - len(self.cutter.closing)]
        blended: Tensor = self.blend(vectors, present)
        return blended

    def _chunks(self, words: Tensor) -> Iterator[Tensor]:
        """Yields where the pieces of each chunk stand among those of a sequence: [N, P], true or false."""
        room = self.longest - len(self.cutter.opening) - len(self.cutter.closing)
        sizes = (words > 0).sum(1).tolist()
        start = taken = 0
        for place, size in enumerate([*sizes, room + 1]):
            if taken + size > room:
                chosen = torch.zeros_like(words, dtype=torch.bool)
                chosen[start:place] = words[start:place] > 0
                if taken:
                    yield chosen
                start, taken = place, 0
            taken += size

    @cached_property
    def _signature(self) -> str:
        """Returns all that the vectors of a frozen encoder depend on, besides the words."""
        assert self.frozen is not None
        weights = hashlib.sha256()
        for name, tensor in sorted(self.frozen[0].state_dict().items()):
            weights.update(name.encode())
            weights.update(tensor.contiguous().numpy().tobytes())
        return f"{weights.hexdigest()}|{self.options.blender}|{self.longest}|{self.cutter.name}"


class Cutter:
    """The encoder's own tokenizer."""

    def __init__(self, tokenizer: Any, name: str) -> None:
        self.tokenizer, self.name = tokenizer, name
        first = tokenizer.cls_token_id if tokenizer.cls_token_id is not None else tokenizer.bos_token_id
        last = tokenizer.sep_token_id if tokenizer.sep_token_id is not None else tokenizer.eos_token_id
        self.opening, self.closing = (torch.tensor([] if t is None else [t], dtype=torch.long) for t in (first, last))

    def encode(self, word: str) -> list[int]:
        """Returns the numbers of a word's pieces, one at least."""
        found: list[int] = self.tokenizer(word, add_special_tokens=False)["input_ids"]
        return found or [self.tokenizer.unk_token_id or 0]


class TensorCutter(Cutter):
    """Latin BERT's: tensor2tensor's pieces after five special tokens."""

    def __init__(self, path: Path) -> None:
        pieces = read_vocabulary(path, "tensor2tensor")
        self.pieces, self.name = TensorPieces(pieces), key_of(pieces)
        self.opening, self.closing = (torch.tensor([self.pieces.numbers[token]]) for token in ("[CLS]", "[SEP]"))

    def encode(self, word: str) -> list[int]:
        """Returns the numbers of a word's pieces."""
        return self.pieces.encode(word.lower())


def new_cutter(options: BERTOptions) -> Cutter:
    """Returns what cuts words into the encoder's pieces."""
    if options.vocabulary is not None:
        return TensorCutter(Path(options.vocabulary))
    transformers = require_transformers()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(**location(options.model))
    except (OSError, ValueError) as error:
        raise ModelError(f"{options.model}: there is no tokenizer ({first_line(error)}). {HINT}") from error
    return Cutter(tokenizer, key_of(f"{piece} {n}" for piece, n in sorted(tokenizer.get_vocab().items())))


def load_encoder(model: str) -> Any:
    """Returns an encoder with its weights: from a folder without asking anyone, or else from the hub."""
    transformers = require_transformers()
    require_weights(model)
    try:
        return transformers.AutoModel.from_pretrained(**location(model))
    except (OSError, ValueError) as error:
        raise ModelError(f"{model}: cannot load the encoder ({first_line(error)}). {HINT}") from error


def require_weights(model: str) -> None:
    """Refuses a folder that has no weights in it."""
    folder = Path(model).expanduser()
    if folder.is_dir() and not any(folder.glob("*.safetensors")) and not any(folder.glob("*.bin")):
        raise ModelError(f"{folder}: there are no weights in it. Put model.safetensors beside its config.json.")


def location(model: str) -> dict[str, Any]:
    """Returns where `transformers` is to look for a model: in a folder that is there, and then nowhere else."""
    folder = Path(model).expanduser()
    here = folder.is_dir()
    return {"pretrained_model_name_or_path": str(folder) if here else model, "local_files_only": here}


def first_line(error: Exception) -> str:
    """Returns the first line of what went wrong."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def require_transformers() -> Any:
    """Returns the `transformers` package, or says how to get it."""
    try:
        transformers: Any = import_module("transformers")
    except ModuleNotFoundError as error:
        raise ConfigurationError("BERT needs transformers. Install: pip install 'isocolon[train]'.") from error
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    return transformers
