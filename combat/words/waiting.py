"""Hits that wait for their victim's choice, in words."""

from django.utils.translation import ngettext

from sheets.models import Character


def waiting(character: Character) -> list[str]:
    """The hit whose turn it is, and how many there are where there are several; nothing where
    none waits."""
    if not character.waiting:
        return []
    hit, count = character.waiting[0], len(character.waiting)
    said = [_whom_for(hit["facts"]["shifts"], character)]
    if count > 1:
        said.append(ngettext("%(hits)s hit", "%(hits)s hits", count) % {"hits": count})
    return said


def _whom_for(shifts: int, character: Character) -> str:
    if character.is_pc:
        text = ngettext(
            "%(shifts)s shift: waiting for the player",
            "%(shifts)s shifts: waiting for the player",
            shifts,
        )
    else:
        text = ngettext(
            "%(shifts)s shift: waiting for the GM",
            "%(shifts)s shifts: waiting for the GM",
            shifts,
        )
    return text % {"shifts": shifts}
