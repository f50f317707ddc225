"""Profiles on a page: a table, bars to compare the texts by, the most parallel passages, and the feedback."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from isocolon.analysis.profile import Profile
from isocolon.viewer.feedback import Essay, feedback, to_html, usual_density, wording_for
from isocolon.viewer.style import STYLE
from isocolon.viewer.wrapping import harmless

BAR, ROW, ROOM = 320, 24, 190
"""The width of the longest bar, the height of a row, the room for names."""
DRAWN = 60
"""So many texts, at most, have a bar; those of most density."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="isocolon">
<title>Parallelism: a report</title>
<style>{style}
.isocolon table {{ border-collapse: collapse; font: 14px/1.5 system-ui, sans-serif; }}
.isocolon .wide {{ overflow-x: auto; margin: 1rem 0; }}
.isocolon th, .isocolon td {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }}
.isocolon th:first-child, .isocolon td:first-child {{ text-align: left; }}
.isocolon details {{ margin: .5rem 0; }} .isocolon blockquote {{ margin: .5rem 0; padding-left: 1rem;
  border-left: 3px solid var(--line); }}
.isocolon .plots {{ display: flex; flex-wrap: wrap; gap: 1rem 3rem; }}
</style>
</head>
<body class="isocolon">
<h1>Parallelism: a report</h1>
<div class="wide" tabindex="0">{table}</div>
<div class="plots">{plots}</div>
{passages}
{feedback}
</body>
</html>
"""


class Bar(NamedTuple):
    """A bar: its name, its length, and its figure in words."""

    name: str
    value: float
    figure: str


def render(essays: Sequence[Essay]) -> str:
    """Returns the page about some documents."""
    profiles = [essay.profile for essay in essays]
    densest = sorted(profiles, key=lambda profile: -profile.density)[:DRAWN]
    plots = [
        bars("Parallelisms per 100 sentences", [Bar(p.document, p.density, f"{p.density:.1f}") for p in densest]),
        bars("Words in parallelisms", [Bar(p.document, p.share, f"{p.share:.0%}") for p in densest]),
        bars("What shows them", shares(profiles, [profile.criteria for profile in profiles])),
        bars("Kinds", shares(profiles, [profile.kinds for profile in profiles])),
    ]
    return PAGE.format(
        style=STYLE,
        table=table(profiles),
        plots="".join(plots),
        passages=passages(profiles),
        feedback="".join(sheet(essay, usual_density(profiles, essay.profile.language)) for essay in essays),
    )


def shares(profiles: Iterable[Profile], counts: Sequence[object]) -> list[Bar]:
    """Returns a bar for each name that is counted: its share of all parallelisms."""
    total = sum(profile.parallelisms for profile in profiles) or 1
    tables = [table for table in counts if isinstance(table, dict)]
    names = dict.fromkeys(name for table in tables for name in table)
    sums = {name: sum(table.get(name, 0) for table in tables) for name in names}
    return [Bar(name, number / total, f"{number:,} ({number / total:.0%})") for name, number in sums.items()]


def bars(title: str, rows: Sequence[Bar]) -> str:
    """Returns horizontal bars with their figures, as SVG."""
    longest = max((row.value for row in rows), default=0) or 1
    height = ROW * len(rows) + 30
    drawn = "".join(bar(row, BAR * row.value / longest, 30 + ROW * i) for i, row in enumerate(rows))
    return (
        f'<svg role="img" width="{ROOM + BAR + 90}" height="{height}" viewBox="0 0 {ROOM + BAR + 90} {height}" '
        f'font-family="system-ui, sans-serif" font-size="13" fill="currentColor"><title>{title}</title>'
        f'<text x="0" y="16" font-weight="bold">{title}</text>{drawn}</svg>'
    )


def bar(row: Bar, length: float, y: int) -> str:
    """Returns one bar with its name and figure."""
    name = harmless(row.name if len(row.name) < 27 else f"…{row.name[-25:]}")
    return (
        f'<text x="{ROOM - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
        f'<rect class="c0" x="{ROOM}" y="{y + 2}" width="{max(length, 1):.1f}" height="{ROW - 8}" fill="var(--c)"/>'
        f'<text x="{ROOM + length + 6:.1f}" y="{y + 14}">{row.figure}</text>'
    )


COLUMNS = ("sentences", "parallelisms", "density", "words in them", "branches", "words a branch", "chiastic")


def table(profiles: Iterable[Profile]) -> str:
    """Returns a row of figures for each document."""
    head = "".join(f'<th scope="col">{name}</th>' for name in ("document", *COLUMNS))
    rows = "".join(
        f'<tr><th scope="row">{escape(harmless(profile.document))}</th>'
        + "".join(f"<td>{cell}</td>" for cell in cells(profile))
        + "</tr>"
        for profile in profiles
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def cells(profile: Profile) -> list[str]:
    """Returns the figures of a document under `COLUMNS`."""
    return [
        f"{profile.sentences:,}",
        f"{profile.parallelisms:,}",
        f"{profile.density:.1f}",
        f"{profile.share:.0%}",
        f"{profile.branches:.1f}",
        f"{profile.length:.1f}",
        f"{profile.kinds.get('chiastic', 0):,}",
    ]


def passages(profiles: Iterable[Profile]) -> str:
    """Returns the most parallel passages of all documents."""
    found = [(passage, profile) for profile in profiles for passage in profile.passages]
    best = sorted(found, key=lambda pair: -pair[0].share)[:10]
    rows = "".join(
        f"<li><b>{escape(harmless(profile.document))}</b>, section {escape(harmless(passage.section))}: "
        f"{passage.share:.0%} of its words. "
        f'<i lang="{escape(profile.language)}">{escape(harmless(passage.text))}</i></li>'
        for passage, profile in best
    )
    return f"<h2>The most parallel passages</h2><ol>{rows}</ol>" if rows else ""


def sheet(essay: Essay, usual: float | None) -> str:
    """Returns the feedback on one document, folded."""
    title, *blocks = feedback(essay, usual)
    name, language = escape(title.lines[0]), wording_for(essay.profile.language).language
    return f'<details lang="{language}"><summary>Feedback: {name}</summary>{to_html(blocks)}</details>'
