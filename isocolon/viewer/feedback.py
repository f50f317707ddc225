"""A profile as feedback on an essay: what the writer did, what works, what to try; for a teacher to hand out."""

from __future__ import annotations

from collections.abc import Iterator

from isocolon.analysis.profile import Profile
from isocolon.viewer.result import Numbered, Result
from isocolon.viewer.wrapping import harmless

STRONGEST = 3
HALF = 0.5


def feedback(result: Result, profile: Profile) -> str:
    """Returns the feedback on one essay, in Markdown."""
    parts = [f"# {harmless(profile.document)}", summary(profile)]
    if result.parallelisms:
        parts += ["## Your strongest", *strongest(result), "## What works", *bullets(praise(profile))]
    parts += ["## What to try", *bullets(advice(profile))]
    return "\n\n".join(parts) + "\n"


def summary(profile: Profile) -> str:
    """Returns how much there is, in a sentence or two."""
    if not profile.parallelisms:
        return f"In {count(profile.sentences, 'sentence')} no parallelism was found."
    return (
        f"You used {count(profile.parallelisms, 'parallelism')} in {count(profile.sentences, 'sentence')}: "
        f"{profile.density:.0f} for every hundred. {profile.share:.0%} of your words stand in them."
    )


def count(number: int, thing: str) -> str:
    """Returns a number of things.

    >>> count(1, "sentence"), count(1200, "sentence")
    ('1 sentence', '1,200 sentences')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def strongest(result: Result) -> Iterator[str]:
    """Yields the parallelisms of most confidence, and what binds them."""
    for numbered in sorted(result.parallelisms, key=strength)[:STRONGEST]:
        texts = [harmless(" ".join(result.document.text_of(branch).split())) for branch in numbered.parallelism]
        held = [found for found in numbered.explanation.findings if found.holds] if numbered.explanation else []
        shows = "; ".join(f"{found.criterion}: {harmless(found.words)}" for found in held[2:])
        yield "\n".join([*(f"> {text}  " for text in texts), *(["", shows] if shows else [])])


def strength(numbered: Numbered) -> tuple[float, int]:
    """Returns the sort key that puts the strongest parallelism first."""
    criteria = numbered.explanation.criteria if numbered.explanation else ()
    return -(numbered.parallelism.confidence or 0.0), -len(criteria)


def bullets(sentences: Iterator[str]) -> list[str]:
    """Returns sentences as a list."""
    return ["\n".join(f"- {sentence}" for sentence in sentences)]


def praise(profile: Profile) -> Iterator[str]:
    """Yields what the parallelisms do well."""
    held = {name: number / profile.parallelisms for name, number in profile.criteria.items()}
    if profile.longest > 2:
        yield f"A series of {profile.longest}: the longer the series, the stronger the climax."
    if held.get("length", 0) > HALF:
        yield "Most branches are about equally long, so the ear can hear them answer each other."
    if held.get("phonology", 0) > HALF:
        yield "Sounds return: rhymes and like beginnings tie the branches together."
    if held.get("syntax", 0) > HALF:
        yield "Words stand in the same places from branch to branch."
    yield f"On average {profile.branches:.1f} branches of {profile.length:.1f} words."


def advice(profile: Profile) -> Iterator[str]:
    """Yields what could be tried next."""
    held = {name: number / (profile.parallelisms or 1) for name, number in profile.criteria.items()}
    if not profile.parallelisms:
        yield "Where you list, compare or contrast, give the parts the same shape: not A but B; the more A, the more B."
        yield "Begin two neighbouring sentences with the same words and let them end differently."
        return
    if profile.longest == 2:
        yield "All of yours are pairs. A third branch makes a series."
    if held.get("length", 1) <= HALF:
        yield "Branches differ much in length. Cut the longer one until both weigh the same."
    if held.get("phonology", 1) <= HALF:
        yield "Let the branches sound alike too: words with the same ending in the same place."
    if profile.kinds.get("chiastic", 0) == 0:
        yield "Try a chiasm once, the second branch in reverse: fair is foul, and foul is fair."
    if profile.share > HALF:
        yield "More than half of your words stand in parallelisms. Plain sentences between them let them shine."
