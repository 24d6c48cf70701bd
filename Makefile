# Needs Python 3.11 or newer with its venv module, and make. Everything else goes into .venv.
#
#   make run PORT=8080                another port than 8000; HOST=127.0.0.1 for this machine alone
#   make test ARGS="-k reward -x"     hands ARGS to pytest
#   make bench ARGS=--quick           or to the benchmark, the load or the proof
#   make test PYTHON=/opt/py/python3  makes .venv with this Python

PYTHON ?=
ARGS ?=

VENV := .venv
PY := $(VENV)/bin/python

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_ROOT_USER_ACTION := ignore
ifeq ($(strip $(HOME)),)
export PIP_NO_CACHE_DIR := 1
endif

.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help run test check lint types format bench load prove mutants release phone clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.run ## start the pages and print their address
	@$(PY) -m companion serve

# Three workers keep two cores busy, for a browser test often waits. Each takes a few tests at a time.
TESTS := -m pytest --numprocesses=3 --dist=load --maxschedchunk=4

test: $(VENV)/.dev ## run the tests
	$(PY) $(TESTS) $(ARGS)

check: lint types test ## lint, format, types and tests: all that must pass

lint: $(VENV)/.dev ## ruff: rules and format
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/.dev ## mypy
	$(PY) -m mypy

format: $(VENV)/.dev ## format the code
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

bench: $(VENV)/.bench ## time a hand, a line of cards and the pages, and weigh the pages
	$(PY) -m bench $(ARGS)

load: $(VENV)/.load ## 300 tables of four phones play at once on this machine for 5 minutes
	$(PY) -m locust -f load/locustfile.py --headless --only-summary --users 300 --spawn-rate 10 --run-time 5m $(ARGS)

prove: $(VENV)/.dev ## many random cases, then every class of ten-card hands with both scorers
	COMPANION_TRIES=many $(PY) $(TESTS) -m "long or tries"
	$(PY) -m tests.proof.prove $(ARGS)

mutants: $(VENV)/.mutants ## plant small mistakes in a room of the program: do its tests notice?
	$(PY) -m mutmut run $(ARGS)

release: $(VENV)/.dev $(VENV)/.release ## wheel, sdist, pyz and phone with checksums in dist/, and try the pyz
	$(PY) -m release $(ARGS)
	COMPANION_PYZ="$$(echo $(CURDIR)/dist/companion-*.pyz)" $(PY) -m pytest -q tests/browser/release

phone: $(VENV)/.dev ## the phone alone: static files in dist/phone/ (needs npm and the internet)
	$(PY) -m release.phone $(ARGS)

clean: ## remove .venv and everything that is built
	rm -rf $(VENV) build dist mutants *.egg-info .hypothesis .mypy_cache .ruff_cache .pytest_cache
	find companion tests bench load release deploy -type d -name __pycache__ -prune -exec rm -rf {} +

# Installs the project with these extras, and says what it fetches. pip's errors are shown, and awk ends
# with pip's exit status.
define install
	@echo "Installing what it needs. This is done once, takes a minute or two, and needs the internet."
	@{ $(PY) -m pip install --editable '.$(1)' 2>&1; echo "exit $$?"; } | awk ' \
	    /^Collecting / { sub(/[^A-Za-z0-9_-].*/, "", $$2); print "  " $$2; fflush() } \
	    tolower($$0) ~ /^ *error/ { print } \
	    /^exit / { code = $$2 } \
	    END { exit code }' \
	    || { echo "It could not be installed. Is this machine on the internet? Then try again." >&2; exit 1; }
endef

# The stamp files say which extras are installed for this pyproject.toml.

$(VENV)/.run: pyproject.toml | $(PY)
	$(call install,)
	@touch $@

$(VENV)/.dev: pyproject.toml | $(PY)
	$(call install,[dev])
	@touch $@

$(VENV)/.bench: pyproject.toml | $(PY)
	$(call install,[bench])
	@touch $@

$(VENV)/.release: pyproject.toml | $(PY)
	$(call install,[release])
	@touch $@

$(VENV)/.load: pyproject.toml | $(PY)
	$(call install,[load])
	@touch $@

$(VENV)/.mutants: pyproject.toml | $(PY)
	$(call install,[dev,mutants])
	@touch $@

# Takes PYTHON if it is given, otherwise the first of these that is new enough.
SUITS = import sys; assert sys.version_info >= (3, 11); import ensurepip, venv

$(PY):
	@found=; tried=; \
	for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
	    if version=$$("$$python" --version 2>&1); then \
	        if "$$python" -c "$(SUITS)" 2>/dev/null; then found=$$python; break; fi; \
	        tried="$$tried $$python is $$version;"; \
	    fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "The companion needs Python 3.11 or newer with its venv module." >&2; \
	    echo "Found:$${tried:- no Python at all.}" >&2; \
	    echo "Install one (on Debian and Ubuntu also python3-venv), or name it: make PYTHON=/path/to/python3" >&2; \
	    exit 1; \
	fi; \
	echo "Making $(VENV) with $$found"; \
	rm -rf $(VENV); \
	"$$found" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
