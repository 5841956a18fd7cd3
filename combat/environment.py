"""How fragments are read: Jinja templates, with the product's texts and times at hand.

Pages and forms are Django's templates. A fragment is filled in anew with every hit, several times
over, and Jinja takes a third of the time.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.defaultfilters import linebreaksbr
from django.utils import dateformat, timezone
from django.utils.formats import localize
from django.utils.translation import gettext, pgettext
from jinja2 import BaseLoader, Environment, FileSystemLoader
from markupsafe import Markup

_INDENTATION = re.compile(r"\n[ \t]+")


class Unindented(BaseLoader):
    """Templates without their indentation, which every viewer would be sent with every hit."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, is_current = self._loader.get_source(environment, template)
        return _INDENTATION.sub("\n", source), file, is_current

    def list_templates(self) -> list[str]:
        return self._loader.list_templates()


def environment(**options: Any) -> Environment:
    """The environment of all fragments, made with the options of the settings."""
    loader = Unindented(FileSystemLoader(settings.FRAGMENTS))
    made = Environment(**{**options, "loader": loader}, trim_blocks=True)  # noqa: S701  Django's options escape
    made.globals["_"] = _translated
    made.filters |= {
        "linebreaksbr": linebreaksbr,
        "local": timezone.localtime,
        "localize": localize,
        "moment": _moment,
    }
    return made


def _translated(message: str) -> Markup:
    """A text of ours in the reader's language; what `format` fills in is escaped."""
    return Markup(gettext(message))  # noqa: S704  translations are ours


def _moment(when: datetime) -> str:
    form = pgettext("date and time", "j M, H:i")
    return dateformat.format(timezone.localtime(when), form)
