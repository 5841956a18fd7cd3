#!/bin/sh
# debian-install.sh WHAT PACKAGE...: install Debian packages, or say in one sentence what is missing.
set -eu
what=$1
shift

if [ "$(id -u)" = 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root=sudo
else
    as_root=none
fi
if [ "$as_root" = none ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests need $what: install it (Debian: apt-get install $*) and try again." >&2
    exit 1
fi

echo "Installing $what from Debian's packages"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086  # as_root is empty or one word
if ! { $as_root apt-get update -qq &&
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@"; } </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    echo "The tests need $what, and apt-get could not install $*." >&2
    exit 1
fi
