"""Handouts in English."""

from __future__ import annotations

from isocolon.analysis.profile import Profile
from isocolon.viewer.feedback import DOUBTFUL, Essay, Wording
from isocolon.viewer.observations import Observed

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CLOSE = 0.2
"""Densities that differ by no greater share are about the same."""
CROWDED = 0.5


class English(Wording):
    """English."""

    language = "en"
    found = "What you built"
    between = " "
    chosen = "Below are the surest; those inside others are left out."
    trying = "What you could try"

    def summary(self, profile: Profile, usual: float | None) -> str:
        """Returns how much there is, and how that compares with other texts, if there are enough."""
        sentences = count(profile.sentences, "sentence")
        if not profile.parallelisms:
            return f"No parallelism was found in {sentences}." + compared(profile, usual)
        found = count(profile.parallelisms, "parallelism")
        return f"{found} in {sentences}; {profile.share:.0%} of the words stand in them." + compared(profile, usual)

    def name(self, observed: Observed) -> str:
        """Returns what a parallelism is called."""
        size = len(observed.branches)
        name = "A pair" if size == 2 else f"A series of {number(size)}"
        name = "A chiasm: the second half turns the first around" if observed.crossed and size == 2 else name
        return name + (" (doubtful)" if is_doubtful(observed) else "")

    def strengths(self, observed: Observed) -> list[str]:
        """Returns what holds it together."""
        everyone = "Both" if len(observed.branches) == 2 else f"All {number(len(observed.branches))}"
        opening, closing = observed.edges
        found = [f"{everyone} {pattern(observed)}."] if observed.skeleton else []
        found += [f"{everyone} begin with “{opening}”."] if opening else []
        found += [f"{everyone} end with “{closing}”."] if closing else []
        if observed.rhyme:
            found.append(f"The last words sound alike: {', '.join(observed.rhyme)}.")
        if observed.is_even:
            found.append(f"They are equally long: {count(observed.sizes[0], 'word')} each.")
        return found

    def reasons(self, essay: Essay) -> list[str]:
        """Returns why what the essay does works: nothing that it does not do."""
        seen = essay.observed
        told = [
            ("Words that return tell the reader at once which parts belong together.", any(map(returning, seen))),
            ("Parts of one length keep a rhythm.", any(one.is_even for one in seen)),
            ("Endings that sound alike stay in the ear.", any(one.rhyme for one in seen)),
            ("A turn (what came first comes last) makes the reader stop and think.", any(one.crossed for one in seen)),
        ]
        return [reason for reason, shown in told if shown]

    def breaks(self, observed: Observed) -> list[str]:
        """Returns where a branch leaves the pattern, and what could be done."""
        found = []
        if observed.start:
            found.append(
                f"Only the {place(observed.start.branch)} does not begin with “{observed.start.others}”. Is that "
                "meant? If not, begin it like the others."
            )
        if observed.end:
            found.append(
                f"Only the {place(observed.end.branch)} does not end with “{observed.end.others}”. Is that "
                "meant? If not, end it like the others."
            )
        return found + self.lengths(observed)

    def lengths(self, observed: Observed) -> list[str]:
        """Returns which branch is much longer or shorter than the others."""
        odd = observed.length
        if odd is None:
            return []
        size, last = observed.sizes[odd.branch], odd.branch == len(observed.sizes) - 1
        others = f"the others about {odd.others}" if len(observed.sizes) > 2 else f"the other {odd.others}"
        told = f"The {place(odd.branch)} has {count(size, 'word')}, {others}."
        if size < float(odd.others):
            return [f"{told} Could it say a little more, in the same shape?"]
        if last:
            return [f"{told} A longer end can be a climax, if it carries the weight; otherwise cut it."]
        return [f"{told} Try to cut it, so that the ear can follow the pattern."]

    def unnamed(self) -> str:
        """Returns what to say where nothing that holds it together can be named."""
        return "The program sees a likeness but cannot say in what. Read it aloud: do you hear it?"

    def advice(self, essay: Essay) -> list[str]:
        """Returns what could be tried in the whole essay."""
        if not essay.profile.parallelisms:
            return [
                "Find a place where you list, compare or contrast, and give its parts the same shape: begin them with "
                "the same words, and keep them about equally long.",
            ]
        found = []
        pairs = [one for one in essay.observed if len(one.branches) == 2 and one.opening and not one.crossed]
        if pairs and all(len(one.branches) == 2 for one in essay.observed):
            found.append(
                f"All of these are pairs. Could a third part beginning with “{pairs[0].opening}” make a series?"
            )
        if essay.profile.share > CROWDED:
            found.append(
                "More than half of your words stand in parallelisms. A plain sentence between them lets them stand out."
            )
        return found

    def note(self, model: str) -> str:
        """Returns who found all this, and how far to trust it."""
        if not model:
            return "The parallelisms were marked by hand; isocolon compared their parts."
        return f"Read by a program (isocolon, model {model}), which misses some and mistakes others: please check."


def compared(profile: Profile, usual: float | None) -> str:
    """Returns how dense parallelisms are beside other texts; nothing without those."""
    if usual is None:
        return ""
    here = f" That is {profile.density / 10:.1f} in ten sentences"
    if abs(profile.density - usual) <= CLOSE * max(usual, 1):
        return f"{here}, about as many as in the other texts read together."
    more = "more" if profile.density > usual else "fewer"
    return f"{here}, {more} than in most texts read together (in the middle one: {usual / 10:.1f})."


def pattern(observed: Observed) -> str:
    """Returns what is said of words that return in all branches, in the same order or in reverse."""
    if not observed.turned:
        return f"follow one pattern: “{observed.skeleton}”"
    if len(observed.turn) == 1:
        return f"have “{observed.turn[0]}”"
    return f"have the same words in reverse order: “{observed.turn[0]}”, then “{observed.turn[1]}”"


def returning(observed: Observed) -> str:
    """Returns words that return, if any do."""
    return observed.skeleton or observed.opening or observed.closing


def is_doubtful(observed: Observed) -> bool:
    """Whether a parallelism is not sure to be one."""
    return observed.confidence is not None and observed.confidence < DOUBTFUL


def count(size: int, thing: str) -> str:
    """Returns a number of things.

    >>> count(1, "sentence"), count(1200, "sentence")
    ('1 sentence', '1,200 sentences')
    """
    return f"{size:,} {thing}{'' if size == 1 else 's'}"


def number(size: int) -> str:
    """Returns a number in words, if it is a small one."""
    return NUMBERS[size] if size < len(NUMBERS) else f"{size:,}"


def place(branch: int) -> str:
    """Returns which one a branch is."""
    return PLACES[branch] if branch < len(PLACES) else f"{branch + 1}th"
