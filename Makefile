# Two commands are enough: `make run` serves a company, `make test` runs the tests. Each sets up
# what it needs. Choose another interpreter with PYTHON=…, another environment with VENV=….

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup run demo test lint types fix bench gates docs pictures snapshots lock clean

help: ## Show this help
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

$(VENV)/.run-stamp: requirements.lock pyproject.toml
	@.ci/setup venv $(VENV) $(PYTHON) requirements.lock
	@touch $@

$(VENV)/.dev-stamp: requirements-dev.lock pyproject.toml
	@.ci/setup venv $(VENV) $(PYTHON) requirements-dev.lock
	@touch $@ $(VENV)/.run-stamp

.PHONY: browser
browser: $(VENV)/.run-stamp ## Find a Chromium, or install one
	@.ci/setup browser $(VENV)

setup: $(VENV)/.dev-stamp browser ## Set up everything that development needs

run: $(VENV)/.run-stamp ## Build the company and serve it (ARGS="--fresh --port 9000")
	@$(BIN)/workworld serve $(ARGS)

COMPOSE = $(shell docker compose version >/dev/null 2>&1 && echo docker compose || echo docker-compose)
ON_COMPANY = $(COMPOSE) --project-directory compose -f compose/compose.yaml
WITH_BROWSER = $(ON_COMPANY) --profile browser

.PHONY: containers up down compose-test
containers: ## Say what to do where nothing runs containers
	@command -v $(firstword $(COMPOSE)) >/dev/null || { echo "There is no Docker here:" \
	  "install it with Compose, or serve the company without containers by: make run" >&2; exit 1; }

up: containers ## Serve the company in containers, one for each app, and print where to sign in
	@$(ON_COMPANY) up -d --build
	@until $(ON_COMPANY) logs --tail 20 control | grep -q "Sign in as"; do sleep 1; done
	@$(ON_COMPANY) logs --tail 20 control | grep -E "portal is|Sign in as" | tail -2

down: containers ## Stop the containers; what was changed in the company is kept
	@$(WITH_BROWSER) down

compose-test: containers $(VENV)/.dev-stamp browser ## Test a company of containers that is started for it
	@export WORKWORLD_PRESET=tiny COMPOSE_PROJECT_NAME=workworld-test; \
	  trap '$(WITH_BROWSER) down -v' EXIT; $(WITH_BROWSER) up -d --build && \
	  WORKWORLD_COMPOSE="$(WITH_BROWSER)" $(BIN)/pytest -v tests/compose $(ARGS)

demo: $(VENV)/.run-stamp browser ## Run one task by tools, in the browser and not at all
	@$(BIN)/workworld demo $(ARGS)

test: $(VENV)/.dev-stamp browser ## Run the tests (ARGS="-k chat")
	@$(BIN)/pytest -n auto --dist worksteal $(ARGS)

lint: $(VENV)/.dev-stamp ## Check style and who imports whom
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/lint-imports --no-cache

types: mypy pyright ## Check types with mypy and pyright

.PHONY: mypy pyright
mypy: $(VENV)/.dev-stamp ## Check types with mypy
	@$(BIN)/mypy

pyright: $(VENV)/.dev-stamp ## Check types with pyright
	@$(BIN)/pyright --pythonpath $(BIN)/python

fix: $(VENV)/.dev-stamp ## Format and mend what can be mended
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: $(VENV)/.dev-stamp ## Measure: medians with spread
	@$(BIN)/python -m benchmarks $(ARGS)

gates: $(VENV)/.dev-stamp browser ## Hold every app to every gate, of which tests run a sample
	@WORKWORLD_GATES=full $(BIN)/pytest -n auto -o faulthandler_timeout=900 tests/gates tests/conformance tests/company tests/core/test_steps.py tests/core/test_private_worlds.py tests/core/test_broken_builds.py tests/environment tests/tasks tests/test_packaging.py $(ARGS)

pictures: $(VENV)/.run-stamp browser ## Take the pictures of the README anew
	@$(BIN)/python docs/take_pictures.py

docs: $(VENV)/.dev-stamp ## Build the documentation into build/docs; a warning is an error
	@$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs $(ARGS)
	@echo "build/docs/index.html"

snapshots: $(VENV)/.dev-stamp ## Rewrite the committed schemas and digests, when a change of them is meant
	@WORKWORLD_UPDATE_SNAPSHOTS=1 $(BIN)/pytest -q tests/conformance/test_tool_schemas.py tests/conformance/test_snapshot_rows.py tests/conformance/test_task_suite.py tests/core/test_determinism.py tests/company/test_making.py tests/test_docs.py

lock: ## Pin the newest versions of all packages
	@$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" --extra browser --extra models --group build pyproject.toml -o requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url \
		--custom-compile-command "make lock" --extra browser --extra models --group dev -c requirements.lock \
		pyproject.toml -o requirements-dev.lock

clean: ## Remove environments and caches
	rm -rf .venv .venv-* build dist docs/reference .mypy_cache .ruff_cache .pytest_cache
