"""Embeddings by name: words in, vectors out."""

from __future__ import annotations

from isocolon.nn.embeddings.base import Embedding
from isocolon.registry import Registry

EMBEDDINGS: Registry[type[Embedding]] = Registry(
    "embedding",
    {
        "word": "isocolon.nn.embeddings.word:WordEmbedding",
        "vectors": "isocolon.nn.embeddings.vectors:VectorsEmbedding",
        "subword": "isocolon.nn.embeddings.subword:SubwordEmbedding",
        "bert": "isocolon.nn.embeddings.bert:BERTEmbedding",
    },
)
