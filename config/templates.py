"""How templates are read: Django's for pages and forms, Jinja's for fragments.

A fragment is filled in anew with every hit, several times over, and Jinja takes a third of the
time. None is sent with its indentation, which every viewer would get each time.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.template import Origin
from django.template.defaultfilters import linebreaksbr
from django.template.loaders import filesystem
from django.utils import dateformat, timezone
from django.utils.formats import localize
from django.utils.translation import gettext, pgettext
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

_INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return _INDENTATION.sub("\n", super().get_contents(origin))


class FragmentLoader(FileSystemLoader):
    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        source, file, is_current = super().get_source(environment, template)
        return _INDENTATION.sub("\n", source), file, is_current


def fragments(*, loader: FileSystemLoader, **options: Any) -> Environment:
    """What fragments have at hand: the product's texts and times."""
    loader = FragmentLoader(loader.searchpath)
    environment = Environment(loader=loader, trim_blocks=True, **options)  # noqa: S701  Django's options escape
    environment.globals["_"] = _translated
    environment.filters |= {
        "linebreaksbr": linebreaksbr,
        "local": timezone.localtime,
        "localize": localize,
        "moment": _moment,
    }
    return environment


def _translated(message: str) -> Markup:
    """A text of ours in the reader's language; what `format` fills in is escaped."""
    return Markup(gettext(message))  # noqa: S704  translations are ours


def _moment(when: datetime) -> str:
    form = pgettext("date and time", "j M, H:i")
    return dateformat.format(timezone.localtime(when), form)
