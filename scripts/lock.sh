#!/bin/sh
# Pin the newest packages that pyproject.toml allows, for every system and Python it names.
set -eu
cd "$(dirname "$0")/.."

main() {
    command -v uv >/dev/null 2>&1 || {
        echo "make lock needs uv: pip install uv" >&2
        exit 1
    }
    pin requirements.lock
    pin requirements-test.lock --extra test --constraint requirements.lock
}

pin() {
    lock=$1
    shift
    uv pip compile pyproject.toml "$@" --upgrade --universal --python-version 3.12 \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
        --quiet --output-file "$lock"
}

main
