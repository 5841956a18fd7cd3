"""What people do with a campaign and its characters, apart from the fight itself."""

import base64
import hashlib
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from combat.live import bus
from combat.rules import find_ruleset
from sheets.access import Viewer
from sheets.journal import Draft, Stale, as_stored, record
from sheets.links import new_link
from sheets.models import GM_ONLY, Campaign, Change, Character, LogEntry, Role, new_key

DEMO_LIFETIME = timedelta(days=1)

# --- campaigns


@transaction.atomic
def create_campaign(
    *,
    name: str,
    ruleset: str,
    language: str,
    time_zone: str,
    is_demo: bool = False,
    token: str = "",
) -> Campaign:
    """A campaign with its GM link, its spectator link and its link for choosing a character.

    The same token again, with the same name and ruleset, gives the campaign made before: it has
    to be a secret of the person who creates.
    """
    campaign, is_new = Campaign.objects.get_or_create(
        key=_key_for(token, name, ruleset) if token else new_key(),
        defaults={
            "name": name,
            "ruleset": ruleset,
            "language": language,
            "time_zone": time_zone,
            "is_demo": is_demo,
        },
    )
    if is_new:
        for role in (Role.GM, Role.SPECTATOR, Role.PLAYER):
            new_link(campaign, role)
    return campaign


def _key_for(*content: str) -> str:
    """The key that makes a repeated request find what the first one made."""
    digest = hashlib.sha256(msgspec.json.encode(content)).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode()


def change_settings(*, viewer: Viewer, **values: Any) -> LogEntry | None:
    """Change a campaign's name, language, time zone or what players may edit."""

    def write(draft: Draft) -> None:
        draft.set(None, **values)
        if draft.changes_something:
            draft.say(None, {"type": "settings_changed", "fields": sorted(values)})

    action = {"type": "change_settings", **values}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def delete_campaign(*, viewer: Viewer) -> None:
    """Delete a campaign for good and end all its streams."""
    _delete(viewer.campaign.key)


def delete_old_demos() -> int:
    """Delete private copies of the demo that are older than a day; how many there were."""
    old = Campaign.objects.filter(is_demo=True, created__lt=timezone.now() - DEMO_LIFETIME)
    keys = list(old.values_list("key", flat=True))
    for key in keys:
        _delete(key)
    return len(keys)


def keep_demo(*, campaign: Campaign) -> None:
    """Keep a demo, once it is complete, for everybody on this server."""
    campaign.is_demo, campaign.is_shared_demo = False, True
    campaign.save(update_fields=["is_demo", "is_shared_demo"])


@transaction.atomic
def _delete(key: str) -> None:
    # Locked, so that no entry is written while its campaign goes.
    campaign = Campaign.objects.select_for_update().filter(key=key).first()
    if campaign is None:
        return
    links = tuple(campaign.links.values_list("key", flat=True))
    campaign.delete()
    bus.publish(bus.Signal(campaign=key, kick=links))


# --- characters


def add_character(*, viewer: Viewer, token: str = "", **values: Any) -> Character:
    """A new character, unharmed. The same token again gives the character made before."""
    ruleset = find_ruleset(viewer.campaign.ruleset)
    traits = msgspec.convert(values.get("traits", {}), ruleset.Traits)
    values["condition"] = as_stored(ruleset.unharmed(traits))

    def write(draft: Draft) -> None:
        character = Character(**values)
        draft.add(character)
        draft.say(character, {"type": "character_added"}, GM_ONLY)

    action = {"type": "add_character", **values}
    entry = record(campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token)
    assert entry is not None  # noqa: S101  adding always writes an entry
    return Character.objects.get(key=entry.effects[0]["character"])


def edit_character(
    *, viewer: Viewer, character: Character, version: int, values: dict[str, Any]
) -> LogEntry | None:
    """Write what a person changed in a form that was opened at `version`, and only that.

    Keys that `values` does not have stay as they are, inside traits and sheet too. A value that
    somebody else changed since is kept, unless the person changed it too: then
    Stale("changed_meanwhile", fields=[paths like "sheet.notes"], current=the character as it is,
    merged=the fields with what would have been written). Stale("character_removed") when it is
    gone. New traits are fitted to the condition; Refused when a mark would be dropped.
    """

    def write(draft: Draft) -> None:
        (current,) = draft.characters([character.key])
        if current.removed:
            raise Stale("character_removed")
        now = {name: getattr(current, name) for name in values}
        edit = _Edit()
        merged = edit.merge(_values_at(current, version, now), now, values)
        if edit.clashes:
            raise Stale("changed_meanwhile", fields=edit.clashes, current=current, merged=merged)
        if merged.get("traits", current.traits) != current.traits:
            merged["condition"] = _fitted(current, merged["traits"])
        draft.set(current, **merged)
        if draft.changes_something:
            effect = {"type": "character_edited", "fields": sorted(edit.fields)}
            draft.say(current, effect, GM_ONLY)

    action = {"type": "edit_character", "character": character.key}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def remove_character(*, viewer: Viewer, character: Character) -> LogEntry | None:
    """Take a character off the table; undoing brings it back as it was."""

    def write(draft: Draft) -> None:
        (current,) = draft.characters([character.key])
        draft.set(current, removed=True)
        if draft.changes_something:
            draft.say(current, {"type": "character_removed"}, GM_ONLY)

    action = {"type": "remove_character", "character": character.key}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def _values_at(character: Character, version: int, now: dict[str, Any]) -> dict[str, Any]:
    """What the character's fields were at an earlier version."""
    was = dict(now)
    for change in Change.objects.filter(character=character, version__gt=version).order_by("-id"):
        was.update({name: value for name, value in change.before.items() if name in was})
    return was


class _Edit:
    """A three-way merge: what a form showed, what is there now, what the form says."""

    def __init__(self) -> None:
        self.fields: list[str] = []
        self.clashes: list[str] = []

    def merge(
        self, was: dict[str, Any], now: dict[str, Any], said: dict[str, Any], path: str = ""
    ) -> dict[str, Any]:
        merged = dict(now)
        for name, value in said.items():
            # What was never filled in reads as empty.
            before = was.get(name, type(value)())
            current = now.get(name, type(value)())
            if isinstance(value, dict):
                if inner := self.merge(before, current, value, f"{path}{name}."):
                    merged[name] = inner
            elif value != before:
                self.fields.append(path + name)
                if current not in (before, value):
                    self.clashes.append(path + name)
                merged[name] = value
        return merged


def _fitted(character: Character, traits: dict[str, Any]) -> dict[str, Any]:
    """The condition under new traits: whatever was as the old traits gave it follows the new."""
    ruleset = find_ruleset(character.campaign.ruleset)
    untouched = as_stored(ruleset.unharmed(msgspec.convert(character.traits, ruleset.Traits)))
    given = msgspec.convert(_touched(character.condition, untouched), ruleset.Given)
    return dict(as_stored(ruleset.fit(msgspec.convert(traits, ruleset.Traits), given)))


def _touched(condition: dict[str, Any], untouched: dict[str, Any]) -> dict[str, Any]:
    """The parts of a condition that are not as they were at the start."""
    touched = {}
    for name, value in condition.items():
        start = untouched.get(name)
        if isinstance(value, dict) and isinstance(start, dict):
            touched[name] = _touched(value, start)
        elif value != start:
            touched[name] = value
    return touched
