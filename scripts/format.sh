#!/bin/sh
# Lay out Python and templates the way the checks want them.
set -eu
cd "$(dirname "$0")/.."

sh scripts/environment.sh requirements-test.lock
.venv/bin/python -m ruff check --quiet --fix --exit-zero
.venv/bin/python -m ruff format
find templates -name '*.html' -exec .venv/bin/djade --target-version 6.1 {} + || :
