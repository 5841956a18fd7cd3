"""What a character of `scars` is made of, and the names of its parts."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import Counter, Points, Rating, Value

type Kind = Literal["physical", "social", "mental"]
type Degree = Literal["Z", "S", "O"]
"""Destroying, lethal, stun."""
type Grave = Literal["Z", "S"]
"""A degree that brings penalties."""
type Marks = Annotated[str, Meta(max_length=10)]
"""The wounds of a scar, one letter each, heaviest first."""
type PhysicalScar = Literal["head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"]
type SocialScar = Literal[
    "courage", "fear", "compassion", "anger", "joy", "sadness", "certainty", "confusion"
]
type MentalScar = Literal["will", "sanity"]
type Scar = PhysicalScar | SocialScar | MentalScar
type Temperament = Literal["choleric", "melancholic", "sanguine", "phlegmatic"]
type Handedness = Literal["right", "left"]
type FeelingName = Literal["desire", "respect", "friendship", "enmity"]
type FeelingPart = Literal["surge", "echo", "requests", "base"]
type Being = Annotated[str, Meta(min_length=1, max_length=200)]
"""The name of somebody that feelings are kept for."""
type SoulDegree = Annotated[int, Meta(ge=0, le=10)]

KINDS: tuple[Kind, ...] = ("physical", "social", "mental")
PHYSICAL_SCARS: tuple[PhysicalScar, ...] = (
    "head",
    "torso",
    "right_arm",
    "left_arm",
    "right_leg",
    "left_leg",
)
PAIRS: tuple[tuple[SocialScar, SocialScar], ...] = (
    ("courage", "fear"),
    ("compassion", "anger"),
    ("joy", "sadness"),
    ("certainty", "confusion"),
)
"""Each positive scar with its negative opposite."""
SOCIAL_SCARS: tuple[SocialScar, ...] = tuple(scar for pair in PAIRS for scar in pair)
MENTAL_SCARS: tuple[MentalScar, ...] = ("will", "sanity")
SCARS: tuple[Scar, ...] = (*PHYSICAL_SCARS, *SOCIAL_SCARS, *MENTAL_SCARS)
"""In the order of a condition."""
STARTING_SOUL = 7
"""Where the traits do not say."""
FEELINGS: tuple[FeelingName, ...] = ("desire", "respect", "friendship", "enmity")

KIND_OF: Mapping[Scar, Kind] = {
    **dict.fromkeys(PHYSICAL_SCARS, "physical"),
    **dict.fromkeys(SOCIAL_SCARS, "social"),
    **dict.fromkeys(MENTAL_SCARS, "mental"),
}
OPPOSITE_OF: Mapping[Scar, SocialScar] = {
    **dict(PAIRS),
    **{negative: positive for positive, negative in PAIRS},
}
NEAR: Mapping[Temperament, tuple[SocialScar, SocialScar]] = {
    "choleric": ("courage", "anger"),
    "melancholic": ("compassion", "fear"),
    "sanguine": ("joy", "confusion"),
    "phlegmatic": ("certainty", "sadness"),
}
DISTANT: Mapping[Temperament, tuple[SocialScar, SocialScar]] = {
    "choleric": NEAR["melancholic"],
    "melancholic": NEAR["choleric"],
    "sanguine": NEAR["phlegmatic"],
    "phlegmatic": NEAR["sanguine"],
}


class Traits(Value, frozen=True, gc=False):
    """What a character brings along: per kind a skill and a capacity; `soul` at the start."""

    dexterity: Rating
    constitution: Rating
    charm: Rating
    composure: Rating
    intelligence: Rating
    resolve: Rating
    temperament: Temperament
    handedness: Handedness = "right"
    soul: SoulDegree = STARTING_SOUL


class Wounds(
    Value,
    frozen=True,
    gc=False,
    rename={"destroying": "Z", "lethal": "S", "stun": "O"},
):
    """Points of each degree."""

    destroying: Points = 0
    lethal: Points = 0
    stun: Points = 0


class PerKind(Value, frozen=True, gc=False):
    """A number for each kind."""

    physical: Counter = 0
    social: Counter = 0
    mental: Counter = 0


class GivenBank(Value, frozen=True, gc=False):
    """Dice left in each bank, as far as they are given."""

    physical: Counter | UnsetType = UNSET
    social: Counter | UnsetType = UNSET
    mental: Counter | UnsetType = UNSET


class Bank(GivenBank, frozen=True, gc=False):
    """Dice left in each bank."""

    physical: Counter = 0
    social: Counter = 0
    mental: Counter = 0


class Scars(Value, frozen=True, gc=False):
    """The marks of all scars."""

    head: Marks = ""
    torso: Marks = ""
    right_arm: Marks = ""
    left_arm: Marks = ""
    right_leg: Marks = ""
    left_leg: Marks = ""
    courage: Marks = ""
    fear: Marks = ""
    compassion: Marks = ""
    anger: Marks = ""
    joy: Marks = ""
    sadness: Marks = ""
    certainty: Marks = ""
    confusion: Marks = ""
    will: Marks = ""
    sanity: Marks = ""


class Feeling(Value, frozen=True, gc=False):
    """The parts of a feeling; what is shown of their sum stops at 5."""

    base: Counter = 0
    requests: Counter = 0
    surge: Counter = 0
    echo: Counter = 0


class Feelings(Value, frozen=True, gc=False):
    """What a character feels for one being."""

    desire: Feeling = Feeling()
    respect: Feeling = Feeling()
    friendship: Feeling = Feeling()
    enmity: Feeling = Feeling()


class Given(Value, frozen=True, gc=False):
    """A condition whose bank and soul may be missing."""

    scars: Scars = Scars()
    burned: PerKind = PerKind()
    bank: GivenBank = GivenBank()
    soul: SoulDegree | UnsetType = UNSET
    feelings: dict[Being, Feelings] = {}


class Condition(Given, frozen=True, gc=False):
    """Wounds, points burned this round, dice left, the degree of the soul, feelings."""

    bank: Bank = Bank()
    soul: SoulDegree = STARTING_SOUL


class Options(Value, frozen=True, gc=False):
    """No house rules."""
