"""Counted transitions between tags as a heatmap (the paper's figure 6), a table, or a graph."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from isocolon.analysis.plots import SUFFIXES, canvas
from isocolon.files import whole, write_whole
from isocolon.schemes.transitions import START, STOP, tag_order

Counts = Counter[tuple[str, str]]


def names(counts: Counts) -> tuple[list[str], list[str]]:
    """Returns the tags that come first and those that come second, in the paper's order."""
    tags = sorted({tag for pair in counts for tag in pair}, key=tag_order)
    return [tag for tag in tags if tag != STOP], [tag for tag in tags if tag != START]


def write_heatmap(counts: Counts, path: Path, title: str) -> None:
    """Draws how often the tag of each column follows that of each row, darker for more."""
    from math import log1p

    rows, columns = names(counts)
    cells = [[counts[row, column] for column in columns] for row in rows]
    with canvas(path, width=1.6 + 0.7 * len(columns), height=1.2 + 0.45 * len(rows)) as axes:
        # By logarithm: O after O outnumbers everything else a hundredfold
        shades = [[log1p(cell) for cell in row] for row in cells]
        axes.imshow(shades, cmap="Blues", aspect="auto")
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.set(title=f"{title}: what follows what", xlabel="to", ylabel="from")
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        darkest = max(map(max, shades))
        for y, row in enumerate(cells):
            for x, cell in enumerate(row):
                colour = "white" if shades[y][x] > darkest / 2 else "black"
                axes.text(x, y, f"{cell:,}", ha="center", va="center", color=colour, fontsize=8)


def write_csv(counts: Counts, path: Path, title: str) -> None:
    """Writes a row for each tag, with how often each tag follows it."""
    rows, columns = names(counts)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["from", *columns])
    writer.writerows([row, *(counts[row, column] for column in columns)] for row in rows)
    write_whole({path: buffer.getvalue()})


def write_graphml(counts: Counts, path: Path, title: str) -> None:
    """Writes a graph: tags are nodes, transitions are edges with counts and probabilities."""
    from lxml import etree

    space = "http://graphml.graphdrawing.org/xmlns"
    root = etree.Element(f"{{{space}}}graphml", nsmap={None: space})
    for key, kind in (("count", "int"), ("probability", "double")):
        etree.SubElement(root, f"{{{space}}}key", {"id": key, "for": "edge", "attr.name": key, "attr.type": kind})
    graph = etree.SubElement(root, f"{{{space}}}graph", {"id": title, "edgedefault": "directed"})
    for tag in sorted({tag for pair in counts for tag in pair}, key=tag_order):
        etree.SubElement(graph, f"{{{space}}}node", {"id": tag})
    leaving: Counter[str] = Counter()
    for (left, _), n in counts.items():
        leaving[left] += n
    for (left, right), n in sorted(counts.items(), key=lambda item: [tag_order(tag) for tag in item[0]]):
        edge = etree.SubElement(graph, f"{{{space}}}edge", {"source": left, "target": right})
        for key, value in (("count", n), ("probability", n / leaving[left])):
            etree.SubElement(edge, f"{{{space}}}data", {"key": key}).text = str(value)
    with whole(path) as temporary:
        etree.ElementTree(root).write(temporary, xml_declaration=True, encoding="utf-8", pretty_print=True)


WRITERS: dict[str, Callable[[Counts, Path, str], None]] = {
    **dict.fromkeys(SUFFIXES, write_heatmap),
    ".csv": write_csv,
    ".graphml": write_graphml,
}
"""What writes each kind of file, by its ending."""
