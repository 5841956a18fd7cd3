"""How templates are read: Django's for pages and forms, Jinja's for fragments.

A fragment is filled in anew with every hit, several times over, and Jinja takes a third of the
time. None is sent with its indentation, which every viewer would get each time.
"""

import re
from collections.abc import Callable, MutableMapping
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django.template import Origin
from django.template.defaultfilters import linebreaksbr
from django.template.loaders import filesystem
from django.utils import dateformat, timezone
from django.utils.formats import localize
from django.utils.translation import get_language, gettext, pgettext
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

_INDENTATION = re.compile(r"\n[ \t]+")
# A sheet tells the moments of its wounds with every hit.
_MOST_MOMENTS = 1000


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return _INDENTATION.sub("\n", super().get_contents(origin))


class FragmentLoader(FileSystemLoader):
    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        source, file, is_current = super().get_source(environment, template)
        return _INDENTATION.sub("\n", source), file, is_current


class Fragments(Environment):
    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One plain dictionary: each rendering copies it, and Jinja's chain of them is slow."""
        return {**self.globals, **(d or {})}


def fragments(*, loader: FileSystemLoader, **options: Any) -> Environment:
    """What fragments have at hand: the product's texts and times."""
    loader = FragmentLoader(loader.searchpath)
    environment = Fragments(loader=loader, trim_blocks=True, **options)
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
    return _texts(get_language())[message]


class _Texts(dict[str, Markup]):
    """Texts of the language that is active, each looked up once."""

    def __missing__(self, message: str) -> Markup:
        text = self[message] = Markup(gettext(message))  # noqa: S704  translations are ours
        return text


@cache
def _texts(_language: str | None) -> _Texts:
    return _Texts()


def _moment(when: datetime) -> str:
    # Without their zone, two moments that are written differently are never equal.
    return _written(timezone.localtime(when).replace(tzinfo=None), get_language())


@lru_cache(_MOST_MOMENTS)
def _written(when: datetime, _language: str | None) -> str:
    return dateformat.format(when, pgettext("date and time", "j M, H:i"))
