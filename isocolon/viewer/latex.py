r"""The paper's first figure in LaTeX: TikZ, drawn as the paper draws it.

The preamble needs `\usepackage{tikz}` and `\usetikzlibrary{positioning}`; Chinese wants XeLaTeX with `xeCJK`.
"""

from __future__ import annotations

from collections.abc import Iterator

from isocolon.viewer.figure import Figure, systems
from isocolon.viewer.result import Result
from isocolon.viewer.wrapping import harmless, width

HEADER = r"""% needs, before \begin{document}: \usepackage{tikz} \usetikzlibrary{positioning}
"""
OPENING = (
    r"\begin{tikzpicture}[node distance=2pt, y=1.2cm, "
    r"every node/.style={anchor=base west, inner xsep=1.5pt, inner ysep=3pt}]"
)
WIDEST = 80
"""So many letters a row has, about; longer ones go on below."""
SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def render(result: Result) -> str:
    """Returns a TikZ picture for each parallelism of a document."""
    parts = [HEADER + f"% {harmless(result.document.id)}".replace("\n", " ") + "\n"]
    for numbered in result.parallelisms:
        if numbered.explanation is not None:
            figure = Figure.of(result.document, numbered, numbered.explanation)
            drawn = ["\n".join(draw(part)) for part in systems(figure, WIDEST, lambda word: width(word) + 1)]
            parts.append(f"\n% {numbered.number}: {numbered.caption}\n" + "\n\n".join(drawn) + "\n")
    return "".join(parts)


def draw(figure: Figure) -> Iterator[str]:
    """Yields the lines of the picture of one parallelism."""
    yield OPENING
    for row, words in enumerate(figure.rows):
        for i, word in enumerate(words):
            place = f"at (0,{-row})" if i == 0 else f"[base right=of {name(row, i - 1)}]"
            yield rf"\node ({name(row, i)}) {place} {{{escape(harmless(word))}}};"
    for row, links in enumerate(figure.links):
        for link in links:
            dashes = "" if link.strong else "[dashed]"
            yield rf"\draw{dashes} ({name(row, link.left)}) -- ({name(row + 1, link.right)});"
    yield r"\end{tikzpicture}"


def name(row: int, word: int) -> str:
    """Returns the name of a word's node."""
    return f"w{row}-{word}"


def escape(text: str) -> str:
    r"""Returns a text as LaTeX prints it.

    >>> escape("50 % of {a_b}")
    '50 \\% of \\{a\\_b\\}'
    """
    return "".join(SPECIAL.get(character, character) for character in text)
