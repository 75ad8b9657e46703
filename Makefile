# Odin's Table. `make help` lists all targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
WORKERS ?= 2
override VENV := .venv
override BENCH := .venv-bench
override PEER := benchmarks/load/boardgame
PIP := -m pip --disable-pip-version-check --no-input
# The lists pin every package, so pip must not resolve dependencies or look for newer versions.
INSTALL := $(PIP) install --quiet --no-deps --require-hashes
# Build dependencies come from the pinned, hashed lists too.
BUILT := --no-build-isolation --use-pep517
PROJECT := $(PIP) install --quiet --no-deps --no-build-isolation --editable .

# The first of $(PYTHON), python3.13, python3.12, python3.11 that is a supported version.
define find_python
	good='import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; \
	python=; \
	for candidate in "$(PYTHON)" python3.13 python3.12 python3.11; do \
		if "$$candidate" -c "$$good" >/dev/null 2>&1; then python="$$candidate"; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Odin's Table needs Python 3.11, 3.12 or 3.13 (with venv); '$(PYTHON)' is not one." >&2; \
		echo "Install one, or say where it is: make PYTHON=/path/to/python3.13 ..." >&2; \
		exit 1; \
	fi; \
	if [ "$$python" != "$(PYTHON)" ]; then \
		echo "'$(PYTHON)' is not Python 3.11 to 3.13 (with venv): using $$python" >&2; \
	fi
endef

# `make PYTHON=...` with another version than the environment's recreates the environment.
ifeq ($(origin PYTHON),command line)
asked := $(shell "$(PYTHON)" -c 'import sys; print("%d.%d." % sys.version_info[:2])' 2>/dev/null)
differs = $(if $(asked),$(if $(wildcard $1/pyvenv.cfg),$(if $(shell grep '^version = $(asked)' $1/pyvenv.cfg),,FORCE)))
endif

.PHONY: help play test quick lint types browser tmux bench bench-envs lighthouse first-minute screenshots load attack strength soak mutants wasm docs package requirements clean FORCE

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(VENV)/.run ## play in your browser (LAN=1: also from other devices in your network)
	-@$(VENV)/bin/odintable compile
	$(VENV)/bin/odintable serve --open --log warning $(if $(LAN),--lan) $(if $(URL),--public-url $(URL))

test: lint types browser tmux ## run everything that must pass before a commit lands (half an hour)
	rm -f .coverage .coverage.*
	$(VENV)/bin/python -m pytest -n $(WORKERS) --dist worksteal -m "bulk and not slow"
	$(VENV)/bin/python -m pytest -n $(WORKERS) --dist worksteal -m "not bulk and not slow" \
		--durations 15 --cov --cov-report term

quick: lint types ## run lint, types and the short tests (under a minute)
	$(VENV)/bin/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow and not long" --durations 5

lint: $(VENV)/.dev ## check lint rules and formatting with ruff
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

types: $(VENV)/.dev node_modules/.tools ## check types with mypy (strict), and with tsc for the page
	$(VENV)/bin/mypy src tests $(wildcard benchmarks)
	node_modules/.bin/tsc --project .

# System packages for the tests, which pip cannot install: npm for tsc, a browser, a terminal.
define need
	if ! { $1; } >/dev/null 2>&1; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing $2"; apt-get update -qq; \
			DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $2 >/dev/null; \
		else \
			echo "This needs $2: please install it." >&2; exit 1; \
		fi; \
	fi
endef

browser: ## install the system's Chromium for tests of the page, if it is missing
	@$(call need,command -v chromium || command -v chromium-browser,chromium)

tmux: ## install tmux for tests in a real terminal, if it is missing (optional)
	@( $(call need,command -v tmux,tmux) ) 2>/dev/null || echo "no tmux: the tests in a real terminal are skipped (your package manager has it)"

node_modules/.tools: package-lock.json
	@$(call need,command -v npm,npm)
	npm ci --silent --no-audit --no-fund
	@touch $@

$(PEER)/node_modules/.tools: $(PEER)/package-lock.json
	@$(call need,command -v npm,npm)
	npm ci --prefix $(PEER) --silent --no-audit --no-fund
	@touch $@

soak: $(VENV)/.dev ## run the soak tests: many more games, bounds checks, no compiler (half an hour)
	$(VENV)/bin/python -m tests.tools.soak

mutants: $(VENV)/.dev ## break the rules one line at a time; the tests must notice
	$(VENV)/bin/python -m tests.tools.mutants

wasm: $(VENV)/.wasm ## build the engine for browsers, src/odintable/wasm/engine.wasm (two minutes)
	$(VENV)/bin/python -m odintable.wasm src/odintable/wasm/engine.wasm

bench: $(BENCH)/.bench ## measure our speed and that of our peers
	$(BENCH)/bin/python -m benchmarks.openspiel.check
	$(BENCH)/bin/python -m benchmarks.speed

bench-envs: $(BENCH)/.bench ## measure the speed of our environments and those of our peers
	$(BENCH)/bin/python -m benchmarks.envs

load: $(VENV)/.run $(PEER)/node_modules/.tools ## measure the load our server can take, compared with boardgame.io (ten minutes)
	$(VENV)/bin/python -m benchmarks.load

attack: $(VENV)/.run ## attack our server while two people play there, and write docs/attacks.md (ten minutes; ONLY=… for one attack)
	$(VENV)/bin/python -m benchmarks.attack $(if $(ONLY),--only $(ONLY))

strength: $(BENCH)/.bench ## measure how strong the bots are (hours; PART=… for some parts, NETS=… for nets from files)
	$(BENCH)/bin/python -m benchmarks.strength $(PART)

docs: $(VENV)/.dev ## build the manual as a site, in site/
	$(VENV)/bin/python -m tests.tools.commands_page
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --quiet --strict

package: $(VENV)/.dev ## build a wheel (with compiled code, for this system) and an sdist, in dist/
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(VENV)/bin/uv build --quiet --no-build-isolation --python $(VENV)/bin/python --out-dir dist .
	@ls -l dist

screenshots: $(VENV)/.dev browser ## take screenshots of every screen, in screenshots/ (CHOSEN=1: those of the docs)
	$(VENV)/bin/python -m tests.tools.screenshots $(if $(CHOSEN),--chosen)

lighthouse: $(VENV)/.dev browser benchmarks/lighthouse/node_modules/.tools ## measure how the page performs on a phone
	$(VENV)/bin/python -m benchmarks.lighthouse

first-minute: $(VENV)/.dev browser ## measure how long a new player waits on a fresh machine, and write docs/first-minute.md
	$(VENV)/bin/python -m benchmarks.first_minute

benchmarks/lighthouse/node_modules/.tools: benchmarks/lighthouse/package-lock.json
	@$(call need,command -v npm,npm)
	cd benchmarks/lighthouse && npm ci --silent --no-audit --no-fund
	@touch $@

# Keeps compatible pins; `make requirements UPGRADE=--upgrade` takes the newest compatible versions.
# The uv pinned in dev.txt writes the lists; it ignores the settings of pip and its own.
COMPILE = unset $${!UV_@}; $(VENV)/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make requirements" $(UPGRADE)
CONSTRAIN = $(foreach name,$1,--constraint requirements/$(name).txt)

requirements: $(VENV)/.dev ## pin and hash the dependencies of pyproject.toml again
	$(COMPILE) --group build -o requirements/build.txt
	$(COMPILE) $(call CONSTRAIN,build) pyproject.toml -o requirements/run.txt
	$(COMPILE) $(call CONSTRAIN,build run) --extra dev pyproject.toml -o requirements/dev.txt
	$(COMPILE) $(call CONSTRAIN,build run dev) --extra rl pyproject.toml -o requirements/rl.txt
	$(COMPILE) $(call CONSTRAIN,build run dev rl) --extra bench --extra rl pyproject.toml -o requirements/bench.txt
	$(COMPILE) $(call CONSTRAIN,build run dev) --extra train pyproject.toml -o requirements/train.txt
	$(COMPILE) $(call CONSTRAIN,build run dev) --extra wasm pyproject.toml -o requirements/wasm.txt

clean: ## remove environments, caches and build output
	rm -rf $(VENV) $(BENCH) node_modules $(PEER)/node_modules benchmarks/lighthouse/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov build dist site screenshots
	find src tests $(wildcard benchmarks) -name __pycache__ -type d -prune -exec rm -rf {} +

# Environments. A stamp file is touched whenever the packages of its list are installed.

$(VENV)/.python: $(call differs,$(VENV))
	@$(find_python); echo "making $(VENV) with $$("$$python" --version)"; "$$python" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.build: requirements/build.txt $(VENV)/.python
	$(VENV)/bin/python $(INSTALL) -r requirements/build.txt
	@touch $@

$(VENV)/.run: requirements/run.txt pyproject.toml $(VENV)/.build
	$(VENV)/bin/python $(INSTALL) $(BUILT) -r requirements/run.txt
	$(VENV)/bin/python $(PROJECT)
	@touch $@

$(VENV)/.dev: requirements/dev.txt requirements/rl.txt $(VENV)/.run
	$(VENV)/bin/python $(INSTALL) $(BUILT) -r requirements/dev.txt
	$(VENV)/bin/python $(INSTALL) $(BUILT) -r requirements/rl.txt
	@touch $@

$(VENV)/.wasm: requirements/wasm.txt $(VENV)/.run
	$(VENV)/bin/python $(INSTALL) $(BUILT) -r requirements/wasm.txt
	@touch $@

$(BENCH)/.python: $(call differs,$(BENCH))
	@$(find_python); echo "making $(BENCH) with $$("$$python" --version)"; "$$python" -m venv --clear $(BENCH)
	@touch $@

$(BENCH)/.bench: requirements/build.txt requirements/bench.txt pyproject.toml $(BENCH)/.python
	$(BENCH)/bin/python $(INSTALL) -r requirements/build.txt
	$(BENCH)/bin/python $(INSTALL) $(BUILT) -r requirements/bench.txt
	$(BENCH)/bin/python $(PROJECT)
	@touch $@

FORCE:
