"""Fragments inside Django's templates."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from combat.rendering import filled

register = template.Library()


@register.simple_tag
def fragment(name: str, **facts: Any) -> SafeString:
    """A fragment drawn from these facts alone, for no audience in particular."""
    return filled(name, {"view": "", "character": None, **facts})
