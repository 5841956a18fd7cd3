"""What each playable ruleset brings to the screen; all four are equal slices."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from combat.boundaries import harm as harm_boundaries
from combat.boundaries import stress as stress_boundaries
from combat.boundaries.clock import Boundary, Clock
from combat.panels import harm as harm_panel
from combat.panels import stress as stress_panel
from combat.panels.dice import DiceForm
from combat.panels.fields import HitForm, PanelForm
from combat.panels.harm_dice import HarmDice
from combat.panels.harm_exchange import ExchangePanel
from combat.panels.harm_recovery import OwnForm, RecoveryPanel
from combat.panels.stress_dice import StressDice
from combat.rules import find_ruleset
from combat.rules.ruleset import Refused, Ruleset
from combat.tracks import harm as harm_track
from combat.tracks import stress as stress_track
from combat.words import harm as harm_words
from combat.words import stress as stress_words
from combat.words import stress_refusals
from combat.words.line import Line
from sheets import queries
from sheets.models import Campaign, Character, LogEntry


def _nothing_to_plan(condition: Any, throw: Any) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)
class Screen:
    """One ruleset on screen."""

    slug: str
    panels: tuple[type[PanelForm], ...]
    """The panels beside the roster, the hit panel first."""
    track: Callable[..., Any]
    """`track(condition, previous, ghost, traits)`: how a condition is drawn."""
    hits: frozenset[str]
    """Types of the effects that are hits."""
    line: Callable[[Any], Line]
    refusal: Callable[[Refused], str]
    bearing: Callable[[Any, Iterable[queries.HitOn]], list[Any]] | None = None
    """`bearing(condition, hits)`: the marks with the hits that made them, where they are told."""
    own_form: type[PanelForm] | None = None
    """What players may do for their own characters without the GM, in one form."""
    boundaries: tuple[Boundary, ...] = ()
    """What the clock counts, the shortest first."""
    dice_form: type[DiceForm] = DiceForm
    planned: Callable[[Any, Any], str] = _nothing_to_plan
    """`planned(condition, throw)`: how many dice a throw of the ruleset's own has, and why."""
    waits: bool = False
    """Whether a hit waits for its victim's choice."""

    @property
    def ruleset(self) -> Ruleset:
        return find_ruleset(self.slug)

    @property
    def HitPanel(self) -> type[HitForm]:  # noqa: N802  it is a class
        return cast(type[HitForm], self.panels[0])

    def panel(self, slug: str) -> type[PanelForm]:
        """The panel of this slug, the hit panel where there is none such."""
        return next((panel for panel in self.panels if panel.slug == slug), self.panels[0])

    def clock(self, campaign: Campaign) -> Clock:
        return Clock(self.boundaries, campaign.clock)

    def boundary(self, slug: str) -> Boundary | None:
        return next((each for each in self.boundaries if each.slug == slug), None)

    def condition(self, character: Character) -> Any:
        return msgspec.convert(character.condition, self.ruleset.Condition)

    def traits(self, character: Character) -> Any:
        return msgspec.convert(character.traits, self.ruleset.Traits)

    def drawn(self, character: Character, ghost: Any = None) -> Any:
        """A character's track, with what a preview would add."""
        previous = character.previous
        return self.track(
            self.condition(character),
            msgspec.convert(previous, self.ruleset.Condition) if previous else None,
            ghost,
            self.traits(character),
        )

    def plan(self, roller: Character, throw: Any) -> str:
        """What a throw would be, in words, where its form does not say it all."""
        return self.planned(self.condition(roller), throw)

    def wounds(self, character: Character, newest: Iterable[LogEntry] = ()) -> list[Any]:
        """The marks that a character bears, each with where it came from, which may be among the
        `newest` entries of the campaign."""
        if self.bearing is None:
            return []
        return self.bearing(self.condition(character), queries.hits_on(character, newest))


SCREENS = {
    screen.slug: screen
    for screen in (
        Screen(
            slug="harm",
            panels=(harm_panel.HitPanel, ExchangePanel, RecoveryPanel),
            own_form=OwnForm,
            track=harm_track.track,
            bearing=harm_track.bearing,
            hits=frozenset({"harmed"}),
            line=harm_words.line,
            refusal=harm_words.refusal,
            boundaries=harm_boundaries.BOUNDARIES,
            dice_form=HarmDice,
            planned=harm_words.plan,
        ),
        Screen(
            slug="stress",
            panels=(stress_panel.HitPanel,),
            track=stress_track.track,
            hits=frozenset({"absorbed", "taken_out", "swept", "hit_declared", "attacked"}),
            line=stress_words.line,
            refusal=stress_refusals.refusal,
            boundaries=stress_boundaries.BOUNDARIES,
            dice_form=StressDice,
            waits=True,
        ),
    )
}


def screen_of(campaign: Campaign) -> Screen:
    return SCREENS[campaign.ruleset]
