"""The dice tray: what is thrown, for whom, and who sees it."""

from typing import Any, Self, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from combat.models import Dice
from combat.panels.fields import PanelForm, whole_number
from combat.rules.dice import DICE_LIMIT
from combat.rules.throws import FudgeThrow, PoolThrow
from sheets.models import Character, LogEntry

MOST_EXTRA_DICE = 50
TO_ALL, TO_GM = "all", "gm"


class DiceForm(PanelForm):
    """Dice of any kind; a ruleset may add its own."""

    slug = "dice"
    title = _("Dice")
    template = "combat/dice_form.html"

    # The fields that a kind of dice uses; the others are not looked at.
    used = {
        Dice.FUDGE: ("ability", "bonus", "penalty"),
        Dice.D6: ("count", "modifier", "difficulty", "ones_cancel"),
        Dice.D10: ("count", "modifier", "difficulty", "ones_cancel"),
    }

    # How many Fudge dice count.
    fudge_dice = 4
    # What is asked anew for each roll.
    once: tuple[str, ...] = ("bonus", "penalty")

    roller = forms.ChoiceField(label=_("Who rolls"), required=False)
    dice = forms.ChoiceField(
        label=_("Dice"), choices=Dice.choices, initial=Dice.FUDGE, widget=forms.RadioSelect
    )
    ability = whole_number(_("Ability"), -20, 20, initial=0)
    bonus = whole_number(_("Bonus dice"), 0, MOST_EXTRA_DICE, initial=0)
    penalty = whole_number(_("Penalty dice"), 0, MOST_EXTRA_DICE, initial=0)
    count = whole_number(_("How many"), 1, DICE_LIMIT, initial=5)
    modifier = whole_number(_("Modifier"), -1000, 1000, initial=0)
    difficulty = whole_number(_("Difficulty"), 2, 10, initial=None, required=False)
    ones_cancel = forms.BooleanField(label=_("ones cancel successes"), required=False)
    to = forms.ChoiceField(
        label=_("Shown to"),
        choices=[(TO_ALL, _("everyone")), (TO_GM, _("GM only"))],
        initial=TO_ALL,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("What for"),
        required=False,
        max_length=LogEntry._meta.get_field("note").max_length,
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        self.own: Character | None = kwargs.pop("own", None)
        super().__init__(data, **kwargs)
        if self.own:
            # Players roll for their own character only.
            del self.fields["roller"]
        else:
            roller = cast(forms.ChoiceField, self.fields["roller"])
            roller.choices = [("", _("nobody")), *((c.key, c.name) for c in self.characters)]

    def clean(self) -> None:
        dice = self.cleaned_data.get("dice")
        if dice is None:
            return
        for names in self.used.values():
            for name in set(names) - set(self.used[Dice(dice)]):
                self.errors.pop(name, None)
        difficulty = self.cleaned_data.get("difficulty")
        if dice == Dice.D6 and difficulty is not None and difficulty > 6:
            said = gettext("Give a whole number from %(low)d to %(high)d.")
            self.add_error("difficulty", said % {"low": 2, "high": 6})

    def throw(self) -> Any:
        """What was filled in; the form is valid."""
        given = self.cleaned_data
        if given["dice"] == Dice.FUDGE:
            numbers = given["ability"], given["bonus"], given["penalty"]
            return FudgeThrow(*numbers, self.fudge_dice)
        return PoolThrow(
            sides=6 if given["dice"] == Dice.D6 else 10,
            count=given["count"],
            modifier=given["modifier"],
            difficulty=given["difficulty"],
            ones_cancel=given["ones_cancel"],
        )

    @property
    def preset(self) -> Any:
        """The throw of a form that was not touched yet, where it has one worth planning."""
        return None

    @property
    def roller_key(self) -> str:
        """Whom the dice are rolled for; nothing for nobody."""
        return self.own.key if self.own else self.cleaned_data["roller"]

    @property
    def is_secret(self) -> bool:
        return bool(self.cleaned_data["to"] == TO_GM)

    def after_roll(self) -> Self:
        """The form for the next roll: the same dice for the same roller."""
        kept = {
            n: v for n, v in self.cleaned_data.items() if n not in ("token", "note", *self.once)
        }
        return type(self)(characters=self.characters, own=self.own, initial=kept)

    def _again(self, data: QueryDict) -> Self:
        return type(self)(data, characters=self.characters, own=self.own)
