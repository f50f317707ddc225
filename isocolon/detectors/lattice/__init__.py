"""Our own detector, the default: compare stretches of text, and let a lattice choose the chains that fit together.

Document → candidates (pairs of spans) → evidence → pair scorer → chains → chain scorer → Parallelisms, each with the
probability that it is exactly right.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from isocolon import __version__
from isocolon.config import SHARED, Table, construct, to_table, write_recipe
from isocolon.detectors.base import Detector
from isocolon.detectors.lattice.candidates import Limits
from isocolon.detectors.lattice.model import Decision, Eye, Sight, Trained, decide, moved
from isocolon.detectors.lattice.options import Options, options_of
from isocolon.detectors.lattice.trees import Forest
from isocolon.document import Document, Parallelism
from isocolon.errors import ConfigurationError, ModelError, unknown
from isocolon.files import read_text, write_whole
from isocolon.languages.vectors import Vectors

if TYPE_CHECKING:
    from isocolon.detectors.lattice.training import Report

MODEL, RECIPE, VECTORS, STAGES = "model.json", "recipe.toml", "vectors.npz", "stages"
FORESTS = ("pruner", "pairs", "chains")
FORMAT = 2
"""Grows when models of before can no longer be read."""


class LatticeDetector(Detector):
    """Finds parallelisms by comparing stretches of text."""

    def __init__(self, model: Trained) -> None:
        self.model = model

    def detect(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yields the documents with the parallelisms found in them, with kinds and confidences."""
        for document in documents:
            yield document.with_parallelisms(self.find(document))

    def find(self, document: Document) -> list[Parallelism]:
        """Returns the parallelisms of a document."""
        model, eye = self.model, self.model.eye
        bare = document.with_parallelisms(())
        words = eye.words(bare)
        found: list[Parallelism] = []
        for survey in eye.surveys(words, model.pruner, model.least):
            if chains := eye.chains(survey, model.pairs(survey.table)):
                found += decide(chains, model.decision.probabilities(model.chains(chains.table)), model.decision)
        return found if words is bare else moved(found, words, bare)

    def lenient(self, least: float) -> LatticeDetector:
        """Returns a detector with the same model that takes weaker chains too, down to a probability."""
        decision = self.model.decision
        lower = replace(decision, threshold=min(decision.threshold, least))
        return LatticeDetector(replace(self.model, decision=lower))

    def save(self, folder: Path) -> None:
        """Writes the model: what it is in JSON, its trees and vectors in plain arrays."""
        folder.mkdir(parents=True, exist_ok=True)
        model = self.model
        for name in FORESTS:
            getattr(model, name).save(folder / f"{name}.npz")
        if model.eye.vectors:
            model.eye.vectors.save(folder / VECTORS)
        table = {
            "format": FORMAT,
            "isocolon": __version__,
            "sight": to_table(model.eye.sight),
            "limits": to_table(model.eye.limits),
            "common": model.eye.common,
            "least": model.least,
            "decision": to_table(model.decision),
            "outside folds": model.outside,
            "features": model.eye.names,
        }
        write_whole({folder / MODEL: json.dumps(table, indent=1, ensure_ascii=False)})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Returns the detector that was saved in a folder."""
        table = read_model(folder)
        vectors = Vectors.load(folder / VECTORS) if (folder / VECTORS).exists() else None
        try:
            eye = Eye(construct(Sight, table["sight"]), construct(Limits, table["limits"]), table["common"], vectors)
            decision = construct(Decision, table["decision"])
            least, outside, features = table["least"], table["outside folds"], table["features"]
        except (KeyError, ConfigurationError) as error:
            raise ModelError(f"{folder / MODEL}: not what we write ({error}). Train it again.") from error
        if eye.names != features:
            raise ModelError(f"{folder}: a model of isocolon {table['isocolon']} with other features. Train it again.")
        pruner, pairs, chains = (Forest.load(folder / f"{name}.npz") for name in FORESTS)
        return cls(Trained(eye, pruner, least, pairs, chains, decision, outside))

    @classmethod
    def check(cls, recipe: Table) -> None:
        """Makes sure that a recipe can be trained by."""
        options = options_of(recipe)
        if find_spec("lightgbm") is None:
            hint = "Install it with: pip install 'isocolon[lattice]'."
            raise ConfigurationError(f"to train the detector 'lattice', LightGBM is needed. {hint}")
        if options.vectors:
            Vectors.load(Path(options.vectors))

    @classmethod
    def train(
        cls,
        recipe: Table,
        run: Path,
        splits: Mapping[str, Sequence[Document]],
        *,
        seed: int,
        resume: bool,
        report: Report,
    ) -> Self:
        """Returns a detector trained by a recipe, saved in a run folder."""
        from isocolon.detectors.lattice.training import train

        if resume and (run / MODEL).is_file():  # which is written last
            return cls.load(run)
        options = options_of(recipe)
        missing = [split for split in options.splits if split not in splits]
        if missing:
            raise unknown("split", missing[0], splits)
        documents = [document for split in options.splits for document in splits[split]]
        write_whole({run / RECIPE: resolved({**recipe, "seed": seed}, options)})
        detector = cls(train(documents, options, run / STAGES, seed=seed, resume=resume, report=report))
        detector.save(run)
        shutil.rmtree(run / STAGES)
        return detector


def resolved(recipe: Table, options: Options) -> str:
    """Returns a recipe with every option, as TOML; word vectors are named as the recipe names them."""
    every = cast(Table, to_table(options))
    return write_recipe({**every, **{key: value for key, value in recipe.items() if key in (*SHARED, "vectors")}})


def read_model(folder: Path) -> dict[str, Any]:
    """Returns what a folder says of the model in it, if it is of a format that we read."""
    if not (folder / MODEL).is_file():
        raise ModelError(f"{folder}: no lattice model: there is no {MODEL}. Make one with: isocolon train.")
    try:
        table = json.loads(read_text(folder / MODEL))
    except json.JSONDecodeError as error:
        raise ModelError(f"{folder / MODEL}: malformed JSON ({error}). Train it again.") from error
    found = table.get("format") if isinstance(table, dict) else None
    if found != FORMAT:
        raise ModelError(f"{folder}: a model of format {found}, and we read {FORMAT}. Train it again.")
    return cast(dict[str, Any], table)
