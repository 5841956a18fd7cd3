"""After the blows: healing, points, giving up; by the GM, and by players for themselves."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from combat import services
from combat.answers import message_html, panel_answer, regions_answer
from combat.panels.harm_recovery import OwnForm, RecoveryPanel
from combat.rules.ruleset import Refused
from combat.scene import Scene
from combat.views.pages import home_again, page, scene_of
from sheets import access
from sheets.access import Viewer, opens
from sheets.journal import Repeated, Stale
from sheets.models import Role


@require_POST
@opens(Role.GM)
def recoveries(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Do one thing of the recovery panel for its character."""
    scene = scene_of(viewer)
    if RecoveryPanel not in scene.screen.panels:
        raise Http404
    panel = RecoveryPanel(request.POST, characters=scene.roster)
    if not panel.is_valid():
        return _panel_again(request, viewer, panel)
    try:
        services.apply_action(
            viewer=viewer,
            targets=[panel.cleaned_data["character"]],
            action=panel.action(),
            note=panel.cleaned_data["note"],
            token=panel.cleaned_data["token"],
        )
    except Refused as refused:
        panel.add_error(None, scene.screen.refusal(refused))
        return _panel_again(request, viewer, panel)
    except Stale:
        panel.add_error(None, _("The character was removed meanwhile."))
        return _panel_again(request, viewer, panel)
    except Repeated:
        panel = panel.with_new_token()
        panel.add_error(None, _("This form was already sent. To send it once more, press again."))
        return _panel_again(request, viewer, panel)
    return _applied(request, viewer, panel)


def _panel_again(request: HttpRequest, viewer: Viewer, panel: RecoveryPanel) -> HttpResponse:
    """The panel with what was typed and a sentence that says what is wrong."""
    if not request.headers.get("HX-Request"):
        return page(request, viewer, "console", panel=panel, status=422)
    return panel_answer(request, scene_of(viewer), panel, status=422)


def _applied(request: HttpRequest, viewer: Viewer, panel: RecoveryPanel) -> HttpResponse:
    key = panel.cleaned_data["character"]
    if not request.headers.get("HX-Request"):
        return redirect(f"/t/{viewer.link.key}/?panel={panel.slug}&character={key}")
    scene = scene_of(viewer)
    panel.characters = scene.roster
    return regions_answer(request, scene, [f"card-{key}", "log"], panel=panel.next())


# --- players


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.PLAYER)
def own(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Do one thing for the own character; without htmx it is asked once more."""
    form = _own_form(request, viewer)
    if request.method != "POST":
        return _asked(request, viewer, form)
    try:
        services.apply_action(
            viewer=viewer,
            targets=[form.characters[0].key],
            action=form.action(),
            note=form.cleaned_data["note"],
            token=form.token_of_press,
        )
    except Refused as refused:
        return _refused(request, viewer, form, scene_of(viewer).screen.refusal(refused))
    except Repeated:
        # Pressed twice, and the note was changed in between: the first press counts.
        pass
    return _done(request, viewer)


def _own_form(request: HttpRequest, viewer: Viewer) -> OwnForm:
    scene = scene_of(viewer)
    if viewer.own is None or scene.screen.own_form is not OwnForm:
        raise Http404
    character = access.character_of(viewer, viewer.own.key)
    sent = request.POST if request.method == "POST" else request.GET
    form = OwnForm(sent, characters=[character])
    if not form.is_valid():
        # Nothing on the sheet sends what is not allowed.
        raise Http404
    return form


def _asked(
    request: HttpRequest, viewer: Viewer, form: OwnForm, error: str = "", status: int = 200
) -> HttpResponse:
    context = {"viewer": viewer, "campaign": viewer.campaign, "form": form, "error": error}
    return render(request, "combat/own.html", context, status=status)


def _refused(request: HttpRequest, viewer: Viewer, form: OwnForm, said: str) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return _asked(request, viewer, form, said, status=422)
    return HttpResponse(message_html(said), status=422)


def _done(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return home_again(request, viewer)
    scene = scene_of(viewer)
    return regions_answer(request, scene, _regions(scene))


def _regions(scene: Scene) -> list[str]:
    return [f"sheet-{scene.audience.character}", "log"]
