#!/bin/sh
# environment.sh LOCK: make .venv hold exactly what LOCK names, or do nothing when it already does.
#
# A copy of each lock inside .venv, written last, says what is installed: an interrupted build
# leaves none and is done anew, and so is one whose Python has gone.
set -eu
cd "$(dirname "$0")/.."
lock=$1

main() {
    if is_installed requirements.lock; then
        is_installed "$lock" && return
    else
        create
    fi
    install
}

is_installed() {
    cmp -s "$1" ".venv/$1" && .venv/bin/python -c 'import sys' 2>/dev/null
}

create() {
    python=$(sh scripts/find-python.sh)
    echo "Building .venv with $("$python" --version)"
    rm -rf .venv
    if has_uv; then
        uv venv --quiet --python "$python" .venv
    else
        "$python" -m venv .venv
    fi
}

install() {
    echo "Installing the packages of $lock"
    rm -f .venv/*.lock
    if has_uv; then
        uv pip install --quiet --compile-bytecode --python .venv/bin/python --require-hashes -r "$lock"
    else
        .venv/bin/python -m pip install --quiet --disable-pip-version-check \
            --require-hashes -r "$lock"
    fi
    # The test lock holds the other one's packages too, at the same versions.
    cp requirements.lock .venv/
    cp "$lock" .venv/
}

has_uv() {
    command -v uv >/dev/null 2>&1
}

main
