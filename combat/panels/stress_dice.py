"""The dice tray of `stress`: four Fudge dice and an approach."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from combat.models import Dice
from combat.panels.dice import DiceForm
from combat.panels.fields import whole_number


class StressDice(DiceForm):
    """Fudge dice come without bonus and penalty dice here."""

    used = DiceForm.used | {Dice.FUDGE: ("ability",)}
    once = ()

    ability = whole_number(_("Approach"), -20, 20, initial=0)

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for name in ("bonus", "penalty"):
            del self.fields[name]

    def clean(self) -> None:
        super().clean()
        self.cleaned_data |= {"bonus": 0, "penalty": 0}

    @property
    def abilities(self) -> list[dict[str, Any]]:
        """The player's own approaches, to be filled in at a touch."""
        return self.own.sheet.get("approaches", []) if self.own else []
