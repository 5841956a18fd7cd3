#!/bin/sh
# Print a Python >= 3.12 that really runs. A name on PATH proves nothing: a pyenv shim may only
# print an error, and Debian's python3 may lack venv. DENIK_PYTHON names one to take.
set -eu

main() {
    if [ -n "${DENIK_PYTHON:-}" ]; then
        candidates=$DENIK_PYTHON
    else
        candidates="python3.13 python3.14 python3.12 python3 python $(installed_pythons)"
    fi
    for candidate in $candidates; do
        path=$(command -v "$candidate" 2>/dev/null) || continue
        if will_do "$path"; then
            echo "$path"
            return
        fi
    done
    from_uv || refuse
}

installed_pythons() {
    for version in 3.13 3.14 3.12; do
        ls -d "$HOME/.pyenv/versions/$version"*/bin/python3 \
            "$HOME/.local/share/uv/python/cpython-$version"*/bin/python3 \
            /usr/local/bin/python"$version" \
            /opt/*/bin/python"$version" \
            /opt/homebrew/bin/python"$version" \
            /Library/Frameworks/Python.framework/Versions/"$version"/bin/python3 2>/dev/null || :
    done
}

will_do() {
    needed="sqlite3, ssl, venv"
    command -v uv >/dev/null 2>&1 || needed="$needed, ensurepip"
    "$1" -c "import sys, $needed; sys.exit(not (3, 12) <= sys.version_info[:2] < (3, 15))" \
        >/dev/null 2>&1
}

from_uv() {
    [ -z "${DENIK_PYTHON:-}" ] && command -v uv >/dev/null 2>&1 || return 1
    uv python install --quiet 3.13 >&2 && uv python find --managed-python 3.13
}

refuse() {
    echo "Deník needs Python 3.12, 3.13 or 3.14 with its venv module: install one (from your" \
        "system's packages or python.org), or name it with DENIK_PYTHON=, and try again." >&2
    exit 1
}

main
