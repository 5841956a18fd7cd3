"""A campaign's settings, and its end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from sheets import services
from sheets.access import Viewer, opens
from sheets.forms.campaign import DeletionForm, SettingsForm
from sheets.models import Role


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM)
def settings(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    form = SettingsForm(_posted(request), campaign=viewer.campaign)
    if form.is_valid():
        services.change_settings(viewer=viewer, **form.changes())
        messages.success(request, _("Saved."))
        return redirect("settings", link=viewer.link.key)
    return _page(request, "sheets/settings.html", viewer, form)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM)
def deletion(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Delete the campaign for good; its name has to be typed."""
    form = DeletionForm(_posted(request), campaign=viewer.campaign)
    if form.is_valid():
        services.delete_campaign(viewer=viewer)
        said = _("“%(name)s” is deleted.") % {"name": viewer.campaign.name}
        messages.success(request, said)
        return redirect("landing")
    return _page(request, "sheets/deletion.html", viewer, form)


def _posted(request: HttpRequest) -> QueryDict | None:
    # An empty form that was sent is still a form that was sent.
    return request.POST if request.method == "POST" else None


def _page(request: HttpRequest, template: str, viewer: Viewer, form: object) -> HttpResponse:
    status = 422 if request.method == "POST" else 200
    return render(request, template, {"viewer": viewer, "form": form}, status=status)
