"""Languages by name, and which one a text is in."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from isocolon.languages.base import Language
from isocolon.registry import Registry

LANGUAGES: Registry[type[Language]] = Registry(
    "language",
    {
        "latin": "isocolon.languages.latin:Latin",
        "chinese": "isocolon.languages.chinese:Chinese",
        "english": "isocolon.languages.english:English",
        "generic": "isocolon.languages.generic:Generic",
    },
)

CODES = {"la": "latin", "zh": "chinese", "en": "english", "und": "generic"}
"""The languages we know more of than how to cut words, by ISO 639-1 code."""


def find(language: str) -> Language:
    """Returns what we know of a language, given by code or name; any other language is read as generic.

    >>> find("la").code, find("zh-Hans").code, find("de").code
    ('la', 'zh', 'und')
    """
    return LANGUAGES[CODES.get(code_of(language), "generic")]()


def code_of(language: str) -> str:
    """Returns the code of a language given by code (with or without region or script) or by name.

    >>> code_of("Latin"), code_of("zh-Hans"), code_of("lat"), code_of("de")
    ('la', 'zh', 'la', 'de')
    """
    from isocolon.errors import unknown

    names = {name: code for code, name in CODES.items()}
    longer = {"lat": "la", "zho": "zh", "chi": "zh", "lzh": "zh", "eng": "en"}
    short = language.strip().lower().replace("_", "-").partition("-")[0]
    code = names.get(short) or longer.get(short, short)
    if not re.fullmatch(r"[a-z]{2,3}", code):
        raise unknown("language", language, [*CODES.values(), "or an ISO 639 code such as 'de'"])
    return code


FUNCTION_WORDS = {
    "la": "et in est non ad ut cum quod qui quae si sed de ex enim ab quam autem per nec ergo quia sunt esse hoc ipse "
    "etiam quid nos te me tu nihil atque mihi tibi nobis vobis eius cuius quis ubi ibi nunc tunc tamen neque haec "
    "illud quoque omnia semper quomodo dixit sicut quoniam apud",
    "en": "the of and to in that is was for it with as his he be not by but have you which are on or had from i we my",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er",
    "fr": "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son",
    "it": "di e il la che in un a per è una sono con non del si da le i della alla dei nel più anche al come lo",
    "es": "de la que el en y a los se del las un por con no una su para es al lo como más pero sus le ha me sin",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou",
    "nl": "de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij uit nog naar heeft",
}
SCRIPTS = {"HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "CJK": "zh"}
QUOTED = 0.05
"""From this share of the East Asian letters on, kana or hangul is the text's own script and not a quotation."""


def guess(text: str) -> str:
    """Returns the code of the language a text seems to be in: by its script, then by its commonest little words.

    >>> guess("ueni, uidi, uici et in urbe non fui"), guess("小草更绿，天空更蓝"), guess("a time to be born")
    ('la', 'zh', 'en')
    """
    sample = unicodedata.normalize("NFC", text[:20_000])
    scripts = Counter(unicodedata.name(letter, "").partition(" ")[0] for letter in sample if letter.isalpha())
    east: Counter[str] = Counter()
    for script, code in SCRIPTS.items():
        east[code] += scripts[script]
    if east.total() > scripts.total() / 4:
        # Japanese and Korean texts hold Chinese characters; a Chinese one may quote a little kana or hangul
        return next((code for code in ("ja", "ko") if east[code] >= QUOTED * east.total()), "zh")
    words = Counter(re.findall(r"[^\W\d_]+", sample.lower().replace("v", "u").replace("j", "i")))
    scores = {}
    for code, line in FUNCTION_WORDS.items():
        met = [words[word] for word in set(line.replace("v", "u").replace("j", "i").split()) if word in words]
        scores[code] = (sum(met), len(met))
    best = max(scores, key=lambda code: scores[code])
    total, different = scores[best]
    # one word says little, unless it is said again and again
    sure = total >= words.total() / 20 if different > 1 else total > words.total() / 3
    return best if sure else "und"
