"""`isocolon tags`: texts as tag sequences, what follows what in them, and how far a tagger could come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isocolon.cli.console import new_table, note, out, print_json
from isocolon.cli.sources import corpus, splits_for
from isocolon.document import Document
from isocolon.errors import ConfigurationError, unknown

if TYPE_CHECKING:
    from isocolon.metrics import Score
    from isocolon.schemes import Scheme

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def tags(
    source: Annotated[str, typer.Argument(metavar="PATH", help="A file or folder, or a dataset's name.")],
    scheme: Annotated[str, typer.Option(help="The tagging scheme: a tagset and a link, such as bio-branch.")] = (
        "biomj-token"
    ),
    split: Annotated[str | None, typer.Option(help="Only this split of the dataset or of the split file.")] = None,
    split_file: Annotated[Path | None, typer.Option(help="The splits, as `isocolon split --out` writes.")] = None,
    format: Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The files' format.")] = None,
    language: Annotated[str | None, typer.Option(help="The texts' language, if not told from them.")] = None,
    transitions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write how often tags follow each other: .png, .svg, .pdf, .csv, .graphml."),
    ] = None,
    links: Annotated[bool, typer.Option("--links", help="Tell links apart in transitions.")] = False,
    ceiling: Annotated[bool, typer.Option("--ceiling", help="Score gold tags, limited as a tagger is.")] = False,
    strata: Annotated[int, typer.Option(min=1, help="How many strata the ceiling's tagger has.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Print the tags of annotated texts, count which follows which, or find the best that a tagger could reach."""
    from isocolon.schemes import SCHEMES

    chosen = SCHEMES[scheme]
    writer = transition_writer(transitions) if transitions else None
    documents = corpus(source, format, language)
    parts = split_documents(documents, splits_for(source, split_file))
    if split is not None and split not in parts:
        raise unknown("split", split, parts)
    selected = parts[split] if split else documents
    if transitions and writer:
        write_transitions(selected, chosen, links, transitions, writer, json)
    elif ceiling:
        show_ceilings(parts, split, chosen, strata, json)
    else:
        show_tags(selected, chosen, json)


def split_documents(documents: Sequence[Document], splits: dict[str, list[str]]) -> dict[str, list[Document]]:
    """Returns the documents of each split."""
    by_id = {document.id: document for document in documents}
    return {name: [by_id[id] for id in ids if id in by_id] for name, ids in splits.items()}


def show_tags(documents: Sequence[Document], scheme: Scheme, json: bool) -> None:
    """Prints a word a line, with its tag on each stratum beside it, or everything as JSON."""
    from isocolon.schemes import encode

    if json:
        coded = ((d, encode(d.parallelisms, len(d), scheme)) for d in documents)
        print_json([{"id": d.id, "words": d.words, "tags": tags} for d, tags in coded])
        return
    for document in documents:
        print(f"# {document.id}")
        rows = zip(document.words, *encode(document.parallelisms, len(document), scheme), strict=True)
        print("\n".join("\t".join(row) for row in rows), end="\n\n")


def show_ceilings(parts: dict[str, list[Document]], split: str | None, scheme: Scheme, strata: int, json: bool) -> None:
    """Prints what gold tags reach on each split with the tags of the training split."""
    from isocolon.analysis.ceiling import ceiling

    if "training" not in parts:
        raise ConfigurationError(
            "a ceiling needs a training split, whose tags a tagger would know. Name a dataset, or give --split-file."
        )
    chosen = [split] if split else list(parts)
    found = {name: ceiling(parts["training"], parts[name], scheme, strata) for name in chosen}
    if json:
        scores = {name: {metric: score.as_dict() for metric, score in each.items()} for name, each in found.items()}
        print_json(scores)
    else:
        print_scores(found)


def print_scores(found: dict[str, dict[str, Score]]) -> None:
    """Prints the scores of splits as a table, their signatures beneath."""
    table = new_table("split", "metric", "precision", "recall", "F1")
    for name, scores in found.items():
        for metric, score in scores.items():
            table.add_row(name, metric, f"{score.precision:.4f}", f"{score.recall:.4f}", f"{score.f1:.4f}")
    console = out()
    console.print(table)
    for signature in dict.fromkeys(score.signature for scores in found.values() for score in scores.values()):
        console.print(signature, style="dim", soft_wrap=True)


Counts = Counter[tuple[str, str]]
Writer = Callable[[Counts, Path, str], object]


def transition_writer(path: Path) -> Writer:
    """Returns what writes transitions to a file of this ending."""
    from isocolon.analysis.transition_files import WRITERS

    if path.suffix not in WRITERS:
        raise unknown("kind of file for transitions", path.suffix, WRITERS)
    return WRITERS[path.suffix]


def write_transitions(
    documents: Sequence[Document], scheme: Scheme, links: bool, path: Path, writer: Writer, json: bool
) -> None:
    """Counts what follows what, and writes it."""
    from isocolon.schemes.transitions import count

    counts = count(documents, scheme, links=links)
    writer(counts, path, scheme.name)
    note(f"wrote {path}")
    if json:
        print_json([{"from": left, "to": right, "count": n} for (left, right), n in counts.most_common()])
