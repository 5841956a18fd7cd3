"""The exchange panel of `harm`: two characters, their levels or rolls, weapon and armour."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from combat.models import Roll
from combat.panels.fields import PanelForm, new_request_token, whole_number
from combat.rules.harm import POOLS, AbilityThrow, Escalate, escalate
from combat.words.harm import EXCHANGES, POOL_LETTERS
from combat.words.harm import POOLS as POOL_NAMES
from combat.words.line import Words
from combat.words.rolls import number
from sheets.models import Character, LogEntry

# The limits of a rolled level.
LOWEST, HIGHEST = -1000, 1000


class CharacterField(forms.ChoiceField):
    """A character of the roster, by key."""

    def __init__(self, label: Any) -> None:
        super().__init__(label=label, error_messages={"required": _("Choose a character.")})

    def offer(self, characters: list[Character]) -> None:
        self.choices = [("", _("choose…")), *((c.key, c.name) for c in characters)]


class SideForm(forms.Form):
    """One side of an exchange: who, and the level that was reached."""

    # Fields that are filled in for a roll made here count only when it is made.
    judged = frozenset({"character", "level", "roll", "source", "weapon", "armor"})

    character = CharacterField(_("Character"))
    level = whole_number(_("Level"), LOWEST, HIGHEST, initial=None, required=False)
    roll = forms.CharField(required=False, max_length=16)
    source = forms.ChoiceField(
        label=_("Acting pool"),
        choices=[(pool, POOL_NAMES[pool]) for pool in POOLS],
        initial=POOLS[0],
        widget=forms.RadioSelect,
    )
    weapon = whole_number(_("Weapon"), 0, 10, initial=0)
    armor = whole_number(_("Armour"), 0, 10, initial=0)
    ability = whole_number(_("Ability"), 0, 10, initial=0)
    bought = whole_number(_("Dice bought"), 0, 20, initial=0)
    # A roll made here is a request of its own.
    token = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        side: str,
        characters: list[Character],
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        first = {"token": new_request_token(), **(initial or {})}
        super().__init__(data, prefix=side, auto_id="exchange-%s", initial=first)
        self.use_required_attribute = False
        self.side = side
        self.by_key = {character.key: character for character in characters}
        cast(CharacterField, self.fields["character"]).offer(characters)

    def clean(self) -> None:
        for name in set(self.fields) - self.judged:
            self.errors.pop(name, None)
        if self.cleaned_data.get("roll"):
            self.errors.pop("level", None)
        elif self._lacks_level:
            self.add_error("level", gettext("Give a level, or choose a roll."))

    @property
    def _lacks_level(self) -> bool:
        is_empty = "level" not in self.errors and self.cleaned_data.get("level") is None
        return "level" in self.judged and is_empty

    def party(self) -> dict[str, Any]:
        """What was filled in for an exchange; the form is valid."""
        party = {name: self.cleaned_data[name] for name in self.judged - {"level"}}
        return party | {"level": self.cleaned_data.get("level") or 0}

    @property
    def chosen(self) -> Character | None:
        return self.by_key.get(self["character"].value() or "")

    def rolls(self) -> list[tuple[Roll, str, Words]]:
        """Rolls of the character that wait to be used, each with its level and its pool."""
        offered = Roll.objects.offered_to(self.chosen) if self.chosen else []
        return [(roll, number(roll.total), POOL_NAMES.get(roll.source, "")) for roll in offered]

    def sources(self) -> list[tuple[Any, Words]]:
        """The radios of the acting pool, each with the letter that its boxes bear."""
        return list(zip(self["source"], POOL_LETTERS.values(), strict=True))


class SideRoll(SideForm):
    """One side, with what it takes to roll for it."""

    judged = frozenset({"character", "source", "ability", "bought", "token"})

    def throw(self) -> AbilityThrow:
        given = self.cleaned_data
        return AbilityThrow(given["source"], given["ability"], given["bought"])


class EscalationForm(PanelForm):
    """A roll that grew into a conflict."""

    slug = "escalation"
    title = _("Escalation")
    template = "combat/rulesets/harm/escalation.html"

    winner = CharacterField(_("Winner of the roll"))
    winner_level = whole_number(_("Winner's level"), LOWEST, HIGHEST, initial=None)
    loser_level = whole_number(_("Loser's level"), LOWEST, HIGHEST, initial=None)

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        cast(CharacterField, self.fields["winner"]).offer(self.characters)

    def clean(self) -> None:
        levels = [self.cleaned_data.get(name) for name in ("winner_level", "loser_level")]
        if None not in levels and not escalate(Escalate(*levels)).bonus_dice:  # type: ignore[arg-type]
            self.add_error("winner_level", gettext("The winner is not ahead: no bonus dice."))


class ExchangePanel(PanelForm):
    """Kind and note; who meets is asked by a form for each side."""

    slug = "exchange"
    title = _("Exchange")
    template = "combat/rulesets/harm/exchange.html"

    kind = forms.ChoiceField(
        label=_("Kind"),
        choices=list(EXCHANGES.items()),
        initial="opposed",
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("Note"), required=False, max_length=LogEntry._meta.get_field("note").max_length
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        sides: Mapping[str, Mapping[str, Any]] = kwargs.pop("sides", {})
        super().__init__(data, **kwargs)
        self.a, self.b = (
            SideForm(data, side=side, characters=self.characters, initial=sides.get(side))
            for side in ("a", "b")
        )
        self.escalation = EscalationForm(characters=self.characters)

    @property
    def sides(self) -> tuple[SideForm, SideForm]:
        return self.a, self.b

    def is_valid(self) -> bool:
        are_valid = [super().is_valid(), self.a.is_valid(), self.b.is_valid()]
        if not all(are_valid):
            return False
        if self.a.chosen == self.b.chosen:
            self.b.add_error("character", gettext("Choose two different characters."))
        return not self.b.errors

    def next(self) -> "ExchangePanel":
        """The panel for the next exchange of the same two."""
        kept = ("character", "source", "weapon", "armor")
        return type(self)(
            characters=self.characters,
            initial={"kind": self.cleaned_data["kind"]},
            sides={s.side: {name: s.cleaned_data[name] for name in kept} for s in self.sides},
        )
