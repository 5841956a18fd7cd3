"""What every page needs to look right."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

THEMES = ("light", "dark")
THEME_COOKIE = "denik_theme"


def look(request: HttpRequest) -> dict[str, Any]:
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "theme": theme if theme in THEMES else "",
        "language": translation.get_language() or settings.LANGUAGE_CODE,
        "languages": settings.LANGUAGES,
        "here": request.get_full_path(),
    }
