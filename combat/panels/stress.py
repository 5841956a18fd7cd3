"""Targets, shifts or two rolls, who hits, and who chooses how it is absorbed."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from combat.models import Dice, Roll
from combat.panels.fields import HitForm, whole_number
from combat.panels.stress_names import is_among, secrets_of
from combat.rules.stress import Attack, Attacked, HitDeclared, compare
from combat.words.rolls import number
from combat.words.stress import TRACKS, boost
from sheets.forms.fields import LineField
from sheets.models import Character, Visibility

LARGEST = 1000
# Rolls that may be used for attack or defence, the newest first.
OFFERED = 12
SIDES = ("attack", "defence")


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
    attack_roll = forms.ChoiceField(label=gettext_lazy("Attack"), required=False)
    defence_roll = forms.ChoiceField(label=gettext_lazy("Defence"), required=False)
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
    by = LineField(
        label=gettext_lazy("Who hits"),
        required=False,
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
        self.offered = {roll.key: roll for roll in self._unused_rolls()}
        rolled = [("", _("typed:")), *((key, _told(roll)) for key, roll in self.offered.items())]
        for side in SIDES:
            cast(forms.ChoiceField, self.fields[f"{side}_roll"]).choices = rolled
        for name in self._not_looked_at():
            self.fields[name].required = False

    def _unused_rolls(self) -> list[Roll]:
        campaign = self.characters[0].campaign_id if self.characters else None
        rolls = Roll.objects.unused().filter(campaign=campaign, dice=Dice.FUDGE)
        return list(rolls.select_related("entry", "character")[:OFFERED])

    def _not_looked_at(self) -> list[str]:
        if self["measure"].value() == "shifts":
            return list(SIDES)
        return ["amount", *(side for side in SIDES if self[f"{side}_roll"].value())]

    @property
    def attackers(self) -> list[str]:
        """Names that may be told to the players, to pick from."""
        return [c.name for c in self.characters if c.visibility != Visibility.HIDDEN]

    @property
    def gm_chooses(self) -> bool:
        return bool(self.cleaned_data["chooser"] == "gm")

    def clean_by(self) -> str:
        name: str = self.cleaned_data["by"]
        if is_among(secrets_of(self.characters), name):
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
        attack = Attack(self._level("attack"), self._level("defence"), filled["reduce"])
        attacked = compare(attack)
        if not attacked.hit:
            return attacked
        if any(roll.is_secret for roll in self.rolls()):
            return HitDeclared(attacked.shifts, by, track, boost=attacked.boost)
        return HitDeclared(
            attacked.shifts, by, track, attack.attack, attack.defence, attacked.boost
        )

    def rolls(self) -> list[Roll]:
        """The rolls that were picked and are used up by the hit."""
        if self.cleaned_data["measure"] == "shifts":
            return []
        picked = {self.cleaned_data[f"{side}_roll"] for side in SIDES}
        return [roll for key, roll in self.offered.items() if key in picked]

    def _level(self, side: str) -> int:
        roll = self.offered.get(self.cleaned_data[f"{side}_roll"])
        return roll.total if roll else int(self.cleaned_data[side])


def _told(roll: Roll) -> str:
    name = roll.character.name if roll.character else _("nobody")
    return _("%(name)s rolled %(total)s") % {"name": name, "total": number(roll.total)}


def who_chooses_next(characters: list[Character], *, by_gm: bool) -> Character | None:
    """The first of those just hit for whom the GM chooses: on request, or as nobody plays it."""
    return next((c for c in characters if c.waiting and (by_gm or not c.is_pc)), None)
