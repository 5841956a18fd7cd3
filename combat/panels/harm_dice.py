"""The dice tray of `harm`: rolls of an ability, with the dice and the price its pool has."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from combat.models import Dice
from combat.panels.dice import DiceForm
from combat.panels.fields import whole_number
from combat.rules.dice import FUDGE_KEPT
from combat.rules.harm import POOLS, AbilityThrow
from combat.words.harm import POOLS as POOL_NAMES


class HarmDice(DiceForm):
    """Fudge dice may be those of a pool: then the condition tells their number."""

    used = DiceForm.used | {Dice.FUDGE: ("ability", "bonus", "penalty", "pool", "bought")}
    fudge_dice = FUDGE_KEPT
    once = (*DiceForm.once, "bought")

    pool = forms.ChoiceField(
        label=_("Acting pool"),
        choices=[
            ("", pgettext_lazy("pool", "none")),
            *((pool, POOL_NAMES[pool]) for pool in POOLS),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    bought = whole_number(_("Dice bought for points"), 0, 20, initial=0)

    def clean(self) -> None:
        super().clean()
        if self.cleaned_data.get("dice") != Dice.FUDGE or not self.cleaned_data.get("pool"):
            self.errors.pop("bought", None)
            return
        for name in ("bonus", "penalty"):
            self.errors.pop(name, None)
        if not self.own and not self.cleaned_data.get("roller"):
            self.add_error("roller", gettext("Whose pool is it? Choose who rolls."))
        ability = self.cleaned_data.get("ability")
        if ability is not None and not 0 <= ability <= 10:
            said = gettext("Give a whole number from %(low)d to %(high)d.")
            self.add_error("ability", said % {"low": 0, "high": 10})

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if self.own:
            # Players roll their abilities; the GM rolls for anybody and anything.
            self.fields["pool"].initial = POOLS[0]

    @property
    def preset(self) -> AbilityThrow | None:
        pool = None if self.is_bound else self["pool"].value()
        return AbilityThrow(pool, self["ability"].value()) if pool else None

    def throw(self) -> Any:
        given = self.cleaned_data
        if given["dice"] == Dice.FUDGE and given["pool"]:
            return AbilityThrow(given["pool"], given["ability"], given["bought"])
        return super().throw()

    @property
    def abilities(self) -> list[dict[str, Any]]:
        """The player's own abilities, to be filled in at a touch."""
        return self.own.sheet.get("abilities", []) if self.own else []
