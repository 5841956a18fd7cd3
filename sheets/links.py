"""What people do with links: make, choose through, rename, revoke, replace."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from sheets.access import Viewer, new_token
from sheets.journal import Draft, Stale, record
from sheets.models import Campaign, Character, Kind, Link, LogEntry, Role, Visibility


def create_player_link(
    *, viewer: Viewer, character: Character | None, label: str = "", token: str = ""
) -> Link:
    """A new link for one character, or one through which people choose theirs. The same token
    again gives the link made before."""

    def write(draft: Draft) -> None:
        made = new_link(draft.campaign, Role.PLAYER, character, label)
        draft.say(None, {"type": "link_made", "link": made.key})

    about = character.key if character else ""
    return _record_new_link(
        viewer, {"type": "create_link", "character": about, "label": label}, write, token
    )


def choose_character(*, viewer: Viewer, character_key: str, label: str, token: str = "") -> Link:
    """Someone at the link for choosing takes a character and gets a link of their own. The same
    token again gives the link made before.

    Raises Stale("taken") when the character is not free any more.
    """

    def write(draft: Draft) -> None:
        from_here = {c.key: c for c in draft.characters([character_key])}
        character = from_here.get(character_key)
        if character is None or not _is_free(character):
            raise Stale("taken")
        made = new_link(draft.campaign, Role.PLAYER, character, label)
        if label and not character.player:
            draft.set(character, player=label)
        chosen = {"type": "character_chosen", "name": character.name, "player": label}
        draft.say(None, chosen | {"link": made.key})

    return _record_new_link(
        viewer,
        {"type": "choose_character", "character": character_key, "label": label},
        write,
        token,
    )


def rename_link(*, viewer: Viewer, link: Link, label: str) -> None:
    """Change what the GM calls a link."""

    def write(draft: Draft) -> None:
        if Link.objects.filter(pk=link.pk).exclude(label=label).update(label=label):
            draft.say(None, {"type": "link_renamed", "link": link.key})

    action = {"type": "rename_link", "link": link.key, "label": label}
    record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def revoke_link(*, viewer: Viewer, link: Link) -> None:
    """Make a link stop working at once, in open pages too."""

    def write(draft: Draft) -> None:
        if _revoke(draft, link):
            draft.say(None, {"type": "link_revoked", "link": link.key})

    action = {"type": "revoke_link", "link": link.key}
    record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def renew_link(*, viewer: Viewer, link: Link, token: str = "") -> Link:
    """Replace a link by a new one for the same role and character; the old one is revoked. The
    same token again gives the link made before."""

    def write(draft: Draft) -> None:
        _revoke(draft, link)
        made = new_link(draft.campaign, link.role, link.character, link.label)
        draft.say(None, {"type": "link_renewed", "link": made.key})

    return _record_new_link(viewer, {"type": "renew_link", "link": link.key}, write, token)


def renewed_with(*, link_key: str, token: str) -> Link | None:
    """The link that replaced another in a request with this token, if there was one."""
    if not token:
        return None
    renewals = LogEntry.objects.filter(type="renew_link", token=token, link__key=link_key)
    entry = renewals.filter(action__link=link_key).first()
    return _link_of(entry) if entry else None


def new_link(
    campaign: Campaign, role: str, character: Character | None = None, label: str = ""
) -> Link:
    """A link as it is stored, with a new secret; not noted in the log."""
    token = new_token()
    return Link.objects.create(
        campaign=campaign,
        role=role,
        character=character,
        label=label,
        token_hash=token.hash,
        token_sealed=token.sealed,
    )


def _revoke(draft: Draft, link: Link) -> bool:
    """Whether the link worked until now."""
    if not Link.objects.filter(pk=link.pk, revoked=None).update(revoked=timezone.now()):
        return False
    draft.kick.append(link.key)
    return True


def _record_new_link(
    viewer: Viewer, action: dict[str, Any], write: Callable[[Draft], None], token: str
) -> Link:
    entry = record(campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token)
    assert entry is not None  # noqa: S101  a new link always writes an entry
    return _link_of(entry)


def _link_of(entry: LogEntry) -> Link:
    return Link.objects.get(key=entry.effects[-1]["effect"]["link"])


def _is_free(character: Character) -> bool:
    held = character.links.filter(role=Role.PLAYER, revoked=None).exists()
    hidden = character.removed or character.visibility == Visibility.HIDDEN
    return character.kind == Kind.PC and not hidden and not held
