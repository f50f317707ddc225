"""Explanations: what a person is told about parallelisms that everybody knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocolon.document import Document, Kind, Parallelism, Token
from isocolon.evidence import CRITERIA
from isocolon.evidence.alignment import best_path, fill
from isocolon.evidence.explanation import Explanation, explain
from isocolon.evidence.reasons import Comparer
from isocolon.languages import find
from isocolon.languages.grammar import ATTRIBUTES

CASES = ATTRIBUTES["case"]


def explained(language: str, *branches: str, kind: Kind = Kind.UNKNOWN) -> Explanation:
    text = ", ".join(branches)
    spans, tokens = [], list[Token]()
    for branch in branches:
        at = text.index(branch, tokens[-1].end if tokens else 0)
        words = [Token(t.start + at, t.end + at, t.norm) for t in find(language).tokenize(branch)]
        spans.append((len(tokens), len(tokens) + len(words)))
        tokens += words
    return explain(Document("1", text, tuple(tokens), language), Parallelism.of(*spans, kind=kind))


def lines(explanation: Explanation) -> list[str]:
    return [f"{left.norm} {'=' if link.strong else '-'} {right.norm}" for left, right, link in explanation.pairs()]


def shown(explanation: Explanation) -> dict[str, str]:
    return {finding.criterion: finding.words for finding in explanation.findings if finding.holds}


@pytest.mark.parametrize(
    ("language", "branches", "links", "why"),
    [
        # the paper's first figure, as far as forms alone tell
        ("la", ["quotidie dicimus", "quotidie facimus"], ["quotidie = quotidie", "dicimus = facimus"], "-imus"),
        ("la", ["ueni", "uidi", "uici"], ["ueni = uidi", "uidi = uici"], "alliterate"),
        ("la", ["abiit", "excessit"], ["abiit = excessit"], "abiit / excessit end in -it"),
        (
            "la",
            ["mecum eras", "tecum non eram"],
            ["cum = cum", "me - te", "eras = eram"],
            "eras / eram are forms of sum",
        ),
        ("la", ["amavit", "laudavit"], ["amauit = laudauit"], "end in -avit (third person singular, perfect)"),
        (
            "la",
            ["a fortuna datur", "ab animo paratur"],
            None,
            "(preposition) (ablative) (verb, third person singular), in",
        ),
        ("en", ["the law", "the laws"], ["the = the", "law = laws"], "law / laws share the stem law-"),
        ("en", ["of the people", "by the people", "for the people"], None, "(preposition) the people"),
        ("en", ["short work", "small work"], ["short - small", "work = work"], "both have work"),
        ("la", ["portauit onus", "portant onus"], ["portauit = portant", "onus = onus"], "share the stem port-"),
        ("en", ["we shall fight on the beaches", "we shall fight on the streets"], None, "we shall fight on the …"),
        ("en", ["easy come", "easy go"], ["easy = easy", "come - go"], "easy …, in the same order"),
    ],
)
def test_what_answers_what(language: str, branches: Sequence[str], links: list[str] | None, why: str) -> None:
    found = explained(language, *branches)
    assert links is None or lines(found) == links
    assert why in " ".join(shown(found).values())


def test_a_chiasm_is_seen_without_being_told() -> None:
    found = explained("en", "fair is foul", "foul is fair")
    assert lines(found) == ["fair = fair", "is = is", "foul = foul"]
    assert shown(found)["syntax"] == "fair is foul, in reverse order"


def test_the_kind_decides_where_it_is_known() -> None:
    branches = ("a man of words", "a words of man")
    assert lines(explained("en", *branches, kind=Kind.CHIASTIC))[0] == "man = man"
    assert lines(explained("en", *branches, kind=Kind.SYNCHYSTIC))[0] == "a = a"


def test_words_that_change_places_are_linked_across() -> None:
    found = explained(
        "en", "ask not what your country can do for you", "ask what you can do for your country", kind=Kind.SYNCHYSTIC
    )
    assert "country = country" in lines(found)
    assert shown(found)["syntax"] == "ask … what … can do for …, in the same order; country in another place"


@pytest.mark.parametrize(("left", "right"), [("the country", "the you"), ("of hope", "hope of")])
def test_a_noun_does_not_answer_a_little_word(left: str, right: str) -> None:
    assert not {"country - you", "of - hope", "hope - of"} & set(lines(explained("en", left, right)))


def test_what_is_said_holds_for_all_branches_or_says_for_which() -> None:
    found = shown(explained("en", "we can not dedicate it", "we can not consecrate it", "we can not hallow it"))
    assert found["phonology"] == "dedicate / consecrate end alike in -ate (a, b)"
    four = shown(explained("en", *(f"the {noun} must sing" for noun in ("birds", "girls", "boys", "bells"))))
    assert four["semantics"] == "all four have sing"
    assert four["length"] == "4 words each, 16 / 16 / 15 / 16 letters"


def test_the_weaker_is_not_said_beside_the_stronger() -> None:
    found = shown(explained("la", "possunt", "potest"))
    assert found["morphology"] == "possunt / potest are forms of possum"
    assert "phonology" not in found


def test_words_are_shown_as_the_text_has_them() -> None:
    found = shown(explained("la", "Edere oportet ut vivas", "non vivere ut edas", kind=Kind.CHIASTIC))
    assert found["morphology"] == "edere / edas are forms of edo; vivas / vivere share the stem viv-"


def test_the_frame_shows_where_other_words_stand() -> None:
    found = shown(explained("la", "quid prodest, si peccas", "quid te iuuat, si fugis"))
    assert found["syntax"] == "quid … (verb, third person singular) si …, in the same order; both begin with quid"


@pytest.mark.parametrize(
    ("branches", "syntax"),
    [
        (["unus ad mortem", "unus ad uitam"], "unus ad (noun, accusative), in the same order"),
        (["in pacem tuam", "in uitam meam"], "in (accusative) (possessive), in the same order; both begin with in"),
        (
            ["transeat admiratio", "accedat laudatio"],
            "(verb, third person singular) (noun, nominative), in the same order",
        ),
        (
            ["nihil agis", "nihil moliris", "nihil cogitas"],
            "nihil (verb, second person singular), in the same order; all three begin with nihil",
        ),
        # a preposition decides between cases, and a word that may depend on a later one is left alone
        (["ueritas de terra", "christus de carne"], "(noun, nominative) de (ablative), in the same order"),
        (["inter pericula", "inter tentationes"], "inter (noun, accusative), in the same order; both begin with inter"),
        (["per spiritus gratiam", "per dei uerbum"], "per (noun) (noun), in the same order; both begin with per"),
        (["amavit", "laudavit"], "(verb, third person singular)"),
        # cum may be a conjunction
        (
            ["cum fortuna uenit", "cum gloria abit"],
            "cum (noun) (verb, third person singular), in the same order; both begin with cum",
        ),
    ],
)
def test_latin_constructions_are_named(branches: Sequence[str], syntax: str) -> None:
    assert shown(explained("la", *branches))["syntax"] == syntax


@pytest.mark.parametrize(
    ("branches", "morphology"),
    [
        (["ad mortem", "ad uitam"], "mortem / uitam are accusative singular"),
        (
            ["quis digne suscipiat", "quis digne pronuntiet"],
            "suscipiat / pronuntiet are third person singular, subjunctive",
        ),
        (["populus iudaeorum", "populus gentium"], "iudaeorum / gentium end in -um (genitive plural)"),
        (["quem desideramus", "quem amamus"], "desideramus / amamus end in -amus (first person plural)"),
        (["nos desumus", "nos amamus"], "desumus / amamus end in -mus (first person plural)"),
        (["pater meus", "mater mea"], "pater / mater end in -er (nominative singular)"),
        (
            ["absens loquitur", "praesens taceret"],
            "absens / praesens end in -ens; loquitur / taceret are third person singular",
        ),
    ],
)
def test_latin_forms_that_say_the_same(branches: Sequence[str], morphology: str) -> None:
    assert shown(explained("la", *branches))["morphology"] == morphology


@pytest.mark.parametrize(
    "branches",
    [
        ("christe", "fratre"),  # a vocative, which the table takes for an imperative, and an ablative
        ("peccatum", "praeceptum"),  # nouns, though the table says participles
        ("surditatem", "iniurationem"),  # forms that the table lacks
    ],
)
def test_what_is_not_sure_of_latin_forms_is_not_told(branches: Sequence[str]) -> None:
    told = " ".join(shown(explained("la", *branches)).values())
    assert not any(name in told for name in ("noun", "verb", "participle", "person", *CASES))


def test_other_cases_that_end_alike_are_not_formed_alike() -> None:
    found = shown(explained("la", "potestas tenebrarum", "potestas regnum"))
    assert found["syntax"] == "potestas (noun), in the same order"
    assert "morphology" not in found


def test_other_declensions_that_end_alike_only_sound_alike() -> None:
    found = shown(explained("la", "corpus", "animus"))
    assert found["phonology"] == "corpus / animus end alike in -us"
    assert "morphology" not in found


@pytest.mark.parametrize(
    ("left", "right", "links"),
    [
        ("Tu me in morte", "ego te in vita", ["tu - ego", "me - te", "in = in", "morte - uita"]),
        ("maior industria", "maxima virtus", ["maior = maxima", "industria - uirtus"]),
    ],
)
def test_places_and_degrees_decide(left: str, right: str, links: list[str]) -> None:
    assert lines(explained("la", left, right)) == links


@pytest.mark.parametrize(
    ("language", "branches", "syntax"),
    [
        ("la", ["Si peccavi", "si errabam multum"], "both begin with si"),
        ("la", ["Ille bonus", "ille malus"], "ille (nominative), in the same order; both begin with ille"),
        ("en", ["go with him", "stay without him"], "… (preposition) him, in the same order; both end with him"),
        # what says something is told of by semantics, and an article alone is not heard
        ("la", ["alii currunt", "alii ambulant"], "alii (verb, third person plural), in the same order"),
        ("en", ["the roads", "the day"], "the …, in the same order"),
        # mecum begins with me, whatever is compared first
        ("la", ["mecum eras", "tecum non eram"], "cum (pronoun) …, in the same order"),
        # words that return in reverse do not hide those that open both
        ("en", ["not hope now fear", "not fear now hope"], "… hope now fear …, in reverse order; both begin with not"),
    ],
)
def test_words_that_open_or_close_all_branches_are_told(language: str, branches: Sequence[str], syntax: str) -> None:
    assert shown(explained(language, *branches))["syntax"] == syntax


def test_a_noun_does_not_answer_a_verb() -> None:
    assert lines(explained("la", "non terram", "non amat")) == ["non = non"]


def test_chinese_is_cut_wherever_a_branch_is() -> None:
    pytest.importorskip("pypinyin")
    found = explained("zh", "不以物喜", "不以己悲")
    assert "".join(word.norm for word in found.branches[0]) == "不以物喜"
    assert [len(word.norm) for word in found.branches[0]] == [len(word.norm) for word in found.branches[1]]
    assert shown(found)["length"] == "4 characters each"
    assert shown(found)["syntax"] == "both begin with 不以"


def test_every_criterion_is_judged() -> None:
    assert [finding.criterion for finding in explained("la", "ueni", "uidi").findings] == list(CRITERIA)


def test_far_and_unequal_branches() -> None:
    tokens = tuple(Token(2 * i, 2 * i + 1, "abcdefghijklmnop"[i]) for i in range(16))
    document = Document("1", " ".join("abcdefghijklmnop"), tokens, "en")
    found = explain(document, Parallelism.of((0, 1), (8, 14)))
    assert found.criteria == ()
    assert found.findings[0].words == "1 / 6 words, 1 / 6 letters"
    assert found.findings[1].words == "7 words between"


@pytest.mark.parametrize(("left", "right"), [("amat", "amat"), ("dominus", "bonus"), ("rex", "lex"), ("et", "non")])
def test_reasons_are_mutual(left: str, right: str) -> None:
    comparer = Comparer(find("la"))
    ours, theirs = comparer.reasons(left, right), comparer.reasons(right, left)
    assert [(r.criterion, r.weight) for r in ours] == [(r.criterion, r.weight) for r in theirs]


def best_by_force(weights: list[list[float]]) -> float:
    """Returns the greatest sum of cells of which each stands below and behind the one before, trying all."""
    rows, columns = range(len(weights)), range(len(weights[0]))
    return max(
        sum(weights[i][j] for i, j in zip(some, others, strict=True))
        for size in range(min(len(rows), len(columns)) + 1)
        for some in combinations(rows, size)
        for others in combinations(columns, size)
    )


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 3), min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_the_path_is_the_best(cells: list[list[int]]) -> None:
    weights = [[float(cell) for cell in row] for row in cells]
    path = best_path(weights)
    assert sum(weights[i][j] for i, j in path) == best_by_force(weights)
    filled = fill(path, [False] * len(weights), [False] * len(weights[0]))
    assert set(path) <= set(filled)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(filled))
