#!/bin/sh
# with-postgres.sh COMMAND...: run COMMAND beside a PostgreSQL server of its own.
#
# The server lives in a temporary folder, listens on a free port of this computer only and is
# gone afterwards. COMMAND finds its address in DENIK_TEST_POSTGRES. A server that the system
# already runs is left alone.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

main() {
    bin=$(find_server) || {
        sh "$root/scripts/debian-install.sh" "PostgreSQL 15 or newer" postgresql
        bin=$(find_server)
    }
    folder=$(as_owner mktemp -d -t denik-postgres.XXXXXX)
    trap stop EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    start
    DENIK_TEST_POSTGRES="postgres://denik@127.0.0.1:$port/postgres"
    export DENIK_TEST_POSTGRES
    "$@"
}

find_server() {
    # The last one wins: of Debian's versions the newest.
    for initdb in "$(command -v initdb)" /opt/homebrew/opt/postgresql*/bin/initdb \
        /usr/lib/postgresql/*/bin/initdb; do
        [ ! -x "$initdb" ] || newest=$initdb
    done
    [ -n "${newest:-}" ] && dirname "$newest"
}

# PostgreSQL refuses to run as root; Debian's package brings a user for it.
as_owner() (
    cd /
    if [ "$(id -u)" = 0 ]; then
        TMPDIR='' runuser -u postgres -- "$@"
    else
        "$@"
    fi
)

start() {
    port=$("$root/.venv/bin/python" -c \
        'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    as_owner "$bin/initdb" --pgdata "$folder/data" --username denik --auth trust \
        --encoding UTF8 --locale C --no-sync >/dev/null
    # The data is thrown away, so nothing has to survive a power cut.
    options="-h 127.0.0.1 -p $port -k $folder -F"
    as_owner "$bin/pg_ctl" --pgdata "$folder/data" --log "$folder/log" --options "$options" \
        --silent --wait start || {
        cat "$folder/log" >&2
        exit 1
    }
}

stop() {
    if [ -e "$folder/data/postmaster.pid" ]; then
        as_owner "$bin/pg_ctl" --pgdata "$folder/data" --silent --mode immediate stop
    fi
    rm -rf "$folder"
}

main "$@"
