# `make play` sets everything up from nothing and starts the program; `make test` sets everything
# up from nothing and runs every check. A machine needs Python 3.11 or later, git and make.

PYTHON ?= python3
BIN := .venv/bin
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' src/ludoteca/__init__.py)
# Python compiles what is imported when it is imported, which is a small part of what is installed.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
INSTALL := $(PIP) --require-hashes
PROCESSES = $$($(BIN)/python -c "import os; print(1 + os.cpu_count())")

# The tests start hundreds of processes: bytecode is kept, whatever the environment says.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help play setup test lint types examples bytecode bounds tests test-code test-pages soak test-cuda torch test-train mistakes docs dist release bench frozen frozen-record frozen-speed lock messages clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 18

play: .venv/.installed ## set up and open the page; games are compiled while it is open
	@$(BIN)/ludoteca serve

setup: .venv/.lab .venv/.ready ## install all that the README's tour uses, and compile the games

.venv/.installed: requirements/play.lock pyproject.toml
	@echo "Installing into .venv: some 145 MB of packages come down, 510 MB are unpacked."
	$(PYTHON) -m venv .venv
	$(INSTALL) -r requirements/play.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.lab: .venv/.installed requirements/lab.lock
	@echo "Installing the lab, for plots and tables of studies: some 90 MB come down."
	$(INSTALL) -r requirements/lab.lock
	@touch $@

.venv/.ready: .venv/.installed
	@echo "Compiling the games once, so that the first move does not wait:"
	$(BIN)/ludoteca warm
	@touch $@

.venv/.ready-test: .venv/.lab requirements/test.lock
	$(INSTALL) -r requirements/test.lock
	@touch $@

test: ## set up and run lint, types, import contract and tests
# Games are compiled on one core while the other installs the lab and what tests need, and checks.
	@$(MAKE) --no-print-directory --jobs=2 setup lint types examples bytecode
	@$(MAKE) --no-print-directory tests

lint: .venv/.ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: .venv/.ready-test
	$(BIN)/mypy
	$(BIN)/python tests/typed_hooks.py

examples: .venv/.lab
# Those that many tests use: processes that begin side by side would each compile them.
	$(BIN)/ludoteca warm kuhn leduc minimus minirummy nim tictactoe tricks > /dev/null

bytecode: .venv/.ready-test .venv/.ready
# The processes of the tests would each compile the same modules of Python when they begin together.
	@$(BIN)/pytest --collect-only -qq > .venv/collected.log || ! cat .venv/collected.log

bounds: .venv/.ready-test
# Of compiled code only: Python checks what runs un-compiled, and the laws run both ways.
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -k "not uncompiled" tests/test_laws.py

tests: .venv/.ready .venv/.ready-test
# Side by side, because a browser's tests mostly wait.
	@$(MAKE) --no-print-directory --jobs=2 test-code test-pages

test-code: .venv/.ready-test
# A file at a time, so that it is set up once; in order, for the long files are not the last. A
# process more than cores, because many tests wait for processes of their own; each process more
# would collect all tests and load all games once more.
	$(BIN)/pytest -n $(PROCESSES) --dist loadfile --no-loadscope-reorder --durations=30 --ignore=tests/web/browser

test-pages: .venv/.ready-test
# Each process has a server and a browser of its own. What they print is kept apart until they end.
	$(BIN)/pytest -n $(PROCESSES) --durations=10 tests/web/browser > .venv/test-pages.log 2>&1; \
	status=$$?; cat .venv/test-pages.log; exit $$status

soak: .venv/.ready-test bounds ## the long checks, among them the laws with bounds checked
	$(BIN)/pytest -m soak --timeout 0

test-cuda: .venv/.ready-test ## compile all games for a graphics processor, and play on it if there is one: 900 MB
	$(INSTALL) -r requirements/cuda.lock
	$(BIN)/pytest -m "soak or not soak" tests/envs/test_cuda.py

torch: .venv/.ready-test
# Of the builds for Linux only one for graphics cards is on PyPI: whoever has another keeps it.
	$(BIN)/python -c "import torch" 2>/dev/null || $(PIP) "torch>=2.6"

test-train: torch ## train small players; installs PyTorch where it is missing: up to 3 GB
	$(BIN)/pytest -m "soak or not soak" tests/train

mistakes: .venv/.ready-test ## put mistakes into a copy, and see which of them the tests find: an hour
	nice -n 10 $(BIN)/python tests/mistakes/run.py

docs: torch ## build the site into site/, its tutorials executed: PyTorch as for test-train
	NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(BIN)/mkdocs build

dist: .venv/.installed ## build wheel and source package into dist/, and try the wheel in an environment of its own
	rm -rf dist .venv/clean
	$(BIN)/python -m hatchling build
	$(PYTHON) -m venv .venv/clean
	.venv/clean/bin/pip install --quiet --disable-pip-version-check dist/*.whl
	cd .venv/clean && bin/ludoteca odds vangin && bin/ludoteca solve kuhn && bin/ludoteca arena kuhn advanced random --deals 50

release: ## build and check, and tag this commit as the version that the package names; the host's workflow publishes it
	test -z "$$(git status --porcelain)"
# With its date, which an unreleased version has not.
	grep "^## $(VERSION) (20" CHANGELOG.md
	@$(MAKE) --no-print-directory dist
	git tag -a v$(VERSION) -m "Ludoteca $(VERSION)"
	git push origin v$(VERSION)

bench: .venv/.ready-test ## the benchmarks; results go to benchmarks/results.md
	for file in benchmarks/*.py; do $(BIN)/python $$file || exit 1; done

frozen: .venv/.ready-test ## what users see, beside the last intended change (KEYS=PATTERN: of some keys)
	$(BIN)/python tests/recording/compare.py '$(value KEYS)'

frozen-record: .venv/.ready-test ## record what users see, as an intended change
	$(BIN)/python tests/recording/compare.py --record

frozen-speed: .venv/.ready-test ## the benchmarks' loops, beside the last intended change (KEYS=PATTERN)
	$(BIN)/python tests/recording/speed.py '$(value KEYS)'

lock: ## choose new versions of the dependencies
	uv pip compile --universal --python-version 3.11 --generate-hashes --quiet \
		--extra web --extra build pyproject.toml -o requirements/play.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --quiet \
		--extra lab -c requirements/play.lock pyproject.toml -o requirements/lab.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --quiet \
		--extra web --extra postgres --extra lab --extra cluster --extra rl --extra openspiel --extra docs \
		--extra build --extra dev -c requirements/lab.lock -c requirements/play.lock \
		pyproject.toml -o requirements/test.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --quiet \
		--extra cuda -c requirements/play.lock pyproject.toml -o requirements/cuda.lock

messages: .venv/.ready-test ## collect the texts for translation and compile the catalogues
	$(BIN)/python -m ludoteca.cli.messages

clean: ## remove what was installed
	rm -rf .venv
