"""Pages to create, edit and remove characters."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from combat.rules.ruleset import Refused
from sheets import access, services
from sheets.access import Viewer, opens
from sheets.copies import duplicate_character
from sheets.forms.characters import CharacterForms, CopiesForm
from sheets.journal import Repeated, Stale
from sheets.models import Character, LogEntry, Role, new_key


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM)
def new_character(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    if request.method != "POST":
        kind = request.GET.get("kind", "")
        return _page(request, viewer, CharacterForms.new(viewer, kind=kind))
    forms = CharacterForms.new(viewer, request.POST)
    if "more" in request.POST:
        return _page(request, viewer, forms.with_more_rows())
    if not forms.is_valid():
        return _page(request, viewer, forms, status=422)
    token = forms.shared.cleaned_data["token"]
    try:
        services.add_character(viewer=viewer, token=token, **forms.values())
    except Repeated:
        again = request.POST.copy()
        again["token"] = new_key()
        forms = CharacterForms.new(viewer, again)
        forms.shared.add_error(None, _("This form was already sent. To send it once more, save."))
        return _page(request, viewer, forms, status=422)
    return _to_table(viewer)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM, Role.PLAYER)
def character_edit(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    edited = access.character_of(viewer, character)
    if not viewer.may_edit(edited):
        raise Http404
    if request.method != "POST":
        return _page(request, viewer, CharacterForms.edit(viewer, edited), edited)
    forms = CharacterForms.edit(viewer, edited, request.POST)
    if "more" in request.POST:
        return _page(request, viewer, forms.with_more_rows(), edited)
    if not forms.is_valid():
        return _page(request, viewer, forms, edited, status=422)
    return _saved(request, viewer, forms, edited)


def _saved(
    request: HttpRequest, viewer: Viewer, forms: CharacterForms, edited: Character
) -> HttpResponse:
    version = forms.shared.cleaned_data["version"]
    try:
        services.edit_character(
            viewer=viewer, character=edited, version=version, values=forms.values()
        )
    except Stale as stale:
        if stale.reason == "character_removed":
            raise Http404 from stale
        forms = CharacterForms.after_change(viewer, stale)
    except Refused:
        forms.shared.add_error(None, _("Not saved: the new numbers would drop a mark."))
    else:
        return _to_table(viewer)
    return _page(request, viewer, forms, edited, status=422)


@require_POST
@opens(Role.GM)
def copies(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    """Copies of a character, beside it."""
    original = access.character_of(viewer, character)
    form = CopiesForm(request.POST)
    if not form.is_valid():
        return _copies_again(request, viewer, original, form)
    try:
        entry = duplicate_character(
            viewer=viewer,
            character=original,
            count=form.cleaned_data["count"],
            token=form.cleaned_data["token"],
        )
    except Stale as stale:
        raise Http404 from stale
    except Repeated:
        sent = request.POST.copy()
        sent["token"] = new_key()
        form = CopiesForm(sent)
        form.add_error("count", _("This form was already sent. To send it once more, press again."))
        return _copies_again(request, viewer, original, form)
    messages.success(request, _say_copied(entry))
    return _to_table(viewer)


def _copies_again(
    request: HttpRequest, viewer: Viewer, original: Character, form: CopiesForm
) -> HttpResponse:
    forms = CharacterForms.edit(viewer, original)
    return _page(request, viewer, forms, original, copies=form, status=422)


def _say_copied(entry: LogEntry | None) -> str:
    keys = [line["character"] for line in entry.effects] if entry else []
    copies = Character.objects.filter(key__in=keys).order_by("id")
    said = ngettext("%(first)s is there now.", "%(first)s to %(last)s are there now.", len(keys))
    return said % {"first": copies[0].name, "last": copies[len(keys) - 1].name}


@require_POST
@opens(Role.GM)
def removal(request: HttpRequest, viewer: Viewer, character: str) -> HttpResponse:
    removed = get_object_or_404(viewer.campaign.characters, key=character)
    services.remove_character(viewer=viewer, character=removed)
    text = _("%(name)s was removed. Undo in the log brings the character back.")
    messages.success(request, text % {"name": removed.name})
    return _to_table(viewer)


def _page(
    request: HttpRequest,
    viewer: Viewer,
    forms: CharacterForms,
    character: Character | None = None,
    *,
    copies: CopiesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "copies": copies or CopiesForm(initial={"token": new_key()}),
        "viewer": viewer,
        "forms": forms,
        "character": character,
        "is_refused": status == 422 and copies is None,
    }
    return render(request, "sheets/character_form.html", context, status=status)


def _to_table(viewer: Viewer) -> HttpResponse:
    response = redirect("table", link=viewer.link.key)
    response.status_code = 303
    return response
