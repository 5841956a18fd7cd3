"""What comes out of the rules of `health`: the contract's keys, and facts for the log."""

from typing import Literal

from combat.rules.health.shapes import Kind, LevelName, Status, Unit
from combat.rules.ruleset import EffectValue, Value

type Source = Literal[
    "strength",
    "dexterity",
    "stamina",
    "brawl",
    "melee",
    "dodge",
    "armor",
    "weapon",
    "maneuver",
    "accuracy",
    "facing",
    "aim",
    "blind",
    "opponents",
    "target_cover",
    "own_cover",
    "ambush",
    "successes",
    "base",
    "modifiers",
    "earlier_defences",
    "wounds",
]


class Part(Value, frozen=True, gc=False):
    """What one trait or circumstance adds to a pool or a difficulty."""

    source: Source
    amount: int


class Suffered(EffectValue, frozen=True, gc=False):
    """Levels of one kind, and where each went.

    `written` took free levels. `turned` found none, and each made one bashing level heavier:
    bashing turned it lethal, lethal and aggravated pushed it off the end. `beyond` found
    nothing to turn: the first of them kills. `was` is the status before.
    """

    status: Status
    wound_penalty: int | None
    kind: Kind
    levels: int
    written: int
    turned: int
    beyond: int
    was: Status


class Damaged(Suffered, frozen=True, gc=False):
    """Levels were suffered."""


class Struck(Suffered, frozen=True, gc=False):
    """A blow landed; `armor_destroyed` tells whether this blow destroyed the armour."""

    damage_pool: int
    soak_dice: int
    soak_successes: int
    damage_dice: int
    damage_successes: int
    halved: bool
    armor_destroyed: bool


class Healed(EffectValue, frozen=True, gc=False):
    """Levels of one kind are gone; `was` is the status before."""

    status: Status
    wound_penalty: int | None
    kind: Kind
    levels: int
    was: Status


class FaithSpent(Healed, frozen=True, gc=False):
    """Levels were healed for a point of Faith; `faith` is what is left."""

    faith: int


class Rested(EffectValue, frozen=True, gc=False):
    """What healed while the time passed; `hours_left` began a level and did not end it."""

    status: Status
    wound_penalty: int | None
    bashing: int
    lethal: int
    aggravated: int
    hours: int
    hours_left: int
    was: Status


class ArmorRepaired(EffectValue, frozen=True, gc=False):
    """Whether it had been destroyed."""

    was_destroyed: bool


class FaithGained(EffectValue, frozen=True, gc=False):
    """Points gained, and Faith now."""

    points: int
    faith: int


class FaithUsed(EffectValue, frozen=True, gc=False):
    """Points used, and Faith left."""

    points: int
    faith: int


class RoundEnded(EffectValue, frozen=True, gc=False):
    """Nothing heals between two rounds."""


class SceneEnded(EffectValue, frozen=True, gc=False):
    """Nothing heals because a scene is over."""


class SoakCounted(EffectValue, frozen=True, gc=False):
    """The soak dice and where they come from."""

    soak_pool: int
    kind: Kind
    parts: tuple[Part, ...]


class DamageCounted(EffectValue, frozen=True, gc=False):
    """The damage dice before soak, never fewer than one, and where they come from."""

    damage_pool: int
    parts: tuple[Part, ...]


class ManeuverPlanned(EffectValue, frozen=True, gc=False):
    """A manoeuvre's pools without the wound penalty; `null` where the manoeuvre is special."""

    attack_pool: int
    difficulty: int
    damage_pool: int | None
    kind: Kind | None
    attack_parts: tuple[Part, ...]
    damage_parts: tuple[Part, ...]


class AttackModified(EffectValue, frozen=True, gc=False):
    """Extra dice, the difficulty and what raises it, extra damage dice."""

    extra_dice: int
    difficulty: int
    extra_damage: int
    allowed: bool
    difficulty_parts: tuple[Part, ...]


class Defended(EffectValue, frozen=True, gc=False):
    """Whether the attack still hits, and with how many successes."""

    hit: bool
    net_successes: int


class Countered(EffectValue, frozen=True, gc=False):
    """The damage that a parry does to the attacker; none: 0 and no kind."""

    damage_pool: int
    kind: Kind | None
    parts: tuple[Part, ...]


class BlockJudged(EffectValue, frozen=True, gc=False):
    """Whether a block is possible."""

    allowed: bool
    kind: Kind


class DefenceCounted(EffectValue, frozen=True, gc=False):
    """The dice of this defence; none left: not allowed."""

    dice: int
    allowed: bool


class DefenceChosen(EffectValue, frozen=True, gc=False):
    """Whether the character may defend instead, and the Willpower it costs."""

    allowed: bool
    willpower_spent: int


class Ambushed(EffectValue, frozen=True, gc=False):
    """How the ambush ends, and the dice it adds to the attack."""

    outcome: Literal["free_attack", "attacker_first", "normal_initiative", "not_possible"]
    bonus_dice: int


class EscapeTried(EffectValue, frozen=True, gc=False):
    """Whether the escaper is free."""

    free: bool


class DisarmTried(EffectValue, frozen=True, gc=False):
    """Whether the weapon is lost; if not, the levels that the blow does."""

    disarmed: bool
    levels: int


class HealingTimed(EffectValue, frozen=True, gc=False):
    """The time for one level, in a phrase for scripts and as a number of units."""

    time: str
    kind: Kind
    level: LevelName
    amount: int
    unit: Unit


Effect = (
    Damaged
    | Struck
    | Healed
    | FaithSpent
    | Rested
    | ArmorRepaired
    | FaithGained
    | FaithUsed
    | RoundEnded
    | SceneEnded
    | SoakCounted
    | DamageCounted
    | ManeuverPlanned
    | AttackModified
    | Defended
    | Countered
    | BlockJudged
    | DefenceCounted
    | DefenceChosen
    | Ambushed
    | EscapeTried
    | DisarmTried
    | HealingTimed
)
