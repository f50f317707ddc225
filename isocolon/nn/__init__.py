"""Neural networks for tagging, as tensors: embed, blend, encode, map, CRF. Nothing here knows a Document."""
