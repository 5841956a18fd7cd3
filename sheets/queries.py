"""What pages read."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from itertools import chain, islice
from typing import Any, NamedTuple, cast

from django.db.models import QuerySet

from sheets import known
from sheets.access import Audience
from sheets.models import (
    Campaign,
    Change,
    Character,
    Kind,
    Link,
    LogEntry,
    Role,
    Visibility,
)
from sheets.prepared import Prepared, Slot
from sheets.sight import Sight

# A page is sent whole with every hit.
PAGE = 15
# Lines of characters that were hidden later are passed over; a page looks no further than this.
_FARTHEST = 300
_NEWEST = PAGE * 2


def campaign_of(key: str) -> Campaign | None:
    """The campaign of a public key."""
    return next(iter(_campaigns(key)), None)


@Prepared
def _campaigns(key: Slot) -> QuerySet[Campaign]:
    return Campaign.objects.filter(key=key)


def everybody(campaign: Campaign) -> list[Character]:
    """All characters of a campaign in roster order, removed ones last."""
    characters = _everybody(campaign.pk)
    for character in characters:
        character.campaign = campaign
    return characters


@Prepared
def _everybody(campaign: Slot) -> QuerySet[Character]:
    return Character.objects.filter(campaign_id=campaign).order_by("removed", "position", "id")


def versions(campaign: Campaign) -> dict[str, int]:
    """How often each character of a campaign was changed, by its key."""
    return dict(_versions(campaign.pk))


@Prepared
def _versions(campaign: Slot) -> QuerySet[Character, tuple[str, int]]:
    return Character.objects.filter(campaign_id=campaign).values_list("key", "version").order_by()


def roster(characters: list[Character], audience: Audience) -> list[Character]:
    """Those of a campaign's characters that an audience may see at least by name."""
    return [c for c in characters if not c.removed and audience.sees(c) != Visibility.HIDDEN]


def party(characters: list[Character]) -> list[Character]:
    return [c for c in characters if c.kind == Kind.PC]


def others(characters: list[Character]) -> list[Character]:
    return [c for c in characters if c.kind != Kind.PC]


def entry_of(campaign: Campaign, key: str) -> LogEntry | None:
    """The entry of a key that a browser sent."""
    # No key holds a NUL, and PostgreSQL refuses to look.
    return None if "\x00" in key else campaign.entries.filter(key=key).first()


def struck_by(striking: Collection[LogEntry]) -> dict[int, list[LogEntry]]:
    """What each of these entries strikes out, by its row."""
    struck: dict[int, list[LogEntry]] = {entry.pk: [] for entry in striking}
    for entry in LogEntry.objects.filter(undone_by__in=struck) if struck else ():
        struck[cast(int, entry.undone_by_id)].append(entry)
    return struck


def was_sent(campaign: Campaign, *tokens: str) -> bool:
    """Whether a form with one of these request tokens was written to the log."""
    sent = [token for token in tokens if "\x00" not in token]
    return campaign.entries.filter(token__in=sent).exists()


def newest_of_all(campaign: str) -> list[LogEntry]:
    """The newest entries of a campaign, by its key: most audiences find a page among them. They
    are `known.entries`."""
    return known.entries(_newest(campaign))


@Prepared
def _newest(campaign: Slot) -> QuerySet[LogEntry, known.Mark]:
    newest = LogEntry.objects.filter(campaign__key=campaign)[:_NEWEST]
    return newest.values_list("key", "undone_by_id")


def newest_entries(
    campaign: Campaign,
    audience: Audience,
    sight: Sight,
    before: LogEntry | None = None,
    newest: list[LogEntry] | None = None,
) -> list[LogEntry]:
    """The newest page of the log that an audience may see, newest first; it is looked for among
    the campaign's `newest` entries where they are given."""
    if newest is not None:
        page = list(islice((e for e in newest if sight.is_seen(e, audience)), PAGE))
        if len(page) == PAGE or len(newest) < _NEWEST:
            return page
    if audience.is_gm and before is None:
        return _newest_page(campaign.pk)
    entries = campaign.entries.filter(seq__lt=before.seq) if before else campaign.entries.all()
    if audience.is_gm:
        return list(entries[:PAGE])
    seen = []
    for entry in entries.filter(public=True)[:_FARTHEST].iterator(chunk_size=_NEWEST):
        if sight.is_seen(entry, audience):
            seen.append(entry)
            if len(seen) == PAGE:
                break
    return seen


@Prepared
def _newest_page(campaign: Slot) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(campaign_id=campaign)[:PAGE]


def changes_since(campaign: Campaign, seq: int) -> list[Change]:
    """What the entries after a number of the log changed."""
    return _changes_since(campaign.pk, seq)


@Prepared
def _changes_since(campaign: Slot, seq: Slot) -> QuerySet[Change]:
    return Change.objects.filter(entry__campaign_id=campaign, entry__seq__gt=seq).order_by("id")


def tables(keys: list[str]) -> list[Link]:
    """Those of these links that still work, with their campaigns, the last opened first."""
    links = Link.objects.filter(key__in=keys, revoked=None)
    return sorted(
        links.select_related("campaign", "character"),
        key=lambda link: keys.index(link.key),
        reverse=True,
    )


def shared_demo(ruleset: str) -> Campaign | None:
    """The demo campaign of a ruleset that everybody on this server shares."""
    return Campaign.objects.filter(ruleset=ruleset, is_shared_demo=True).first()


def links_of(campaign: Campaign) -> list[Link]:
    return list(campaign.links.select_related("character"))


def open_characters(campaign: Campaign) -> list[Character]:
    """Player characters that can be chosen through the link for choosing."""
    taken = campaign.links.filter(role=Role.PLAYER, revoked=None, character__isnull=False)
    return list(
        campaign.characters.filter(kind=Kind.PC, removed=False)
        .exclude(visibility=Visibility.HIDDEN)
        .exclude(pk__in=taken.values("character"))
    )


class HitOn(NamedTuple):
    """A hit that still stands: its effect on one character, when, and with what note."""

    effect: dict[str, Any]
    when: datetime
    note: str


def hits_on(character: Character, newest: Iterable[LogEntry] = ()) -> Iterator[HitOn]:
    """What happened to a character and still stands, newest first; it is looked for first among
    the campaign's `newest` entries where they are given."""
    passed = set()
    for entry in chain(newest, _standing_on(character.pk)):
        if entry.stands and entry.key not in passed:
            passed.add(entry.key)
            for line in entry.effects:
                if line["character"] == character.key:
                    yield HitOn(line["effect"], entry.created, entry.note)


def _standing_on(character: int) -> Iterator[LogEntry]:
    newest = _newest_on(character)
    yield from known.entries(newest)
    if len(newest) == PAGE:
        yield from _on(character)[PAGE:_FARTHEST].iterator(chunk_size=_NEWEST)


@Prepared
def _newest_on(character: Slot) -> QuerySet[LogEntry, known.Mark]:
    return _on(character)[:PAGE].values_list("key", "undone_by_id")


def _on(character: Any) -> QuerySet[LogEntry]:
    standing = LogEntry.objects.filter(undoable=True, undone_by=None)
    return standing.filter(changes__character_id=character).order_by("-seq")
