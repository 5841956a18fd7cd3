"""How a waiting hit is absorbed: boxes, consequences and their aspects."""

from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, convert

from combat.panels.fields import PanelForm
from combat.rules.stress import (
    SLOT_WORTH,
    SLOTS,
    Aspects,
    Condition,
    Slot,
    Track,
    Traits,
    box_worth,
    boxes_against,
    slots_against,
)
from combat.screens import screen_of
from combat.waiting import Answer, facts_of
from combat.words.line import Words
from combat.words.stress import IN_A_SUM, UNTIL
from combat.words.stress import SLOTS as SLOT_NAMES
from sheets.forms.fields import LineField
from sheets.models import Character

# What a button of the form says.
ABSORB, TAKEN_OUT = "absorb", "taken_out"


@dataclass(frozen=True, slots=True)
class BoxOffer:
    """A box as it is offered against a hit."""

    number: int
    worth: int
    is_marked: bool
    is_picked: bool


@dataclass(frozen=True, slots=True)
class SlotOffer:
    """A consequence slot as it is offered against a hit; `taken` is what stands in it already."""

    slot: Slot
    worth: int
    name: Words
    in_a_sum: Words
    until: Words
    taken: str
    is_picked: bool
    aspect: str


class AbsorbForm(PanelForm):
    """The choice against the first hit that waits for a character.

    The hit is answered once and for all, so its key does what a request token would.
    """

    slug = "absorb"
    title = _("Absorb")
    template = "combat/rulesets/stress/absorb_panel.html"

    token = None  # type: ignore[assignment]  # how a form drops a field that it inherits
    # The Enter key presses no button: it absorbs.
    answer = forms.ChoiceField(choices=[(ABSORB, ABSORB), (TAKEN_OUT, TAKEN_OUT)], required=False)
    box = forms.TypedMultipleChoiceField(coerce=int, required=False)
    slot = forms.MultipleChoiceField(required=False, choices=[(slot, slot) for slot in SLOTS])

    def __init__(self, data: QueryDict | None = None, *, character: Character) -> None:
        screen = screen_of(character.campaign)
        self.character = character
        self.waiting: dict[str, Any] = character.waiting[0]
        self.hit = facts_of(self.waiting)
        self.traits: Traits = screen.traits(character)
        self.condition: Condition = screen.condition(character)
        super().__init__(data, characters=[character])
        for slot in SLOTS:
            self.fields[f"aspect-{slot}"] = LineField(required=False)
        cast(forms.ChoiceField, self.fields["box"]).choices = [
            (box, box) for box in range(len(self._boxes) + 1)
        ]

    @property
    def key(self) -> str:
        return str(self.waiting["key"])

    @property
    def many_boxes(self) -> bool:
        """Whether a hit may mark more than one box."""
        return self.traits.dial == "condensed"

    @property
    def boxes(self) -> list[BoxOffer]:
        picked = {str(box) for box in self["box"].value() or ()}
        return [
            BoxOffer(number, box_worth(self.traits.dial, number), is_marked, str(number) in picked)
            for number, is_marked in enumerate(self._boxes, 1)
        ]

    @property
    def slots(self) -> list[SlotOffer]:
        return [self._offer(slot) for slot in slots_against(self.traits, self._track)]

    @property
    def others(self) -> list[dict[str, Any]]:
        """The hits that wait behind this one."""
        return list(self.character.waiting[1:])

    def wrong(self) -> str:
        """What is wrong with the form, in a sentence."""
        for slot in SLOTS:
            for error in self.errors.get(f"aspect-{slot}", ()):
                return f"{SLOT_NAMES[slot]}: {error}"
        return gettext("Pick again: this does not fit the sheet any more.")

    def given(self) -> Answer:
        """What was picked; the form is valid."""
        picked = self.cleaned_data
        # The radio of "no box" says 0.
        boxes = tuple(box for box in picked["box"] if box)
        box = boxes if self.many_boxes or len(boxes) > 1 else next(iter(boxes), None)
        aspects = {slot: picked[f"aspect-{slot}"] for slot in picked["slot"]}
        return Answer(
            box=box,
            consequences=convert(aspects, Aspects),
            is_taken_out=picked["answer"] == TAKEN_OUT,
        )

    @property
    def _track(self) -> Track:
        return self.hit.track or "physical"

    @property
    def _boxes(self) -> tuple[bool, ...]:
        return boxes_against(self.traits, self.condition, self._track)

    def _offer(self, slot: Slot) -> SlotOffer:
        kept = getattr(self.condition.consequences, slot)
        return SlotOffer(
            slot=slot,
            worth=SLOT_WORTH[slot],
            name=SLOT_NAMES[slot],
            in_a_sum=IN_A_SUM[slot],
            until=UNTIL[slot],
            taken="" if kept is UNSET or kept is None else kept.aspect,
            is_picked=slot in (self["slot"].value() or ()),
            aspect=self[f"aspect-{slot}"].value() or "",
        )
