"""Every registered language: what its tokens promise; and tables for guessing, codes, Chinese and the generic one."""

from __future__ import annotations

from itertools import pairwise
from unicodedata import category, normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import texts

from isocolon.document import Token
from isocolon.errors import ConfigurationError
from isocolon.languages import CODES, LANGUAGES, code_of, find, guess
from isocolon.languages.base import Language
from isocolon.languages.generic import is_nothing

SPEECHES = [LANGUAGES[name]() for name in LANGUAGES]
every_language = pytest.mark.parametrize("speech", SPEECHES, ids=list(LANGUAGES))


def norms(speech: Language, text: str) -> list[str]:
    return [token.norm for token in speech.tokenize(text)]


def surfaces(speech: Language, text: str) -> list[str]:
    return [text[token.start : token.end] for token in speech.tokenize(text)]


# --- the contract ---


@every_language
@given(text=texts())
@settings(deadline=None)  # dictionaries are loaded at first use
def test_nothing_visible_is_lost(speech: Language, text: str) -> None:
    covered = {i for token in speech.tokenize(text) for i in range(token.start, token.end)}
    left = [letter for i, letter in enumerate(text) if i not in covered]
    assert [c for c in left if not is_nothing(c) and category(c) != "Cf"] == []


@every_language
@given(text=texts())
@settings(deadline=None)  # dictionaries are loaded at first use
def test_tokens_are_in_order_and_not_empty(speech: Language, text: str) -> None:
    tokens = speech.tokenize(text)
    assert all(token.norm and 0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(a.end <= b.start or (a.start, a.end) == (b.start, b.end) for a, b in pairwise(tokens))


@every_language
@given(text=texts())
@settings(deadline=None)  # dictionaries are loaded at first use
def test_words_are_the_same_however_accents_are_spelt(speech: Language, text: str) -> None:
    assert norms(speech, normalize("NFC", text)) == norms(speech, normalize("NFD", text))


@every_language
@given(text=texts())
@settings(deadline=None)  # dictionaries are loaded at first use
def test_normal_forms_are_stable(speech: Language, text: str) -> None:
    for norm in norms(speech, text):
        assert speech.normalize(norm) == norm


def test_every_language_is_found_by_its_code_and_its_name() -> None:
    for code, name in CODES.items():
        assert find(code).code == find(name).code == code == LANGUAGES[name].code


# --- which language ---


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        ("ueni, uidi, uici et in urbe non fui", "la", "little words"),
        ("Non in verbis, sed in rebus est", "la", "v for u"),
        ("Ubi bene, ibi patria.", "la", "little words in a short saying"),
        ("Quis tibi dixit?", "la", "nothing but little words"),
        ("it was the best of times, it was the worst of times", "en", "little words"),
        ("für mich ist es nicht der Tag", "de", "little words"),
        (normalize("NFD", "für für für Tag Tag"), "de", "accents apart"),
        ("小草更绿，天空更蓝", "zh", "Han only"),
        (
            "我爱北京天安门，天安门上太阳升，他说了一声の，又说了一遍，大家都笑了起来",
            "zh",
            "one kana in a Chinese text",
        ),
        ("我爱北京天安门，天安门上太阳升，他说了一声네，又说了一遍，大家都笑了起来", "zh", "one hangul"),
        ("吾輩は猫である。名前はまだ無い。", "ja", "kana throughout"),
        ("東京特許許可局へ行く", "ja", "much Han, some kana"),
        ("나는 학교에 간다", "ko", "hangul"),
        (normalize("NFD", "大韓民國 한국"), "ko", "hangul in its letters"),
        ("arma 天", "und", "too little to tell"),
        ("", "und", "nothing to tell from"),
        ("123 !?", "und", "no words"),
    ],
)
def test_guess(text: str, code: str, why: str) -> None:
    assert guess(text) == code, why


@pytest.mark.parametrize(
    ("given", "code"),
    [("la", "la"), ("Latin", "la"), ("lat", "la"), (" ZH_hant ", "zh"), ("lzh", "zh"), ("eng", "en"), ("de-AT", "de")],
)
def test_code_of(given: str, code: str) -> None:
    assert code_of(given) == code


@pytest.mark.parametrize("given", ["", "klingon!", "latein", "1a"])
def test_what_is_no_language(given: str) -> None:
    with pytest.raises(ConfigurationError, match=f"there is no language '{given}'"):
        code_of(given)


# --- Chinese ---


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("小草更绿，天空更蓝", "小草|更|绿|，|天空|更|蓝", "the dictionary's words"),
        ("👩‍👩‍👧好", "👩‍👩‍👧|好", "a family is one character"),
        ("❤️", "❤️", "and so is a heart with its colour"),
        (normalize("NFD", "nǐ hǎo"), normalize("NFD", "nǐ|hǎo"), "pinyin with its tones apart"),
        ("nǐ hǎo", "nǐ|hǎo", "and in one"),
        ("Ｈｅｌｌｏ世界", "Ｈｅｌｌｏ|世界", "full width"),
        ("天空 蓝。", "天空|蓝|。", "a space does not make a text cut into words"),
        ("小草 更绿 ， 天空 更蓝", "小草|更绿|，|天空|更蓝", "cut into words"),
        ("小草 更绿， 天空 更 蓝……", "小草|更绿|，|天空|更|蓝|……", "but marks never belong to a word"),
        ("他 有 3,500 元， 我 只 有 一点点 钱", "他|有|3,500|元|，|我|只|有|一点点|钱", "nor to be cut out of one"),
    ],
)
def test_chinese(text: str, expected: str, why: str) -> None:
    assert surfaces(find("zh"), text) == expected.split("|"), why


@pytest.mark.parametrize(("form", "norm"), [("ＡＢ１２，", "ab12,"), ("ｶﾞ", "ガ"), ("e\u0301", "é"), ("Ａ", "a")])
def test_chinese_normal_forms(form: str, norm: str) -> None:
    assert find("zh").normalize(form) == norm


# --- any other language ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don’t “stop”!", [Token(0, 5, "don't"), Token(6, 7, "“"), Token(7, 11, "stop"), Token(11, 12, "”")]),
        ("\ufeffStraße 3.5", [Token(1, 7, "strasse"), Token(8, 11, "3.5")]),
        ("👩‍👩‍👧 ✌🏽 🇻🇦", [Token(0, 5, "👩‍👩‍👧"), Token(6, 8, "✌🏽"), Token(9, 11, "🇻🇦")]),
        ("\u200bﬁn\u200b ", [Token(1, 3, "fin")]),
        (" \r\n\t", []),
    ],
)
def test_generic(text: str, expected: list[Token]) -> None:
    assert find("und").tokenize(text)[: len(expected)] == expected


@given(st.text(max_size=30))
@settings(deadline=None)
def test_any_text_at_all(text: str) -> None:
    for speech in SPEECHES:
        assert all(text[token.start : token.end].strip() for token in speech.tokenize(text))
