#!/bin/sh
# with-test-environment.sh COMMAND...: run COMMAND with everything the tests stand on: the test
# packages, translations, Chromium, collected static files, a PostgreSQL server.
set -eu
cd "$(dirname "$0")/.."

# The tests decide where they listen and store, whatever the shell was set up for.
unset DATABASE_URL DENIK_DEBUG DENIK_SECRET DENIK_URL HOST PORT
DENIK_DATA=$PWD/var/test
export DENIK_DATA

sh scripts/environment.sh requirements-test.lock
sh scripts/translations.sh
DENIK_CHROMIUM=$(sh scripts/find-chromium.sh) || {
    sh scripts/debian-install.sh Chromium chromium
    DENIK_CHROMIUM=$(sh scripts/find-chromium.sh)
}
export DENIK_CHROMIUM
.venv/bin/python manage.py collectstatic --no-input --verbosity 0
exec sh scripts/with-postgres.sh "$@"
