"""What is said of each of the six criteria: what all branches share, or else which of them do.

Words that answer each other from branch to branch form a chain. A reason is given for a whole chain, by its words; one
that only some branches share is given if it says enough, with the letters of those branches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, pairwise
from operator import lt
from typing import NamedTuple, TypeAlias

from isocolon.document import Token
from isocolon.evidence import inflection
from isocolon.evidence.alignment import ENOUGH, Cell, Link, chains
from isocolon.evidence.edges import from_end, from_start, heard, shared
from isocolon.evidence.reasons import Comparer
from isocolon.evidence.spelling import spelt, written
from isocolon.evidence.wording import everyone, joined, singular

SHOWN = 3
"""So many things, at most, are said for a criterion."""
NAMED = 5
"""So many words, at most, that all branches have are named."""
TELLING = 0.3
"""What a reason must weigh to be given where only some branches share it."""
SUBSETS = 6
"""Of chains of more words no subsets are asked."""
NOTHING = "nothing to show"

Words: TypeAlias = tuple[Token, ...]
Links: TypeAlias = tuple[Link, ...]


@dataclass(frozen=True)
class Finding:
    """Whether a criterion holds for a parallelism, and what shows it."""

    criterion: str
    holds: bool
    words: str


class Said(NamedTuple):
    """Something to say of a chain, in order of what is said first: of all branches, telling, weighty."""

    branches: int
    telling: bool
    """Whether it is of words that say something themselves, and weighs enough."""
    weight: float
    words: str
    what: str
    """What is said of the words."""


@dataclass(frozen=True)
class Chain:
    """Words that answer each other, by their branches."""

    places: tuple[Cell, ...]
    """The branch of each, and its number in it."""
    norms: tuple[str, ...]
    forms: tuple[str, ...]
    """As the text has them."""

    @property
    def is_same(self) -> bool:
        """Whether all are the same word."""
        return len(set(self.norms)) == 1

    def some(self, numbers: Sequence[int]) -> Chain:
        """Returns a chain with some of the words."""
        words = [(self.places[i], self.norms[i], self.forms[i]) for i in numbers]
        return Chain(*zip(*words, strict=True))

    def __str__(self) -> str:
        return " / ".join(dict.fromkeys(self.forms))


@dataclass(frozen=True)
class Findings:
    """Says what shows each criterion, given branches whose words are aligned."""

    text: str
    branches: Sequence[Words]
    links: Sequence[Links]
    comparer: Comparer
    whole: frozenset[Token]
    """The words that were not cut into characters: only those have a word class."""

    @cached_property
    def chains(self) -> list[Chain]:
        """The chains, in the order of the first branch."""
        return [self.chain(places) for places in chains(self.links)]

    def chain(self, places: Sequence[Cell]) -> Chain:
        """Returns the chain of some words; in lower case, unless all are written with a capital."""
        words = [self.branches[branch][i] for branch, i in places]
        forms = [written(self.text, word, self.comparer.language) for word in words]
        if any(form == form.lower() for form in forms):
            forms = [form.lower() for form in forms]
        return Chain(tuple(places), tuple(word.norm for word in words), tuple(forms))

    def is_whole(self, chain: Chain) -> bool:
        """Whether a chain has a word in every branch."""
        return len(chain.places) == len(self.branches)

    def of_reasons(self, criterion: str) -> Finding:
        """Returns whether words that answer each other give reasons for a criterion, the weightiest first."""
        said = [say for chain in self.chains for say in self.sayings(chain, criterion)]
        words = ranked(said)
        return Finding(criterion, bool(words), "; ".join(words) or NOTHING)

    def sayings(self, chain: Chain, criterion: str) -> list[Said]:
        """Returns what a criterion has to say of a chain: of all its words, or of the most that share something."""
        sizes = range(len(chain.places), 1, -1) if len(chain.places) <= SUBSETS else [len(chain.places)]
        for size in sizes:
            subsets = (chain.some(numbers) for numbers in combinations(range(len(chain.places)), size))
            for found in map(partial(self.said, criterion), subsets):
                if found:
                    return found
        return []

    def said(self, criterion: str, chain: Chain) -> list[Said]:
        """Returns what a criterion says of all words of a chain."""
        least = 0.0 if self.is_whole(chain) else TELLING
        found = []
        for reason in () if chain.is_same else self.comparer.reasons(*chain.norms):
            if reason.criterion == criterion and reason.weight >= least:
                telling = reason.weight >= ENOUGH and not all(map(self.comparer.is_little, chain.norms))
                what = spelt(reason.words, chain.forms[0], chain.norms[0]) + self.which(chain)
                found.append(Said(len(chain.places), telling, reason.weight, str(chain), what))
        return found

    def which(self, chain: Chain) -> str:
        """Returns the letters of a chain's branches, unless it has all of them."""
        return "" if self.is_whole(chain) else f" ({letters(chain)})"

    def of_syntax(self) -> Finding:
        """Returns whether branches are built alike: the words and classes that return in order, or in reverse."""
        steady, reverse = self.order
        frame = joined(self.frame(self.part))
        edges = self.edges(frame)
        built = frame.strip(" …") not in edges and (frame or self.answer_all(steady))
        order = ", in reverse order" if reverse else ", in the same order" if max(map(len, self.branches)) > 1 else ""
        words = [f"{frame or 'word for word'}{order}"] if built else []
        words += [] if reverse or not (moved := self.moved(steady)) else [f"{', '.join(moved)} in another place"]
        words += [f"{everyone(len(self.branches))} {verb} with {told}" for told, verb in edges.items()]
        return Finding("syntax", bool(words), "; ".join(words) or NOTHING)

    def moved(self, steady: Sequence[Chain]) -> list[str]:
        """Returns the words that all branches have, but not in the place that the order of chains asks for."""
        edges = {word for turn in (from_start, from_end) for word in shared(self.branches, turn)}
        last = len(self.branches) - 1
        whole = [chain for chain in self.chains if self.is_whole(chain) and chain.is_same and chain not in steady]
        return [chain.forms[0] for chain in whole if self.branches[last][chain.places[last][1]] not in edges]

    def edges(self, frame: str) -> dict[str, str]:
        """Returns the words with which all branches begin or end, and which of both, where nothing else says it.

        A frame says so where it has them; little words are told of even then, which semantics leaves out.
        """
        found: dict[str, str] = {}
        if len(self.branches) == 1:
            return found
        for turn, verb, shows in ((from_start, "begin", frame.startswith), (from_end, "end", frame.endswith)):
            size = len(heard(self.comparer.language.code, shared(self.branches, turn)))
            starts = [0 if turn is from_start else len(words) - size for words in self.branches]
            same = [self.chain([(branch, at + i) for branch, at in enumerate(starts)]) for i in range(size)]
            told = joined([chain.forms[0] for chain in same])
            if told and (all(self.comparer.is_little(chain.norms[0]) for chain in same) or not shows(told)):
                found[told] = verb
        return found

    @cached_property
    def order(self) -> tuple[list[Chain], bool]:
        """The chains through all branches that go on in one order, and whether that is the reverse one."""
        whole = [chain for chain in self.chains if self.is_whole(chain)]
        straight, reverse = (self.steady(whole, turned) for turned in (False, True))
        return (reverse, True) if len(reverse) > len(straight) else (straight, False)

    @property
    def skeleton(self) -> str:
        """The words that return in all branches, with … for whatever else; nothing without any."""
        return joined(self.returning)

    @property
    def turned_skeleton(self) -> str:
        """The same as every second branch has it, where that is in reverse; nothing elsewhere."""
        return joined(self.returning[::-1]) if self.order[1] else ""

    @cached_property
    def returning(self) -> list[str]:
        """The parts of the skeleton."""
        return self.frame(lambda chain: chain.forms[0] if chain.is_same else "…")

    def answer_all(self, steady: Sequence[Chain]) -> bool:
        """Whether chains, two or more, leave no word out, and one of them at least has a weighty reason."""
        reasons = [reason.weight for chain in steady for reason in self.comparer.reasons(*chain.norms)]
        complete = all(len(words) == len(steady) for words in self.branches)
        return complete and len(steady) > 1 and max(reasons, default=0.0) >= TELLING

    def steady(self, whole: Sequence[Chain], reverse: bool) -> list[Chain]:
        """Returns the most chains through all branches that go on in one order, every second branch turned or not."""
        best: list[list[Chain]] = []
        for chain in whole:
            here = self.turned(chain, reverse)
            before = [run for run in best if all(map(lt, self.turned(run[-1], reverse), here))]
            best.append([*max(before, key=len, default=[]), chain])
        return max(best, key=len, default=[])

    def turned(self, chain: Chain, reverse: bool) -> list[int]:
        """Returns where the words of a chain stand, in every second branch counted from the end if all is reversed."""
        sizes = [len(words) for words in self.branches]
        return [sizes[branch] - 1 - i if reverse and branch % 2 else i for branch, i in chain.places]

    def frame(self, part_of: Callable[[Chain], str]) -> list[str]:
        """Returns what returns in all branches, as a function names it, and … for whatever else."""
        steady, reverse = self.order
        parts: list[str] = []
        stops = [
            [-1] * len(self.branches),
            *(self.turned(chain, reverse) for chain in steady),
            list(map(len, self.branches)),
        ]
        for (before, after), part in zip(pairwise(stops), [*map(part_of, steady), ""], strict=True):
            parts += ["…"] if any(b - a > 1 for a, b in zip(before, after, strict=True)) else []
            parts += [part] if part else []
        return [part for part, before in zip(parts, ["", *parts], strict=False) if (part, before) != ("…", "…")]

    def part(self, chain: Chain) -> str:
        """Returns what a chain is in the frame: the word, the class of its words and their case or person, or …."""
        if chain.is_same:
            return chain.forms[0]
        if not self.has_class(chain):
            return "…"
        classes = [singular(reason.words.removeprefix("are ")) for reason in self.comparer.classes(chain.norms)]
        place = inflection.place(inflection.agreed(self.comparer.language.code, chain.norms)) or self.governed(chain)
        told = ", ".join(filter(None, [*classes, place]))
        return f"({told})" if told else "…"

    def governed(self, chain: Chain) -> str:
        """Returns the case of the words of a chain, if all stand behind Latin prepositions that leave no other."""
        if self.comparer.language.code != "la" or any(i == 0 for _, i in chain.places):
            return ""
        before = [self.branches[branch][i - 1].norm for branch, i in chain.places]
        cases = set(map(inflection.governed, before, chain.norms))
        return cases.pop() if len(cases) == 1 else ""

    def has_class(self, chain: Chain) -> bool:
        """Whether the words of a chain are whole words."""
        return all(self.branches[branch][i] in self.whole for branch, i in chain.places)

    def of_semantics(self) -> Finding:
        """Returns which words that say something branches have in common, and which are near in meaning."""
        telling = [chain for chain in self.chains if not self.comparer.is_little(chain.norms[0])]
        same = list(dict.fromkeys(chain.forms[0] for chain in telling if chain.is_same and self.is_whole(chain)))
        more = [f"{len(same) - NAMED} more"] if len(same) > NAMED else []
        words = [f"{everyone(len(self.branches))} have {', '.join([*same[:NAMED], *more])}"] if same else []
        if not same:
            words += [f"{letters(chain, ' and ')} have {chain.forms[0]}" for chain in telling if chain.is_same]
        forms = ", ".join(str(chain) for chain in telling if self.is_one_word(chain))
        words += [f"the same in other forms: {forms}"] if forms else []
        near = [say for chain in telling for say in self.sayings(chain, "semantics")]
        words += ranked(say for say in near if not words or say.branches == len(self.branches))
        return Finding("semantics", bool(words), "; ".join(words[:SHOWN]) or NOTHING)

    def is_one_word(self, chain: Chain) -> bool:
        """Whether different words of a whole chain are forms of one."""
        return not chain.is_same and self.is_whole(chain) and bool(self.comparer.one_word(chain.norms))


def ranked(said: Iterable[Said]) -> list[str]:
    """Returns the first few sayings, those of the same in one; what says less only where there is nothing else."""
    order = sorted(said, key=lambda say: (-say.branches, not say.telling, -say.weight))
    best = [say for say in order if (say.branches, say.telling) == (order[0].branches, order[0].telling)]
    words: dict[str, list[str]] = {}
    for say in best:
        words.setdefault(say.what, []).append(say.words)
    return [f"{', '.join(dict.fromkeys(some))} {what}" for what, some in words.items()][:SHOWN]


def letters(chain: Chain, between: str = ", ") -> str:
    """Returns the letters of a chain's branches."""
    return between.join("abcdefghijklmnopqrstuvwxyz"[branch % 26] for branch, _ in chain.places)
