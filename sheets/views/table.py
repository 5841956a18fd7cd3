"""The page on which a table of `stress` sets what holds for all its characters."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from combat.rules.ruleset import Refused
from sheets import dials
from sheets.access import Viewer, opens
from sheets.forms.table import TableForm
from sheets.models import Role


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@opens(Role.GM)
def table_rules(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    if viewer.campaign.ruleset != "stress":
        raise Http404
    form = TableForm(request.POST or None, campaign=viewer.campaign)
    if form.is_valid():
        try:
            dials.change_table(viewer=viewer, **form.cleaned_data)
        except Refused as refused:
            said = _("%(name)s has a mark that this would drop. Nothing was changed.")
            form.add_error("dial", said % refused.facts)
        else:
            messages.success(request, _("Saved."))
            return redirect("settings", link=viewer.link.key)
    status = 422 if request.method == "POST" else 200
    context = {"viewer": viewer, "form": form}
    return render(request, "sheets/table_rules.html", context, status=status)
