"""The viewer's language, and errors in the form that the page can show."""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from sheets.access import Gone

GetResponse = Callable[[HttpRequest], HttpResponse]


def language(get_response: GetResponse) -> GetResponse:
    """Answer in the language that this browser chose, or else prefers."""

    def middleware(request: HttpRequest) -> HttpResponse:
        wanted = wanted_language(request.COOKIES, request.headers.get("Accept-Language", ""))
        request.wanted_language = wanted  # type: ignore[attr-defined]
        with translation.override(wanted or settings.LANGUAGE_CODE):
            response = get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "en")
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def wanted_language(cookies: Mapping[str, str], accepted: str) -> str:
    """The language chosen by the switch, else the browser's first that is offered, else ""."""
    offered = dict(settings.LANGUAGES)
    if (chosen := cookies.get(settings.LANGUAGE_COOKIE_NAME, "")) in offered:
        return chosen
    for code, _weight in parse_accept_lang_header(accepted):
        if (base := code.partition("-")[0]) in offered:
            return base
    return ""


def see_other(get_response: GetResponse) -> GetResponse:
    """What was posted is answered with a page to get, whatever the method was: 303."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "POST" and response.status_code == HTTPStatus.FOUND:
            response.status_code = HTTPStatus.SEE_OTHER
        return response

    return middleware


class Errors:
    """A revoked link says so; errors to htmx requests come as a message, never as a page."""

    SHOWN = frozenset({400, 403, 404, 410, 413, 429, 500})

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.headers.get("HX-Request") and response.status_code in self.SHOWN:
            return _as_message(request, response)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Gone):
            return render(request, "410.html", status=410)
        return None


def _as_message(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    message = render(
        request,
        "sheets/error_message.html",
        {"status": response.status_code},
        status=response.status_code,
    )
    message.headers["HX-Reswap"] = "none"
    message.cookies = response.cookies
    return message
