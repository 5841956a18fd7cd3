"""The application that an ASGI server runs."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# Models can be imported only now.
from combat.broadcast import source  # noqa: E402
from config.application import Application  # noqa: E402

application = Application(source)
