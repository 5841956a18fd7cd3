"""What can be done under the rules of `stress`.

`Sweep`, `Spend`, `Regain` and `Refresh` are the product's own, not of the contract.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import ActionValue, Rolled, Text, Value
from combat.rules.stress.shapes import Name, Slot, Track

type Some = Annotated[int, Meta(ge=1, le=1_000)]


class Attack(ActionValue, frozen=True, gc=False):
    """Compare the results of two rolls."""

    attack: Rolled
    defence: Rolled
    reduce_for_boost: bool = False


class Aspects(Value, frozen=True, gc=False):
    """What is written into each slot that a hit fills; a slot that is left out stays as it is."""

    mild: Text | UnsetType = UNSET
    moderate: Text | UnsetType = UNSET
    severe: Text | UnsetType = UNSET
    mild_physical: Text | UnsetType = UNSET
    mild_mental: Text | UnsetType = UNSET


class Hit(ActionValue, frozen=True, gc=False):
    """A hit together with the victim's choice how to absorb it.

    `box` is a list only under the Condensed dial; whether there is such a box is for the rules
    to say. `track` matters only where there are two.
    """

    shifts: Some
    by: Name | UnsetType = UNSET
    box: int | tuple[int, ...] | None = None
    consequences: Aspects = Aspects()
    track: Track = "physical"


class Sweep(ActionValue, frozen=True, gc=False):
    """A hit on the nameless, where nobody chooses."""

    shifts: Some
    by: Name | UnsetType = UNSET
    track: Track = "physical"


class Invoke(ActionValue, frozen=True, gc=False):
    """Use the free invoke of a consequence."""

    slot: Slot
    by: Name


class PassInvoke(ActionValue, frozen=True, gc=False):
    """Leave the free invoke to an ally."""

    slot: Slot
    to: Name


class Concede(ActionValue, frozen=True, gc=False):
    """Leave the conflict on one's own terms."""

    opponent_has_rolled: bool = False


class EndScene(ActionValue, frozen=True, gc=False):
    """The scene is over; `rested`: there is a chance to rest."""

    rested: bool = False


class EndSession(ActionValue, frozen=True, gc=False):
    """The session is over; `makes_sense`: recovery fits the story."""

    makes_sense: bool = False


class EndScenario(ActionValue, frozen=True, gc=False):
    """The scenario is over; `makes_sense`: recovery fits the story."""

    makes_sense: bool = False


class Rename(ActionValue, frozen=True, gc=False):
    """Write the aspect of a consequence anew."""

    slot: Slot
    aspect: Text


class Spend(ActionValue, frozen=True, gc=False):
    """Pay fate points."""

    points: Some


class Regain(ActionValue, frozen=True, gc=False):
    """Get fate points."""

    points: Some


class Refresh(ActionValue, frozen=True, gc=False):
    """Fill the fate points up to the refresh."""


Action = (
    Attack
    | Hit
    | Sweep
    | Invoke
    | PassInvoke
    | Concede
    | EndScene
    | EndSession
    | EndScenario
    | Rename
    | Spend
    | Regain
    | Refresh
)
