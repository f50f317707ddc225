"""isocolon finds, scores and studies rhetorical parallelism in text."""

__version__ = "0.1.0"
