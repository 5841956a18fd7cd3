"""Healing, points, giving up and shake-out under the rules of `harm`."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, Self, cast

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from combat.panels.fields import PanelForm, whole_number
from combat.panels.harm_exchange import CharacterField
from combat.rules.harm import (
    POOLS,
    Action,
    Condition,
    GiveUp,
    Heal,
    Refresh,
    Regain,
    ShakeOut,
    Spend,
    Traits,
    level_of,
    shake_out,
)
from combat.tracks.harm import Track, track
from combat.words.harm import LEVELS, OF_POOL, POOL_LETTERS, line
from combat.words.harm import POOLS as POOL_NAMES
from combat.words.line import Line, Words
from sheets.models import Character, LogEntry

LARGEST = 1000
LARGEST_VERSION = 2**53

type Given = Mapping[str, Any]

_DEEDS: dict[str, Callable[[Given], Action]] = {
    "heal": lambda given: Heal(box=given["box"]),
    "spend": lambda given: Spend(given["pool"], given["points"]),
    "regain": lambda given: Regain(given["pool"], given["points"]),
    "refresh": lambda given: Refresh(given["pool"]),
    "refresh_all": lambda given: Refresh(),
    "give_up": lambda given: GiveUp(),
    "shake_out": lambda given: ShakeOut(),
}
# What is looked at for each; the note goes with any.
_USED = {
    "heal": {"box"},
    "spend": {"pool", "points"},
    "regain": {"pool", "points"},
    "refresh": {"pool"},
}


class Price(NamedTuple):
    """A ticked box, and what healing it costs."""

    box: int
    level: Words
    price: str


class RecoveryPanel(PanelForm):
    """One character, and one thing that is done for it."""

    slug = "recovery"
    title = gettext_lazy("Recovery")
    template = "combat/rulesets/harm/recovery.html"
    deeds: ClassVar[tuple[str, ...]] = tuple(_DEEDS)

    character = CharacterField(gettext_lazy("Character"))
    do = forms.ChoiceField()
    box = whole_number(gettext_lazy("Box"), 1, 6, initial=None)
    pool = forms.ChoiceField(
        label=gettext_lazy("Pool"),
        choices=[(pool, POOL_NAMES[pool]) for pool in POOLS],
        initial=POOLS[0],
        widget=forms.RadioSelect,
    )
    points = whole_number(gettext_lazy("Points"), 1, LARGEST, initial=1)
    note = forms.CharField(
        label=gettext_lazy("The opponent's intent"),
        required=False,
        max_length=LogEntry._meta.get_field("note").max_length,
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        cast(forms.ChoiceField, self.fields["do"]).choices = [(deed, deed) for deed in self.deeds]
        if "character" in self.fields:
            character = cast(CharacterField, self.fields["character"])
            character.offer(self.characters)
            character.error_messages["invalid_choice"] = _("The character was removed meanwhile.")

    @classmethod
    def opened(cls, characters: list[Character], query: QueryDict) -> Self:
        hurt = (each.key for each in characters if any(each.condition["boxes"]))
        chosen = query.get("character") or next(hurt, "")
        return cls(characters=characters, initial={"character": chosen})

    def clean(self) -> None:
        used = _USED.get(self.cleaned_data.get("do", ""), set())
        for name in {"box", "pool", "points"} - used:
            self.errors.pop(name, None)

    def action(self) -> Action:
        """What was pressed, as an action of the rules; the form is valid."""
        return _DEEDS[self.cleaned_data["do"]](self.cleaned_data)

    def next(self) -> Self:
        """The panel for the next thing that is done for the same character."""
        kept = ("character", "pool")
        initial = {name: self.cleaned_data[name] for name in kept if name in self.cleaned_data}
        return type(self)(characters=self.characters, initial=initial)

    # --- what is shown of the character

    @property
    def chosen(self) -> Character | None:
        key = self["character"].value()
        return next((each for each in self.characters if each.key == key), None)

    @property
    def track(self) -> Track | None:
        if self.chosen is None:
            return None
        traits = msgspec.convert(self.chosen.traits, Traits)
        return track(self._condition, traits=traits)

    @property
    def prices(self) -> list[Price]:
        """The ticked boxes, lowest first."""
        ticks = enumerate(self._condition.boxes, 1)
        return [Price(box, _level(box), _price(box, pool)) for box, pool in ticks if pool]

    @property
    def sources(self) -> list[tuple[Any, Words, Any]]:
        """The radios of the pools, each with its letter and what is left in it."""
        left = self.track.pools if self.track else []
        return list(zip(self["pool"], POOL_LETTERS.values(), left, strict=False))

    @property
    def shaken(self) -> tuple[Line, Track] | None:
        """What shake-out would do, in words and drawn; None where nothing slides."""
        outcome = shake_out(self._condition)
        if not outcome.effect.slides:
            return None
        return line(outcome.effect), track(outcome.condition)

    @property
    def _condition(self) -> Condition:
        return msgspec.convert(self.chosen.condition if self.chosen else {}, Condition)


def _level(box: int) -> Words:
    return LEVELS[level_of(box) or ""]


def _price(box: int, pool: str) -> str:
    price = ngettext("%(points)d point of %(pool)s", "%(points)d points of %(pool)s", box)
    return price % {"points": box, "pool": OF_POOL[pool]}


class OwnForm(RecoveryPanel):
    """What players do for their own characters, from the sheet.

    The sheet's buttons are the same bytes for everybody who plays the character, so they carry
    the version that they show in place of a token.
    """

    slug = "own"
    template = "combat/rulesets/harm/own.html"
    deeds = ("spend", "regain", "give_up")

    token = None  # type: ignore[assignment]  # how a form drops a field that it inherits
    character = None  # type: ignore[assignment]
    version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput)

    @property
    def chosen(self) -> Character | None:
        return self.characters[0]

    @property
    def token_of_press(self) -> str:
        """The same for the same press on the same state, and never again after it; nobody else
        can make it up."""
        pressed = [self.cleaned_data.get(name) for name in ("version", "do", "pool", "points")]
        said = f"{self.characters[0].key} {pressed}"
        return salted_hmac("own", said, algorithm="sha256").hexdigest()

    @property
    def question(self) -> str:
        """What a player is asked where one press is not enough."""
        given = self.cleaned_data
        if given["do"] == "give_up":
            return _("Give up? The opponent's intent happens.")
        paid = _price(given["points"], given["pool"])
        if given["do"] == "spend":
            return _("Spend %(paid)s?") % {"paid": paid}
        return _("Regain %(paid)s?") % {"paid": paid}
