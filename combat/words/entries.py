"""Entries of the log as lines that an audience may read."""

from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from combat.rules.throws import DiceRolled
from combat.screens import Screen
from combat.words import rolls
from combat.words.line import Line, Words
from sheets.access import Audience
from sheets.models import GM_ONLY, LogEntry, Visibility
from sheets.sight import Sight

# What happens to the table rather than in the fight.
_HEADS: dict[str, Words] = {
    "settings_changed": gettext_lazy("Settings changed"),
    "conflict_over": gettext_lazy("The conflict is over"),
    "link_made": gettext_lazy("New player link"),
    "link_renamed": gettext_lazy("Link renamed"),
    "link_revoked": gettext_lazy("Link revoked"),
    "link_renewed": gettext_lazy("Link replaced by a new one"),
}
_BEGINNINGS: dict[str, Any] = {
    "round_began": gettext_lazy("Round %(round)d"),
    "exchange_began": gettext_lazy("Exchange %(exchange)d"),
    "scene_began": gettext_lazy("Scene %(scene)d"),
    "session_began": gettext_lazy("Session %(session)d"),
    "scenario_began": gettext_lazy("Scenario %(scenario)d"),
}
_ABOUT_CHARACTERS: dict[str, Words] = {
    "character_added": gettext_lazy("added"),
    "character_edited": gettext_lazy("edited"),
    "character_removed": gettext_lazy("removed"),
}
# What is said of those who are seen by name only.
_WITHOUT_NUMBERS: dict[str, Words] = {
    "compared": gettext_lazy("an exchange"),
    "dice_rolled": gettext_lazy("rolled dice"),
    "rolled": gettext_lazy("rolled dice"),
}


class Told(NamedTuple):
    """An entry as an audience may read it."""

    entry: LogEntry
    lines: list[Line]
    note: str


def told(entry: LogEntry, audience: Audience, sight: Sight, screen: Screen) -> Told:
    """The lines of an entry that an audience may see, in the order they were written; its note
    goes with a line that is seen in full."""
    lines, note = [], ""
    look = sight.look(entry, audience)
    for written, seen, whom in zip(entry.effects, look.levels, look.names, strict=True):
        if seen == Visibility.HIDDEN:
            continue
        name = " – ".join(whom)
        if seen == Visibility.NAME:
            lines.append(Line(_without_numbers(written["effect"], screen), name=name))
        else:
            lines.append(_named(_line(written["effect"], screen), name, written))
            note = entry.note
    return Told(entry, lines, note)


def _without_numbers(effect: dict[str, Any], screen: Screen) -> Words:
    if effect["type"] in screen.hits:
        return _("was hit")
    return _WITHOUT_NUMBERS.get(effect["type"], _("something happened"))


def _named(line: Line, name: str, written: dict[str, Any]) -> Line:
    is_secret = line.dice is not None and written["visibility"] in (GM_ONLY, Visibility.HIDDEN)
    return replace(line, name=line.name or name, is_secret=is_secret)


def _line(effect: dict[str, Any], screen: Screen) -> Line:
    kind = effect["type"]
    if kind in _HEADS:
        return Line(_HEADS[kind], is_head=True)
    if kind in _ABOUT_CHARACTERS:
        return Line(_ABOUT_CHARACTERS[kind])
    if kind in ("undone", "redone"):
        return _struck(effect, screen)
    if kind in _BEGINNINGS:
        return Line(_BEGINNINGS[kind] % effect, is_head=True)
    if kind == "character_chosen":
        facts = {"player": effect["player"] or _("someone"), "name": effect["name"]}
        return Line(_("%(player)s plays %(name)s") % facts, is_head=True)
    if kind == "dice_rolled":
        return rolls.line(msgspec.convert(effect, DiceRolled))
    return screen.line(msgspec.convert(effect, screen.ruleset.Effect))


def _struck(effect: dict[str, Any], screen: Screen) -> Line:
    what = effect.get("was")
    said = _line(what, screen).said if what else _("a change")
    if effect["type"] == "redone":
        return Line(_("redone: %(what)s") % {"what": said})
    return Line(_("undone: %(what)s") % {"what": said})
