"""Parallelisms shown to people: in a terminal, on a page, as a figure, in a notebook."""
