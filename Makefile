.DEFAULT_GOAL := help
.PHONY: help demo test check bench results docs engines lock clean
SHELL := /bin/bash

PYTHON := .venv/bin/python
# What the command needs; with it what tests and checks need; and what it is measured against.
RUNS := .venv/.has-run
READY := .venv/.has-lock
PEERS := .venv-peers
PEERS_READY := $(PEERS)/.has-peers
TESTS ?=
PARTS ?=
NAME ?=

# A tree that was copied or moved brings environments that point at the old place: set them up again.
.PHONY: $(shell for mark in $(RUNS) $(READY) $(PEERS_READY); do [ "$$(cat $$mark 2>/dev/null)" = "$$(pwd -P)" ] || echo $$mark; done)

help: ## say what each target does
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-7s  %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(RUNS) ## a whole study in a minute: plan, collect over HTTP, estimate, beside the truth
	@.venv/bin/tacit demo

test: $(READY) ## every test (some only: make test TESTS=tests/exact)
	@$(PYTHON) -m pytest -n auto --dist loadgroup $(TESTS)

check: $(READY) ## lint, format and types
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m mypy
	@.venv/bin/node js/node_modules/typescript/bin/tsc --project js

bench: $(PEERS_READY) ## speed on this machine, as ratios, to peers too (some only: make bench PARTS=fold)
	@$(PEERS)/bin/tacit bench $(PARTS)

results: $(READY) $(PEERS_READY) ## every benchmark at release size, into benchmarks/results (make results NAME=0.1.0)
	@scripts/results $(NAME)

docs: $(READY) ## write docs/reference.md and docs/openapi.json, then run every example in the docs
	@$(PYTHON) scripts/reference.py
	@$(PYTHON) scripts/openapi.py
	@$(PYTHON) -m pytest tests/docs

engines: $(READY) ## install Spark, PostgreSQL, strace and browsers, for the tests that are skipped without them
	@scripts/engines

lock: $(READY) ## choose the newest versions again: requirements/
	@scripts/lock

clean: ## remove .venv, caches and what was built
	@rm -rf .venv $(PEERS) js/node_modules js/types build dist demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUNS): requirements/run.txt pyproject.toml scripts/setup
	@scripts/setup

$(READY): $(RUNS) requirements/lock.txt js/package-lock.json
	@scripts/setup .venv requirements/lock.txt

$(PEERS_READY): requirements/peers.txt pyproject.toml scripts/setup
	@scripts/setup $(PEERS) requirements/peers.txt
