r"""CoNLL-U, the treebanks' format: a line for each word, ten fields, a blank line after each sentence.

We write what any reader of CoNLL-U skips, and read it back without loss:

- the text, exactly: `SpaceAfter=No`, or UDPipe's `SpacesAfter`, `SpacesBefore` and `SpacesInToken` with its escapes;
- tokens that share a stretch of text (*mecum* is cum + me): the words of a multiword token, `1-2`;
- normal forms that the language would not give: `Norm=...`;
- parallelisms: `Parallelism=1:2,3:1` on each word, here in branch 2 of parallelism 1 and branch 1 of parallelism 3;
  the comment `# parallelism 1 = chiastic, confidence 0.9` on the document where there is more to say;
- sections: `# newpar id = ...`, or `NewSection=...` on a word inside a sentence;
- layers: in the fields of their names (lemma, upos, ... deps, misc), `# sent_id` for the layer `sentence`, and
  `Layer=name:value` for any other; the comment `# layers = ...` says which there are;
- the language and the metadata: `# language = la`, `# metadata title = De bello Gallico`.

Of treebanks all words are read, with every field that says something as a layer; empty nodes (`3.1`) are left out,
with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from isocolon.document import Document
from isocolon.errors import DataError
from isocolon.files import read_lines
from isocolon.formats.base import Format, Trait
from isocolon.formats.conllu.reading import read_documents
from isocolon.formats.conllu.writing import Writer

FIRST_WORD = re.compile(r"\ufeff?(?>(?:#[^\r\n]*)?\r?\n)*+1(?:-\d+)?(?:\t[^\t\n]+){9}(?:\n|$)")


class CoNLLU(Format):
    """CoNLL-U: holds everything."""

    suffixes = (".conllu",)
    many = True
    holds = frozenset(Trait)

    def recognises(self, path: Path, head: str) -> bool:
        """Whether the file is called .conllu, or its first line that is no comment has ten fields, a 1 the first."""
        return path.suffix == ".conllu" or FIRST_WORD.match(head) is not None

    def read(self, path: Path, language: str | None = None) -> Iterator[Document]:
        """Yields the documents, one at a time, so that a corpus of any size can be read."""
        return read_documents(read_lines(path), path, language)

    def render(self, document: Document, folder: Path | None = None) -> dict[str, str]:
        """Returns the sentences of the document."""
        if not document.tokens:
            raise DataError(f"document '{document.id}' has no words, and CoNLL-U has no sentence without any")
        content = "\n".join(Writer(document).lines()) + "\n"
        if "\0" in content:
            raise DataError(f"document '{document.id}' holds a null character, which CoNLL-U cannot hold")
        return {".conllu": content}
