"""How well a tagger could do at best: gold tags, of as many strata as it predicts and with the links it knows.

A closed set of tags cannot write a link that its training texts never had, and a tagger of one stratum cannot write
what is nested. What is left when gold tags are so limited and decoded is the ceiling.
"""

from __future__ import annotations

from collections.abc import Sequence

from isocolon.document import Document
from isocolon.metrics import Score, score
from isocolon.schemes.base import Scheme
from isocolon.schemes.closed import limit, tags_of


def ceiling(
    training: Sequence[Document], documents: Sequence[Document], scheme: Scheme, strata: int = 1
) -> dict[str, Score]:
    """Returns the scores that gold tags reach with the tags of the training texts."""
    known = tags_of(training, scheme, strata)
    predicted = [limit(document, scheme, known, strata) for document in documents]
    return score(predicted=predicted, gold=documents)
