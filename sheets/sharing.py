"""What is handed around: the address of a link, and its picture for cameras."""

from functools import lru_cache

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from sheets.access import token_of
from sheets.models import Link


def address_of(link: Link) -> str:
    """The secret address that opens a link, as others reach this server."""
    return settings.PUBLIC_URL + reverse("open", args=[token_of(link)])


@lru_cache(maxsize=512)
def qr_code(address: str) -> SafeString:
    """An address as an inline SVG without style attributes."""
    code = segno.make(address, micro=False)
    # Some milliseconds of work for each, and a page has one for each player.
    return mark_safe(  # noqa: S308  drawn here, of numbers only
        code.svg_inline(border=3, omitsize=True, svgclass=None, lineclass=None)
    )
