"""The boundaries of time."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from combat import services
from combat.answers import told, voice_of
from combat.boundaries.clock import Boundary
from combat.scene import Scene
from combat.views.pages import home_again, scene_of
from sheets.access import Viewer, opens
from sheets.journal import Stale
from sheets.models import Role


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM)
def boundary(request: HttpRequest, viewer: Viewer, boundary: str) -> HttpResponse:
    """What crossing a boundary would do to whom, and crossing it."""
    scene = scene_of(viewer)
    found = _boundary(scene, boundary)
    if request.method == "POST":
        return _crossed(request, viewer, found)
    return _shown(request, viewer, "combat/boundary.html", _preview(request, scene, found))


def _boundary(scene: Scene, slug: str) -> Boundary:
    found = scene.screen.boundary(slug)
    if found is None:
        raise Http404
    return found


def _preview(request: HttpRequest, scene: Scene, boundary: Boundary) -> dict[str, Any]:
    clock = scene.screen.clock(scene.campaign)
    moment = request.GET.get("moment", clock.moment)
    return {
        "boundary": boundary,
        "number": clock.number(boundary.slug),
        "moment": moment,
        "is_over": moment != clock.moment,
        "told": _crossings(scene, boundary, request.GET.getlist("granted")),
        "waiting": [character for character in scene.roster if character.waiting],
    }


def _crossings(scene: Scene, boundary: Boundary, granted: list[str]) -> list[dict[str, Any]]:
    crossings = services.preview_boundary(
        screen=scene.screen, characters=scene.roster, boundary=boundary, granted=granted
    )
    return [
        told(scene, key, crossing.outcome)
        | {"is_asked": crossing.is_asked, "is_granted": crossing.is_granted}
        for key, crossing in crossings.items()
    ]


def _told(scene: Scene, action: Any) -> list[dict[str, Any]]:
    outcomes = services.whom_it_changes(screen=scene.screen, characters=scene.roster, action=action)
    return [told(scene, key, outcome) for key, outcome in outcomes.items()]


def _crossed(request: HttpRequest, viewer: Viewer, boundary: Boundary) -> HttpResponse:
    try:
        services.cross_boundary(
            viewer=viewer,
            boundary=boundary,
            moment=request.POST.get("moment", ""),
            granted=request.POST.getlist("granted"),
        )
    except Stale:
        # Somebody else crossed it a moment ago; the table as it is now says so.
        return _home(request, viewer)
    if boundary.offers is None:
        return _home(request, viewer)
    if not request.headers.get("HX-Request"):
        return redirect("offers", link=viewer.link.key, boundary=boundary.slug)
    response = home_again(request, viewer)
    response.write(_popped(_offers_html(request, viewer, boundary)))
    return response


def _home(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The table, without a preview over it."""
    response = home_again(request, viewer)
    if request.headers.get("HX-Request"):
        response.write(_popped(""))
    return response


def _popped(html: str) -> str:
    return f'<hx-partial hx-target="#boundary" hx-swap="innerHTML">{html}</hx-partial>'


@require_safe
@never_cache
@opens(Role.GM)
def offers(request: HttpRequest, viewer: Viewer, boundary: str) -> HttpResponse:
    """What is offered once a boundary is crossed."""
    scene = scene_of(viewer)
    found = _boundary(scene, boundary)
    if found.offers is None:
        raise Http404
    return _shown(request, viewer, "combat/offers.html", _offers(scene, found))


def _offers(scene: Scene, boundary: Boundary) -> dict[str, Any]:
    return {"boundary": boundary, "told": _told(scene, boundary.offers)}


def _offers_html(request: HttpRequest, viewer: Viewer, boundary: Boundary) -> str:
    context = {"viewer": viewer, "is_popped": True, **_offers(scene_of(viewer), boundary)}
    with voice_of(viewer.campaign):
        return render_to_string("combat/offers.html", context, request)


def _shown(
    request: HttpRequest, viewer: Viewer, template: str, context: dict[str, Any]
) -> HttpResponse:
    """What pops up over the table, as a page of its own without htmx."""
    is_popped = bool(request.headers.get("HX-Request"))
    context |= {"viewer": viewer, "campaign": viewer.campaign}
    context |= {"content": template, "is_popped": is_popped}
    return render(request, template if is_popped else "combat/popped.html", context)
