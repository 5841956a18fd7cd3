"""`harm`: starting points of three pools, and abilities that belong to one of them."""

from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from combat.rules.harm import POOLS
from sheets.forms.fields import LineField, SheetForm, changed_meanwhile, whole_number
from sheets.models import Character
from sheets.traits.form import TraitsForm

MOST_POINTS = 1000
HIGHEST_LEVEL = 10
MOST_ABILITIES = 40
SPARE_ROWS = 3

POOL_NAMES = {
    "vigor": gettext_lazy("Vigor"),
    "instinct": gettext_lazy("Instinct"),
    "reason": gettext_lazy("Reason"),
}


class AbilityForm(forms.Form):
    """One ability; a row without name and level is none."""

    name = LineField(label=gettext_lazy("Ability"), required=False)
    pool = forms.ChoiceField(
        label=gettext_lazy("Pool"),
        choices=[(pool, POOL_NAMES[pool]) for pool in POOLS],
        initial=POOLS[0],
    )
    level = whole_number(0, HIGHEST_LEVEL, label=gettext_lazy("Level"), required=False)

    def clean(self) -> None:
        if {"name", "level"} & self.errors.keys():
            return
        name, level = self.cleaned_data["name"], self.cleaned_data["level"]
        if name and level is None:
            self.add_error("level", self.fields["level"].error_messages["required"])
        if level is not None and not name:
            self.add_error("name", _("Name this ability, or empty its level."))


AbilityRows = forms.formset_factory(
    AbilityForm, extra=SPARE_ROWS, max_num=MOST_ABILITIES, absolute_max=MOST_ABILITIES
)


class HarmTraits(TraitsForm):
    """Pools and abilities: all of it numbers that the rules use."""

    template = "sheets/character_harm.html"
    places = {pool: f"traits.pools.{pool}" for pool in POOLS}

    vigor = whole_number(0, MOST_POINTS, label=POOL_NAMES["vigor"], initial=0)
    instinct = whole_number(0, MOST_POINTS, label=POOL_NAMES["instinct"], initial=0)
    reason = whole_number(0, MOST_POINTS, label=POOL_NAMES["reason"], initial=0)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        character: Character | None = None,
        may_edit_numbers: bool = True,
    ) -> None:
        super().__init__(data, character=character, may_edit_numbers=may_edit_numbers)
        if not may_edit_numbers:
            self.fields.clear()
        kept = character.sheet.get("abilities") if character else None
        self.abilities = AbilityRows(data, initial=kept if data is None else None, prefix="ability")

    @property
    def has_room(self) -> bool:
        """Whether more abilities can be asked for."""
        return len(self.abilities.forms) < MOST_ABILITIES

    def is_valid(self) -> bool:
        are_valid = not self.may_edit_numbers or self.abilities.is_valid()
        return super().is_valid() and are_valid

    def values(self) -> dict[str, Any]:
        values = super().values()
        if self.may_edit_numbers:
            rows = [row.cleaned_data for row in self.abilities]
            values["sheet"] = {"abilities": [row for row in rows if row.get("name")]}
        return values

    def with_more_rows(self) -> Self:
        more = self.typed()
        count = len(self.abilities.forms)
        more["ability-TOTAL_FORMS"] = min(count + SPARE_ROWS, MOST_ABILITIES)
        roomy = type(self)(more, may_edit_numbers=self.may_edit_numbers)
        roomy.errors.clear()
        for row in roomy.abilities:
            row.errors.clear()
        for row in roomy.abilities.forms[count : count + 1]:
            row.fields["name"].widget.attrs["autofocus"] = True
        return roomy

    def typed(self) -> dict[str, Any]:
        parts = (self.abilities.management_form, *self.abilities)
        rows = {field.html_name: field.value() for part in parts for field in part}
        return super().typed() | rows

    def say_changed(self, place: str, now: SheetForm) -> None:
        super().say_changed(place, now)
        if place == "sheet.abilities" and isinstance(now, HarmTraits):
            self.add_error(None, changed_meanwhile(now.told_abilities()))

    def told_abilities(self) -> str:
        """The abilities in words."""
        kept = self.abilities.initial or ()
        return ", ".join(f"{a['name']} ({POOL_NAMES[a['pool']]}) {a['level']}" for a in kept)
