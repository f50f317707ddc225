"""The page of a reproduction: every part, our figure above the printed one, those that differ marked and explained."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from isocolon.analysis.printed import Difference
from isocolon.reproduction.study import Part, Study

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
  body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; }}
  table {{ border-collapse: collapse; }} td, th {{ padding: .2em .7em; text-align: right; vertical-align: top; }}
  th:first-child, td:first-child {{ text-align: left; }} tr:first-child th {{ border-bottom: 1px solid; }}
  td {{ white-space: nowrap; }} td small {{ display: block; color: #555; }}
  td.differs {{ background: #fde8d7; }} td.differs small {{ color: #b2182b; }}
  .missing {{ color: #b2182b; }} img {{ max-width: 100%; }} .wide {{ overflow-x: auto; }} .note {{ color: #333; }}
</style>
<h1>{title}</h1>
<p>The paper: Bothwell et al., <i>Introducing Rhetorical Parallelism Detection</i>, EMNLP 2023.</p>
<p>Large: our figure. Small below it: the paper's, where it prints one. Shaded and marked ≠: they differ, and the reason
is given below the table.</p>
<p>{summary}</p>
<ul>{contents}</ul>
{parts}
</html>
"""


def index_page(study: Study, parts: Mapping[str, Part]) -> str:
    """Returns the page of all parts."""
    shown = [part_section(study, name, part) for name, part in parts.items()]
    contents = "".join(
        f'<li><a href="#{name}">{escape(part.title)}</a>{gist(study, part)}</li>' for name, part in parts.items()
    )
    title = f"The paper's studies of {study.dataset.upper()}, reproduced"
    return PAGE.format(title=title, summary=summary(study, parts), contents=contents, parts="\n".join(shown))


def summary(study: Study, parts: Mapping[str, Part]) -> str:
    """Returns how many figures were compared and how many differ, in a sentence."""
    compared = sum(len(row) for part in parts.values() if part.cells for row in part.printed(study.dataset).values())
    differing = sum(len(part.differences(study.dataset)) for part in parts.values())
    made = sum(not part.missing for part in parts.values())
    return f"{compared} printed figures compared: {differing} differ. {made} of {len(parts)} parts could be made."


def gist(study: Study, part: Part) -> str:
    """Returns in a few words how a part went."""
    if part.missing:
        return ' <span class="missing">not made</span>'
    count = len(part.differences(study.dataset))
    return f" – {count} differ" if count else ""


def part_section(study: Study, name: str, part: Part) -> str:
    """Returns a part's title, table, pictures and remarks."""
    found = part.differences(study.dataset)
    lines = [f'<h2 id="{name}">{escape(part.title)}</h2>']
    if part.missing:
        lines.append(f'<p class="missing">Not made: this needs {escape(part.missing)}.</p>')
    if part.cells:
        lines.append(table(study, part, {(one.row, one.column) for one in found}))
    lines += [f'<p class="note">{escape(line)}</p>' for line in (*footnotes(found), *part.remarks)]
    lines += [f'<p><img src="{escape(path.name)}" alt="{escape(part.title)}"></p>' for path in part.pictures]
    return "\n".join(lines)


def footnotes(found: list[Difference]) -> list[str]:
    """Returns the reasons for differences, each with the cells that it is for."""
    reasons: dict[str, list[str]] = {}
    for one in found:
        reasons.setdefault(one.reason, []).append(f"{one.row}, {one.column}")
    return [f"{'; '.join(cells[:4])}{' and others' if len(cells) > 4 else ''}: {why}" for why, cells in reasons.items()]


def table(study: Study, part: Part, differing: set[tuple[str, str]]) -> str:
    """Returns a part's table."""
    theirs = part.printed(study.dataset)
    columns = list(dict.fromkeys(column for row in part.cells.values() for column in row))
    lines = ["<tr><th></th>" + "".join(f"<th>{escape(column)}</th>" for column in columns) + "</tr>"]
    for name, row in part.cells.items():
        cells = [cell(row.get(k, ""), theirs.get(name, {}).get(k), (name, k) in differing) for k in columns]
        lines.append(f"<tr><td>{escape(name)}</td>{''.join(cells)}</tr>")
    return "\n".join(['<div class="wide"><table>', *lines, "</table></div>"])


def cell(ours: str, printed: str | None, differs: bool) -> str:
    """Returns a cell: our figure, and small below it the printed one."""
    small = "" if printed is None else f"<small>{'≠ ' if differs else ''}{escape(printed)}</small>"
    tag = '<td class="differs">' if differs else "<td>"
    return f"{tag}{escape(ours)}{small}</td>"
