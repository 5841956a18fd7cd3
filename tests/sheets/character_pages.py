"""What people do on the pages of characters, as their browsers would send it."""

from typing import Any

from justhtml import JustHTML

from combat.rules.harm import Harm
from combat.services import apply_action
from sheets import services
from sheets.models import Character
from tests.sheets.conftest import Guest

NEW = "characters/new/"


def add_jano(gm: Guest) -> Character:
    return services.add_character(
        viewer=gm.viewer,
        name="Jano",
        traits={"pools": {"vigor": 3, "instinct": 5, "reason": 2}},
        sheet={"about": "pltník", "gm_notes": "brat vlkodlaka", "portrait": "jano.png"},
    )


def add_wolf(gm: Guest) -> Character:
    return services.add_character(viewer=gm.viewer, name="Vlkodlak", kind="npc")


def edit(character: Character) -> str:
    return f"characters/{character.key}/edit/"


def removal(character: Character) -> str:
    return f"characters/{character.key}/removal/"


def form_in(page: Any) -> dict[str, str]:
    """What a browser would send if the page's form were sent as it stands."""
    html = JustHTML(page.content.decode(), sanitize=False)
    form = html.query('form[method="post"][autocomplete="off"]')[0]
    sent = {}
    for field in form.query("[name]"):
        attrs = field.attrs or {}
        name = attrs["name"] or ""
        if field.name == "textarea":
            sent[name] = "".join(str(child.data) for child in field.children or [])
        elif field.name == "select":
            chosen = field.query("option[selected]") or field.query("option")
            sent[name] = (chosen[0].attrs or {})["value"] or ""
        elif field.name == "input" and (attrs.get("type") != "radio" or "checked" in attrs):
            sent[name] = attrs.get("value") or ""
    return sent


def now(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def boxes(character: Character) -> list[int]:
    ticks = now(character).condition["boxes"]
    return [number for number, source in enumerate(ticks, 1) if source]


def hit(gm: Guest, character: Character, amount: int) -> None:
    apply_action(
        viewer=gm.viewer, targets=[character.key], action=Harm(amount=amount, source="vigor")
    )
