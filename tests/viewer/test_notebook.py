"""What a notebook shows."""

from __future__ import annotations

from isocolon import formats


def test_a_document_shows_itself() -> None:
    (document,) = formats.read("examples/annotated/english.ann")
    shown = document._repr_html_()
    assert shown.startswith('<div class="isocolon"><style>')
    assert shown.count('class="branch c0 first"') == 4 + 2  # parallelisms 1 and 7 have the first colour
    assert "<script" not in shown


def test_ids_of_two_documents_differ() -> None:
    english, latin = (next(formats.read(f"examples/annotated/{name}.ann")) for name in ("english", "latin"))
    assert english._repr_html_().partition('href="#')[2][:9] != latin._repr_html_().partition('href="#')[2][:9]
