"""Targets, shifts or two rolls, who hits, and who chooses how it is absorbed."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from combat.panels.fields import HitForm, whole_number
from combat.rules.stress import Attack, Attacked, HitDeclared, compare
from combat.words.stress import TRACKS, boost
from sheets.models import Character, Visibility

LARGEST = 1000
LONGEST_NAME = 200


class HitPanel(HitForm):
    template = "combat/rulesets/stress/panel.html"
    title = gettext_lazy("Hit")

    amount = whole_number(gettext_lazy("Shifts"), 1, LARGEST, initial=1)
    measure = forms.ChoiceField(
        label=gettext_lazy("How hard"),
        choices=[
            ("shifts", gettext_lazy("Shifts")),
            ("rolls", gettext_lazy("Attack and defence")),
        ],
        initial="shifts",
        widget=forms.RadioSelect,
    )
    attack = whole_number(gettext_lazy("Attack"), -LARGEST, LARGEST, initial=0)
    defence = whole_number(gettext_lazy("Defence"), -LARGEST, LARGEST, initial=0)
    reduce = forms.BooleanField(
        label=gettext_lazy("Three or more ahead: one shift less for a boost"), required=False
    )
    track = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=list(TRACKS.items()),
        initial="physical",
        widget=forms.RadioSelect,
    )
    by = forms.CharField(
        label=gettext_lazy("Who hits"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"list": "hit-attackers", "class": "hand"}),
    )
    chooser = forms.ChoiceField(
        label=gettext_lazy("Who absorbs"),
        choices=[("victim", gettext_lazy("The victim chooses")), ("gm", gettext_lazy("I choose"))],
        initial="victim",
        widget=forms.RadioSelect,
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if not any(c.traits.get("dial", "accelerated") != "accelerated" for c in self.characters):
            del self.fields["track"]
        for name in self._unused():
            self.fields[name].required = False

    def _unused(self) -> tuple[str, ...]:
        measure = self["measure"].value()
        return ("attack", "defence") if measure == "shifts" else ("amount",)

    @property
    def attackers(self) -> list[str]:
        """Names that may be told to the players, to pick from."""
        return [c.name for c in self.characters if c.visibility != Visibility.HIDDEN]

    @property
    def gm_chooses(self) -> bool:
        return bool(self.cleaned_data["chooser"] == "gm")

    def clean_by(self) -> str:
        name: str = self.cleaned_data["by"]
        hidden = {c.name.casefold() for c in self.characters if c.is_hidden}
        if name.casefold() in hidden - {each.casefold() for each in self.attackers}:
            raise forms.ValidationError(
                _("The players would read this name, and it is hidden from them. Leave it empty.")
            )
        return name

    def next_one(self) -> "HitPanel":
        """The panel for the next hit: the same attacker, measured the same way."""
        kept = {name: self.cleaned_data.get(name) for name in ("measure", "track", "by")}
        return type(self)(characters=self.characters, initial=kept)

    def missed(self) -> str:
        """What an attack that hits nobody comes to; nothing for one that hits."""
        attacked = self.action()
        return boost(attacked) if isinstance(attacked, Attacked) else ""

    def action(self) -> HitDeclared | Attacked:
        """The hit that is declared, or the attack that hit nobody."""
        filled = self.cleaned_data
        track, by = filled.get("track") or None, filled["by"] or None
        if filled["measure"] == "shifts":
            return HitDeclared(filled["amount"], by, track)
        attack = Attack(filled["attack"], filled["defence"], filled["reduce"])
        attacked = compare(attack)
        if not attacked.hit:
            return attacked
        return HitDeclared(
            attacked.shifts, by, track, attack.attack, attack.defence, attacked.boost
        )


def who_chooses_next(characters: list[Character], *, by_gm: bool) -> Character | None:
    """The first of those just hit for whom the GM chooses: on request, or as nobody plays it."""
    return next((c for c in characters if c.waiting and (by_gm or not c.is_pc)), None)
