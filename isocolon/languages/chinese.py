"""Chinese: words from jieba's dictionary, or as they are where a text comes with its words set apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from isocolon.document import Token
from isocolon.languages.base import Language
from isocolon.languages.generic import trimmed

HAN = r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
SEGMENTED = 0.3
"""From this share of characters with a space after them on, a text counts as cut into words already."""
ENOUGH = 8
"""How many characters a text needs at least for that share to say anything."""
SENTENCE_MARKS = "，。！？；：、…,!?;:"
"""What is cut off a word's end even in a text that comes with its words set apart."""


class Chinese(Language):
    """Chinese, simplified or traditional."""

    code = "zh"
    sounds = ("rhyme", "tone")
    knows_classes = True

    def tokenize(self, text: str) -> list[Token]:
        """Returns the words of a text.

        >>> [norm for _, _, norm in Chinese().tokenize("小草更绿，天空更蓝")]
        ['小草', '更', '绿', ',', '天空', '更', '蓝']
        >>> [norm for _, _, norm in Chinese().tokenize("小草 更绿 ， 天空 更蓝")]
        ['小草', '更绿', ',', '天空', '更蓝']
        """
        pieces = set_apart(text) if is_segmented(text) else segment(text)
        tokens = []
        at = 0
        for piece in pieces:
            start, end = trimmed(text, at, at + len(piece))
            if start < end:
                tokens.append(Token(start, end, self.normalize(text[start:end])))
            at += len(piece)
        return tokens

    def normalize(self, form: str) -> str:
        """Returns a form with full-width letters, digits and marks at half width, in lower case.

        >>> Chinese().normalize("ＡＢ１２，")
        'ab12,'
        """
        return unicodedata.normalize("NFC", "".join(map(narrow, form)).lower())

    def sound(self, norm: str) -> dict[str, str]:
        """Returns the final and the tone of a word's last character.

        >>> Chinese().sound("天空")
        {'rhyme': 'ong', 'tone': '1'}
        """
        return dict(zip(self.sounds, sound_of(norm[-1:]), strict=False))

    def word_class(self, norm: str) -> str | None:
        """Returns the part of speech that jieba's dictionary gives a word, or its last part.

        >>> Chinese().word_class("天空"), Chinese().word_class("奔跑")
        ('n', 'v')
        """
        return class_of(norm)


def narrow(character: str) -> str:
    """Returns a character at half width where it is a full-width letter, digit or mark, or the reverse for kana."""
    return unicodedata.normalize("NFKC", character) if "\uff00" <= character <= "\uffef" else character


def is_segmented(text: str) -> bool:
    """Whether the words of a text are set apart by spaces."""
    sample = text[:10_000]
    characters = len(re.findall(HAN, sample))
    return characters >= ENOUGH and len(re.findall(rf"{HAN}[ \u3000](?=\S)", sample)) / characters >= SEGMENTED


def set_apart(text: str) -> Iterator[str]:
    """Yields the words and spaces of a text, marks cut off the words' ends: nothing is left out."""
    for piece in re.findall(r"\s+|\S+", text):
        word = piece.rstrip(SENTENCE_MARKS)
        yield from (part for part in (word, piece[len(word) :]) if part)


def segment(text: str) -> Iterator[str]:
    """Yields the text cut into words, spaces and marks: nothing is left out.

    The dictionary is shown one plain character for each grapheme (e for é, however that is spelt, 👩 for 👩‍👩‍👧),
    so that none is ever cut.

    >>> list(segment("👩‍👩‍👧好Ｈｅｌｌｏ")) == ["👩‍👩‍👧", "好", "Ｈｅｌｌｏ"]
    True
    """
    import regex
    import rjieba

    graphemes = regex.findall(r"\X", text)
    plain = "".join(unicodedata.normalize("NFD", narrow(grapheme[0]))[0] for grapheme in graphemes)
    at = 0
    for piece in rjieba.cut(plain):
        yield "".join(graphemes[at : at + len(piece)])
        at += len(piece)


@lru_cache(maxsize=1 << 14)
def sound_of(character: str) -> tuple[str, ...]:
    """Returns the final and the tone of a character in Mandarin; nothing for what is no Chinese character."""
    from pypinyin import Style, lazy_pinyin

    if not re.fullmatch(HAN, character):
        return ()
    (final,) = lazy_pinyin(character, style=Style.FINALS, strict=False)
    (toned,) = lazy_pinyin(character, style=Style.TONE3, neutral_tone_with_five=True)
    return final, toned[-1]


@lru_cache(maxsize=1 << 16)
def class_of(norm: str) -> str | None:
    """Returns the first letter of the part of speech of a word, by its last part if the dictionary lacks it."""
    import rjieba

    if not re.search(HAN, norm):
        return None
    tag: str = rjieba.tag(norm)[-1][1]
    return tag[:1]
