"""Targets, amount, source pool."""

from django import forms
from django.utils.translation import gettext_lazy as _

from combat.panels.fields import HitForm, whole_number
from combat.rules.harm import POOLS, Harm
from combat.words.harm import POOL_LETTERS
from combat.words.harm import POOLS as POOL_NAMES

LARGEST = 1000


class HitPanel(HitForm):
    amount = whole_number(_("Amount"), 0, LARGEST, initial=1)
    source = forms.ChoiceField(
        label=_("Source"),
        choices=[(pool, POOL_NAMES[pool]) for pool in POOLS],
        initial="vigor",
        widget=forms.RadioSelect,
    )

    letters = POOL_LETTERS

    def action(self) -> Harm:
        return Harm(amount=self.cleaned_data["amount"], source=self.cleaned_data["source"])
