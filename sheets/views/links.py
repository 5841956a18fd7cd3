"""The GM's links: who has one, handing them out, taking them back."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from config.addresses import is_local_only
from sheets import access, queries
from sheets import links as services
from sheets.access import Viewer, opens
from sheets.forms.links import LabelForm, LinkForm, RenewalForm
from sheets.journal import Repeated
from sheets.models import Character, Kind, Link, Role
from sheets.seats import seating


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM)
def links(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """All links of a table; a POST makes a new one."""
    if request.method == "POST":
        return _make(request, viewer)
    found = queries.links_of(viewer.campaign)
    context = {
        "viewer": viewer,
        "seating": seating(found, queries.everybody(viewer.campaign)),
        "shows_gm": request.GET.get("show") == "gm",
        "is_local_only": is_local_only(settings.PUBLIC_URL),
    }
    return render(request, "sheets/links.html", context)


def _make(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    form = LinkForm(request.POST)
    if not form.is_valid():
        raise Http404
    character = _player_character(viewer, form.cleaned_data["character"])
    try:
        made = services.create_player_link(
            viewer=viewer,
            character=character,
            label=character.player[:80] if character else "",
            token=form.cleaned_data["token"],
        )
    except Repeated:
        return _sent_before(request, viewer)
    return _to(viewer.link, made)


def _player_character(viewer: Viewer, key: str) -> Character | None:
    """The character of a new link, or None for one through which people choose."""
    if not key:
        return None
    character = access.character_of(viewer, key)
    if character.kind != Kind.PC:
        raise Http404
    return character


@require_POST
@opens(Role.GM)
def revocation(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """Take a link back; the GM's own can only be replaced."""
    link = _link(viewer, key)
    if link.role == Role.GM:
        raise Http404
    services.revoke_link(viewer=viewer, link=link)
    return _to(viewer.link, link)


@require_POST
def renewal(request: HttpRequest, link: str, key: str) -> HttpResponse:
    """Replace a link by a new one.

    Who replaces the own link and never gets the answer (a double click is enough) would be shut
    out for good, so the same request again lets the same browser in.
    """
    form = RenewalForm(request.POST)
    if not form.is_valid():
        raise Http404
    token = form.cleaned_data["token"]
    if key == link and link in access.granted(request):
        made = services.renewed_with(link_key=key, token=token)
        if made is not None:
            return _sit_down(request, made)
    return _renew(request, link=link, key=key, token=token)


@opens(Role.GM)
def _renew(request: HttpRequest, viewer: Viewer, key: str, token: str) -> HttpResponse:
    link = _link(viewer, key)
    try:
        made = services.renew_link(viewer=viewer, link=link, token=token)
    except Repeated:
        return _sent_before(request, viewer)
    if link.pk == viewer.link.pk:
        return _sit_down(request, made)
    return _to(viewer.link, made)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM)
def label(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """Say who has a link."""
    link = _link(viewer, key)
    form = LabelForm(
        request.POST if request.method == "POST" else None, initial={"label": link.label}
    )
    if form.is_valid():
        services.rename_link(viewer=viewer, link=link, label=form.cleaned_data["label"])
        return _to(viewer.link, link)
    context = {"viewer": viewer, "link": link, "form": form}
    return render(request, "sheets/label.html", context, status=422 if form.is_bound else 200)


def _link(viewer: Viewer, key: str) -> Link:
    link = viewer.campaign.links.select_related("character").filter(key=key).first()
    if link is None:
        raise Http404
    return link


def _to(own: Link, changed: Link) -> HttpResponse:
    """Back to the links, where one has changed."""
    return redirect(f"{reverse('links', args=[own.key])}#link-{changed.key}")


def _sit_down(request: HttpRequest, link: Link) -> HttpResponse:
    """Go on through the GM's new link."""
    access.grant(request, link)
    messages.success(request, _("This is your new link. Save it in your bookmarks."))
    return redirect("links", link=link.key)


def _sent_before(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    messages.error(request, _("This form was already sent. Here is what it did."))
    return redirect("links", link=viewer.link.key)
