"""The choice against a hit that waits: by its victim's player or by the GM, whoever is first."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from combat import fragments, log_page, waiting
from combat.answers import panel_answer, regions_answer, voice_of
from combat.fragments import partial
from combat.panels.stress import HitPanel, who_chooses_next
from combat.panels.stress_answer import AbsorbForm
from combat.rules.ruleset import Refused
from combat.screens import screen_of
from combat.views.conflict import is_on_sheet, own_of, scene_around, there_again
from sheets.access import Viewer, opens
from sheets.journal import Stale
from sheets.models import Character, LogEntry, Role


@require_safe
@never_cache
@opens(Role.GM, Role.PLAYER)
def choice(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """The first hit that waits for a character, and whatever may be chosen against it."""
    victim = own_of(viewer, character)
    if not victim.waiting:
        return there_again(request, viewer, victim)
    form = AbsorbForm(character=victim)
    if not request.headers.get("HX-Request"):
        return _page(request, viewer, form)
    response = _panel(request, viewer, form)
    # What the panel before had drawn in pencil goes with it.
    scene = scene_around(request, viewer, victim)
    ghosted = request.GET.get("ghosted", "").split()
    names = [f"card-{c.key}" for c in scene.roster if c.key in ghosted]
    response.write("".join(partial(name, fragments.region(scene, name)) for name in names))
    return response


@require_POST
@opens(Role.GM, Role.PLAYER)
def answer(request: HttpRequest, viewer: Viewer, character: str, hit: str) -> HttpResponse:
    """Absorb the hit, or be taken out."""
    victim = own_of(viewer, character)
    if not victim.waiting or victim.waiting[0]["key"] != hit:
        return _too_late(request, viewer, victim, hit)
    form = AbsorbForm(request.POST, character=victim)
    if not form.is_valid():
        form.add_error(None, form.wrong())
        return _again(request, viewer, form)
    try:
        waiting.answer_hit(viewer=viewer, character=victim.key, key=hit, answer=form.given())
    except Refused as refused:
        form.add_error(None, screen_of(viewer.campaign).refusal(refused))
        return _again(request, viewer, form)
    except Stale:
        return _too_late(request, viewer, victim, hit)
    return _done(request, viewer, victim)


@require_POST
@opens(Role.GM)
def withdrawal(request: HttpRequest, viewer: Viewer, character: str, hit: str) -> HttpResponse:
    """The hit did not happen after all."""
    victim = own_of(viewer, character)
    try:
        waiting.withdraw_hit(viewer=viewer, character=victim.key, key=hit)
    except Stale:
        return _too_late(request, viewer, victim, hit)
    return _done(request, viewer, victim)


def _again(request: HttpRequest, viewer: Viewer, form: AbsorbForm) -> HttpResponse:
    """The choice with what was typed, and what is wrong with it."""
    if not request.headers.get("HX-Request"):
        return _page(request, viewer, form, status=422)
    if viewer.is_gm and not is_on_sheet(request):
        return _panel(request, viewer, form, status=422)
    scene = scene_around(request, viewer, form.character)
    html = fragments.waiting(scene, form)
    return HttpResponse(partial("waiting", html), status=422)


def _panel(
    request: HttpRequest, viewer: Viewer, form: AbsorbForm, status: int = 200
) -> HttpResponse:
    return panel_answer(request, scene_around(request, viewer, form.character), form, status)


def _page(
    request: HttpRequest, viewer: Viewer, form: AbsorbForm, status: int = 200
) -> HttpResponse:
    context = {"viewer": viewer, "campaign": viewer.campaign, "form": form}
    with voice_of(viewer.campaign):
        return render(request, "combat/waiting_page.html", context, status=status)


def _done(request: HttpRequest, viewer: Viewer, victim: Character) -> HttpResponse:
    """The page as it is now; the GM goes on with whoever else is to be chosen for."""
    if not request.headers.get("HX-Request") or not viewer.is_gm or is_on_sheet(request):
        return there_again(request, viewer, victim)
    scene = scene_around(request, viewer, victim)
    now = scene.by_key[victim.key]
    chooser = who_chooses_next([now], by_gm=True) or who_chooses_next(scene.roster, by_gm=False)
    panel = AbsorbForm(character=chooser) if chooser else HitPanel(characters=scene.roster)
    response = regions_answer(request, scene, fragments.regions(scene), panel=panel)
    response.headers["HX-Trigger"] = "applied, chosen" if chooser else "applied"
    return response


def _too_late(request: HttpRequest, viewer: Viewer, victim: Character, hit: str) -> HttpResponse:
    """Somebody was faster: what was chosen, in words; one's own second click is no news."""
    entry = waiting.answer_to(viewer.campaign, hit, victim.key)
    response = _done(request, viewer, victim)
    if entry is not None and entry.link_id == viewer.link.pk:
        return response
    victim.refresh_from_db(fields=["waiting"])
    said = _what_was_chosen(request, viewer, victim, hit, entry)
    if not request.headers.get("HX-Request"):
        messages.warning(request, said)
        return response
    html = render_to_string("message.html", {"text": said, "kind": "warning"}, request)
    response.write(f'<hx-partial hx-target="#messages" hx-swap="beforeend">{html}</hx-partial>')
    return response


def _what_was_chosen(
    request: HttpRequest, viewer: Viewer, victim: Character, hit: str, entry: LogEntry | None
) -> str:
    if entry is None and any(each["key"] == hit for each in victim.waiting):
        return _("An earlier hit waits again: answer that first. Nothing was written.")
    if entry is None:
        return _("This hit waits no longer. Nothing was written.")
    told = log_page.told(scene_around(request, viewer, victim), [entry])[0]
    facts = {"what": told.lines[0].said if told.lines else ""}
    if entry.who == Role.GM:
        return _("The GM was faster: %(what)s. Your choice was not written.") % facts
    return _("The player was faster: %(what)s. Your choice was not written.") % facts
