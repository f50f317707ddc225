"""Documents for property tests: any a format should keep, from the characters that break readers.

`documents(Format.holds)` makes only documents of which a format that holds those traits loses nothing, so that
``everything(*read(write(document))) == everything(document)`` must hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from isocolon import languages
from isocolon.document import Document, Kind, Parallelism, Section, Span, Structure, Token, structure
from isocolon.formats.base import Trait, place_sections, tokenize_parts
from isocolon.formats.pse_xml import PSE, is_layer, place_tokens, surface_forms, text_of
from isocolon.formats.text import document_of

ALPHABETS = (
    "abceimnorstu",
    "ABVUJvjÆœæß",
    "āēīōūȳĂĕ",
    "u\u0304o\u0306e\u0301",  # combining marks
    "小草更绿天空蓝说",
    "𠀀𠮷𝒜𝓫",  # beyond the basic plane
    "λόγοςἀΣς",
    "שלוםعربي",
    "0129ⅣV.-'’&<>\"",
)
PIECES = ("mecum", "arma uirumque", "et", "in", "non", "the", "of", "和", "的", "😀", "👩‍👩‍👧", "🇻🇦", "✌🏽", "…", "]]>")
MARKS = (",", ".", "?", "!", ";", ":", "。", "，", "《", "»", "(", "—")
GAPS = (" ", "  ", "\n", "\r\n", "\r", "\t", "\n\n", "\u00a0", "\u3000", "\u2028", "\u200b", "")
OPENINGS = ("", "\ufeff", " ", "\r\n", "\t")

WORDS = st.one_of(st.sampled_from(PIECES), *(st.text(alphabet, min_size=1, max_size=6) for alphabet in ALPHABETS))
PRINTABLE = st.text(
    st.one_of(st.sampled_from("aé天😀 =|\"'<&#\\_:"), st.characters(exclude_categories=["C", "Z"])), max_size=8
)
"""Names and values: any length, no line ends."""
ATTRIBUTES = st.text(st.sampled_from(" \t\n\r'\"<&>]=a天😀\u2028\x85"), max_size=6)
"""Values of XML attributes, which must survive escaping."""
NAMES = st.from_regex(r"[a-z0-9](?:[a-z0-9_.-]{0,6}[a-z0-9])?", fullmatch=True)
"""Ids that are names of files as well."""
LANGUAGES = st.sampled_from(["la", "zh", "en", "und", "de"])
ALL = frozenset(Trait)


def everything(document: Document) -> tuple[object, ...]:
    """Returns all that a document says, with what equality of parallelisms leaves out."""
    return document, [(p.kind, p.confidence) for p in document.parallelisms]


@st.composite
def texts(draw: DrawFn, min_words: int = 1) -> str:
    """Strategy: texts of many scripts, with all sorts of gaps."""
    words = draw(st.lists(st.one_of(WORDS, WORDS, st.sampled_from(MARKS)), min_size=min_words, max_size=16))
    gaps = draw(st.lists(st.sampled_from(GAPS), min_size=len(words), max_size=len(words)))
    return draw(st.sampled_from(OPENINGS)) + "".join(w + gap for w, gap in zip(words, gaps, strict=True))


@st.composite
def documents(
    draw: DrawFn,
    traits: Collection[Trait] = ALL,
    *,
    ids: SearchStrategy[str] = NAMES,
    values: SearchStrategy[str] = PRINTABLE,
    deepest: Structure = Structure.OVERLAPPING,
    min_tokens: int = 1,
) -> Document:
    """Strategy: documents that have nothing which a format that holds only these traits would lose.

    Args:
        draw: hypothesis's own.
        traits: what the documents may have.
        ids: the documents' ids.
        values: the ids of sections, the values of layers, and the keys and values of metadata.
        deepest: what the branches may do to each other at most.
        min_tokens: how many tokens there are at least.
    """
    text, language, tokens = draw(tokenized(traits))
    assume(len(tokens) >= min_tokens)
    placed = draw(sections(edges_of(tokens, traits), values)) if Trait.SECTIONS in traits else ()
    if Trait.TOKENS not in traits:
        starts = [(section.id, tokens[section.span.start].start) for section in placed]
        tokens = tokenize_parts(languages.find(language), text, [start for _, start in starts])
        placed = place_sections(tokens, starts)
        assume(Trait.TEXT in traits or text == " ".join(token.norm for token in tokens))
    edges = edges_of(tokens, traits)
    most = deepest if Trait.CROSSINGS in traits else min(deepest, Structure.NESTED, key=list(Structure).index)
    layers = st.dictionaries(
        st.sampled_from(["lemma", "upos", "misc", "sentence", "a:b c"]), columns(values, len(tokens))
    )
    return Document(
        draw(ids),
        text,
        tuple(tokens),
        language,
        placed,
        tuple(draw(parallelisms(edges, traits, most))) if Trait.PARALLELISMS in traits else (),
        draw(layers) if Trait.LAYERS in traits else {},
        draw(st.dictionaries(values.filter(str.strip), values, max_size=3)) if Trait.METADATA in traits else {},
    )


def essays() -> SearchStrategy[Document]:
    """Strategy: documents laid out as PSE's XML has them."""
    return documents(PSE.holds | {Trait.TEXT}, values=ATTRIBUTES).map(as_essay)


def as_essay(document: Document) -> Document:
    """Returns a document with its tokens laid out as PSE's XML has them."""
    forms = surface_forms(document)
    tokens = place_tokens(forms, document.sections, document.language)
    layers = {name: values for name, values in document.layers.items() if is_layer(name)}
    return replace(document, text=text_of(forms, document.sections, document.language), tokens=tokens, layers=layers)


def plain_texts() -> SearchStrategy[Document]:
    """Strategy: documents of plain text, in as many sections as blank lines part."""
    joined = st.lists(texts(), min_size=1, max_size=4).map("\n\n".join)
    return joined.filter(lambda text: languages.find("und").tokenize(text) != []).flatmap(
        lambda text: NAMES.map(lambda id: document_of(text, id=id, path=Path(id)))
    )


def columns(values: SearchStrategy[str], size: int) -> SearchStrategy[tuple[str, ...]]:
    """Strategy: the values of one layer."""
    few = st.sampled_from(["_", "1", "2", "NOUN", "", "a b"])
    return st.lists(st.one_of(few, values), min_size=size, max_size=size).map(tuple)


@st.composite
def tokenized(draw: DrawFn, traits: Collection[Trait]) -> tuple[str, str, list[Token]]:
    """Strategy: a text with its language and its tokens."""
    text = draw(texts())
    pick: Callable[[str], str] = languages.guess
    if Trait.LANGUAGE in traits:
        chosen = draw(LANGUAGES)
        pick = lambda _: chosen  # noqa: E731
    if Trait.TEXT not in traits:
        text = settled(text, pick)
    code = pick(text)
    if Trait.TOKENS not in traits or draw(st.booleans()):
        return text, code, languages.find(code).tokenize(text)
    if Trait.TEXT in traits:
        return text, code, draw(cuttings(text))
    stops = [0, *(i + 1 for i, letter in enumerate(text) if letter == " "), len(text) + 1]
    return text, code, [Token(a, b - 1, text[a : b - 1]) for a, b in pairwise(stops)]


def settled(text: str, pick: Callable[[str], str]) -> str:
    """Returns a text that is its own words with spaces between, made from another."""
    for _ in range(6):
        words = [token.norm for token in languages.find(pick(text)).tokenize(text)]
        joined = " ".join(words)
        if joined == text:
            assume(words and all(words))
            return text
        text = joined
    assume(False)
    return text


@st.composite
def cuttings(draw: DrawFn, text: str) -> list[Token]:
    """Strategy: any tokens of a text that do not begin or end with white space; some share a stretch."""
    stops = sorted(draw(st.sets(st.integers(0, len(text)), max_size=24)))
    tokens: list[Token] = []
    for start, end in pairwise(stops):
        form = text[start:end].strip()
        if form and draw(st.integers(0, 4)):
            start = text.index(form, start)
            for norm in draw(st.lists(st.one_of(st.just(form.lower()), PRINTABLE), min_size=1, max_size=2)):
                tokens.append(Token(start, start + len(form), norm))
    return tokens


def edges_of(tokens: Sequence[Token], traits: Collection[Trait]) -> list[int]:
    """Returns where spans may begin and end: inside a stretch that tokens share only where tokens are kept."""
    size = len(tokens)
    inside = {i for i in range(1, size) if tokens[i].start == tokens[i - 1].start}
    return [i for i in range(size + 1) if Trait.TOKENS in traits or i not in inside]


@st.composite
def sections(draw: DrawFn, edges: Sequence[int], values: SearchStrategy[str]) -> tuple[Section, ...]:
    """Strategy: sections that lie end to end over all tokens."""
    if len(edges) < 2:
        return ()
    inner = draw(st.sets(st.sampled_from(edges[1:-1]), max_size=4)) if len(edges) > 2 else set()
    stops = [0, *sorted(inner), edges[-1]]
    count = len(stops) - 1
    few = st.sampled_from(["1", "2", "3", "1.1", "pr", "§ 4", "a/b"])
    names = draw(st.lists(st.one_of(few, values.filter(str.strip)), min_size=count, max_size=count, unique=True))
    return tuple(Section(n, Span(a, b)) for n, a, b in zip(names, stops, stops[1:], strict=False))


@st.composite
def parallelisms(
    draw: DrawFn, edges: Sequence[int], traits: Collection[Trait] = ALL, deepest: Structure = Structure.OVERLAPPING
) -> list[Parallelism]:
    """Strategy: parallelisms whose branches begin and end at these positions, no two with the same branches."""
    fewest = 1 if Trait.SINGLETONS in traits else 2
    order = list(Structure)
    found: list[Parallelism] = []
    for _ in range(draw(st.integers(0, 4)) if len(edges) > fewest else 0):
        stops = sorted(draw(st.sets(st.sampled_from(edges), min_size=fewest + 1, max_size=7)))
        spans = [Span(a, b) for a, b in pairwise(stops)]
        kept = draw(st.sets(st.sampled_from(spans), min_size=fewest))
        kind = draw(st.sampled_from(Kind)) if Trait.KINDS in traits else Kind.UNKNOWN
        confidence = draw(st.none() | st.floats(0, 1)) if Trait.CONFIDENCES in traits else None
        new = Parallelism(tuple(kept), kind, confidence)
        if new not in found and order.index(structure([*found, new])) <= order.index(deepest):
            found.append(new)
    return found
