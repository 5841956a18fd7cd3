#!/bin/sh
# Start Deník: build what is missing, bring the data up to date, serve.
set -eu
cd "$(dirname "$0")/.."

sh scripts/environment.sh requirements.lock
sh scripts/translations.sh
.venv/bin/python manage.py migrate --verbosity 0
.venv/bin/python manage.py collectstatic --no-input --verbosity 0
.venv/bin/python manage.py demo
exec .venv/bin/python manage.py serve
