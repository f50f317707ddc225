"""A BERT so small that it is made on the spot, with a tokenizer of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def write_bert(folder: Path, pieces: Sequence[str], hidden: int = 8, heads: int = 2) -> Path:
    """Writes an encoder with random weights and a WordPiece vocabulary behind the special tokens, and returns it."""
    import torch
    import transformers

    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=32,
        hidden_size=hidden,
        num_hidden_layers=2,
        num_attention_heads=heads,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    transformers.BertModel(config).save_pretrained(folder)
    (folder / "vocab.txt").write_text("\n".join([*SPECIAL, *pieces]), encoding="utf-8")
    transformers.BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    return folder
