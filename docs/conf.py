"""How Sphinx builds these pages: `make docs`."""

from isocolon import __version__

project = "isocolon"
author = "The isocolon authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # a page may begin with what it is about
html_theme = "alabaster"
html_theme_options = {"description": "Finds, scores and studies rhetorical parallelism in text", "page_width": "80em"}
html_show_sourcelink = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
