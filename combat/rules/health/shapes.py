"""What goes into the rules of `health`: traits, conditions, house rules and actions."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from combat.rules.ruleset import (
    ActionValue,
    Counter,
    Face,
    Points,
    Rating,
    Rolled,
    Text,
    Value,
)

type Kind = Literal["bashing", "lethal", "aggravated"]
type LevelName = Literal[
    "bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated"
]
type Penalty = Literal[0, -1, -2, -5]
type ExtraLevels = Annotated[tuple[Penalty, ...], Meta(max_length=93)]
type Status = Literal["active", "unconscious", "dying", "dead"]
type Attribute = Literal["strength", "dexterity"]
type Ability = Literal["brawl", "melee"]
type Defence = Literal["block", "dodge", "parry"]
type WeaponName = Literal["sap", "club", "knife", "sword", "axe", "stake"]
type ManeuverName = Literal[
    "strike", "kick", "clinch", "hold", "disarm", "sweep", "tackle", "weapon_strike"
]
type Facing = Literal["front", "flank", "rear"]
type Target = Literal["medium", "small", "tiny"]
type Cover = Literal["light", "good", "superior"]
type Unit = Literal["hour", "day", "week", "month"]
type Dice = tuple[Face, ...]
type Difficulty = Annotated[int, Meta(ge=2, le=10)]
type Ordinal = Annotated[int, Meta(ge=1, le=1_000)]

NORMAL = 6
"""The difficulty of every roll that says no other."""
MARKS: dict[Kind, str] = {"aggravated": "*", "lethal": "X", "bashing": "/"}
"""The mark of each kind, in the order in which they stand on the track."""


class Traits(Value, frozen=True, gc=False):
    """What a character brings along.

    `dodge` and `extra_levels` are the product's own: a pool for the attack panel, and the
    penalties of the levels that this character has beyond the seven.
    """

    kind: Literal["mortal", "demon"] = "mortal"
    strength: Rating = 0
    dexterity: Rating = 0
    stamina: Rating = 0
    brawl: Rating = 0
    melee: Rating = 0
    armor: Rating = 0
    faith: Points = 0
    dodge: Rating = 0
    extra_levels: ExtraLevels = ()


class Given(Value, frozen=True, gc=False):
    """A condition whose Faith may be missing."""

    marks: Text = ""
    dead: bool = False
    armor_destroyed: bool = False
    faith: Counter | UnsetType = UNSET


class Condition(Given, frozen=True, gc=False):
    """The marks from the top of the track down, sorted `*`, `X`, `/`, and Faith left."""

    faith: Counter = 0


class Options(Value, frozen=True, gc=False):
    """Whether soak comes before the damage roll (D1), and whose bashing is halved (D2)."""

    soak_order: Literal["before_damage", "after_damage"] = "before_damage"
    halve_bashing: Literal["all", "supernatural", "none"] = "all"


class Damage(ActionValue, frozen=True, gc=False):
    """Levels that are suffered as they are, soak and dice over."""

    kind: Kind
    levels: Points


class Strike(ActionValue, frozen=True, gc=False):
    """A blow that hit: its damage pool and the dice as they fell."""

    kind: Kind
    damage_pool: Rolled
    soak_dice: Dice
    damage_dice: Dice
    soak_difficulty: Difficulty = NORMAL


class Heal(ActionValue, frozen=True, gc=False):
    """Levels of one kind are healed."""

    kind: Kind
    levels: Points


class SpendFaith(ActionValue, frozen=True, gc=False):
    """One point of Faith heals all bashing or one lethal level."""

    heal: Kind


class SoakPool(ActionValue, frozen=True, gc=False):
    """How many dice soak damage of this kind now."""

    kind: Kind


class DamagePool(ActionValue, frozen=True, gc=False):
    """How many damage dice an attack has before soak."""

    base: Rolled
    modifiers: Rolled
    attack_successes: Rolled


class Maneuver(ActionValue, frozen=True, gc=False):
    """What a manoeuvre of the table rolls; `ability` matters to `disarm` alone."""

    name: ManeuverName
    ability: Ability = "brawl"
    weapon: WeaponName | None = None


class AttackModifiers(ActionValue, frozen=True, gc=False):
    """The circumstances of an attack; what is left out changes nothing."""

    facing: Facing = "front"
    target: Target | None = None
    blind: bool = False
    ranged: bool = False
    opponents: Ordinal = 1
    target_cover: Cover | None = None
    own_cover: Cover | None = None


class Defend(ActionValue, frozen=True, gc=False):
    """An attack roll against a block, dodge or parry."""

    attack_successes: Rolled
    defence_successes: Rolled


class ParryCounter(ActionValue, frozen=True, gc=False):
    """A parry that may hurt the attacker."""

    attack_successes: Rolled
    defence_successes: Rolled
    defender_strength: Rating
    attacker_unarmed: bool = False
    weapon: WeaponName | None = None


class MayBlock(ActionValue, frozen=True, gc=False):
    """Whether an attack of this kind can be blocked."""

    kind: Kind


class FullDefence(ActionValue, frozen=True, gc=False):
    """The dice of the first, second, … defence in a round of nothing else."""

    pool: Rolled
    defence_number: Ordinal


class AbortToDefence(ActionValue, frozen=True, gc=False):
    """Going on the defensive after another action was declared."""

    willpower_successes: Rolled = 0
    spend: bool = False
    already_acted: bool = False


class Ambush(ActionValue, frozen=True, gc=False):
    """Stealth against alertness."""

    attack_successes: Rolled
    target_successes: Rolled
    attacker_in_combat: bool = False


class ClinchEscape(ActionValue, frozen=True, gc=False):
    """Breaking out of a clinch or a hold."""

    escaper_successes: Rolled
    holder_successes: Rolled


class Disarm(ActionValue, frozen=True, gc=False):
    """The damage roll of a disarming blow."""

    damage_successes: Rolled
    opponent_strength: Rating


class HealingTime(ActionValue, frozen=True, gc=False):
    """How long one level takes to heal."""

    kind: Kind
    level: LevelName


class Rest(ActionValue, frozen=True, gc=False):
    """Game time passes; an action of the product's own, as are all below."""

    amount: Points
    unit: Unit


class RepairArmor(ActionValue, frozen=True, gc=False):
    """The armour is made whole or replaced."""


class GainFaith(ActionValue, frozen=True, gc=False):
    """Points of Faith come back."""

    points: Points


class UseFaith(ActionValue, frozen=True, gc=False):
    """Points of Faith go into something other than healing."""

    points: Points


class EndRound(ActionValue, frozen=True, gc=False):
    """The next round begins."""


class EndScene(ActionValue, frozen=True, gc=False):
    """The scene is over."""


Action = (
    Damage
    | Strike
    | Heal
    | SpendFaith
    | SoakPool
    | DamagePool
    | Maneuver
    | AttackModifiers
    | Defend
    | ParryCounter
    | MayBlock
    | FullDefence
    | AbortToDefence
    | Ambush
    | ClinchEscape
    | Disarm
    | HealingTime
    | Rest
    | RepairArmor
    | GainFaith
    | UseFaith
    | EndRound
    | EndScene
)
