"""A small site around the live push, started by the tests as a server of its own.

TABLE_FOLDER=… python -m tests.live.site PORT     (DATABASE_URL: not SQLite but PostgreSQL)
"""

import os
import sys
from pathlib import Path

import dj_database_url
import django
from django.conf import settings
from django.db import transaction
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.urls import path
from django.utils import timezone, translation
from django.utils.csp import CSP

from tests.live.fake import CAMPAIGN, FakeSource

FOLDER = Path(os.environ.get("TABLE_FOLDER", "."))

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>Table</title>
<meta name="htmx-config" content='{"history": false, "extensions": "sse",
  "morphIgnore": ["data-htmx-powered", "open"], "includeIndicatorCSS": false}'>
<script src="/static/django_htmx/htmx-4.min.js" defer></script>
<script src="/static/django_htmx/ext/hx-sse-4.min.js" defer></script>
<script src="/static/js/live.js" type="module"></script>
<body>
<div id="live" hx-sse:connect="/t/LINK/stream/sheet/?since=SINCE" hx-trigger="live:open"
  hx-swap="none" hx-sse:close="revoked"
  hx-config='{"sse": {"reconnectDelay": 100, "reconnectMaxDelay": 2000}}'></div>
<div id="net" role="status" hidden
  data-zone="Europe/Prague" data-failed="The server did not answer">
  Lost since <time></time>
</div>
<div id="messages" role="status"></div>
<nav><button>Dock</button></nav>
<main>CARD<p id="here"></p>
  <form hx-post="/hit/" hx-swap="none">
    <input name="text" aria-label="Hit"><button data-live>Apply</button>
  </form>
</main>
<template id="revoked-notice"><h1>This link was revoked</h1></template>
"""

source = FakeSource(FOLDER / "table.json")


def page(request: HttpRequest, link: str) -> HttpResponse:
    since = f"e{len(source.hits)}"
    card = source.card()
    html = PAGE.replace("LINK", link).replace("SINCE", since).replace("CARD", card)
    return HttpResponse(html)


def hit(request: HttpRequest) -> HttpResponse:
    from combat.live.bus import Signal, publish

    with transaction.atomic():
        source.hit(request.POST["text"])
        publish(Signal(CAMPAIGN))
        if "fail" in request.POST:
            raise ValueError("rolled back")
    return HttpResponse(source.frame().html)


def revoke(request: HttpRequest) -> HttpResponse:
    from combat.live.bus import Signal, publish

    link = request.POST["link"]
    source.revoke(link)
    with transaction.atomic():
        publish(Signal(CAMPAIGN, kick=(link,)))
    return HttpResponse()


def counts(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"open": application.hub._count, **source.calls})


def echo(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"length": len(request.body), "text": request.POST.get("text", "")})


def stain(request: HttpRequest) -> HttpResponse:
    """Leave a language and a time zone behind in the thread."""
    before = f"{translation.get_language()} {timezone.get_current_timezone_name()}"
    translation.activate("cs")
    timezone.activate("Asia/Tokyo")
    return HttpResponse(before)


def parts(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(f"part {number} " for number in range(3))


def file(request: HttpRequest) -> FileResponse:
    return FileResponse(Path(__file__).open("rb"))


urlpatterns = [
    path("page/<slug:link>/", page),
    path("hit/", hit),
    path("revoke/", revoke),
    path("counts/", counts),
    path("echo/", echo),
    path("stain/", stain),
    path("parts/", parts),
    path("file/", file),
]


def configure() -> None:
    settings.configure(
        SECRET_KEY="of a test",
        ROOT_URLCONF=__name__,
        ALLOWED_HOSTS=["*"],
        INSTALLED_APPS=["django.contrib.staticfiles", "django_htmx"],
        MIDDLEWARE=[
            "django.middleware.csp.ContentSecurityPolicyMiddleware",
            "whitenoise.middleware.WhiteNoiseMiddleware",
        ],
        SECURE_CSP={"default-src": [CSP.NONE], "script-src": [CSP.SELF], "connect-src": [CSP.SELF]},
        STATIC_URL="static/",
        STATICFILES_DIRS=[Path(__file__).parents[2] / "static"],
        WHITENOISE_USE_FINDERS=True,
        WHITENOISE_AUTOREFRESH=True,
        DATA_UPLOAD_MAX_MEMORY_SIZE=1024 * 1024,
        DATABASES={
            "default": {
                **dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{FOLDER}/db"),
                "CONN_MAX_AGE": None,
            }
        },
    )
    django.setup()


if __name__ == "__main__":
    # The views above belong to this module under its own name, and so does the application.
    sys.modules["tests.live.site"] = sys.modules["__main__"]
    configure()

    from combat.management.commands.serve import open_socket, run
    from config.application import Application

    application = Application(source)
    run(application, application.hub, open_socket("127.0.0.1", int(sys.argv[1])))
