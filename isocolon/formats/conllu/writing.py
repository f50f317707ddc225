"""A Document in CoNLL-U, so that it can be read back whole; see `isocolon.formats.conllu`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from isocolon import languages
from isocolon.document import Document, Kind, Span
from isocolon.formats.conllu.fields import COLUMNS, LETTERS, Misc, escape, is_plain, on_a_line

STOPS = frozenset(".?!…。？！‽؟।")
CLOSERS = frozenset("\"'”’»)]}」』》〉")


class Writer:
    """Renders one document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.normalize = languages.find(document.language).normalize
        self.sections = {section.span.start: section.id for section in document.sections}
        self.branches: dict[int, list[str]] = {}
        for number, parallelism in enumerate(document.parallelisms, start=1):
            for place, branch in enumerate(parallelism, start=1):
                for position in branch:
                    self.branches.setdefault(position, []).append(f"{number}:{place}")

    def lines(self) -> Iterator[str]:
        """Yields the lines of the document."""
        yield from self.document_comments()
        starts = [i for i in sentence_starts(self.document) if not self.is_shared(i)]
        for number, (start, end) in enumerate(pairwise([0, *starts, len(self.document)]), start=1):
            yield from self.sentence_comments(Span(start, end), number)
            yield from self.rows(Span(start, end))
            yield ""

    def is_shared(self, position: int) -> bool:
        """Whether the tokens before and at a position stand on one stretch of text."""
        tokens = self.document.tokens
        return 0 < position < len(tokens) and tokens[position].start == tokens[position - 1].start

    def document_comments(self) -> Iterator[str]:
        """Yields the comments on the whole document."""
        document = self.document
        yield f"# newdoc id = {on_a_line(document.id)}"
        yield f"# language = {document.language}"
        yield f"# layers = {' '.join(escape(name) for name in document.layers)}"
        for key, value in document.metadata.items():
            yield f"# metadata {escape(key, LETTERS + '=')} = {on_a_line(value)}"
        for number, parallelism in enumerate(document.parallelisms, start=1):
            sure = "" if parallelism.confidence is None else f", confidence {parallelism.confidence!r}"
            if sure or parallelism.kind is not Kind.UNKNOWN:
                yield f"# parallelism {number} = {parallelism.kind}{sure}"

    def sentence_comments(self, sentence: Span, number: int) -> Iterator[str]:
        """Yields the comments on a sentence."""
        if sentence.start in self.sections:
            yield f"# newpar id = {on_a_line(self.sections[sentence.start])}"
        given = self.document.layers.get("sentence")
        yield f"# sent_id = {on_a_line(given[sentence.start] if given else f'{self.document.id}-{number}')}"
        yield f"# text = {' '.join(self.document.text_of(sentence).split())}"

    def rows(self, sentence: Span) -> Iterator[str]:
        """Yields a line for each token, and one before those that share a stretch of text."""
        edges = [i for i in range(sentence.start, sentence.end + 1) if not self.is_shared(i)]
        for first, end in pairwise(edges):
            form = self.document.text_of(Span(first, end))
            shown = form if is_plain(form) else " ".join(form.split()) or "_"
            spaces = self.spaces(first, end, form)
            if end == first + 1:
                yield self.row(first, sentence, shown, form, spaces)
                continue
            numbers = f"{first - sentence.start + 1}-{end - sentence.start}"
            yield "\t".join([numbers, shown, *["_"] * len(COLUMNS), misc_field(spaces)])
            for position in range(first, end):
                norm = self.document.tokens[position].norm
                word = norm if is_plain(norm) else "_"
                yield self.row(position, sentence, word, word, [])

    def spaces(self, first: int, end: int, form: str) -> list[str]:
        """Returns what MISC says of the white space around and inside a stretch of text."""
        tokens, text = self.document.tokens, self.document.text
        last = end == len(tokens)
        after = text[tokens[first].end : len(text) if last else tokens[end].start]
        said = [f"SpacesBefore={escape(text[: tokens[0].start])}"] if first == 0 and tokens[0].start else []
        said += [] if is_plain(form) else [f"SpacesInToken={escape(form)}"]
        if after == "":
            return [*said, "SpaceAfter=No"]
        return said if after == " " and not last else [*said, f"SpacesAfter={escape(after)}"]

    def row(self, position: int, sentence: Span, shown: str, form: str, said: list[str]) -> str:
        """Returns the line of a token: its number, its form, its layers and all else in MISC."""
        norm, section = self.document.tokens[position].norm, self.sections.get(position)
        fields, extra = self.layers(position, sentence)
        misc = [fields["misc"]] if fields["misc"] != "_" else []
        misc += said
        misc += [f"Norm={escape(norm)}"] if self.normalize(form) != norm else []
        misc += [f"NewSection={escape(section)}"] if section is not None and position > sentence.start else []
        misc += [f"Parallelism={','.join(self.branches[position])}"] if position in self.branches else []
        number = str(position - sentence.start + 1)
        return "\t".join([number, shown, *(fields[name] for name in COLUMNS), misc_field([*misc, *extra])])

    def layers(self, position: int, sentence: Span) -> tuple[dict[str, str], list[str]]:
        """Returns a token's layers: the values that a field can hold, and the rest as parts of MISC."""
        fields = dict.fromkeys([*COLUMNS, "misc"], "_")
        extra = []
        for name, values in self.document.layers.items():
            value = values[position]
            if name in fields and is_plain(value) and (name != "misc" or not Misc.of(value).known):
                fields[name] = value
            elif value != (values[sentence.start] if name == "sentence" else "_"):
                extra.append(f"Layer={escape(name, LETTERS + ':')}:{escape(value)}")
        return fields, extra


def sentence_starts(document: Document) -> Iterator[int]:
    """Yields the tokens that begin a sentence, the first left out: by the layer, or after stops and at sections."""
    given = document.layers.get("sentence")
    sections = {section.span.start for section in document.sections}
    ended = False
    for position in range(len(document)):
        letters = set(document.text_of(Span(position, position + 1)))
        is_mark = letters <= STOPS | CLOSERS
        begins = (ended and not is_mark) or position in sections
        if position and (begins if given is None else given[position] != given[position - 1]):
            yield position
        ended = letters <= STOPS or (ended and is_mark)


def misc_field(parts: list[str]) -> str:
    """Returns the tenth field with these parts."""
    return "|".join(parts) or "_"
