"""Targets, amount, source pool."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from combat.panels.fields import HitForm, whole_number
from combat.rules.harm import POOLS, Harm
from combat.words.harm import POOL_LETTERS
from combat.words.harm import POOLS as POOL_NAMES
from combat.words.line import Words

LARGEST = 1000


class HitPanel(HitForm):
    template = "combat/rulesets/harm/panel.html"

    amount = whole_number(_("Amount"), 0, LARGEST, initial=1)
    source = forms.ChoiceField(
        label=_("Source"),
        choices=[(pool, POOL_NAMES[pool]) for pool in POOLS],
        initial="vigor",
        widget=forms.RadioSelect,
    )

    def sources(self) -> list[tuple[Any, Words]]:
        """The radios of the source, each with the letter that its boxes bear."""
        return list(zip(self["source"], POOL_LETTERS.values(), strict=True))

    def action(self) -> Harm:
        return Harm(amount=self.cleaned_data["amount"], source=self.cleaned_data["source"])
