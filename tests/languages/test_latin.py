"""Latin tokens: tables of words, properties of any text, and the published tokens of ASP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from unicodedata import category, normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from isocolon.document import Document
from isocolon.languages.latin import Latin, find_enclitic
from isocolon.languages.latin_words import AS_PUBLISHED, ASKING, CLIPPED, WHOLE, WITH_EST

LATIN = Latin()


def norms(text: str) -> list[str]:
    return [token.norm for token in LATIN.tokenize(text)]


def placed(text: str) -> list[tuple[str, str]]:
    """Returns each token as it stands in the text, and its normal form."""
    return [(text[token.start : token.end], token.norm) for token in LATIN.tokenize(text)]


# --- tables ---

DIVIDED = [
    ("uisne", [("uis", "uis"), ("ne", "-ne")], "a question"),
    ("VĪSNĒ", [("VĪS", "uis"), ("NĒ", "-ne")], "in capitals with macrons"),
    (normalize("NFD", "Vīsnē"), [(normalize("NFD", "Vīs"), "uis"), (normalize("NFD", "nē"), "-ne")], "decomposed"),
    ("ui\u00adsne", [("ui\u00ads", "uis"), ("ne", "-ne")], "with a soft hyphen"),
    ("itane", [("ita", "ita"), ("ne", "-ne")], "a listed question"),
    ("audistine", [("audisti", "audisti"), ("ne", "-ne")], "a perfect"),
    ("satin", [("sati", "satis"), ("n", "-ne")], "a clipped question"),
    ("Amen", [("Ame", "ame"), ("n", "-ne")], "as published"),
    ("Tēcum", [("Tēcum", "cum"), ("Tēcum", "te")], "cum comes first, both on the whole word"),
    ("vobiscum", [("vobiscum", "cum"), ("vobiscum", "uobis")], "v for u"),
    ("quibuscum", [("quibuscum", "cum"), ("quibuscum", "quibus")], "the relative pronoun"),
    ("certumst", [("certum", "certum"), ("st", "est")], "est merged"),
    ("itast", [("ita", "ita"), ("st", "est")], "est merged behind a vowel"),
    ("opust", [("opus", "opus"), ("t", "est")], "one s for both"),
    ("opuﬆ", [("opuﬆ", "opus"), ("opuﬆ", "est")], "no clean cut through a ligature"),
    ("uisne.", [("uis", "uis"), ("ne", "-ne"), (".", ".")], "at the end of a sentence"),
]


@pytest.mark.parametrize(("word", "expected", "reason"), DIVIDED, ids=[row[2] for row in DIVIDED])
def test_divided_words(word: str, expected: list[tuple[str, str]], reason: str) -> None:
    assert placed(word) == expected, reason


WHOLE_WORDS = """
    ne sine bene domine homine nomine carne ratione multitudine nonne necne omne solemne tene pone plane
    in non an nomen tamen carmen flumen forsitan quin aaron agamemnon aenean
    terramque populusque atque neque quisque itaque undique ubique quidue siue graue assidue
    est potest post prodest interest adest superest deest ast
    cum locum unicum mecumque quicumque
"""


@pytest.mark.parametrize("word", WHOLE_WORDS.split())
def test_whole_words(word: str) -> None:
    assert norms(word) == [word]


def test_minus_que_stays_with_its_word_in_every_spelling() -> None:
    assert norms("Populúsque POPVLVSQVE") == ["populusque", "populusque"]


NORMAL_FORMS = [
    ("Vēnī", "ueni"),
    (normalize("NFD", "Vēnī"), "ueni"),
    ("JŪVĬT", "iuuit"),
    ("Cæsar", "caesar"),
    ("Ǣgyptus", "aegyptus"),
    ("PŒNA", "poena"),
    ("poëta", "poeta"),
    ("Israël", "israel"),
    ("eſſe", "esse"),
    ("ﬁlius", "filius"),
    ("XLVI", "xlui"),
    ("ΛΌΓΟΣ", "λογος"),
    ("\u0304", "\u0304"),
    ("", ""),
]


@pytest.mark.parametrize(("form", "expected"), NORMAL_FORMS)
def test_normal_forms(form: str, expected: str) -> None:
    assert LATIN.normalize(form) == expected


TEXTS = [
    ("", ""),
    (" \r\n\t", ""),
    ("\ufeffVeni,\r\nvidi.", "ueni , uidi ."),
    ("quod <...> maxime", "quod < ... > maxime"),
    ("[et] <uerbum> †locus†", "[ et ] < uerbum > † locus †"),
    ("«Veni», “vidi” — ‘vici’…", "« ueni » , “ uidi ” — ‘ uici ’ …"),
    ("Simon Bar-Iona", "simo -ne bar-iona"),
    ("fratres- apostoli", "fratres - apostoli"),
    ("audi, Isra‰l", "audi , isra‰l"),
    ("turbatum.sed", "turbatum . sed"),
    ("M. Tullius et Cn. Pompeius", "m. tullius et cn. pompeius"),
    ("ebriosi, etc., regnum", "ebriosi , etc. , regnum"),
    ("conuersi ad dominum, etc. ", "conuersi ad dominum , etc ."),
    ("Sex. Roscius habet sex. Non.", "sex. roscius habet sex . non ."),
    ("psalmo V. audi", "psalmo u . audi"),
    ("Jan. et Ian.,", "ian. et ian. ,"),
    ("a. d. III", "a . d . iii"),
    ("caput 12,3", "caput 12 , 3"),
    ("SENATVS·POPVLVS_ROMANVS", "senatus · populus _ romanus"),
    ("amo \U0001f600❤\ufe0f te", "amo \U0001f600 ❤\ufe0f te"),
    ("\U00010330\U00010331 uerbum", "\U00010330\U00010331 uerbum"),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_texts(text: str, expected: str) -> None:
    assert norms(text) == expected.split()


def test_lists_are_in_normal_form_and_have_no_idle_words() -> None:
    divided = AS_PUBLISHED | ASKING | WITH_EST | CLIPPED.keys()
    assert all(LATIN.normalize(word) == word for word in divided | WHOLE)
    assert all(find_enclitic(word) for word in divided)
    assert not divided & WHOLE
    # a word is listed as whole only because without the list it would not be: behind a syllable it is unlisted
    assert all(find_enclitic("xi" + word) for word in WHOLE)


# --- any text ---

LETTERS = "aeiounmstvjqcVJAE\u0304\u0301æœﬆ"
LATIN_TEXTS = st.text(st.sampled_from(LETTERS + "  .,-'\u00ad\n<>"))


@given(st.text() | LATIN_TEXTS)
@example("tecum tecum. uisne.. \u0304\u00ad_\ufeff")
def test_nothing_visible_is_lost(text: str) -> None:
    tokens = LATIN.tokenize(text)
    Document("any", text, tuple(tokens), "la")  # checks that the tokens are in order, disjoint or on one stretch
    covered = {place for token in tokens for place in range(token.start, token.end)}
    lost = [char for place, char in enumerate(text) if place not in covered]
    assert all(char.isspace() or category(char) in {"Cc", "Cf"} for char in lost)
    assert all(token.norm and not token.norm.isspace() for token in tokens)


@given(st.text() | LATIN_TEXTS)
def test_normal_forms_are_stable(text: str) -> None:
    norm = LATIN.normalize(text)
    assert LATIN.normalize(norm) == norm
    assert LATIN.normalize(normalize("NFD", text)) == LATIN.normalize(normalize("NFC", text)) or not norm.strip()


ENDINGS = st.sampled_from(["", "ne", "n", "st", "cum", "que", "mne", "istine"])
WORDS = st.builds(str.__add__, st.text(st.sampled_from("aeioubcdlmnrst"), min_size=1), ENDINGS) | st.sampled_from(
    sorted(AS_PUBLISHED | ASKING | WITH_EST | WHOLE | CLIPPED.keys() | {"mecum", "nobiscum", "uobiscum"})
)


def long_vowels(word: str) -> str:
    return re.sub("[aeiou]", lambda vowel: vowel[0] + "\u0304", word)


@given(st.lists(WORDS))
def test_every_spelling_gives_the_same_tokens(words: list[str]) -> None:
    text = " ".join(words)
    spellings = [
        text.upper(),
        text.replace("u", "v").replace("i", "j"),
        text.upper().replace("U", "V"),
        long_vowels(text),
        normalize("NFC", long_vowels(text)),
        normalize("NFC", long_vowels(text)).upper(),
    ]
    for spelling in spellings:
        assert norms(spelling) == norms(text)


@given(WORDS)
def test_parts_are_side_by_side_or_on_the_whole_word(word: str) -> None:
    surfaces = [surface for surface, _ in placed(word)]
    assert "".join(surfaces) == word or set(surfaces) == {word}


# --- the published tokens of ASP ---

NOT_AN_ENCLITIC = "the published tokenizer cuts any unknown -ne from the first word of a sentence"
NOT_NONES = "the published tokenizer takes 'non.' for an abbreviation (the Nones)"
NOT_THE_END = "the published tokenizer overlooks the end of the sentence"
NUMERAL = "the published text has u for v, but keeps the v of numerals; we cannot tell VI from ui"

DIFFERENCES = [
    ("179", "1", "fallitis .", "fallitis.", NOT_THE_END),
    ("180", "1", "non .", "non.", NOT_NONES),
    ("181", "3", "non .", "non.", NOT_NONES),
    ("183", "14", "non .", "non.", NOT_NONES),
    ("183", "3", "non .", "non.", NOT_NONES),
    ("19", "4", "blasphemabant .", "blasphemabant.", NOT_THE_END),
    ("196", "1", "interrogatione", "interrogatio -ne", NOT_AN_ENCLITIC),
    ("208", "1", "solemne", "solem -ne", NOT_AN_ENCLITIC),
    ("209", "1", "solemne", "solem -ne", NOT_AN_ENCLITIC),
    ("210", "1", "solemne", "solem -ne", NOT_AN_ENCLITIC),
    ("212", "1", "separetis .", "separetis.", NOT_THE_END),
    ("217", "4", "xlui", "xlvi", NUMERAL),
    ("22", "1", "lxuii", "lxvii", NUMERAL),
    ("250", "1", "fratres -", "fratres-", "a dash without the space before it"),
    ("250", "2", "multitudine", "multitudi -ne", NOT_AN_ENCLITIC),
    ("251", "1", "multitudine", "multitudi -ne", NOT_AN_ENCLITIC),
    ("262", "3", "impleuerunt .", "impleuerunt.", NOT_THE_END),
    ("265", "11", "domine", "domi -ne", NOT_AN_ENCLITIC),
    ("265", "4", "domine", "domi -ne", NOT_AN_ENCLITIC),
]


def pieces(element: etree._Element) -> Iterator[str]:
    """Yields the text of an element between its annotations, without the line breaks of the pretty-printer."""
    for text in element.itertext():
        yield re.sub(r"\A\n\t*|\n\t*\Z", "", text)


def sections(asp: Path) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """Yields sermon, section, the pieces of its text, and its published tokens."""
    for path in sorted((asp / "xml" / "untokenized").glob("*.xml")):
        plain, published = (etree.parse(p).getroot() for p in (path, asp / "xml" / "tokenized" / path.name))
        for section, tokenized in zip(plain, published, strict=True):
            words = [word.get("cont") for word in tokenized.iter("word")]
            yield plain.get("id"), section.get("id"), list(pieces(section)), words


def differences(ours: list[str], published: list[str]) -> Iterator[tuple[str, str]]:
    for kind, a, b, c, d in SequenceMatcher(None, ours, published, autojunk=False).get_opcodes():
        if kind != "equal":
            yield " ".join(ours[a:b]), " ".join(published[c:d])


def test_tokens_are_those_published(asp_path: Path) -> None:
    found, total = [], 0
    for sermon, section, texts, published in sections(asp_path):
        total += len(published)
        ours = norms("".join(texts))
        if ours != published:
            found += [(sermon, section, *pair) for pair in differences(ours, published)]
    assert total == 134_956
    assert sorted(found) == [row[:4] for row in DIFFERENCES]


def test_no_annotation_of_asp_cuts_a_token(asp_path: Path) -> None:
    for sermon, section, texts, _ in sections(asp_path):
        text = "".join(texts)
        edges = [sum(map(len, texts[:count])) for count in range(len(texts))]
        tokens = LATIN.tokenize(text)
        assert LATIN.cut(text, tokens, edges) == tokens, (sermon, section)
