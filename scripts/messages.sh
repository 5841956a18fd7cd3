#!/bin/sh
# Collect the texts of templates and code into locale/, for the translators.
#
# A new language begins with the header of its catalogue, locale/<code>/LC_MESSAGES/django.po.
set -eu
cd "$(dirname "$0")/.."

command -v xgettext >/dev/null 2>&1 || sh scripts/debian-install.sh gettext gettext
sh scripts/environment.sh requirements.lock
.venv/bin/python manage.py makemessages --all --add-location file --no-obsolete \
    --ignore .venv --ignore var --ignore tests --ignore benchmarks
for catalogue in locale/*/LC_MESSAGES/django.po; do
    # A text that resembles another is no translation of it: it shows in English until it has one.
    msgattrib --clear-fuzzy --empty --clear-previous --no-obsolete \
        --output-file "$catalogue" "$catalogue"
done
