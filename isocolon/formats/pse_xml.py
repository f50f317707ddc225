"""The XML of the PSE dataset: an essay in paragraphs, sentences and words, with columns of ids beside the words.

```xml
<doc score="50" essayType=" "><scrawl add="0"/>
  <para id="0"><sent id="0"><word id="0" cont="奏响" pos="v" parallelism_id_1="0" branch_id_1="1"/> …
```

The text is the words with nothing between them (a space, in languages written with spaces) and a line break after each
paragraph. Any other attribute of a word is a layer of the document; a sentence gives its words the layers "sentence"
(its id) and "paibi" (its type: the sentence-level tag of the original files of Song et al. 2016, whose root is
`<xml4nlp>`). Attributes of `<doc>` and, with "scrawl." before them, of `<scrawl>` are metadata. Paragraphs and
sentences without words are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from isocolon import languages
from isocolon.document import Document, Parallelism, Section, Span, Token
from isocolon.errors import DataError
from isocolon.files import read_xml
from isocolon.formats.base import Format, Trait
from isocolon.formats.markup import DECLARATION, attribute, refuse_forbidden, tag
from isocolon.formats.strata import Collector, columns

if TYPE_CHECKING:
    from lxml.etree import _Element

LANGUAGE = "zh"
UNSPACED = {"zh", "ja", "th", "lo", "km", "my", "bo"}
"""The languages that are written without spaces between words."""
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SCRAWL = "scrawl."
SENTENCE_LAYERS = {"sentence": "id", "paibi": "type"}
"""The layers whose values stand on the sentence, with the attributes that hold them."""
COLUMN = re.compile(r"(?:parallelism|branch)_id_([0-9]+)")
NAME = re.compile(r"(?!xml)[a-z_][a-z0-9_.-]*", re.IGNORECASE | re.ASCII)
"""The names of layers and metadata that can be names of attributes."""

RENUMBER = "give every one an id of its own"

Row = Mapping[str, str]
"""The attributes of an element."""


class PSE(Format):
    """PSE's XML, the augmented files and the original ones; written like the augmented.

    >>> essay = Document("1", "风\\n", (Token(0, 1, "风"),), "zh", (Section("0", Span(0, 1)),))
    >>> PSE().render(essay)[".xml"].splitlines()[4].strip()
    '<word id="0" cont="风"/>'
    """

    suffixes = (".xml",)
    holds = frozenset(Trait) - {Trait.TEXT, Trait.METADATA, Trait.KINDS, Trait.CONFIDENCES}

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file begins with an essay."""
        essay = re.search(r"<xml4nlp\b|<doc\b[^>]*>\s*<(para|scrawl)\b", head)
        return essay is not None and head.lstrip("\ufeff \r\n").startswith("<")

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the one essay of the file."""
        essay = find_essay(read_xml(path), path)
        code = languages.code_of(language or essay.get(XML_LANG) or LANGUAGE)
        outline = read_outline(essay, path)
        check_ids(essay, path)
        check_words(essay, outline, path)
        rows = [dict(word.items()) for word in outline.words]
        forms = [row["cont"] for row in rows]
        yield Document(
            id=path.stem,
            text=text_of(forms, outline.sections, code),
            tokens=place_tokens(forms, outline.sections, code),
            language=code,
            sections=tuple(outline.sections),
            parallelisms=read_parallelisms(outline, rows, path),
            layers=sentence_layers(outline) | word_layers(outline, rows),
            metadata=read_metadata(essay),
        )

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the essay, an element a line."""
        plain, scrawl = metadata_attributes(document)
        words = word_attributes(document)
        rows = [tag("doc", plain)]
        rows += ["\t" + tag("scrawl", scrawl, empty=True)] if scrawl else []
        for section in document.sections:
            rows.append("\t" + tag("para", {"id": section.id}))
            for attributes, positions in sentences(document, section):
                rows.append("\t\t" + tag("sent", attributes))
                numbered = ({"id": str(number)} | words[position] for number, position in enumerate(positions))
                rows += ["\t\t\t" + tag("word", word, empty=True) for word in numbered]
                rows.append("\t\t</sent>")
            rows.append("\t</para>")
        content = "\n".join([*rows, "</doc>", ""])
        refuse_forbidden(content, document.id)
        return {".xml": DECLARATION + content}

    def losses(self, document: Document) -> list[Trait]:
        """Returns what of this document is lost: text besides the tokens, other normal forms, names unfit for XML."""
        forms = surface_forms(document)
        normalize = languages.find(document.language).normalize
        lost = {
            Trait.TEXT: document.text != text_of(forms, document.sections, document.language),
            Trait.TOKENS: document.words != tuple(map(normalize, forms)),
            Trait.LAYERS: not all(map(is_layer, document.layers)),
            Trait.METADATA: not all(map(is_metadata, document.metadata)),
        }
        usual = super().losses(document)
        return [trait for trait in Trait if lost.get(trait, trait in usual)]


class Outline(NamedTuple):
    """The words of an essay and how they are grouped."""

    words: list[_Element]
    sections: list[Section]
    sentences: list[tuple[_Element, Span]]


def find_essay(root: _Element, path: Path) -> _Element:
    """Returns the element of the essay: the root, or inside it in the original files."""
    essay = root.find("doc") if root.tag == "xml4nlp" else root
    if essay is None or essay.tag != "doc":
        found = "<xml4nlp> holds no <doc>" if essay is None else f"the root is <{root.tag!s}>"
        raise DataError(found, path=path, line=root.sourceline, hint="<doc>, or <xml4nlp> around it, was expected")
    return essay


def read_outline(essay: _Element, path: Path) -> Outline:
    """Returns the words of an essay with the paragraphs and sentences that have any."""
    outline = Outline([], [], [])
    for paragraph in essay.iterchildren("para"):
        first = len(outline.words)
        for sentence in paragraph.iterchildren("sent"):
            start = len(outline.words)
            outline.words.extend(sentence.iterchildren("word"))
            if len(outline.words) > start:
                outline.sentences.append((sentence, Span(start, len(outline.words))))
        if len(outline.words) > first:
            outline.sections.append(Section(attribute(paragraph, "id", path), Span(first, len(outline.words))))
    return outline


def check_ids(essay: _Element, path: Path) -> None:
    """Raises a DataError for two paragraphs with one id, and for neighbouring sentences that ids do not tell apart."""
    paragraphs = set()
    for paragraph in essay.iterchildren("para"):
        id = paragraph.get("id")
        if id in paragraphs:
            raise DataError(f"paragraph '{id}' is there twice", path=path, line=paragraph.sourceline, hint=RENUMBER)
        paragraphs.add(id)
        for left, right in pairwise(paragraph.iterchildren("sent")):
            same = all(left.get(name) == right.get(name) for name in SENTENCE_LAYERS.values())
            if same and right.get("id") is not None:
                found = f"sentence '{right.get('id')}' of paragraph '{id}' is there twice"
                raise DataError(found, path=path, line=right.sourceline, hint=RENUMBER)


def check_words(essay: _Element, outline: Outline, path: Path) -> None:
    """Raises a DataError for a word without letters, and for one that is in no sentence."""
    placed = set(outline.words)
    for word in essay.iter("word"):
        if word not in placed:
            found = "a <word> that is not in a <sent> in a <para>"
            raise DataError(found, path=path, line=word.sourceline, hint="put it in a sentence")
        if not word.get("cont") and not attribute(word, "cont", path):
            raise DataError("a <word> with an empty 'cont'", path=path, line=word.sourceline, hint="leave it out")


def text_of(forms: Sequence[str], sections: Sequence[Section], language: str) -> str:
    """Returns the text of an essay: its words as they are, a line for each paragraph.

    >>> text_of(["风", "来", "雨"], [Section("0", Span(0, 2)), Section("1", Span(2, 3))], "zh")
    '风来\\n雨\\n'
    """
    paragraphs = (forms[section.span.start : section.span.end] for section in sections)
    return "".join(between(language).join(words) + "\n" for words in paragraphs)


def between(language: str) -> str:
    """Returns what stands between two words of a language: a space, or nothing."""
    return "" if language in UNSPACED else " "


def place_tokens(forms: Sequence[str], sections: Sequence[Section], language: str) -> tuple[Token, ...]:
    """Returns the tokens of the text that is made of these words."""
    normalize = cache(languages.find(language).normalize)
    space = len(between(language))
    tokens = []
    at = 0
    for section in sections:
        for form in forms[section.span.start : section.span.end]:
            tokens.append(Token(at, at + len(form), normalize(form)))
            at += len(form) + space
        at += 1 - space
    return tuple(tokens)


def read_parallelisms(outline: Outline, rows: Sequence[Row], path: Path) -> tuple[Parallelism, ...]:
    """Returns the parallelisms of all strata; each stratum may count from the beginning."""
    strata = {match[1] for name in names(rows) if (match := COLUMN.fullmatch(name))}
    collectors = []
    for parallelism, branch in ((f"parallelism_id_{stratum}", f"branch_id_{stratum}") for stratum in strata):
        collector = Collector(path)
        for position, row in enumerate(rows):
            if parallelism in row or branch in row:
                word = outline.words[position]
                ids = attribute(word, parallelism, path), attribute(word, branch, path)
                collector.add(position, *ids, word.sourceline)
        collectors.append(collector)
    return tuple(parallelism for collector in collectors for parallelism in collector.parallelisms())


def names(rows: Sequence[Row]) -> dict[str, None]:
    """Returns the names of all attributes, in the order in which they are first met."""
    return dict.fromkeys(chain.from_iterable(rows))


def sentence_layers(outline: Outline) -> dict[str, tuple[str, ...]]:
    """Returns the layers that the sentences give their words."""
    layers = {}
    for layer, name in SENTENCE_LAYERS.items():
        if any(sentence.get(name) is not None for sentence, _ in outline.sentences):
            layers[layer] = tuple(sentence.get(name, "") for sentence, span in outline.sentences for _ in span)
    return layers


def word_layers(outline: Outline, rows: Sequence[Row]) -> dict[str, tuple[str, ...]]:
    """Returns the layers that the words have; their ids only where these do not simply count from 0."""
    layers = {name: tuple([row.get(name, "") for row in rows]) for name in names(rows) if is_layer(name)}
    if layers.get("id") == tuple(str(number) for _, span in outline.sentences for number in range(len(span))):
        del layers["id"]
    return layers


def is_layer(name: str) -> bool:
    """Whether a layer of this name can be an attribute of words or sentences.

    >>> [name for name in ("pos", "cont", "branch_id_1", "two words") if is_layer(name)]
    ['pos']
    """
    return bool(NAME.fullmatch(name)) and name != "cont" and not COLUMN.fullmatch(name)


def is_metadata(name: str) -> bool:
    """Whether metadata of this name can be an attribute of the essay.

    >>> is_metadata("score"), is_metadata("scrawl.add"), is_metadata("xmlns")
    (True, True, False)
    """
    return bool(NAME.fullmatch(name.removeprefix(SCRAWL)))


def read_metadata(essay: _Element) -> dict[str, str]:
    """Returns the attributes of an essay and of its `<scrawl>`."""
    scrawls = essay.iterchildren("scrawl")
    scrawled = {f"{SCRAWL}{name}": value for scrawl in scrawls for name, value in scrawl.items()}
    return {name: value for name, value in essay.items() if name != XML_LANG} | scrawled


def metadata_attributes(document: Document) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the attributes of `<doc>` and of `<scrawl>`."""
    plain = {} if document.language == LANGUAGE else {"xml:lang": document.language}
    scrawl: dict[str, str] = {}
    for name in filter(is_metadata, document.metadata):
        attributes = scrawl if name.startswith(SCRAWL) else plain
        attributes[name.removeprefix(SCRAWL)] = document.metadata[name]
    return plain, scrawl


def surface_forms(document: Document) -> list[str]:
    """Returns the tokens as they stand in the text."""
    return [document.text[token.start : token.end] for token in document.tokens]


def word_attributes(document: Document) -> list[dict[str, str]]:
    """Returns the attributes of each `<word>`, parallelisms counted from 0 as PSE does."""
    layers = [name for name in document.layers if is_layer(name) and name not in SENTENCE_LAYERS]
    words = []
    for position, (form, cell) in enumerate(zip(surface_forms(document), columns(document), strict=True)):
        word = {"cont": form} | {name: document.layers[name][position] for name in layers}
        for stratum, (parallelism, branch) in sorted(cell.items()):
            word |= {f"parallelism_id_{stratum}": str(parallelism - 1), f"branch_id_{stratum}": str(branch)}
        words.append(word)
    return words


def sentences(document: Document, section: Section) -> Iterator[tuple[Row, list[int]]]:
    """Yields the attributes and the positions of each sentence: a run of tokens with the same sentence layers."""
    layers = {name: document.layers[layer] for layer, name in SENTENCE_LAYERS.items() if layer in document.layers}
    for values, run in groupby(section.span, key=lambda position: [layer[position] for layer in layers.values()]):
        yield dict(zip(layers, values, strict=True)), list(run)
