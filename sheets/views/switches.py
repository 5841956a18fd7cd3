"""Language and theme, chosen for this browser on every page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from sheets.context import THEME_COOKIE, THEMES

YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    response = _back(request)
    if request.POST.get("language") in dict(settings.LANGUAGES):
        _remember(response, settings.LANGUAGE_COOKIE_NAME, request.POST["language"])
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def theme(request: HttpRequest) -> HttpResponse:
    """Light or dark; anything else follows the system."""
    response = _back(request)
    if request.POST.get("theme") in THEMES:
        _remember(response, THEME_COOKIE, request.POST["theme"])
    elif "theme" in request.POST:
        response.delete_cookie(THEME_COOKIE)
    return response


def _back(request: HttpRequest) -> HttpResponse:
    """To the page that the switch stood on, if it is one of ours."""
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(page if is_ours else "/")


def _remember(response: HttpResponse, cookie: str, value: str) -> None:
    response.set_cookie(
        cookie,
        value,
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
