"""The log: older pages, and taking entries back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from combat import fragments
from combat.answers import voice_of
from combat.fragments import Scene
from combat.views.pages import home_again, scene_of
from sheets import journal, queries
from sheets.access import Viewer, opens
from sheets.journal import Stale
from sheets.models import LogEntry, Role


@require_GET
@opens()
def log(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """An older page of the log."""
    scene = scene_of(viewer)
    before = _entry_seen(scene, request.GET.get("before", ""))
    with voice_of(viewer.campaign):
        entries = queries.newest_entries(viewer.campaign, scene.audience, scene.by_key, before)
        page = fragments.log_page(scene, entries, is_newest=False)
        if request.headers.get("HX-Request"):
            return HttpResponse(page)
        context = {"viewer": viewer, "campaign": viewer.campaign, "page": page}
        return render(request, "combat/older.html", context)


def _entry_seen(scene: Scene, key: str) -> LogEntry:
    entry = queries.entry_of(scene.campaign, key)
    if entry is None or not queries.is_seen(entry, scene.audience, scene.by_key):
        raise Http404
    return entry


@require_GET
@never_cache
@opens(Role.GM)
def entry(request: HttpRequest, viewer: Viewer, entry: str) -> HttpResponse:
    """What undoing an older entry takes off."""
    found = viewer.campaign.entries.filter(key=entry, undoable=True, undone_by=None).first()
    if found is None:
        raise Http404
    return _undo_page(request, viewer, found)


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
    found = viewer.campaign.entries.get(key=entry)
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=200)
        response.headers["HX-Redirect"] = f"/t/{viewer.link.key}/entries/{entry}/"
        return response
    return _undo_page(request, viewer, found, status=422)


def _undo_page(
    request: HttpRequest, viewer: Viewer, found: LogEntry, status: int = 200
) -> HttpResponse:
    scene = scene_of(viewer)
    with voice_of(viewer.campaign):
        coming_off = journal.comes_off_with(found)
        context = {
            "viewer": viewer,
            "campaign": viewer.campaign,
            "entry": found,
            "told": fragments.told(scene, list(reversed(coming_off))),
            "is_stale": status != 200,
        }
        return render(request, "combat/entry.html", context, status=status)
