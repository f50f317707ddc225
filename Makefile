# Each target makes its own virtual environment: a fresh machine needs nothing but Python (3.11 or later) and make.
PYTHON ?= python3
CORE := .venv/core
FULL := .venv/full
DOCS := .venv/docs
INSTALL := -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: demo test lint docs bench clean

demo: $(CORE)/.installed  ## install the core and find the parallelisms of the sample texts
	$(CORE)/bin/isocolon detect examples/texts --explain

test: lint  ## install everything and run all tests
	$(FULL)/bin/python -m pytest --numprocesses auto

lint: $(FULL)/.installed
	$(FULL)/bin/ruff check .
	$(FULL)/bin/ruff format --check .
	$(FULL)/bin/mypy

docs: $(DOCS)/.installed  ## build the pages of docs/ as a site, in build/docs; a link that leads nowhere is an error
	$(DOCS)/bin/python -m sphinx --quiet --fail-on-warning --keep-going docs build/docs

bench: $(FULL)/.installed  ## measure speed, side by side with what we compare to
	for file in benchmarks/*.py; do $(FULL)/bin/python $$file || exit 1; done

$(CORE)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(CORE)
	$(CORE)/bin/python $(INSTALL) .
	touch $@

$(DOCS)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python $(INSTALL) '.[docs]'
	touch $@

$(FULL)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(FULL)
	$(FULL)/bin/python $(INSTALL) '.[train,analysis,cluster,spacy,docs,dev]'
	touch $@

clean:
	rm -rf .venv build *.egg-info
