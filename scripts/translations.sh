#!/bin/sh
# Build the translations whose source is newer than what was built from it.
set -eu
cd "$(dirname "$0")/.."

for source in locale/*/LC_MESSAGES/*.po; do
    built=${source%.po}.mo
    [ -e "$source" ] || continue
    [ -e "$built" ] && [ -z "$(find "$source" -newer "$built")" ] && continue
    language=${source#locale/}
    .venv/bin/python -m babel.messages.frontend --quiet compile \
        --locale "${language%%/*}" --input-file "$source" --output-file "$built"
done
