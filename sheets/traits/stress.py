"""`stress`: aspects, approaches or skills, stress boxes, refresh; groups of the nameless."""

from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from combat.rules.stress import Dial, group_boxes, usual_boxes
from sheets.dials import dial_of
from sheets.forms.fields import (
    LineField,
    LinesField,
    SheetForm,
    TextField,
    changed_meanwhile,
    whole_number,
)
from sheets.models import Campaign, Character, Kind
from sheets.traits.form import TraitsForm

MOST_BOXES = 10
MOST_REFRESH = 1000
MOST_MEMBERS = 100
HIGHEST_LEVEL = 10
MOST_APPROACHES = 40
SPARE_ROWS = 2

APPROACHES = (
    gettext_lazy("Careful"),
    gettext_lazy("Clever"),
    gettext_lazy("Flashy"),
    gettext_lazy("Forceful"),
    gettext_lazy("Quick"),
    gettext_lazy("Sneaky"),
)
# What follows from the track that a hit goes to, where there are two.
_TWO_TRACKS = ("physical", "mental", "mental_boxes")
_NAMELESS = ("mook", "members")
_WRITTEN = ("concept", "trouble", "others", "stunts")


class ApproachForm(forms.Form):
    """One approach or skill; a row without a name is none."""

    name = LineField(label=gettext_lazy("Approach or skill"), required=False)
    level = whole_number(0, HIGHEST_LEVEL, label=gettext_lazy("Level"), required=False)

    def clean(self) -> None:
        if self.cleaned_data.get("level") and not self.cleaned_data.get("name"):
            self.add_error("name", _("Name this one, or empty its level."))


ApproachRows = forms.formset_factory(
    ApproachForm, extra=SPARE_ROWS, max_num=MOST_APPROACHES, absolute_max=MOST_APPROACHES
)


class StressTraits(TraitsForm):
    """Aspects and stunts, which players write, and the numbers that the rules use."""

    template = "sheets/character_stress.html"
    places = {
        "concept": "sheet.aspects.concept",
        "trouble": "sheet.aspects.trouble",
        "others": "sheet.aspects.others",
        "stunts": "sheet.stunts",
        "boxes": "traits.boxes",
        "mental_boxes": "traits.mental_boxes",
        "physical": "traits.physical",
        "mental": "traits.mental",
        "refresh": "traits.refresh",
        "mook": "traits.mook",
        "members": "traits.members",
        "dial": "traits.dial",
    }

    concept = LineField(label=gettext_lazy("High concept"), required=False)
    trouble = LineField(label=gettext_lazy("Trouble"), required=False)
    others = LinesField(
        label=gettext_lazy("Other aspects"), required=False, help_text=gettext_lazy("one a line")
    )
    stunts = TextField(label=gettext_lazy("Stunts"), required=False)
    physical = whole_number(
        0, HIGHEST_LEVEL, label=gettext_lazy("Skill against physical hits"), initial=0
    )
    mental = whole_number(
        0, HIGHEST_LEVEL, label=gettext_lazy("Skill against mental hits"), initial=0
    )
    boxes = whole_number(
        0,
        MOST_BOXES,
        label=gettext_lazy("Stress boxes"),
        required=False,
        help_text=gettext_lazy("empty: as the rules have it"),
    )
    mental_boxes = whole_number(
        0,
        MOST_BOXES,
        label=gettext_lazy("Mental stress boxes"),
        required=False,
        help_text=gettext_lazy("empty: as the rules have it"),
    )
    refresh = whole_number(0, MOST_REFRESH, label=gettext_lazy("Refresh"), initial=3)
    mook = forms.BooleanField(
        label=gettext_lazy("Nameless: boxes only, no consequences"), required=False
    )
    members = whole_number(1, MOST_MEMBERS, label=gettext_lazy("How many in the group"), initial=1)
    dial = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        character: Character | None = None,
        may_edit_numbers: bool = True,
        campaign: Campaign | None = None,
    ) -> None:
        super().__init__(data, character=character, may_edit_numbers=may_edit_numbers)
        self.campaign = campaign or (character.campaign if character else None)
        self.by_dial: Dial = dial_of(self.campaign) if self.campaign else "accelerated"
        for name in self._unused(character):
            del self.fields[name]
        kept = character.sheet.get("approaches") if character else self._usual_approaches()
        self.approaches = ApproachRows(
            data, initial=kept if data is None else None, prefix="approach"
        )

    @classmethod
    def new(cls, campaign: Campaign, data: Mapping[str, Any] | None = None) -> Self:
        return cls(data, campaign=campaign)

    def _unused(self, character: Character | None) -> list[str]:
        if not self.may_edit_numbers:
            return [name for name in self.fields if name not in _WRITTEN]
        one_track = self.by_dial == "accelerated"
        is_pc = character is not None and character.is_pc and not character.traits.get("mook")
        return [*_TWO_TRACKS * one_track, *_NAMELESS * is_pc]

    def _usual_approaches(self) -> list[dict[str, Any]]:
        texts = self.campaign.texts if self.campaign else {}
        names = texts.get("approaches") or [str(name) for name in APPROACHES]
        return [{"name": name, "level": None} for name in names]

    @property
    def has_room(self) -> bool:
        """Whether more approaches can be asked for."""
        return len(self.approaches.forms) < MOST_APPROACHES

    def clean_dial(self) -> str:
        return self.by_dial

    def clean(self) -> None:
        filled = self.cleaned_data
        if "mook" in filled and self.data.get("kind") == Kind.PC:
            filled["mook"] = False
        if not filled.get("mook") and "members" in filled:
            filled["members"] = 1
        for name, skill in (("boxes", "physical"), ("mental_boxes", "mental")):
            if name in filled and filled[name] is None:
                filled[name] = self._usual(filled.get(skill) or 0)

    def _usual(self, skill: int) -> int:
        if self.cleaned_data.get("mook"):
            return group_boxes(self.cleaned_data.get("members") or 1)
        return usual_boxes(self.by_dial, skill)

    def is_valid(self) -> bool:
        are_valid = not self.may_edit_numbers or self.approaches.is_valid()
        return super().is_valid() and are_valid

    def values(self) -> dict[str, Any]:
        values = super().values()
        if self.may_edit_numbers:
            rows = [row.cleaned_data for row in self.approaches]
            values["sheet"]["approaches"] = [
                {"name": row["name"], "level": row["level"] or 0} for row in rows if row.get("name")
            ]
        return values

    def with_more_rows(self) -> Self:
        more = self.typed()
        count = len(self.approaches.forms)
        more["approach-TOTAL_FORMS"] = min(count + SPARE_ROWS, MOST_APPROACHES)
        roomy = type(self)(more, may_edit_numbers=self.may_edit_numbers, campaign=self.campaign)
        roomy.errors.clear()
        for row in roomy.approaches:
            row.errors.clear()
        for row in roomy.approaches.forms[count : count + 1]:
            row.fields["name"].widget.attrs["autofocus"] = True
        return roomy

    def typed(self) -> dict[str, Any]:
        parts = (self.approaches.management_form, *self.approaches)
        rows = {field.html_name: field.value() for part in parts for field in part}
        return super().typed() | rows

    def say_changed(self, place: str, now: SheetForm) -> None:
        super().say_changed(place, now)
        if place == "sheet.approaches" and isinstance(now, StressTraits):
            self.add_error(None, changed_meanwhile(now.told_approaches()))

    def told_approaches(self) -> str:
        """The approaches in words."""
        kept = self.approaches.initial or ()
        return ", ".join(f"{a['name']} {a['level']}" for a in kept)
