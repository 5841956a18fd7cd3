"""What a line of the log offers to those who may take back: undo, redo, or why not."""

from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from sheets import journal
from sheets.access import Audience
from sheets.journal.undoing import standing
from sheets.models import Campaign, Character, LogEntry, Role


class Offer(NamedTuple):
    """What can be done about one entry; `next` is one press, `menu` is some more."""

    undo: str = ""
    expected: tuple[str, ...] = ()
    """Keys of the entries that come off with one press."""
    redo: str = ""
    why_not: str = ""
    """Why an undo can't be redone."""
    has_keys: bool = False
    """Whether a key does the same."""


def offers(
    campaign: Campaign, audience: Audience, own: Character | None, entries: list[LogEntry]
) -> dict[str, Offer]:
    """What a page of the log offers to its readers, by entry key."""
    if audience.is_gm and audience.view == "console":
        return _undo_offers(entries) | _redo_offers(campaign, entries)
    if audience.role == Role.PLAYER and audience.view == "sheet" and own is not None:
        own.campaign = campaign
        return _offers_to_player(own, entries)
    return {}


def out_of_sight(campaign: Campaign, audience: Audience, entries: list[LogEntry]) -> list[LogEntry]:
    """What the GM's Undo takes back next, and what Redo brings back, where the newest page of the
    log does not reach so far: one who goes back step by step leaves two lines a step behind."""
    types = {entry.type for entry in entries}
    if not (audience.is_gm and audience.view == "console" and types & {"undo", "redo"}):
        return []
    found = [] if any(entry.stands for entry in entries) else [standing(campaign).first()]
    if "redo" in types and not any(map(_is_open, entries)):
        undos = campaign.entries.filter(type="undo", undone_by=None)
        found += [undo for undo in undos[:1] if not journal.hindrances(campaign, [undo])]
    return [entry for entry in found if entry]


def _is_open(entry: LogEntry) -> bool:
    """Whether an entry is an undo that nobody redid."""
    return entry.type == "undo" and not entry.undone_by_id


def in_menus(offers: dict[str, Offer]) -> dict[str, Offer]:
    """The same offers, none of them one press away: for lines that the page does not keep up."""
    return {
        key: Offer(undo=offer.undo and "menu", redo=offer.redo and "menu", why_not=offer.why_not)
        for key, offer in offers.items()
    }


def _undo_offers(entries: list[LogEntry]) -> dict[str, Offer]:
    there = [entry for entry in entries if entry.stands]
    found = {entry.key: Offer(undo="menu") for entry in there}
    if there:
        newest = there[0]
        found[newest.key] = Offer(undo="next", expected=_coming_off(newest), has_keys=True)
    return found


def _coming_off(entry: LogEntry) -> tuple[str, ...]:
    """What comes off with the newest entry: itself, and what it brought back."""
    coming_off = journal.comes_off_with(entry) if entry.type == "redo" else [entry]
    return tuple(each.key for each in coming_off)


def _redo_offers(campaign: Campaign, entries: list[LogEntry]) -> dict[str, Offer]:
    undos = [entry for entry in entries if _is_open(entry)]
    hindrances = journal.hindrances(campaign, undos)
    found = {}
    for undo in undos:
        if undo.pk in hindrances:
            found[undo.key] = Offer(why_not=why_not(hindrances[undo.pk]))
        else:
            is_next = not any(offer.redo for offer in found.values())
            found[undo.key] = Offer(redo="next" if is_next else "menu", has_keys=is_next)
    return found


def why_not(changed: list[Character | None]) -> str:
    """Why an undo can't be redone, in a sentence for the GM."""
    whom = [character.name if character else _("the table") for character in changed]
    names = get_text_list(whom, pgettext("1, 2 and 3", "and"))
    return _("No redo any more, for this changed since: %(names)s.") % {"names": names}


def _offers_to_player(own: Character, entries: list[LogEntry]) -> dict[str, Offer]:
    # Each hit asks this for each player: what is not on the page is not looked for.
    by_players = [e for e in entries if e.who == Role.PLAYER and _tells_of(e, own)]
    found = {}
    if any(e.undoable for e in by_players) and (undoable := journal.newest_of_player(own)):
        found[undoable.key] = Offer(undo="next", expected=_coming_off(undoable))
    if any(e.type == "undo" for e in by_players):
        undo = journal.newest_undo_of_player(own)
        if undo and not undo.undone_by_id:
            found[undo.key] = Offer(redo="next")
    return found


def _tells_of(entry: LogEntry, character: Character) -> bool:
    return any(line["character"] == character.key for line in entry.effects)
