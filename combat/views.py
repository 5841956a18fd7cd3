"""The table: the GM's console, a player's live sheet, the wall; and what is done there."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from combat import fragments, services
from combat.answers import panel_answer, preview_answer, regions_answer, voice_of
from combat.fragments import Scene
from combat.panels.fields import HitForm
from combat.rules.ruleset import Refused
from combat.words import presence
from sheets import access, journal, queries
from sheets.access import Viewer, opens
from sheets.journal import Repeated, Stale
from sheets.models import LogEntry, Role

# --- pages

_HOME = {Role.GM: "console", Role.PLAYER: "sheet", Role.SPECTATOR: "wall"}


@require_GET
@never_cache
@opens()
def table(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What a link opens: the console, the own sheet or the wall."""
    if viewer.link.is_chooser:
        return redirect("choose", link=viewer.link.key)
    return _page(request, viewer, _HOME[Role(viewer.role)])


@require_GET
@never_cache
@opens()
def wall(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return _page(request, viewer, "wall")


@require_GET
@never_cache
@opens(Role.GM, Role.PLAYER)
def sheet(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """One character's live sheet."""
    shown = access.character_of(viewer, character)
    if not viewer.may_edit(shown):
        raise Http404
    return _page(request, viewer, "sheet", character=shown.key)


def _page(
    request: HttpRequest, viewer: Viewer, view: str, character: str = "", **context: Any
) -> HttpResponse:
    audience = viewer.audience(view, get_language() or "en", character)
    with voice_of(viewer.campaign):
        # Read before anything else: the stream starts where this page ends.
        scene = Scene.now(viewer.campaign, audience)
        since = scene.entries[0].key if scene.entries else ""
        context |= {
            "viewer": viewer,
            "campaign": viewer.campaign,
            "audience": audience,
            "character": scene.own,
            "since": since,
            "regions": {
                name.partition("-")[0]: fragments.region(scene, name)
                for name in fragments.regions(scene)
            },
        }
        if view == "console":
            context.setdefault("panel", _empty_panel(scene))
            context["panel_template"] = f"combat/rulesets/{scene.screen.slug}/panel.html"
            # Who is here comes with the stream; until then the page knows who was seen.
            context |= presence.told(queries.links_of(viewer.campaign), frozenset())
        status = context.pop("status", 200)
        return render(request, f"combat/{view}.html", context, status=status)


def _empty_panel(scene: Scene) -> HitForm:
    return scene.screen.HitPanel(characters=scene.roster)


@require_GET
@opens()
def log(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """An older page of the log."""
    audience = viewer.audience(_HOME[Role(viewer.role)], get_language() or "en")
    scene = Scene.now(viewer.campaign, audience)
    before = _entry_seen(scene, request.GET.get("before", ""))
    with voice_of(viewer.campaign):
        entries = queries.newest_entries(viewer.campaign, audience, scene.by_key, before)
        page = fragments.log_page(scene, entries, is_newest=False)
        if request.headers.get("HX-Request"):
            return HttpResponse(page)
        context = {"viewer": viewer, "campaign": viewer.campaign, "page": page}
        return render(request, "combat/older.html", context)


def _entry_seen(scene: Scene, key: str) -> LogEntry:
    entry = scene.campaign.entries.filter(key=key).first()
    if entry is None or not queries.is_seen(entry, scene.audience, scene.by_key):
        raise Http404
    return entry


# --- hits


@require_POST
@opens(Role.GM)
def hits(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Apply the panel's action to its targets."""
    scene = _console(viewer)
    form = scene.screen.HitPanel(request.POST, characters=scene.roster)
    if not form.is_valid():
        return _panel_again(request, viewer, form)
    try:
        services.apply_action(
            viewer=viewer,
            targets=form.cleaned_data["targets"],
            action=form.action(),
            note=form.cleaned_data["note"],
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        form.add_error(None, scene.screen.refusal(refused))
        return _panel_again(request, viewer, form)
    except Stale:
        form.add_error("targets", _("A target was removed meanwhile."))
        return _panel_again(request, viewer, form)
    except Repeated:
        form.add_error(None, _("This form was already sent. To send it once more, apply again."))
        return _panel_again(request, viewer, form.with_new_token())
    return _applied(request, viewer, form)


def _applied(request: HttpRequest, viewer: Viewer, form: HitForm) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("table", link=viewer.link.key)
    scene = _console(viewer)
    targets = form.cleaned_data["targets"]
    names = [f"card-{key}" for key in _drawn(request, targets, scene)] + ["log"]
    fresh = scene.screen.HitPanel(
        characters=scene.roster, initial={"source": form.cleaned_data.get("source")}
    )
    response = regions_answer(request, scene, names, panel=fresh)
    response.headers["HX-Trigger"] = "applied"
    return response


def _panel_again(request: HttpRequest, viewer: Viewer, form: HitForm) -> HttpResponse:
    """The form with what was typed and a sentence at each field that is wrong."""
    if not request.headers.get("HX-Request"):
        return _page(request, viewer, "console", panel=form, status=422)
    return panel_answer(request, _console(viewer), form, status=422)


@require_POST
@opens(Role.GM)
def preview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What the panel's action would do, in pencil; nothing is stored."""
    scene = _console(viewer)
    form = scene.screen.HitPanel(request.POST, characters=scene.roster)
    outcomes = {}
    if form.is_valid():
        outcomes = services.preview_action(
            screen=scene.screen, characters=form.chosen, action=form.action()
        )
    return preview_answer(request, scene, form, outcomes, _drawn(request, outcomes, scene))


def _drawn(request: HttpRequest, keys: Any, scene: Scene) -> list[str]:
    """Cards to draw again: those named, and those that still wear an earlier preview."""
    wearing = request.POST.get("ghosted", "").split()
    wanted = [*keys, *wearing]
    return [c.key for c in scene.roster if c.key in wanted]


def _console(viewer: Viewer) -> Scene:
    return Scene.now(viewer.campaign, viewer.audience("console", get_language() or "en"))


# --- time


@require_POST
@opens(Role.GM)
def rounds(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The next round begins."""
    ending = request.POST.get("ending", "")
    if not (ending.isascii() and ending.isdigit() and len(ending) < 10):
        raise Http404
    try:
        services.end_round(viewer=viewer, ending=int(ending))
    except Stale:
        # Somebody else ended it a moment ago; the table as it is now says so.
        pass
    return _whole_table(request, viewer)


# --- undo


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
    return _whole_table(request, viewer)


def _undo_refused(
    request: HttpRequest, viewer: Viewer, entry: str, stale: Stale
) -> HttpResponse:
    if stale.reason == "not_yours":
        raise Http404
    if stale.reason == "already_undone":
        # Two people pressed at once: both wanted what is now so.
        return _whole_table(request, viewer)
    found = viewer.campaign.entries.get(key=entry)
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=200)
        response.headers["HX-Redirect"] = f"/t/{viewer.link.key}/entries/{entry}/"
        return response
    return _undo_page(request, viewer, found, status=422)


def _undo_page(
    request: HttpRequest, viewer: Viewer, found: LogEntry, status: int = 200
) -> HttpResponse:
    scene = _console(viewer)
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


def _whole_table(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("table", link=viewer.link.key)
    view = _HOME[Role(viewer.role)]
    campaign = viewer.campaign
    campaign.refresh_from_db()
    scene = Scene.now(campaign, viewer.audience(view, get_language() or "en"))
    return regions_answer(request, scene, fragments.regions(scene))
