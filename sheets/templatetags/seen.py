"""When somebody was last at the table, in words."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()

# Open pages are noted once a minute.
HERE = timedelta(seconds=90)


@register.filter
def is_here(when: datetime | None) -> bool:
    """Whether somebody who was seen then is still there."""
    return when is not None and timezone.now() - when < HERE


@register.filter
def seen(when: datetime | None) -> str:
    """Here, seen so long ago, or never."""
    if when is None:
        return _("never opened")
    if is_here(when):
        return _("here")
    return ago(when)


def ago(when: datetime) -> str:
    """How long ago somebody was seen."""
    minutes = int((timezone.now() - when).total_seconds() // 60)
    if minutes < 60:
        return ngettext("seen %(n)d min ago", "seen %(n)d min ago", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 48:
        return ngettext("seen %(n)d hour ago", "seen %(n)d hours ago", hours) % {"n": hours}
    days = hours // 24
    return ngettext("seen %(n)d day ago", "seen %(n)d days ago", days) % {"n": days}
