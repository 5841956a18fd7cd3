"""One line of text that somebody typed."""

import pytest

from sheets.forms.fields import LineField


@pytest.mark.parametrize(
    "typed", ["", "  ", "\u200b", "\u00a0\u2003", "\u3164", "\u2800 \u200e", "\u202e", "\u0301"]
)
def test_a_line_of_which_nothing_is_seen_is_empty(typed: str) -> None:
    assert LineField(required=False).clean(typed) == ""


@pytest.mark.parametrize(
    "typed", ["Žofia", "0", "?", "🐺", "👩\u200d🚀", "🇸🇰", "ا", "龙", "⚔\ufe0f", "e\u0301"]
)
def test_a_line_of_which_something_is_seen_stays_as_typed(typed: str) -> None:
    assert LineField().clean(typed) == typed


def test_a_line_is_one_line() -> None:
    assert LineField().clean("  Jano\r\n Hronský\t") == "Jano Hronský"
