"""What is asked on a sheet in play: fate points, new words for an aspect, free invokes."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from combat.panels.fields import whole_number
from combat.panels.stress_names import is_among
from combat.rules.stress import (
    SLOTS,
    Invoke,
    PassInvoke,
    Refresh,
    Regain,
    Rename,
    Spend,
)
from combat.words.stress import SLOTS as SLOT_NAMES
from sheets.forms.fields import LineField
from sheets.models import LogEntry

MOST_POINTS = 1000

_SLOTS = [(slot, SLOT_NAMES[slot]) for slot in SLOTS]


class PointsForm(forms.Form):
    """Fate points paid or got, and for what."""

    change = forms.ChoiceField(
        choices=[("spend", _("Spend")), ("regain", _("Gain")), ("refresh", _("Refresh"))]
    )
    points = whole_number(_("Fate points"), 1, MOST_POINTS, initial=1)
    reason = forms.CharField(required=False, max_length=LogEntry._meta.get_field("note").max_length)
    token = forms.CharField(max_length=64)

    def action(self) -> Spend | Regain | Refresh:
        """What was filled in; the form is valid."""
        points = self.cleaned_data["points"]
        if self.cleaned_data["change"] == "refresh":
            return Refresh()
        return Spend(points) if self.cleaned_data["change"] == "spend" else Regain(points)


class AspectForm(forms.Form):
    """A consequence in other words."""

    slot = forms.ChoiceField(choices=_SLOTS)
    aspect = LineField(required=False)

    def action(self) -> Rename:
        """What was filled in; the form is valid."""
        slot: Any = self.cleaned_data["slot"]
        return Rename(slot, self.cleaned_data["aspect"])


class InvokeForm(forms.Form):
    """A free invoke used by the one who holds it, or passed on to somebody; `secrets` are names
    that must not be written where the table reads them."""

    slot = forms.ChoiceField(choices=_SLOTS)
    by = LineField(required=False)
    to = LineField(required=False)

    def __init__(self, data: QueryDict, *, secrets: Collection[str]) -> None:
        super().__init__(data)
        self.secrets = secrets

    def clean(self) -> None:
        named = self.cleaned_data.get("to") or self.cleaned_data.get("by")
        if not named:
            self.add_error("to", _("Write who gets the free invoke."))
        elif is_among(self.secrets, named):
            self.add_error("to", _("The players would read this name, and it is hidden from them."))

    def action(self) -> Invoke | PassInvoke:
        """What was filled in; the form is valid."""
        slot: Any = self.cleaned_data["slot"]
        if self.cleaned_data["to"]:
            return PassInvoke(slot, self.cleaned_data["to"])
        return Invoke(slot, self.cleaned_data["by"])
