"""The log: older pages, and taking entries back or bringing them back."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from combat import log_page, takebacks
from combat.answers import message_html, voice_of
from combat.scene import Scene
from combat.views.pages import home_again, scene_of
from sheets import journal, queries
from sheets.access import Viewer, opens
from sheets.journal import Stale
from sheets.journal.undoing import concerns
from sheets.models import LogEntry, Role


@require_safe
@opens()
def log(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """An older page of the log."""
    scene = scene_of(viewer)
    before = _entry_seen(scene, request.GET.get("before", ""))
    with voice_of(viewer.campaign):
        entries = queries.newest_entries(viewer.campaign, scene.audience, scene.sight, before)
        page = log_page.older(scene, entries, f"/t/{viewer.link.key}/")
        if request.headers.get("HX-Request"):
            return HttpResponse(page)
        context = {"viewer": viewer, "campaign": viewer.campaign, "page": page}
        return render(request, "combat/older.html", context)


def _entry_seen(scene: Scene, key: str) -> LogEntry:
    entry = queries.entry_of(scene.campaign, key)
    if entry is None or not scene.sight.is_seen(entry, scene.audience):
        raise Http404
    return entry


@require_safe
@never_cache
@opens(Role.GM, Role.PLAYER)
def entry(request: HttpRequest, viewer: Viewer, entry: str) -> HttpResponse:
    """What undoing an entry takes off, or what redoing an undo brings back."""
    found = queries.entry_of(viewer.campaign, entry)
    if found is None or not (found.undoable or found.type == "undo"):
        raise Http404
    if found.undone_by_id:
        return _over(request, viewer, found)
    if found.type == "undo":
        return _redo_page(request, viewer, found)
    return _undo_page(request, viewer, found)


def _over(request: HttpRequest, viewer: Viewer, found: LogEntry) -> HttpResponse:
    """To whoever comes from an older page: somebody was faster."""
    try:
        concerns(viewer, found)
    except Stale as not_yours:
        raise Http404 from not_yours
    if found.type == "undo":
        return _told(request, viewer, _("This was brought back already."))
    return _told(request, viewer, _("This was taken back already."))


# --- undo


@require_POST
@opens(Role.GM, Role.PLAYER)
def undo(request: HttpRequest, viewer: Viewer, entry: str) -> HttpResponse:
    expected = request.POST.getlist("expected") or [entry]
    try:
        journal.undo(viewer=viewer, entry_key=entry, expected=expected)
    except LogEntry.DoesNotExist as missing:
        raise Http404 from missing
    except Stale as stale:
        return _undo_refused(request, viewer, entry, stale)
    return home_again(request, viewer)


def _undo_refused(request: HttpRequest, viewer: Viewer, entry: str, stale: Stale) -> HttpResponse:
    if stale.reason == "not_yours":
        raise Http404
    if stale.reason == "already_undone":
        # Two people pressed at once: both wanted what is now so.
        return home_again(request, viewer)
    if not viewer.is_gm:
        return _too_late(request, viewer)
    return _look_again(request, viewer, entry) or _undo_page(
        request, viewer, viewer.campaign.entries.get(key=entry), status=422
    )


def _undo_page(
    request: HttpRequest, viewer: Viewer, found: LogEntry, status: int = 200
) -> HttpResponse:
    if not viewer.is_gm and journal.newest_undoable(viewer.campaign, viewer) != found:
        raise Http404
    coming_off = journal.comes_off_with(found)
    context = {"entry": found, "is_stale": status != 200}
    return _entry_page(request, viewer, coming_off, context, status)


# --- redo


@require_POST
@opens(Role.GM, Role.PLAYER)
def redo(request: HttpRequest, viewer: Viewer, entry: str) -> HttpResponse:
    try:
        journal.redo(viewer=viewer, entry_key=entry)
    except LogEntry.DoesNotExist as missing:
        raise Http404 from missing
    except Stale as stale:
        return _redo_refused(request, viewer, entry, stale)
    return home_again(request, viewer)


def _redo_refused(request: HttpRequest, viewer: Viewer, entry: str, stale: Stale) -> HttpResponse:
    if stale.reason == "already_redone":
        return home_again(request, viewer)
    if stale.reason == "not_yours":
        raise Http404
    if not viewer.is_gm:
        return _too_late(request, viewer)
    return _look_again(request, viewer, entry) or _redo_page(
        request, viewer, viewer.campaign.entries.get(key=entry), status=422
    )


def _redo_page(
    request: HttpRequest, viewer: Viewer, found: LogEntry, status: int = 200
) -> HttpResponse:
    if not journal.may_redo(viewer, found):
        raise Http404
    changed = journal.hindrances(viewer.campaign, [found]).get(found.pk)
    context = {
        "entry": found,
        "is_redo": True,
        "why_not": takebacks.why_not(changed) if changed else "",
    }
    return _entry_page(request, viewer, list(found.undid.all()), context, status)


# --- what both have in common


def _look_again(request: HttpRequest, viewer: Viewer, entry: str) -> HttpResponse | None:
    """To htmx: the page that says what changed meanwhile."""
    if not request.headers.get("HX-Request"):
        return None
    response = HttpResponse()
    response.headers["HX-Redirect"] = f"/t/{viewer.link.key}/entries/{entry}/"
    return response


def _too_late(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """To a player: something came after it, and only the GM can take it back now."""
    said = _("Something else happened after it: only the GM can take it back now.")
    return _told(request, viewer, said)


def _told(request: HttpRequest, viewer: Viewer, said: str) -> HttpResponse:
    """The table as it is, and why nothing was done."""
    if not request.headers.get("HX-Request"):
        messages.error(request, said)
        return home_again(request, viewer)
    response = home_again(request, viewer)
    response.write(message_html(said))
    return response


def _entry_page(
    request: HttpRequest,
    viewer: Viewer,
    entries: list[LogEntry],
    context: dict[str, Any],
    status: int,
) -> HttpResponse:
    with voice_of(viewer.campaign):
        newest_first = sorted(entries, key=lambda each: each.seq, reverse=True)
        told = log_page.told(scene_of(viewer), newest_first)
        context |= {"viewer": viewer, "campaign": viewer.campaign, "told": told}
        return render(request, "combat/entry.html", context, status=status)
