"""Who is at the table, in words for the GM."""

from typing import Any

from django.utils.translation import gettext as _

from sheets.models import Link, Role
from sheets.templatetags.seen import ago, seen


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
        "said": _said(link, state),
    }


def _name(link: Link) -> str:
    if link.role == Role.GM:
        return _("GM")
    if link.role == Role.SPECTATOR:
        return _("Spectators and TV")
    return link.label or (link.character.name if link.character else "")


def _said(link: Link, state: str) -> str:
    if state == "on":
        return _("here")
    # Whoever has just gone counts as there for a while, and is not any more.
    return ago(link.last_seen) if link.last_seen else seen(None)
