"""A handout for the writer of an essay: what parallelisms there are, what holds them together, what to look at again.

Nothing is praised that is not there, and what a program found is called so. It is written in the essay's language:
Chinese for Chinese, English for all others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from statistics import median

from isocolon.analysis.profile import Profile
from isocolon.viewer.observations import Observed, observe
from isocolon.viewer.result import Numbered, Result
from isocolon.viewer.wrapping import harmless

SHOWN = 6
"""So many parallelisms, at most, are gone through: those of most confidence."""
DOUBTFUL = 0.5
"""Below this confidence a parallelism is called doubtful."""
COMPARED = 3
"""So many texts are needed, at least, to compare one with them."""


@dataclass(frozen=True)
class Block:
    """A part of a handout: a heading ("##"), a paragraph (""), quoted lines (">") or points ("-")."""

    kind: str
    lines: tuple[str, ...]

    def to_markdown(self) -> str:
        """Returns the part in Markdown."""
        if self.kind == ">":
            return "\n".join(f"> {line}  " for line in self.lines)
        return "\n".join(f"{self.kind} {line}".strip() for line in self.lines)

    def to_html(self) -> str:
        """Returns the part in HTML."""
        lines = [escape(line) for line in self.lines]
        if self.kind == "-":
            return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
        tag = {">": "blockquote", "": "p"}.get(self.kind, f"h{len(self.kind)}")
        return f"<{tag}>{'<br>'.join(lines)}</{tag}>"


@dataclass(frozen=True)
class Essay:
    """What a handout is about."""

    profile: Profile
    observed: tuple[Observed, ...]
    """The parallelisms that are gone through, in the order of the text; none that stands inside another."""
    model: str

    @classmethod
    def of(cls, result: Result, profile: Profile) -> Essay:
        """Returns what there is to say about a document whose parallelisms are explained."""
        seen = [(n, n.explanation) for n in outermost(result.parallelisms) if n.explanation]
        observed = [observe(result.document, numbered, explanation) for numbered, explanation in seen]
        best = sorted(observed, key=lambda one: -1.0 if one.confidence is None else -one.confidence)[:SHOWN]
        return cls(profile, tuple(one for one in observed if one in best), result.model)


def outermost(parallelisms: Iterable[Numbered]) -> list[Numbered]:
    """Returns the parallelisms, of two branches or more, that stand in no branch of another."""
    some = [numbered for numbered in parallelisms if len(numbered.parallelism) > 1]
    branches = [branch for numbered in some for branch in numbered.parallelism]
    return [n for n in some if not any(branch.contains(n.parallelism.hull) for branch in branches)]


class Wording(ABC):
    """How handouts are worded in a language."""

    language: str
    found: str
    """The heading over the parallelisms."""
    between: str
    """What stands between sentences."""
    chosen: str
    """What is said where not all parallelisms are gone through."""
    trying: str
    """The heading over what to try."""

    @abstractmethod
    def summary(self, profile: Profile, usual: float | None) -> str:
        """Returns how much there is, and how that compares with other texts, if there are enough."""

    @abstractmethod
    def name(self, observed: Observed) -> str:
        """Returns what a parallelism is called."""

    @abstractmethod
    def strengths(self, observed: Observed) -> list[str]:
        """Returns what holds it together."""

    @abstractmethod
    def breaks(self, observed: Observed) -> list[str]:
        """Returns where a branch leaves the pattern, and what could be done."""

    @abstractmethod
    def reasons(self, essay: Essay) -> list[str]:
        """Returns why what the essay does works: nothing that it does not do."""

    @abstractmethod
    def unnamed(self) -> str:
        """Returns what to say where nothing that holds it together can be named."""

    @abstractmethod
    def advice(self, essay: Essay) -> list[str]:
        """Returns what could be tried in the whole essay."""

    @abstractmethod
    def note(self, model: str) -> str:
        """Returns who found all this, and how far to trust it."""


def wording_for(language: str) -> Wording:
    """Returns the wording of handouts on texts in a language.

    >>> wording_for("zh").language, wording_for("la").language
    ('zh', 'en')
    """
    from isocolon.viewer.feedback_chinese import Chinese
    from isocolon.viewer.feedback_english import English

    return Chinese() if language.partition("-")[0] == "zh" else English()


def usual_density(profiles: Iterable[Profile], language: str) -> float | None:
    """Returns the density of the text in the middle of those in a language, if there are enough to compare."""
    densities = [profile.density for profile in profiles if profile.language == language]
    return median(densities) if len(densities) >= COMPARED else None


def feedback(essay: Essay, usual: float | None = None) -> list[Block]:
    """Returns the handout on one essay.

    Args:
        essay: what there is to say.
        usual: the density of the texts that it is compared with, if any.
    """
    words = wording_for(essay.profile.language)
    blocks = [Block("#", (harmless(essay.profile.document),)), Block("", (words.summary(essay.profile, usual),))]
    if essay.observed:
        reasons = [*words.reasons(essay), *([words.chosen] if len(essay.observed) < essay.profile.parallelisms else [])]
        blocks += [Block("##", (words.found,)), *([Block("", (words.between.join(reasons),))] if reasons else [])]
    for number, observed in enumerate(essay.observed, start=1):
        points = [*(words.strengths(observed) or [words.unnamed()]), *words.breaks(observed)]
        blocks += [
            Block("###", (f"{number}. {words.name(observed)}",)),
            Block(">", observed.branches),
            Block("-", tuple(points)),
        ]
    if advice := words.advice(essay):
        blocks += [Block("##", (words.trying,)), Block("-", tuple(advice))]
    return [*blocks, Block("", (words.note(essay.model),))]


def to_markdown(blocks: Sequence[Block]) -> str:
    """Returns a handout in Markdown."""
    return "\n\n".join(block.to_markdown() for block in blocks) + "\n"


def to_html(blocks: Sequence[Block]) -> str:
    """Returns a handout as a part of a page."""
    return "\n".join(block.to_html() for block in blocks)


PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="isocolon">
<title>{title}</title>
<style>
body {{ font: 12pt/1.6 Georgia, 'Times New Roman', 'Noto Serif CJK SC', serif; max-width: 42rem; margin: 2rem auto;
  padding: 0 1rem; color: #1b1b1b; background: #fff; }}
h1, h2, h3 {{ font-weight: normal; line-height: 1.3; margin: 1.4em 0 .4em; }}
h3 {{ font-weight: bold; font-size: 1em; break-after: avoid; }}
blockquote {{ margin: .5em 0; padding-left: 1em; border-left: 3px solid #bbb; }}
p:last-child {{ margin-top: 2em; font-size: .85em; color: #595959; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def to_page(blocks: Sequence[Block], language: str) -> str:
    """Returns a handout as a page to print."""
    title = escape(blocks[0].lines[0])
    return PAGE.format(language=wording_for(language).language, title=title, body=to_html(blocks))
