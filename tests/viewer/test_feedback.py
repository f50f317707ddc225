"""Handouts: what they say is there, and nothing else."""

from __future__ import annotations

import pytest

from isocolon.analysis.profile import profile
from isocolon.document import Document, Kind, Parallelism, Token
from isocolon.languages import find
from isocolon.viewer.feedback import Essay, feedback, to_html, to_markdown, to_page, usual_density
from isocolon.viewer.result import Result


def essay(language: str, *branches: str, kind: Kind = Kind.UNKNOWN, confidence: float | None = None) -> Essay:
    text, spans, tokens = ", ".join(branches) + ".", [], list[Token]()
    at = 0
    for branch in branches:
        words = [Token(t.start + at, t.end + at, t.norm) for t in find(language).tokenize(branch)]
        spans.append((len(tokens), len(tokens) + len(words)))
        tokens += words
        at += len(branch) + 2
    found = [Parallelism.of(*spans, kind=kind, confidence=confidence)] if len(spans) > 1 else []
    result = Result(Document("essay", text, tuple(tokens), language, parallelisms=tuple(found)), "test")
    return Essay.of(result, profile(result.document))


def sheet(language: str, *branches: str, kind: Kind = Kind.UNKNOWN, confidence: float | None = None) -> str:
    return to_markdown(feedback(essay(language, *branches, kind=kind, confidence=confidence)))


@pytest.mark.parametrize(
    ("branches", "said"),
    [
        (["we will mend the roads", "we will mend the schools"], "### 1. A pair\n"),
        (["we will mend the roads", "we will mend the schools"], "- Both begin with “we will mend the”."),
        (["we will mend the roads", "we will mend the schools"], "They are equally long: 5 words each."),
        (["the road is long", "the day is short", "the work is hard"], "### 1. A series of three"),
        (["the road is long", "the day is short", "the work is hard"], "All three follow one pattern: “the … is …”."),
        (["let us hope", "let us pray", "we could sing"], "Only the third does not begin with “let us”."),
        (["they hope together", "they pray together", "they sing"], "Only the third does not end with “together”."),
        (
            ["we hope", "we pray", "we sing in the old church"],
            "The third has 6 words, the others about 2. A longer end",
        ),
        (["we sing in the old church", "we hope", "we pray"], "The first has 6 words, the others about 2. Try to cut"),
        (["we hope in the dark", "we hope in the light", "we hope"], "Could it say a little more"),
        (["blue", "seven of them ran"], "The program sees a likeness but cannot say in what."),
        (["when the going gets tough", "the tough get going"], "reverse order: “going … tough”, then “tough … going”."),
        (["not hope now fear", "not fear now hope"], "- Both begin with “not”."),
        (["not for gold", "not in anger", "not today"], "- All three begin with “not”."),
        (["It is a fine day"], "No parallelism was found in 1 sentence."),
    ],
)
def test_english(branches: list[str], said: str) -> None:
    assert said in sheet("en", *branches)


@pytest.mark.parametrize(
    ("branches", "said"),
    [
        (["有的书让人明白道理", "有的书让人看见远方", "有的书让人认识自己"], "### 1. 排比（三项）"),
        (["有的书让人明白道理", "有的书让人看见远方", "有的书让人认识自己"], "字数相等，每项9字。"),
        (["山不在高，有仙则名", "水不在深，有龙则灵"], "### 1. 对偶"),
        (["山不在高，有仙则名", "水不在深，有龙则灵"], "句末押韵：名、灵。"),
        (["我爱家乡的山", "我爱家乡勤劳勇敢的人们"], "### 1. 两项并列"),
        (["我爱山", "我爱水", "我爱家乡勤劳勇敢的人们"], "第三项有11字，其他项大约3字。最后一项写长"),
        (["今天天气很好"], "没有找到排比或对偶"),
    ],
)
def test_chinese(branches: list[str], said: str) -> None:
    pytest.importorskip("pypinyin")
    assert said in sheet("zh", *branches)


def test_nothing_is_praised_that_is_not_there() -> None:
    told = sheet("en", "blue", "seven of them ran")
    assert not any(word in told for word in ("equally", "rhythm", "begin with", "one pattern", "in the ear"))


def test_an_article_is_no_pattern() -> None:
    assert "begin with" not in sheet("en", "the roads shine", "the day begins at seven in winter")


def test_a_turn_is_no_common_pattern() -> None:
    assert "one pattern" not in sheet("en", "fair is foul", "foul is fair", kind=Kind.CHIASTIC)


def test_doubt_and_turns_are_named() -> None:
    assert "### 1. A pair (doubtful)" in sheet("en", "we hope", "we pray", confidence=0.3)
    assert "A chiasm" in sheet("en", "fair is foul", "foul is fair", kind=Kind.CHIASTIC)


def test_texts_are_compared_with_others_in_their_language() -> None:
    one, other = essay("en", "we hope", "we pray"), essay("en", "It is a fine day")
    profiles = [one.profile, other.profile, other.profile]
    assert usual_density(profiles, "la") is None
    assert usual_density(profiles, "en") == 0
    assert "more than in most texts read together" in to_markdown(feedback(one, 0))
    assert "about as many as in the other texts read together" in to_markdown(feedback(other, 0))


def test_a_page_is_safe() -> None:
    page = to_page(feedback(essay("en", "we <hope", "we <pray")), "en")
    assert "we &lt;hope<br>we &lt;pray" in page
    assert "://" not in page
    assert to_html(feedback(essay("la", "veni", "vidi"))).startswith("<h1>essay</h1>")
