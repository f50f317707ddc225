"""The paper's detector: tag every token with a neural network, and read the parallelisms off the tags.

Document → sections → words → network → tags → parallelisms. A sequence is a section; tags are decoded over the whole
document, so that links may reach into the section before. Only the outermost stratum is tagged, as in the paper.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import exp, log
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import torch

from isocolon import languages, metrics
from isocolon.config import Table, construct, own_table, read_recipe, to_table, write_recipe
from isocolon.detectors.base import Detector
from isocolon.document import Document, Parallelism
from isocolon.errors import ConfigurationError, ModelError
from isocolon.files import read_text, write_whole
from isocolon.nn import limits
from isocolon.nn.checkpoint import load_weights, save_weights
from isocolon.nn.crf import CRF
from isocolon.nn.embeddings import EMBEDDINGS
from isocolon.nn.embeddings.base import Embedding, Vocabulary
from isocolon.nn.encoders import ENCODERS
from isocolon.nn.loop import WEIGHTS, Example, TrainingOptions, fit
from isocolon.nn.network import Network
from isocolon.registry import Registry
from isocolon.schemes import SCHEMES, Scheme, decode, encode
from isocolon.schemes.closed import tags_of
from isocolon.schemes.transitions import START, STOP, allowed

RECIPE, TAGS, VOCABULARY = "recipe.toml", "tags.json", "vocabulary.json"
BATCH = 64
"""How many documents are read before any is tagged."""


@dataclass(frozen=True)
class TaggerOptions:
    """Options of the tagger. `embedding` and `encoder` are tables with a `name` and that one's own options."""

    scheme: str = "biomj-token"
    """The tagging scheme."""
    embedding: dict[str, object] = field(default_factory=lambda: {"name": "word"})
    """How words become vectors."""
    encoder: dict[str, object] = field(default_factory=lambda: {"name": "lstm"})
    """How vectors get their context."""
    training: TrainingOptions = field(default_factory=TrainingOptions)
    """How the network is trained."""
    dropout: float = 0.0
    """What part of the vectors is dropped in training, before and after the encoder."""
    constrained: bool = False
    """Whether tags that the scheme forbids side by side have probability 0."""
    handicaps: tuple[float, ...] = (0.0,)
    """What may be taken from O's scores when tagging; validation chooses in every epoch. The paper takes nothing."""
    lemmatize: bool = False
    """Whether words are reduced to lemmas: the texts' own if they have a layer `lemma`, or what the language gives."""

    def __post_init__(self) -> None:
        limits.parts({"dropout": self.dropout})
        if not self.handicaps:
            raise ConfigurationError("there are no handicaps. Give one at least, such as 0.0.")


class Component(Protocol):
    """A class with options of its own."""

    Options: type[Any]


C = TypeVar("C", bound=Component)


def component(registry: Registry[C], table: Mapping[str, object], where: str) -> tuple[C, Any]:
    """Returns the class that a recipe's table names, and its options."""
    name = table.get("name")
    if not isinstance(name, str):
        raise ConfigurationError(f"the recipe, {where}: there is no name. The choices are: {', '.join(registry)}.")
    chosen = registry[name]
    options: Table = {key: value for key, value in table.items() if key != "name"}  # type: ignore[misc]
    return chosen, construct(chosen.Options, options, f"the recipe, {where} ({name})")


def read_options(recipe: Table) -> TaggerOptions:
    """Returns a recipe's options, all checked: what is wrong is told before any work begins."""
    options = construct(TaggerOptions, own_table(recipe))
    SCHEMES[options.scheme]
    metrics.METRICS[options.training.metric]
    component(EMBEDDINGS, options.embedding, "embedding")
    component(ENCODERS, options.encoder, "encoder")
    return options


class Tagger(Detector):
    """Finds parallelisms by tagging."""

    def __init__(
        self, options: TaggerOptions, tags: Sequence[str], walls: Iterable[tuple[str, str]], embedding: Embedding
    ) -> None:
        self.options, self.tags, self.walls = options, list(tags), sorted(walls)
        self.scheme = SCHEMES[options.scheme]
        encoder, encoder_options = component(ENCODERS, options.encoder, "encoder")
        self.network = Network(
            embedding, encoder(encoder_options, embedding.size), new_crf(self.tags, self.walls), options.dropout
        )

    @classmethod
    def check(cls, recipe: Table) -> None:
        """Makes sure that a recipe can be trained by: that its names, keys, values and files are there."""
        embedding, options = component(EMBEDDINGS, read_options(recipe).embedding, "embedding")
        embedding.check(options)

    @classmethod
    def train(
        cls,
        recipe: Table,
        run: Path,
        splits: Mapping[str, Sequence[Document]],
        *,
        seed: int,
        resume: bool = False,
        report: Callable[[str], None] = lambda words: None,
    ) -> Self:
        """Returns a tagger trained on the training split, the best by its score on the validation split.

        Args:
            recipe: the tagger's options.
            run: the folder to keep everything in.
            splits: documents, of which `training` and `validation` are used.
            seed: what everything random follows from.
            resume: whether to go on where a run in this folder was stopped.
            report: is told how it goes.
        """
        options = read_options(recipe)
        torch.manual_seed(seed)
        tagger = cls._new(options, splits["training"])
        tagger._save_settings(run)
        examples = tagger._examples(splits["training"])
        gold = list(splits["validation"])
        prepared = tagger._prepare(gold)
        report(f"{len(examples)} sections, {len(tagger.tags)} tags, {parameters(tagger.network):,} weights to train")

        fit(
            tagger.network,
            examples,
            options.training,
            validate=lambda: tagger._validate(gold, prepared),
            folder=run,
            seed=seed,
            resume=resume,
            report=report,
        )
        return tagger

    @classmethod
    def _new(cls, options: TaggerOptions, training: Sequence[Document]) -> Self:
        """Returns an untrained tagger for the words and the tags of the training texts."""
        scheme = SCHEMES[options.scheme]
        tags = tags_of(training, scheme)
        walls = forbidden(scheme, tags, training) if options.constrained else set()
        embedding, embedding_options = component(EMBEDDINGS, options.embedding, "embedding")
        words = (words_of(document, options.lemmatize) for document in training)
        return cls(options, tags, walls, embedding.fit(embedding_options, words))

    def _examples(self, documents: Sequence[Document]) -> list[Example]:
        """Returns the sections with their tags; sections that a parallelism bridges stay together."""
        pieces = [piece for document in documents for piece in document.split()]
        inputs = self.network.embedding.prepare([words_of(piece, self.options.lemmatize) for piece in pieces])
        numbers = {tag: number for number, tag in enumerate(self.tags)}
        coded = (encode(piece.parallelisms, len(piece), self.scheme)[0] for piece in pieces)
        targets = [torch.tensor([numbers[tag] for tag in tags]) for tags in coded]
        return [Example(*pair) for pair in zip(inputs, targets, strict=True)]

    def _prepare(self, documents: Iterable[Document]) -> list[torch.Tensor]:
        """Returns the sections of documents as the network takes them."""
        sequences = []
        for document in documents:
            words = words_of(document, self.options.lemmatize)
            sequences += [words[section.span.start : section.span.end] for section in document.sections]
        return self.network.embedding.prepare(sequences)

    def _validate(self, gold: Sequence[Document], prepared: Sequence[torch.Tensor]) -> float:
        """Returns the best score that a handicap for O gives on these documents, and leaves the network with it."""
        metric = self.options.training.metric
        emissions = self.network.scored(prepared)
        scores = {}
        for handicap in self.options.handicaps:
            self.network.set_handicap(handicap)
            predicted = self._tag(gold, emissions)
            scores[handicap] = metrics.score(predicted=predicted, gold=gold, metrics=[metric])[metric].f1
        best = max(scores, key=lambda handicap: scores[handicap])
        self.network.set_handicap(best)
        return scores[best]

    def _tag(
        self, documents: Sequence[Document], emissions: Sequence[torch.Tensor], confidence: bool = False
    ) -> list[Document]:
        """Returns documents with what the network finds in their scored sections."""
        tagged = iter(self.network.tag(emissions, confidence))
        found = []
        for document in documents:
            sections = [next(tagged) for _ in document.sections]
            tags = tuple(self.tags[number] for best, _ in sections for number in best.tolist())
            parallelisms = decode((tags,), self.scheme)
            if confidence:
                sure = list(chain.from_iterable(p.tolist() for _, p in sections if p is not None))
                parallelisms = tuple(with_confidence(parallelism, sure) for parallelism in parallelisms)
            found.append(document.with_parallelisms(parallelisms))
        return found

    def detect(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yields the documents with the parallelisms found in them, each with a confidence."""
        source = iter(documents)
        while batch := [document for _, document in zip(range(BATCH), source, strict=False)]:
            yield from self._tag(batch, self.network.scored(self._prepare(batch)), confidence=True)

    def save(self, folder: Path) -> None:
        """Writes recipe, tags, vocabulary and weights."""
        self._save_settings(folder)
        save_weights(self.network, folder / WEIGHTS)

    def _save_settings(self, folder: Path) -> None:
        """Writes all but the weights; what else a recipe in the folder says is kept."""
        table = to_table(self.options)
        assert isinstance(table, dict)
        path = folder / RECIPE
        kept = read_recipe(path) if path.exists() else {"detector": "tagger"}
        tags = {"tags": self.tags, "forbidden": self.walls}
        write_whole(
            {
                path: write_recipe({**kept, **table}),
                folder / TAGS: json.dumps(tags),
                folder / VOCABULARY: json.dumps(self.network.embedding.vocabulary, ensure_ascii=False),
            }
        )

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Returns the tagger that was saved in a folder."""
        missing = [name for name in (RECIPE, TAGS, VOCABULARY, WEIGHTS) if not (folder / name).is_file()]
        if missing:
            raise ModelError(f"{folder}: no trained tagger: there is no {missing[0]}. Make one with: isocolon train.")
        options = read_options(read_recipe(folder / RECIPE))
        tags = json.loads(read_text(folder / TAGS))
        vocabulary: Vocabulary = json.loads(read_text(folder / VOCABULARY))
        embedding, embedding_options = component(EMBEDDINGS, options.embedding, "embedding")
        tagger = cls(options, tags["tags"], map(tuple, tags["forbidden"]), embedding(embedding_options, vocabulary))
        load_weights(tagger.network, folder / WEIGHTS)
        return tagger


def words_of(document: Document, lemmatize: bool) -> Sequence[str]:
    """Returns the words that the network sees: normal forms, or lemmas, the document's own or what its language has."""
    if not lemmatize:
        return document.words
    if "lemma" in document.layers:
        return document.layers["lemma"]
    lemma = languages.find(document.language).lemma
    return [lemma(word) for word in document.words]


def forbidden(scheme: Scheme, tags: Sequence[str], documents: Iterable[Document]) -> set[tuple[str, str]]:
    """Returns the pairs of tags, START and STOP that the scheme never writes, but for what these documents have."""
    from isocolon.schemes.transitions import count

    pairs = {(left, right) for left in (START, *tags) for right in (*tags, STOP)}
    pieces = (replace(piece, sections=()) for document in documents for piece in document.split())
    return pairs - allowed(scheme, tags) - set(count(pieces, scheme, links=True))


def new_crf(tags: Sequence[str], walls: Iterable[tuple[str, str]]) -> CRF:
    """Returns an untrained CRF that never puts tags side by side that are forbidden."""
    numbers = {tag: number for number, tag in enumerate(tags)}
    pairs = list(walls)
    return CRF(
        len(tags),
        forbidden=[(numbers[left], numbers[right]) for left, right in pairs if left != START and right != STOP],
        forbidden_starts=[numbers[right] for left, right in pairs if left == START and right != STOP],
        forbidden_stops=[numbers[left] for left, right in pairs if right == STOP and left != START],
    )


def with_confidence(parallelism: Parallelism, sure: Sequence[float]) -> Parallelism:
    """Returns a parallelism with the geometric mean of its tags' probabilities as its confidence."""
    positions = parallelism.words()
    mean = exp(sum(log(max(sure[position], 1e-9)) for position in positions) / len(positions))
    return Parallelism(parallelism.branches, parallelism.kind, min(mean, 1.0))


def parameters(network: Network) -> int:
    """Returns how many weights are trained."""
    return sum(parameter.numel() for parameter in network.parameters() if parameter.requires_grad)
