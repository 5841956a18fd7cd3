"""How fragments are read."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.template import engines
from django.utils import timezone, translation
from jinja2 import Environment, meta

# What every fragment is given, and what each kind of fragment is given besides.
GIVEN = {
    *("campaign", "audience", "view", "is_gm", "holder", "base", "here"),
    *("character", "seen", "is_picked", "place", "track", "waiting", "recovers", "body"),
    *("sheet", "wounds", "acts", "bare", "is_plain", "csrf_token", "strip"),
    *("party", "others", "clock", "lines", "older", "is_newest"),
    *("entry", "note", "offer", "entries", "dice", "small", "_"),
}

backend: Any = engines["fragments"]
environment: Environment = backend.env


def source_of(name: str) -> str:
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def filled(source: str, **facts: object) -> str:
    return environment.from_string(source).render(facts)


@pytest.mark.parametrize("name", environment.list_templates())
def test_a_fragment_asks_for_nothing_that_it_is_never_given(name: str) -> None:
    source = source_of(name)

    assert meta.find_undeclared_variables(environment.parse(source)) <= GIVEN


def test_what_people_wrote_is_escaped_also_inside_a_text_of_ours() -> None:
    name = "<script>\"'&"
    escaped = "&lt;script&gt;&#34;&#39;&amp;"

    assert filled("{{ name }}", name=name) == escaped
    text = '{{ _("played by <bdi>%(player)s</bdi>")|format(player=name) }}'
    assert filled(text, name=name) == f"played by <bdi>{escaped}</bdi>"
    assert filled("{{ notes|linebreaksbr }}", notes=f"{name}\nb") == (
        "&lt;script&gt;&quot;&#x27;&amp;<br>b"
    )


def test_a_text_is_told_in_the_language_of_its_reader() -> None:
    with translation.override("sk"):
        assert filled('{{ _("Harm") }}') == "Ujma"


def test_a_moment_is_told_in_the_time_zone_of_the_table() -> None:
    when = datetime(2026, 12, 1, 23, 30, tzinfo=UTC)
    with timezone.override("Europe/Bratislava"):
        assert filled("{{ when|moment }}", when=when) == "2 Dec, 00:30"


def test_indentation_is_not_sent() -> None:
    source = source_of("card.html")

    assert "\n<" in source
    assert "\n " not in source
