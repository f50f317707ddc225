"""A component for spaCy's pipelines, `isocolon`: parallelisms as groups of spans.

    nlp = spacy.blank("la")
    nlp.add_pipe("isocolon")
    doc = nlp("Abiit, excessit, evasit, erupit.")
    [(span.text, span.label_, span.id_) for span in doc.spans["parallelisms"]]

Branches of one parallelism have the same id. spaCy's own words are kept: a branch is the words that it touches. An
installed isocolon is found by spaCy itself; otherwise `import isocolon.spacy` makes the component known.
"""

from __future__ import annotations

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, SpanGroup
except ModuleNotFoundError as error:
    raise ImportError("isocolon.spacy needs spaCy. Install it with: pip install 'isocolon[spacy]'.") from error

from isocolon.document import Document, Parallelism
from isocolon.models.loading import detect

NAME, KEY = "isocolon", "parallelisms"


class Component:
    """Fills `doc.spans["parallelisms"]`; its `attrs` say how confident each parallelism is, by id."""

    def __init__(self, language: str, model: str | None = None, min_confidence: float = 0.0) -> None:
        self.language, self.model, self.min_confidence = language, model, min_confidence

    def __call__(self, doc: Doc) -> Doc:
        """Returns the same doc with its parallelisms."""
        numbered = list(enumerate(self.find(doc), start=1))
        spans = [span for number, (document, p) in numbered for span in branches(doc, document, p, str(number))]
        confidences = {str(number): p.confidence for number, (_, p) in numbered}
        doc.spans[KEY] = SpanGroup(doc, name=KEY, spans=spans, attrs={"confidences": confidences})
        return doc

    def find(self, doc: Doc) -> list[tuple[Document, Parallelism]]:
        """Returns the parallelisms of a doc's text that are sure enough, with the document they stand in."""
        if not doc.text.strip():
            return []
        document = detect(doc.text, self.language, self.model)
        sure = [p for p in document.parallelisms if p.confidence is None or p.confidence >= self.min_confidence]
        return [(document, parallelism) for parallelism in sure]


def branches(doc: Doc, document: Document, parallelism: Parallelism, id: str) -> list[Span]:
    """Returns the branches of a parallelism as spans of a doc."""
    places = (document.characters(branch) for branch in parallelism)
    spans = (doc.char_span(*place, str(parallelism.kind), alignment_mode="expand", span_id=id) for place in places)
    return [span for span in spans if span is not None]


def create(nlp: Language, name: str, model: str | None, min_confidence: float) -> Component:
    """Returns the component for a pipeline: spaCy's factory `isocolon`."""
    language = "und" if nlp.lang in {None, "xx"} else str(nlp.lang)
    return Component(language, model, min_confidence)


# spaCy knows a factory from the moment its module is imported: the one place where an import does something
Language.factory(NAME, default_config={"model": None, "min_confidence": 0.0}, func=create)
