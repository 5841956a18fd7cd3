#!/bin/sh
# Every check and test, each named; the first that fails ends the run.
set -eu
cd "$(dirname "$0")/.."

main() {
    step "Lint" python -m ruff check
    step "Layout of the Python files" python -m ruff format --check
    step "Layout of the templates" templates -exec .venv/bin/djade --check --target-version 6.1 {} +
    step "Types" python -m mypy
    step "Import order" python .venv/bin/lint-imports --no-logo
    step "Migrations are complete" python manage.py makemigrations --check --dry-run
    step "Tests" python -m pytest -n 2 --ignore tests/browser --cov --cov-report=
    step "Every branch of the rules" python -m coverage report \
        --include 'combat/rules/*' --fail-under 100
    step "Browser tests" python -m pytest -n 0 tests/browser
}

step() {
    printf '\n== %s\n' "$1"
    shift
    "$@"
}

python() {
    .venv/bin/python "$@"
}

templates() {
    find templates -name '*.html' "$@"
}

main
