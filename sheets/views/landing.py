"""The first page: what this is, a new campaign, the tables that this browser knows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from sheets import access, queries, services
from sheets.access import Gone
from sheets.forms.campaign import CampaignForm
from sheets.models import Role


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    return _page(request, CampaignForm())


@require_http_methods(["GET", "HEAD", "POST"])
def campaigns(request: HttpRequest) -> HttpResponse:
    """Create a campaign and sit down at it as its GM."""
    if request.method != "POST":
        return redirect("landing")
    form = CampaignForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    campaign = services.create_campaign(
        name=form.cleaned_data["name"],
        ruleset=form.cleaned_data["ruleset"],
        language=get_language() or "en",
        time_zone=form.cleaned_data["time_zone"],
        token=_secret_token(request, form.cleaned_data["token"]),
    )
    gm = campaign.links.filter(role=Role.GM).earliest("id")
    if gm.revoked:
        raise Gone
    access.grant(request, gm)
    return redirect("links", link=gm.key)


def _page(request: HttpRequest, form: CampaignForm, status: int = 200) -> HttpResponse:
    tables = queries.tables(access.granted(request))
    return render(request, "sheets/landing.html", {"form": form, "tables": tables}, status=status)


def _secret_token(request: HttpRequest, token: str) -> str:
    """A token that only this browser can have: a repeated request opens the GM's link."""
    secret = request.META.get("CSRF_COOKIE")
    return f"{secret} {token}" if secret and token else ""
