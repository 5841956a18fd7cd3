"""Exchanges of `harm`: the panel, its preview, rolls made in it, and escalation."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from combat import exchanges as services
from combat import fragments, rolling
from combat.answers import panel_answer, regions_answer, voice_of
from combat.exchanges import Hurt, Meeting, Party
from combat.fragments import partial
from combat.panels.fields import PanelForm, new_request_token
from combat.panels.harm_exchange import EscalationForm, ExchangePanel, SideForm, SideRoll
from combat.rules.ruleset import Refused
from combat.scene import Scene
from combat.views.pages import page, scene_of
from sheets import queries
from sheets.access import Viewer, opens
from sheets.journal import Repeated, Stale
from sheets.models import Character, LogEntry, Role


@require_POST
@opens(Role.GM)
def exchanges(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Let two characters meet."""
    scene = _scene(viewer)
    panel = ExchangePanel(request.POST, characters=scene.roster)
    if not panel.is_valid():
        return _panel_again(request, viewer, panel)
    try:
        services.exchange(
            viewer=viewer,
            kind=panel.cleaned_data["kind"],
            a=Party(**panel.a.party()),
            b=Party(**panel.b.party()),
            note=panel.cleaned_data["note"],
            token=panel.cleaned_data["token"],
        )
    except Stale as stale:
        panel.add_error(None, _said(stale))
        return _panel_again(request, viewer, panel)
    except Repeated:
        return _panel_again(request, viewer, _with_new_token(panel))
    met = [side.cleaned_data["character"] for side in panel.sides]
    return _applied(request, viewer, panel.next(), met)


@require_POST
@opens(Role.GM)
def preview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What the exchange would do, in pencil; nothing is stored."""
    scene = _scene(viewer)
    tokens = (request.POST.get(name, "") for name in ("token", "a-token", "b-token"))
    if queries.was_sent(scene.campaign, *tokens):
        # Asked for while the panel or a roll of it was on its way: it is in ink by now.
        return HttpResponse(status=204)
    panel = ExchangePanel(request.POST, characters=scene.roster)
    html = [_side_rolls(request, side, swap="outerMorph") for side in panel.sides]
    return HttpResponse("".join([*html, *_previewed(request, scene, panel)]))


@require_POST
@opens(Role.GM)
def rolls(request: HttpRequest, viewer: Viewer, side: str) -> HttpResponse:
    """Roll for one side of the exchange, and choose that roll."""
    scene = _scene(viewer)
    if side not in ("a", "b"):
        raise Http404
    form = SideRoll(request.POST, side=side, characters=scene.roster)
    if not form.is_valid():
        return HttpResponse(_side_rolls(request, form), status=422)
    try:
        entry = rolling.roll(
            viewer=viewer,
            throw=form.throw(),
            character=form.cleaned_data["character"],
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        form.add_error("ability", scene.screen.refusal(refused))
    except Stale as stale:
        form.add_error("ability", _said(stale))
    except Repeated:
        form = SideRoll(_with_new_side_token(request, side), side=side, characters=scene.roster)
        form.add_error("ability", _("This was already rolled. To roll once more, press again."))
    else:
        return _rolled(request, viewer, side, entry)
    return HttpResponse(_side_rolls(request, form), status=422)


def _with_new_side_token(request: HttpRequest, side: str) -> QueryDict:
    data = request.POST.copy()
    data[f"{side}-token"] = new_request_token()
    return data


def _rolled(request: HttpRequest, viewer: Viewer, side: str, entry: LogEntry) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect("table", link=viewer.link.key)
    scene = _scene(viewer)
    data = _with_new_side_token(request, side)
    data[f"{side}-roll"] = entry.roll.key  # type: ignore[attr-defined]
    panel = ExchangePanel(data, characters=scene.roster)
    response = regions_answer(request, scene, ["log"])
    response.write(_side_rolls(request, getattr(panel, side)))
    response.write("".join(_previewed(request, scene, panel, changed=entry)))
    return response


@require_POST
@opens(Role.GM)
def escalation(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The winner of an escalated roll gets bonus dice."""
    scene = _scene(viewer)
    panel = ExchangePanel(characters=scene.roster)
    form = panel.escalation = EscalationForm(request.POST, characters=scene.roster)
    if not form.is_valid():
        return _panel_again(request, viewer, panel)
    winner = form.cleaned_data["winner"]
    try:
        services.escalate(
            viewer=viewer,
            character=winner,
            winner_level=form.cleaned_data["winner_level"],
            loser_level=form.cleaned_data["loser_level"],
            token=form.cleaned_data["token"],
        )
    except Stale as stale:
        form.add_error(None, _said(stale))
        return _panel_again(request, viewer, panel)
    except Repeated:
        panel.escalation = _with_new_token(form)
        return _panel_again(request, viewer, panel)
    return _applied(request, viewer, ExchangePanel(characters=scene.roster), [winner])


# --- what the views have in common


def _scene(viewer: Viewer) -> Scene:
    scene = scene_of(viewer)
    if ExchangePanel not in scene.screen.panels:
        raise Http404
    return scene


def _said(stale: Stale) -> str:
    if stale.reason == "target_gone":
        return _("A character was removed meanwhile.")
    return _("That roll was used or taken back meanwhile. Choose another, or give a level.")


def _with_new_token[P: PanelForm](form: P) -> P:
    fresh = form.with_new_token()
    fresh.add_error(None, _("This form was already sent. To send it once more, apply again."))
    return fresh


def _panel_again(request: HttpRequest, viewer: Viewer, panel: ExchangePanel) -> HttpResponse:
    """The panel with what was typed and a sentence at each field that is wrong."""
    if not request.headers.get("HX-Request"):
        return page(request, viewer, "console", panel=panel, status=422)
    return panel_answer(request, scene_of(viewer), panel, status=422)


def _applied(
    request: HttpRequest, viewer: Viewer, panel: ExchangePanel, changed: list[str]
) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect(f"/t/{viewer.link.key}/?panel={panel.slug}")
    scene = _scene(viewer)
    panel.characters = scene.roster
    wearing = request.POST.get("ghosted", "").split()
    names = [f"card-{c.key}" for c in scene.roster if c.key in (*changed, *wearing)]
    response = regions_answer(request, scene, [*names, "log"], panel=panel)
    response.headers["HX-Trigger"] = "applied"
    return response


# --- the preview


def _previewed(
    request: HttpRequest, scene: Scene, panel: ExchangePanel, changed: LogEntry | None = None
) -> list[str]:
    """What would happen in words, and cards with what it would add in pencil."""
    context: dict[str, Any] = {"ghosted": ""}
    hurt: dict[str, Hurt] = {}
    if panel.is_valid():
        try:
            context |= _told(scene, panel, _meeting(scene, panel))
            hurt = context["hurt"]
        except Stale as stale:
            context["refusal"] = _said(stale)
    context["ghosted"] = " ".join(hurt)
    html = render_to_string("combat/rulesets/harm/exchange_preview.html", context, request)
    drawn = {*hurt, *request.POST.get("ghosted", "").split()}
    if changed:
        changes = changed.changes.select_related("character")
        drawn |= {change.character.key for change in changes if change.character}
    return [
        f'<hx-partial hx-target="#preview" hx-swap="innerHTML">{html}</hx-partial>',
        *(_card(scene, character, hurt) for character in scene.roster if character.key in drawn),
    ]


def _meeting(scene: Scene, panel: ExchangePanel) -> Meeting:
    a, b = (Party(**side.party()) for side in panel.sides)
    return services.meet(
        kind=panel.cleaned_data["kind"],
        a=a,
        b=b,
        characters=[scene.by_key[party.character] for party in (a, b)],
        rolls=services.rolls_of(scene.campaign, a, b),
    )


def _told(scene: Scene, panel: ExchangePanel, met: Meeting) -> dict[str, Any]:
    pairs = [(panel.a.chosen, met.a), (panel.b.chosen, met.b)]
    hurt = {c.key: each for c, each in pairs if c and each.effects}
    return {
        "compared": scene.screen.line(met.compared),
        "hurt": hurt,
        "told": [_suffered(scene, scene.by_key[key], each) for key, each in hurt.items()],
    }


def _suffered(scene: Scene, character: Character, hurt: Hurt) -> dict[str, Any]:
    return {
        "character": character,
        "lines": [scene.screen.line(effect) for effect in hurt.effects],
        "track": scene.screen.drawn(character, hurt.condition),
    }


def _card(scene: Scene, character: Character, hurt: dict[str, Hurt]) -> str:
    ghost = hurt[character.key].condition if character.key in hurt else None
    return partial(f"card-{character.key}", fragments.card(scene, character, ghost))


def _side_rolls(request: HttpRequest, side: SideForm, swap: str = "outerHTML") -> str:
    with voice_of(request.viewer.campaign):  # type: ignore[attr-defined]
        html = render_to_string("combat/rulesets/harm/exchange_rolls.html", {"side": side}, request)
    return f'<hx-partial hx-target="#rolls-{side.side}" hx-swap="{swap}">{html}</hx-partial>'
