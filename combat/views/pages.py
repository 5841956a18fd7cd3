"""The pages that links open: the GM's console, a player's live sheet, the wall."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from combat import fragments
from combat.answers import panel_html, regions_answer, voice_of
from combat.fragments import partial
from combat.panels.fields import PanelForm
from combat.scene import Scene
from combat.tray import dice_form, tray_html
from combat.words import presence
from sheets import access, queries
from sheets.access import Viewer, opens
from sheets.models import Role

HOME = {Role.GM: "console", Role.PLAYER: "sheet", Role.SPECTATOR: "wall"}


@require_safe
@never_cache
@gzip_page
@opens()
def table(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What a link opens: the console, the own sheet or the wall."""
    if viewer.link.is_chooser:
        return redirect("choose", link=viewer.link.key)
    return page(request, viewer, HOME[Role(viewer.role)])


@require_safe
@never_cache
@gzip_page
@opens()
def wall(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return page(request, viewer, "wall")


@require_safe
@never_cache
@gzip_page
@opens(Role.GM, Role.PLAYER)
def sheet(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """One character's live sheet."""
    shown = access.character_of(viewer, character)
    if not viewer.may_edit(shown):
        raise Http404
    if not viewer.is_gm:
        # A player's own sheet has one address: those in its fragments start there.
        return redirect("table", link=viewer.link.key)
    return page(request, viewer, "sheet", character=shown.key)


def page(
    request: HttpRequest, viewer: Viewer, view: str, character: str = "", **context: Any
) -> HttpResponse:
    audience = viewer.audience(view, get_language() or "en", character)
    with voice_of(viewer.campaign):
        picked = context.pop("picked", frozenset())
        scene = Scene.now(viewer.campaign, audience, picked=picked)
        context |= {
            "viewer": viewer,
            "campaign": viewer.campaign,
            "audience": audience,
            "character": scene.own,
            "screen": scene.screen,
            "since": scene.since,
            "regions": {
                name.partition("-")[0]: fragments.region(scene, name)
                for name in fragments.regions(scene)
            },
        }
        if view == "console":
            form = context.pop("panel", None) or _empty_panel(scene, request.GET)
            context["panel"] = mark_safe(panel_html(request, scene, form))  # noqa: S308  a template
            # Who is here comes with the stream; until then the page knows who was seen.
            context |= presence.told(queries.links_of(viewer.campaign), frozenset())
        if view == HOME[Role(viewer.role)] and view != "wall":
            form = context.pop("dice_form", None) or dice_form(scene, viewer)
            context |= {
                "tray": tray_html(request, scene, viewer, form),
                "is_tray_open": form.is_bound,
            }
        if view == "wall" and viewer.role == Role.SPECTATOR:
            # Whoever sees the wall may look from a phone: the link is the one that opened it.
            context["invitation"] = viewer.link
        status = context.pop("status", 200)
        return render(request, f"combat/{view}.html", context, status=status)


def _empty_panel(scene: Scene, query: QueryDict, slug: str = "") -> PanelForm:
    panel = scene.screen.panel(slug or query.get("panel", ""))
    return panel.opened(scene.roster, query)


@require_safe
@opens(Role.GM)
def panel(request: HttpRequest, viewer: Viewer, panel: str) -> HttpResponse:
    """One panel of the console."""
    if not request.headers.get("HX-Request"):
        return redirect(f"/t/{viewer.link.key}/?panel={panel}")
    scene = scene_of(viewer)
    with voice_of(viewer.campaign):
        # What the panel before had drawn in pencil goes with it.
        ghosted = request.GET.get("ghosted", "").split()
        names = [f"card-{c.key}" for c in scene.roster if c.key in ghosted]
        html = [partial(name, fragments.region(scene, name)) for name in names]
        shown = panel_html(request, scene, _empty_panel(scene, request.GET, panel))
        return HttpResponse("".join([shown, *html]))


def scene_of(viewer: Viewer) -> Scene:
    """What the viewer's home page shows now."""
    return Scene.now(
        viewer.campaign, viewer.audience(HOME[Role(viewer.role)], get_language() or "en")
    )


def home_again(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Every live region of the viewer's home page as it is now; without htmx, the page."""
    if not request.headers.get("HX-Request"):
        return redirect("table", link=viewer.link.key)
    viewer.campaign.refresh_from_db()
    scene = scene_of(viewer)
    return regions_answer(request, scene, fragments.regions(scene))
