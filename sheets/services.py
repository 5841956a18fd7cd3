"""What people do with a campaign, its links and its characters, apart from the fight itself."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from combat.live import bus
from combat.rules import find_ruleset
from sheets.access import Viewer, new_token
from sheets.journal import Draft, Stale, as_stored, record
from sheets.models import Campaign, Change, Character, Kind, Link, LogEntry, Role, Visibility

DEMO_LIFETIME = timedelta(days=1)

# --- campaigns


@transaction.atomic
def create_campaign(
    *, name: str, ruleset: str, language: str, time_zone: str, is_demo: bool = False
) -> Campaign:
    """A campaign with its GM link, its spectator link and its link for choosing a character."""
    campaign = Campaign.objects.create(
        name=name, ruleset=ruleset, language=language, time_zone=time_zone, is_demo=is_demo
    )
    _new_link(campaign, Role.GM)
    _new_link(campaign, Role.SPECTATOR)
    _new_link(campaign, Role.PLAYER)
    return campaign


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
    campaign = viewer.campaign
    with transaction.atomic():
        links = tuple(campaign.links.values_list("key", flat=True))
        campaign.delete()
        bus.publish(bus.Signal(campaign=viewer.link.campaign.key, kick=links))


def delete_old_demos() -> int:
    """Delete private copies of the demo that are older than a day; how many there were."""
    old = Campaign.objects.filter(is_demo=True, created__lt=timezone.now() - DEMO_LIFETIME)
    count = old.count()
    old.delete()
    return count


# --- links


def create_player_link(
    *, viewer: Viewer, character: Character | None, label: str = ""
) -> Link:
    """A new link for one character, or one through which people choose theirs."""
    made: list[Link] = []

    def write(draft: Draft) -> None:
        made.append(_new_link(draft.campaign, Role.PLAYER, character, label))
        draft.say(None, {"type": "link_made", "link": made[0].key})

    _record_link(viewer, "create_link", write)
    return made[0]


def choose_character(*, viewer: Viewer, character_key: str, label: str) -> Link:
    """Someone at the link for choosing takes a character and gets a link of their own.

    Raises Stale("taken") when the character is not free any more.
    """
    made: list[Link] = []

    def write(draft: Draft) -> None:
        from_here = {c.key: c for c in draft.characters([character_key])}
        character = from_here.get(character_key)
        if character is None or not _is_free(character):
            raise Stale("taken")
        made.append(_new_link(draft.campaign, Role.PLAYER, character, label))
        if label and not character.player:
            draft.set(character, player=label)
        draft.say(None, {"type": "character_chosen", "name": character.name, "player": label})

    _record_link(viewer, "choose_character", write)
    return made[0]


def rename_link(*, viewer: Viewer, link: Link, label: str) -> None:
    """Change what the GM calls a link."""

    def write(draft: Draft) -> None:
        Link.objects.filter(pk=link.pk).update(label=label)
        draft.say(None, {"type": "link_renamed", "link": link.key})

    _record_link(viewer, "rename_link", write)


def revoke_link(*, viewer: Viewer, link: Link) -> None:
    """Make a link stop working at once, in open pages too."""

    def write(draft: Draft) -> None:
        _revoke(draft, link)
        draft.say(None, {"type": "link_revoked", "link": link.key})

    _record_link(viewer, "revoke_link", write)


def renew_link(*, viewer: Viewer, link: Link) -> Link:
    """Replace a link by a new one for the same role and character; the old one is revoked."""
    made: list[Link] = []

    def write(draft: Draft) -> None:
        _revoke(draft, link)
        made.append(_new_link(draft.campaign, link.role, link.character, link.label))
        draft.say(None, {"type": "link_renewed", "link": made[0].key})

    _record_link(viewer, "renew_link", write)
    return made[0]


def _new_link(
    campaign: Campaign, role: str, character: Character | None = None, label: str = ""
) -> Link:
    token = new_token()
    return Link.objects.create(
        campaign=campaign,
        role=role,
        character=character,
        label=label,
        token_hash=token.hash,
        token_sealed=token.sealed,
    )


def _revoke(draft: Draft, link: Link) -> None:
    Link.objects.filter(pk=link.pk, revoked=None).update(revoked=timezone.now())
    draft.kick.append(link.key)


def _is_free(character: Character) -> bool:
    held = character.links.filter(role=Role.PLAYER, revoked=None).exists()
    hidden = character.removed or character.visibility == Visibility.HIDDEN
    return character.kind == Kind.PC and not hidden and not held


def _record_link(viewer: Viewer, verb: str, write: Callable[[Draft], None]) -> None:
    record(campaign=viewer.campaign, viewer=viewer, action={"type": verb}, write=write)


# --- characters


def add_character(*, viewer: Viewer, token: str = "", **values: Any) -> Character:
    """A new character, unharmed. The same token again gives the character made before."""
    ruleset = find_ruleset(viewer.campaign.ruleset)
    traits = msgspec.convert(values.get("traits", {}), ruleset.Traits)
    values["condition"] = as_stored(ruleset.unharmed(traits))

    def write(draft: Draft) -> None:
        character = Character(**values)
        draft.add(character)
        draft.say(character, {"type": "character_added"}, Visibility.HIDDEN)

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
            draft.say(current, {"type": "character_edited", "fields": fields}, Visibility.HIDDEN)

    action = {"type": "edit_character", "character": character.key}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def remove_character(*, viewer: Viewer, character: Character) -> LogEntry | None:
    """Take a character off the table; undoing brings it back as it was."""

    def write(draft: Draft) -> None:
        (current,) = draft.characters([character.key])
        draft.set(current, removed=True)
        if draft.changes_something:
            draft.say(current, {"type": "character_removed"}, Visibility.HIDDEN)

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
