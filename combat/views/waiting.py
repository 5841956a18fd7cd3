"""Hits that wait for their victim: the panel that declares them, and its preview."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from combat import fragments, waiting
from combat.answers import panel_answer, regions_answer
from combat.fragments import partial
from combat.panels.stress import HitPanel, who_chooses_next
from combat.panels.stress_answer import AbsorbForm
from combat.panels.stress_preview import Foreseen, foresee
from combat.rules.ruleset import Refused
from combat.rules.stress import HitDeclared
from combat.scene import Scene
from combat.views.pages import page, scene_of
from sheets.access import Viewer, opens
from sheets.journal import Repeated, Stale
from sheets.models import Role


@require_POST
@opens(Role.GM)
def hits(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Declare the panel's hit: its targets choose how to absorb it."""
    scene = scene_of(viewer)
    form = _sent(request, scene)
    if not form.is_valid():
        return _panel_again(request, viewer, form)
    try:
        waiting.declare_hit(
            viewer=viewer,
            targets=form.cleaned_data["targets"],
            hit=form.action(),
            rolls=form.rolls(),
            note=form.cleaned_data["note"],
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        form.add_error(None, scene.screen.refusal(refused))
        return _panel_again(request, viewer, form)
    except Stale as stale:
        if stale.reason == "roll_used":
            form.add_error(None, _("This roll was used meanwhile. Pick another, or type."))
        else:
            form.add_error("targets", _("A target was removed meanwhile."))
        return _panel_again(request, viewer, form)
    except Repeated:
        form = form.with_new_token()
        form.add_error(None, _("This form was already sent. To send it once more, apply again."))
        return _panel_again(request, viewer, form)
    return _declared(request, viewer, form)


def _sent(request: HttpRequest, scene: Scene) -> HitPanel:
    if scene.screen.HitPanel is not HitPanel:
        raise Http404
    return HitPanel(request.POST, characters=scene.roster)


def _panel_again(request: HttpRequest, viewer: Viewer, form: HitPanel) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        picked = frozenset(character.key for character in form.chosen)
        return page(request, viewer, "console", panel=form, picked=picked, status=422)
    return panel_answer(request, scene_of(viewer), form, status=422)


def _declared(request: HttpRequest, viewer: Viewer, form: HitPanel) -> HttpResponse:
    """The cards and the log; the panel goes on with whom the GM has to choose for."""
    scene = scene_of(viewer)
    keys = form.cleaned_data["targets"]
    chooser = who_chooses_next([scene.by_key[key] for key in keys], by_gm=form.gm_chooses)
    if not request.headers.get("HX-Request"):
        if chooser:
            return redirect("choice", link=viewer.link.key, character=chooser.key)
        return redirect("table", link=viewer.link.key)
    panel = AbsorbForm(character=chooser) if chooser else form.next_one()
    names = [f"card-{key}" for key in _drawn(request, keys, scene)]
    response = regions_answer(request, scene, [*names, "log"], panel=panel)
    response.headers["HX-Trigger"] = "applied, chosen" if chooser else "applied"
    return response


@require_POST
@opens(Role.GM)
def preview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What the panel's hit would ask of its targets, in pencil; nothing is stored."""
    scene = scene_of(viewer)
    form = _sent(request, scene)
    hit = form.action() if form.is_valid() else None
    told: list[Foreseen] = []
    if isinstance(hit, HitDeclared):
        told = foresee(scene.screen, form.chosen, hit)
    ghosts = {each.character.key: each.ghost for each in told if each.ghost}
    context = {
        "form": form,
        "told": told,
        "shifts": hit.shifts if isinstance(hit, HitDeclared) else 0,
        "missed": form.missed() if hit else "",
        "ghosted": " ".join(ghosts),
    }
    html: list[str] = [render_to_string("combat/rulesets/stress/preview.html", context, request)]
    for key in _drawn(request, ghosts, scene):
        card = fragments.card(scene, scene.by_key[key], ghosts.get(key))
        html.append(partial(f"card-{key}", card))
    return HttpResponse("".join(html))


def _drawn(request: HttpRequest, keys: Iterable[str], scene: Scene) -> list[str]:
    """Cards to draw again: those named, and those that still wear an earlier preview."""
    wearing = request.POST.get("ghosted", "").split()
    wanted = {*keys, *wearing}
    return [c.key for c in scene.roster if c.key in wanted]
