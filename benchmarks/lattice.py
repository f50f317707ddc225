"""What the lattice detector is worth, and how fast it is.

    python benchmarks/lattice.py speed latin asp          tokens per second on one core, from raw text
    python benchmarks/lattice.py ablate recipes/asp/lattice.toml    EPM F1 outside folds without each criterion
    python benchmarks/lattice.py recall RUN --split test  recall of nested and chiastic parallelisms; calibration
    python benchmarks/lattice.py transfer RUN pse         a model on the development data of another corpus
    python benchmarks/lattice.py seeds RUN RUN …          mean and spread of runs that differ in their seeds

Times are processor time. `speed` wants one thread: OMP_NUM_THREADS=1.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np

from isocolon import datasets, languages, metrics, models
from isocolon.config import read_recipe
from isocolon.detectors.lattice import LatticeDetector, options_of
from isocolon.detectors.lattice.choice import calibration_error
from isocolon.detectors.lattice.training import train
from isocolon.document import Document, Kind, nesting_depths
from isocolon.evidence import CRITERIA
from isocolon.training.corpora import Source, load
from isocolon.training.runs import Run

DEVELOPMENT = ("validation", "optimization")


def speed(model: str, dataset: str) -> None:
    """Prints how many tokens of raw text a second are read and searched, and what memory that takes."""
    begun = process_time()
    detector = models.load(model)
    documents = [document for split in DEVELOPMENT for document in datasets.load(dataset, split)]
    language = languages.find(documents[0].language)
    list(detector.detect(documents[:1]))
    print(f"loaded in {process_time() - begun:.2f} s")
    for times in (1, 4, 16):
        texts = [" ".join([document.text] * times) for document in documents[: max(1, 16 // times)]]
        begun, tokens = process_time(), 0
        for number, text in enumerate(texts):
            document = Document(str(number), text, tuple(language.tokenize(text)), language.code)
            tokens += len(document)
            list(detector.detect([document]))
        print(
            f"documents {times:>2} times as long: {tokens / (process_time() - begun):,.0f} tokens a second ({tokens:,})"
        )
    tracemalloc.start()
    list(detector.detect([document]))
    print(f"at most {tracemalloc.get_traced_memory()[1] / 1e6:.0f} MB for {len(document):,} tokens")


def ablate(recipe: Path, seed: int) -> None:
    """Prints the exact F1 outside folds with all criteria, and without each; one model of each kind, for speed."""
    table = read_recipe(recipe)
    options = options_of(table)
    splits = load(Source.of(table))
    documents = [document for split in options.splits for document in splits[split]]
    for left_out in (None, *CRITERIA):
        criteria = tuple(name for name in CRITERIA if name != left_out)
        single = {kind: replace(getattr(options, kind), models=1) for kind in ("pairs", "chains")}
        some = replace(options, sight=replace(options.sight, criteria=criteria), **single)
        with tempfile.TemporaryDirectory() as folder:
            trained = train(documents, some, Path(folder), seed=seed, resume=False, report=lambda words: None)
        print(f"without {left_out or 'nothing'}: {trained.outside['epm']:.4f}", flush=True)


def recall(folder: Path, split: str) -> None:
    """Prints the recall of nested and of chiastic parallelisms, how many are labelled rightly, and calibration."""
    run = Run.read(folder)
    gold = run.documents(split)
    found = list(run.detector().detect(document.with_parallelisms(()) for document in gold))
    kinds = {(d.id, p.branches): p for d in found for p in d.parallelisms}
    nested = [
        (d.id, p)
        for d in gold
        for p, depth in zip(d.parallelisms, nesting_depths(d.parallelisms), strict=True)
        if depth
    ]
    chiastic = [(d.id, p) for d in gold for p in d.parallelisms if p.kind is Kind.CHIASTIC]
    for name, some in (("nested", nested), ("chiastic", chiastic)):
        print(f"{name}: {sum((id, p.branches) in kinds for id, p in some)} of {len(some)} found exactly")
    labelled = [key for key, p in kinds.items() if p.kind is Kind.CHIASTIC]
    right = {(id, p.branches) for id, p in chiastic}
    print(f"labelled chiastic: {len(labelled)}, of which {sum(key in right for key in labelled)} rightly")
    exact = {(d.id, p.branches) for d in gold for p in d.parallelisms}
    chances = np.array([p.confidence for p in kinds.values()])
    print(f"expected calibration error: {calibration_error(chances, np.array([key in exact for key in kinds])):.3f}")


def seeds(folders: Sequence[Path], split: str) -> None:
    """Prints the mean and the sample s.d. of the scores that runs reached, and of EPM F1 outside folds."""
    scores = [json.loads((folder / "scores.json").read_text("utf-8"))[split] for folder in folders]
    outside = [LatticeDetector.load(folder).model.outside["epm"] for folder in folders]
    rows = {f"{metric}, {split}": [each[metric]["f1"] for each in scores] for metric in scores[0]}
    for name, figures in {"epm, outside folds": outside, **rows}.items():
        each = " ".join(f"{figure:.3f}" for figure in figures)
        print(f"{name}: {np.mean(figures):.3f} ± {np.std(figures, ddof=1):.3f} ({each})")


def transfer(folder: Path, dataset: str) -> None:
    """Prints the scores of a model on the development data of a corpus that it has not seen."""
    gold = [document for split in DEVELOPMENT for document in datasets.load(dataset, split)]
    found = list(LatticeDetector.load(folder).detect(document.with_parallelisms(()) for document in gold))
    for name, score in metrics.score(predicted=found, gold=gold).items():
        print(f"{name}: {score.f1:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb, names in {
        "speed": ("model", "dataset"),
        "ablate": ("recipe",),
        "recall": ("run",),
        "transfer": ("run", "dataset"),
        "seeds": ("runs",),
    }.items():
        sub = verbs.add_parser(verb)
        for name in names:
            sub.add_argument(name, nargs="+" if name == "runs" else None)
        sub.add_argument("--split", default="test")
        sub.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    match asked.verb:
        case "speed":
            speed(asked.model, asked.dataset)
        case "ablate":
            ablate(Path(asked.recipe), asked.seed)
        case "recall":
            recall(Path(asked.run), asked.split)
        case "seeds":
            seeds([Path(run) for run in asked.runs], asked.split)
        case "transfer":
            transfer(Path(asked.run), asked.dataset)


if __name__ == "__main__":
    main()
