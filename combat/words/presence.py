"""Who is at the table, in words for the GM."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sheets.models import Link, Role


def told(links: list[Link], here: frozenset[str]) -> dict[str, Any]:
    """People with a link that works, how many of them are here, and the dots on their cards."""
    people = [_person(link, here) for link in links if not link.revoked and not link.is_chooser]
    # Somebody who is here outshines other links to the same character.
    by_presence = sorted(people, key=lambda person: person["state"] == "on")
    dots = {person["character"]: person for person in by_presence if person["character"]}
    count = sum(person["state"] == "on" for person in people)
    return {"people": people, "count": count, "dots": list(dots.values())}


def _person(link: Link, here: frozenset[str]) -> dict[str, Any]:
    state = "on" if link.key in here else "away" if link.last_seen else ""
    return {
        "name": _name(link),
        "character": link.character.key if link.character else "",
        "state": state,
        "said": _("here") if state == "on" else _seen(link.last_seen),
    }


def _name(link: Link) -> str:
    if link.role == Role.GM:
        return _("GM")
    if link.role == Role.SPECTATOR:
        return _("Spectators and TV")
    return link.label or (link.character.name if link.character else "")


def _seen(when: datetime | None) -> str:
    if when is None:
        return _("never")
    minutes = int((timezone.now() - when).total_seconds() // 60)
    if minutes < 60:
        return ngettext("seen %(n)d min ago", "seen %(n)d min ago", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 48:
        return ngettext("seen %(n)d hour ago", "seen %(n)d hours ago", hours) % {"n": hours}
    days = hours // 24
    return ngettext("seen %(n)d day ago", "seen %(n)d days ago", days) % {"n": days}
