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
    campaign.is_demo = False
    campaign.texts = {"demo": campaign.ruleset}
    campaign.save(update_fields=["is_demo", "texts"])


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
    entry = record(
        campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token
    )
    assert entry is not None  # noqa: S101  adding always writes an entry
    return Character.objects.get(key=entry.effects[0]["character"])


def edit_character(
    *, viewer: Viewer, character: Character, version: int, values: dict[str, Any]
) -> LogEntry | None:
    """Write what a person changed in a form that was opened at `version`, and only that.

    A value that somebody else changed since is kept, unless the person changed it too: then
    Stale("changed_meanwhile", fields=[...]) names it. New traits are fitted to the condition;
    Refused when a mark would be dropped.
    """

    def write(draft: Draft) -> None:
        (current,) = draft.characters([character.key])
        was = _values_at(current, version, list(values))
        edited = {name: value for name, value in _flat(values).items() if was[name] != value}
        now = _flat({name: getattr(current, name) for name in values})
        clashes = [name for name in edited if now[name] not in (was[name], edited[name])]
        if clashes:
            raise Stale("changed_meanwhile", fields=clashes)
        merged = _nested(values, now | edited)
        if "traits" in merged and merged["traits"] != current.traits:
            merged["condition"] = _fitted(current, merged["traits"])
        draft.set(current, **merged)
        if draft.changes_something:
            fields = sorted(name.partition(".")[2] or name for name in edited)
            draft.say(current, {"type": "character_edited", "fields": fields}, GM_ONLY)

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


def _values_at(character: Character, version: int, names: list[str]) -> dict[str, Any]:
    """What the character's fields were at an earlier version, flat."""
    values = {name: getattr(character, name) for name in names}
    for change in Change.objects.filter(character=character, version__gt=version).order_by("-id"):
        values.update({n: v for n, v in change.before.items() if n in values})
    return _flat(values)


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    flat = {}
    for name, value in values.items():
        if isinstance(value, dict):
            flat.update({f"{name}.{key}": each for key, each in value.items()})
        else:
            flat[name] = value
    return _Missing(flat)


class _Missing(dict[str, Any]):
    """A key that was never filled in reads as None."""

    def __missing__(self, key: str) -> None:
        return None


def _nested(shape: dict[str, Any], flat: dict[str, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {name: {} for name, value in shape.items() if isinstance(value, dict)}
    for name, value in flat.items():
        outer, _, inner = name.partition(".")
        if inner:
            nested[outer][inner] = value
        else:
            nested[outer] = value
    return nested


def _fitted(character: Character, traits: dict[str, Any]) -> dict[str, Any]:
    ruleset = find_ruleset(character.campaign.ruleset)
    condition = msgspec.convert(character.condition, ruleset.Condition)
    fitted = ruleset.fit(msgspec.convert(traits, ruleset.Traits), condition)
    return dict(as_stored(fitted))
