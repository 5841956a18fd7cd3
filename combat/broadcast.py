"""What the live streams ask of the product: who may listen, and what changed for whom."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, groupby
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qs
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import Http404
from django.http.cookie import parse_cookie
from django.template.loader import render_to_string
from django.utils import timezone, translation

from combat import fragments
from combat.live.source import Admission, Changes, Entry, Frame, Refusal
from combat.live.stream import find_address
from combat.rendering import holder
from combat.scene import Scene
from combat.words import presence as presence_words
from sheets import access, queries
from sheets.access import Audience, Gone, Viewer
from sheets.models import Campaign, Change, Character, Link, LogEntry, Role, Visibility
from sheets.sight import Sight

_VIEWS = {
    Role.GM: {"console", "sheet", "wall"},
    Role.PLAYER: {"sheet", "wall"},
    Role.SPECTATOR: {"wall"},
}


class Broadcast:
    """The product's side of the stream; its methods run in threads and may use the database."""

    def admit(self, scope: Any) -> Admission | Refusal:
        """Check session, link and view, once."""
        asked = find_address(scope["path"])
        if asked is None:
            return Refusal("unknown")
        try:
            viewer = access.viewer_of(_session(scope), asked.link)
        except Gone:
            return Refusal("revoked")
        except Http404:
            return Refusal("unknown")
        if asked.view not in _VIEWS[Role(viewer.role)]:
            return Refusal("unknown")
        return Admission(
            campaign=viewer.campaign.key,
            link=viewer.link.key,
            audience=_audience(viewer, asked.view, scope),
        )

    def enter(self, admission: Admission, since: str) -> Entry:
        """What a new stream missed since the entry that its page showed last."""
        campaign = queries.campaign_of(admission.campaign)
        if campaign is None:
            return Entry(0, None)
        known = queries.entry_of(campaign, since)
        if known is not None:
            changes = self.changes(campaign.key, known.seq, [admission.audience])
            return Entry(changes.cursor, dict(changes.frames).get(admission.audience))
        audience = cast(Audience, admission.audience)
        with _voice(campaign, audience.language):
            scene = Scene.now(campaign, audience)
            html = fragments.partials(scene, fragments.regions(scene))
        return Entry(campaign.seq, Frame(scene.since, html))

    def changes(self, campaign: str, cursor: int, audiences: Collection[Any]) -> Changes:
        """What changed after a number of the log, once for each audience that watches."""
        # Read before the state that they led to: what is newer comes with the next signal.
        newest = queries.newest_of_all(campaign)
        entries = _after(cursor, campaign, newest)
        found = queries.campaign_of(campaign) if entries else None
        if found is None:
            return Changes(cursor, ())
        news = News(
            entries,
            _struck_by(entries),
            _brought_back_by(entries),
            queries.changes_since(found, cursor),
        )
        sight = Sight(queries.everybody(found))
        scenes = [Scene(found, audience, sight, newest=newest) for audience in audiences]
        return Changes(entries[0].seq, _frames(found, scenes, news))

    def presence(
        self, campaign: str, here: frozenset[str], audiences: Collection[Any]
    ) -> dict[Any, str]:
        """Who is at the table, for the GM."""
        watching = [a for a in audiences if a.view == "console"]
        found = queries.campaign_of(campaign) if watching else None
        if found is None:
            return {}
        links = queries.links_of(found)
        told = {}
        for audience in watching:
            with _voice(found, audience.language):
                told[audience] = presence_html(links, here)
        return told

    def seen(self, links: Collection[str]) -> None:
        access.seen_now(list(links))

    def still_admitted(self, links: Collection[str]) -> set[str]:
        valid = Link.objects.filter(key__in=list(links), revoked=None)
        return set(valid.values_list("key", flat=True))


source = Broadcast()


def presence_html(links: list[Link], here: frozenset[str]) -> str:
    """The presence regions of the console."""
    return render_to_string(
        "combat/presence.html", presence_words.told(links, here) | {"as_partials": True}
    )


def _session(scope: Any) -> Any:
    headers = dict(scope["headers"])
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    return SimpleNamespace(session=SessionStore(cookies.get(settings.SESSION_COOKIE_NAME)))


def _audience(viewer: Viewer, view: str, scope: Any) -> Audience:
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    language = query.get("lang", [""])[0]
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    return viewer.audience(view, language, query.get("character", [""])[0])


class _voice:  # noqa: N801  reads as a with-clause
    """The language and time zone in which audiences of a campaign are spoken to."""

    def __init__(self, campaign: Campaign, language: str) -> None:
        self._contexts = (
            translation.override(language),
            timezone.override(ZoneInfo(campaign.time_zone)),
        )

    def __enter__(self) -> None:
        for context in self._contexts:
            context.__enter__()

    def __exit__(self, *exception: Any) -> None:
        for context in reversed(self._contexts):
            context.__exit__(*exception)


# What strikes other entries out, or lets them stand again.
_STRIKING = {"undo", "redo"}


class News(NamedTuple):
    """The entries after a number of the log, newest first, what they strike out, by their row,
    what they bring back, and what they changed."""

    entries: list[LogEntry]
    struck: dict[int, list[LogEntry]]
    brought_back: list[LogEntry]
    changes: list[Change]

    @property
    def redrawn(self) -> list[LogEntry]:
        """Older entries that look different now."""
        return [*chain(*self.struck.values()), *self.brought_back]


def _after(cursor: int, campaign: str, newest: list[LogEntry]) -> list[LogEntry]:
    """The entries after a number, newest first."""
    entries = [entry for entry in newest if entry.seq > cursor]
    if entries and entries[-1] is newest[-1]:
        # There may be more than the newest; not even newer ones, which the log does not show yet.
        missed = LogEntry.objects.filter(campaign__key=campaign, seq__gt=cursor)
        entries = list(missed.filter(seq__lte=newest[0].seq))
    return entries


def _struck_by(entries: list[LogEntry]) -> dict[int, list[LogEntry]]:
    return queries.struck_by([entry for entry in entries if entry.type in _STRIKING])


def _brought_back_by(entries: list[LogEntry]) -> list[LogEntry]:
    keys = [key for entry in entries if entry.type == "redo" for key in entry.action["brings_back"]]
    return list(LogEntry.objects.filter(key__in=keys)) if keys else []


def _frames(
    campaign: Campaign, scenes: list[Scene], news: News
) -> Iterator[tuple[Audience, Frame]]:
    for language, alike in groupby(scenes, key=lambda scene: scene.audience.language):
        with _voice(campaign, language):
            for scene in alike:
                if frame := _frame(scene, news):
                    yield scene.audience, frame


def _frame(scene: Scene, news: News) -> Frame | None:
    """What the newest entries changed for one audience, or None if it can see none of it."""
    names = list(dict.fromkeys(_touched(scene, news)))
    if not names:
        return None
    html = fragments.partials(scene, names)
    if news.redrawn:
        html += fragments.lines_below(scene, news.redrawn)
    return Frame(scene.since, html)


# A change of these alters which cards there are, or their order.
_ROSTER_FIELDS = {"removed", "visibility", "position", "kind"}


def _touched(scene: Scene, news: News) -> Iterator[str]:
    changes = news.changes
    if any(change.character_id is None for change in changes):
        yield from ("title", "clock")
    if any("time_zone" in change.after for change in changes):
        yield from fragments.regions(scene)
    if _is_roster_altered(changes, scene):
        # Showing or hiding a character shows or hides its lines.
        yield from ("roster", "log")
    # Who plays a character goes on seeing it, also when it was taken off the table.
    shown = [*scene.roster, *filter(None, [scene.own])]
    visible = {character.pk: character for character in shown}
    for change in changes:
        if character := visible.get(change.character_id or 0):
            yield from _regions_of(character, scene)
            if "name" in change.after:
                yield from _regions_with_name_of(character, scene)
    if any(_is_told(entry, scene, news) for entry in news.entries):
        yield "log"


def _is_told(entry: LogEntry, scene: Scene, news: News) -> bool:
    """Whether the audience reads an entry, or sees one struck out by it."""
    struck = news.struck.get(entry.pk, ())
    return any(scene.sight.is_seen(each, scene.audience) for each in (entry, *struck))


def _is_roster_altered(changes: list[Change], scene: Scene) -> bool:
    """Whether any of the changes shows or hides a card or moves it, for this audience. Whoever was
    away meanwhile may have the card of one that was hidden, then removed: each state counts."""
    states: dict[int, dict[str, Any]] = {}
    for change in reversed(changes):
        pk = change.character_id
        if pk is None or not _ROSTER_FIELDS & set(change.after):
            continue
        after = states.get(pk) or _state_now(scene.by_pk[pk])
        before = states[pk] = after | change.before
        if scene.audience.is_gm or _is_shown(after) or _is_shown(before):
            return True
    return False


def _state_now(character: Character) -> dict[str, Any]:
    return {"visibility": character.visibility, "removed": character.removed}


def _is_shown(state: dict[str, Any]) -> bool:
    """Whether a character in this state can be seen by others than the GM."""
    return state["visibility"] != Visibility.HIDDEN and not state["removed"]


def _regions_of(character: Character, scene: Scene) -> Iterable[str]:
    if scene.audience.view == "sheet" and character is scene.own:
        waiting = ["waiting"] if scene.screen.waits else []
        return [*waiting, f"sheet-{character.key}"]
    return [f"card-{character.key}"]


def _regions_with_name_of(character: Character, scene: Scene) -> Iterator[str]:
    yield "log"
    if character is scene.own and holder(scene):
        # Who goes by another name holds other invokes on the cards of others.
        yield "roster"
