"""What the form of a word surely tells: its class, and its case or its person, where hardly anything else is possible.

A language's table of forms knows what each can be, with its share of probability. A person is told only what is as good
as certain, and only of forms that the table lists: what it guesses by an ending is good enough for scores, not for a
sentence. A preposition decides between two cases: *fortuna* alone may be a nominative, *a fortuna* cannot.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache

from isocolon import languages
from isocolon.evidence.grammar import is_little
from isocolon.languages.grammar import FULL, VALUES
from isocolon.languages.latin_words import listed

SURE = 0.9
"""The share of probability above which something is told."""
OPEN = frozenset(["noun", "adjective", "verb", "participle"])
"""The classes that forms are told of; little words are known by heart."""
UNSURE = listed("anna existi fili israel licet peccator praecipitium prior priori simo stercus")
"""Forms whose commonest use the table lacks or makes little of: *licet* is a conjunction, *peccator* no imperative."""
GOVERNED = {
    preposition: frozenset(cases.split())
    for cases, prepositions in (
        (
            "accusative",
            "ad ante apud circa contra extra infra inter intra iuxta ob per post praeter propter trans ultra",
        ),
        ("ablative", "a ab abs de e ex prae pro sine"),
        ("accusative ablative", "in sub super"),
    )
    for preposition in prepositions.split()
}
"""The cases that Latin prepositions govern; *cum* is left out, which is a conjunction as often."""


@lru_cache(maxsize=1 << 14)
def shares(language: str, norm: str) -> Mapping[tuple[str, str], float]:
    """Returns what a form can be, attributes with their values, and how likely; nothing for forms that are not listed.

    >>> shares("la", "terram")["case", "accusative"], shares("la", "surditatem")
    (1.0, {})
    """
    table = languages.find(language).grammar()
    key = norm.encode(errors="replace")
    at = bisect_left(table.forms, key) if table else 0
    if table is None or at == len(table.forms) or table.forms[at] != key:
        return {}
    row = table.table[table.rows[at]].tolist()
    return {value: parts / FULL for value, parts in zip(VALUES, row, strict=True) if parts}


@lru_cache(maxsize=1 << 14)
def surely(language: str, norm: str) -> Mapping[str, str]:
    """Returns what a form tells by itself, by attribute.

    >>> surely("la", "terram")["case"], surely("la", "terra").get("case"), surely("la", "christe")
    ('accusative', None, {})
    """
    if is_little(language, norm) or is_misread(norm):
        return {}
    told = {attribute: value for (attribute, value), share in shares(language, norm).items() if share > SURE}
    if "class" in told and told["class"] not in OPEN:
        return {}
    if told.get("class") == "participle" and told.get("tense") != "present":
        del told["class"]  # many are nouns: peccatum, praecepta
    return told


def possible(language: str, norm: str, attribute: str) -> frozenset[str]:
    """Returns the values of an attribute that a form may well have.

    >>> sorted(possible("la", "terra", "case"))
    ['ablative', 'nominative']
    """
    found = shares(language, norm).items()
    return frozenset(value for (name, value), share in found if name == attribute and share > 1 - SURE)


def is_misread(norm: str) -> bool:
    """Whether the table may err: it has no vocatives, so that forms in -e are unsure, unless they are infinitives."""
    return norm in UNSURE or (norm.endswith("e") and not norm.endswith(("re", "sse")))


def agreed(language: str, norms: Sequence[str]) -> dict[str, str]:
    """Returns what all of some forms surely are, by attribute.

    >>> agreed("la", ["terram", "dominum"])
    {'class': 'noun', 'case': 'accusative', 'number': 'singular'}
    """
    first, *others = (surely(language, norm).items() for norm in norms)
    return {attribute: value for attribute, value in first if all((attribute, value) in other for other in others)}


def may_agree(language: str, norms: Sequence[str]) -> bool:
    """Whether forms may have the same case and number, as far as is known.

    >>> may_agree("la", ["tenebrarum", "regnum"]), may_agree("la", ["terra", "uia"])
    (False, True)
    """
    cases, numbers = ([possible(language, norm, name) for norm in norms] for name in ("case", "number"))
    return not all(cases) or bool(frozenset.intersection(*cases) and frozenset.intersection(*numbers))


def differ_in_gender(language: str, norms: Sequence[str]) -> bool:
    """Whether forms are nouns that surely have not all the same gender.

    >>> differ_in_gender("la", ["corpus", "animus"]), differ_in_gender("la", ["dominus", "animus"])
    (True, False)
    """
    told = [surely(language, norm) for norm in norms]
    nouns = all(values.get("class") == "noun" and "gender" in values for values in told)
    return nouns and len({values["gender"] for values in told}) > 1


def may_answer(language: str, left: str, right: str) -> bool:
    """Whether two forms may answer each other: a noun or an adjective does not answer a verb.

    >>> may_answer("la", "terram", "amat"), may_answer("la", "terram", "bonus"), may_answer("la", "dicentem", "amat")
    (False, True, True)
    """
    classes = {surely(language, norm).get("class") for norm in (left, right)}
    return not ("verb" in classes and classes & {"noun", "adjective"})


def place(values: Mapping[str, str]) -> str:
    """Returns what ties a word into its sentence: its case, or its person and number; nothing if that is not sure.

    >>> place(agreed("la", ["terram", "dominum"])), place(agreed("la", ["amant", "quaerunt"]))
    ('accusative', 'third person plural')
    """
    if values.get("mood") == "infinitive":
        return "infinitive"
    if "person" in values and "number" in values:
        return f"{values['person']} person {values['number']}"
    return values.get("case", "")


def sense(values: Mapping[str, str]) -> str:
    """Returns what an inflection says in full; nothing if that is not sure.

    >>> sense(agreed("la", ["terram", "dominum"])), sense(agreed("la", ["dixit", "fecit"]))
    ('accusative singular', 'third person singular, perfect')
    """
    if "case" in values:
        return " ".join(filter(None, (values["case"], values.get("number"))))
    marked = (("tense", "present"), ("mood", "indicative"), ("voice", "active"))
    more = " ".join(values[name] for name, usual in marked if values.get(name, usual) not in (usual, "infinitive"))
    return ", ".join(filter(None, (place(values), more))) if place(values) else ""


@lru_cache(maxsize=1 << 14)
def governed(preposition: str, norm: str) -> str:
    """Returns the case that a Latin form has behind a preposition; nothing if that is not sure.

    >>> governed("a", "fortuna"), governed("in", "pacem"), governed("in", "caeli")
    ('ablative', 'accusative', '')
    """
    cases = frozenset() if is_little("la", norm) else possible("la", norm, "case")
    objects = cases & {"accusative", "ablative"}
    dependent = "genitive" in cases  # on a later word: per spiritus gratiam
    return "" if dependent or len(objects) != 1 else next(iter(objects & GOVERNED.get(preposition, frozenset())), "")
