"""Results as plain data: what `--format json` and `--format jsonl` print.

JSON is `{"documents": [...]}`, JSON Lines one document a line. Offsets are characters of the given text. A document of
JSON Lines has its tokens and sections too, so that every other verb reads it as it is.
"""

from __future__ import annotations

import json
from typing import cast

from isocolon import languages
from isocolon.document import Document, Token
from isocolon.evidence.alignment import Link
from isocolon.evidence.explanation import Explanation
from isocolon.evidence.spelling import spelt, written
from isocolon.formats.jsonl import Json, parallelism_to_json, to_json
from isocolon.viewer.result import Result


def to_plain(result: Result) -> dict[str, Json]:
    """Returns a document with its parallelisms and their evidence, without tokens.

    >>> from isocolon import Document, Parallelism, Token
    >>> words = (Token(0, 4, "ueni"), Token(6, 10, "uidi"))
    >>> document = Document("caesar", "Veni, vidi", words, "la", parallelisms=(Parallelism.of((0, 1), (1, 2)),))
    >>> to_plain(Result(document, "latin"))["parallelisms"][0]["branches"]
    [{'start': 0, 'end': 4, 'text': 'Veni'}, {'start': 6, 'end': 10, 'text': 'vidi'}]
    """
    document = result.document
    return {
        "id": document.id,
        "language": document.language,
        "model": result.model or None,
        "text": document.text,
        "parallelisms": [{**found, "branches": without_tokens(found["branches"])} for found in explained(result)],
    }


def without_tokens(branches: Json) -> list[Json]:
    """Returns branches by characters alone."""
    return [
        {key: value for key, value in b.items() if key != "tokens"} for b in cast("list[dict[str, Json]]", branches)
    ]


def to_line(result: Result) -> str:
    """Returns a document as a line of JSON: everything, with the model and the evidence."""
    plain = to_json(result.document)
    head: dict[str, Json] = {"id": plain.pop("id"), "language": plain.pop("language"), "model": result.model or None}
    return json.dumps({**head, **plain, "parallelisms": explained(result)}, ensure_ascii=False) + "\n"


def explained(result: Result) -> list[dict[str, Json]]:
    """Returns the parallelisms in the document's order, each with its evidence."""
    document = result.document
    evidence = {numbered.parallelism: numbered.explanation for numbered in result.parallelisms}
    return [
        {**parallelism_to_json(document, parallelism), "evidence": evidence_to_json(document, evidence[parallelism])}
        for parallelism in document.parallelisms
    ]


def evidence_to_json(document: Document, explanation: Explanation | None) -> Json:
    """Returns why a parallelism is one: the six criteria, and the words that answer each other."""
    if explanation is None:
        return None
    return {
        "criteria": {found.criterion: {"holds": found.holds, "words": found.words} for found in explanation.findings},
        "links": [link_to_json(document, left, right, link) for left, right, link in explanation.pairs()],
    }


def link_to_json(document: Document, left: Token, right: Token, link: Link) -> Json:
    """Returns two words that answer each other, and why."""
    words = [
        {"start": word.start, "end": word.end, "text": document.text[word.start : word.end]} for word in (left, right)
    ]
    forms = [written(document.text, word, languages.find(document.language)) for word in (left, right)]
    reasons = [f"{' / '.join(forms)} {spelt(reason.words, forms[0], left.norm)}" for reason in link.reasons]
    return {"words": cast(Json, words), "strength": "strong" if link.strong else "weak", "reasons": cast(Json, reasons)}
