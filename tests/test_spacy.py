"""The component for spaCy."""

from __future__ import annotations

import subprocess
import sys

import pytest

spacy = pytest.importorskip("spacy", reason="needs the extra: pip install 'isocolon[spacy]'")


@pytest.fixture(scope="module")
def nlp() -> object:
    import isocolon.spacy  # makes the component known

    pipeline = spacy.blank("en")
    pipeline.add_pipe(isocolon.spacy.NAME, config={"model": "repetition"})
    return pipeline


def test_branches_are_spans_with_the_parallelism_as_id(nlp: object) -> None:
    doc = nlp("We can not dedicate, we can not consecrate; of the people, by the people.")
    found = [(span.text, span.label_, span.id_) for span in doc.spans["parallelisms"]]
    assert found == [
        ("We can not dedicate", "unknown", "1"),
        ("we can not consecrate", "unknown", "1"),
        ("of the people", "unknown", "2"),
        ("by the people", "unknown", "2"),
    ]
    assert doc.spans["parallelisms"].attrs["confidences"] == {"1": 0.75, "2": pytest.approx(2 / 3)}


def test_without_spacy_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['spacy'] = None\nimport isocolon.spacy"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "ImportError: isocolon.spacy needs spaCy. Install it with: pip install 'isocolon[spacy]'." in done.stderr


def test_an_empty_doc(nlp: object) -> None:
    assert len(nlp("  ").spans["parallelisms"]) == 0


def test_it_survives_bytes(nlp: object) -> None:
    doc = nlp("We can not dedicate, we can not consecrate.")
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert [span.id_ for span in again.spans["parallelisms"]] == ["1", "1"]
