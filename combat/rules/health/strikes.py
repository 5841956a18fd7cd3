"""A blow from its damage pool to the marks: soak, damage dice, armour."""

from msgspec.structs import astuple, replace

from combat.rules.health.effects import DamageCounted, Part, Struck
from combat.rules.health.pools import soak_pool, total
from combat.rules.health.shapes import (
    NORMAL,
    Condition,
    Damage,
    DamagePool,
    Dice,
    Kind,
    Options,
    Strike,
    Traits,
)
from combat.rules.health.track import damage
from combat.rules.ruleset import Outcome, Refused, Value


def strike(
    traits: Traits, condition: Condition, blow: Strike, options: Options
) -> Outcome[Condition, Struck]:
    """Soak, roll damage at difficulty 6, write one level for each success.

    By default each success on soak takes a die from the damage roll, and what is left of
    bashing is halved, rounded down (D1, D2). With `after_damage` soak and halving take levels
    from what was rolled. Ones mean nothing on either roll. Raises `wrong_number_of_dice`, soak
    dice looked at first.

    >>> blow = Strike("bashing", 7, soak_dice=(9, 2, 6), damage_dice=(6, 10))
    >>> struck = strike(Traits(stamina=3), Condition(), blow, Options())
    >>> struck.condition.marks, struck.effect.soak_successes, struck.effect.levels
    ('//', 2, 2)
    """
    read = read_dice(traits, condition, blow, options)
    levels = levels_done(traits, blow.kind, read, options)
    hurt = damage(traits, condition, Damage(blow.kind, levels))
    destroyed = breaks_armor(traits, condition, read.damage_successes)
    # The armour still counted for the blow that destroyed it.
    after = replace(hurt.condition, armor_destroyed=True) if destroyed else hurt.condition
    facts = (*astuple(hurt.effect), *astuple(read), destroyed)
    return Outcome(after, Struck(*facts))


class Reading(Value, frozen=True, gc=False):
    """What the dice of a blow say, in the order in which `Struck` goes on."""

    damage_pool: int
    soak_dice: int
    soak_successes: int
    damage_dice: int
    damage_successes: int
    halved: bool


def read_dice(traits: Traits, condition: Condition, blow: Strike, options: Options) -> Reading:
    """What the dice of a blow say; raises `wrong_number_of_dice`, soak dice looked at first.

    >>> blow = Strike("lethal", 2, soak_dice=(), damage_dice=(7, 1))
    >>> read_dice(Traits(), Condition(), blow, Options()).damage_successes
    1
    """
    pool = at_least_one(blow.damage_pool)
    soak_dice = soak_pool(traits, condition, blow.kind).dice
    _refuse_miscount(blow.soak_dice, soak_dice, "wrong_number_of_soak_dice")
    soaked = count_successes(blow.soak_dice, blow.soak_difficulty)
    dice = damage_dice(traits, blow.kind, pool, soaked, options)
    _refuse_miscount(blow.damage_dice, dice, "wrong_number_of_damage_dice")
    reached = count_successes(blow.damage_dice, NORMAL)
    return Reading(pool, soak_dice, soaked, dice, reached, halves(traits, blow.kind, options))


def at_least_one(damage_pool: int) -> int:
    """Before soak a damage pool is never below one die (D3).

    >>> at_least_one(-2), at_least_one(4)
    (1, 4)
    """
    return max(1, damage_pool)


def _refuse_miscount(dice: Dice, needed: int, reason: str) -> None:
    if len(dice) != needed:
        raise Refused("wrong_number_of_dice", reason=reason, dice=len(dice), needed=needed)


def count_successes(dice: Dice, difficulty: int) -> int:
    """The dice that reach the difficulty; ones take nothing away on soak and damage.

    >>> count_successes((1, 6, 5), 6)
    1
    """
    return len([face for face in dice if face >= difficulty])


def damage_dice(traits: Traits, kind: Kind, pool: int, soaked: int, options: Options) -> int:
    """How many damage dice are rolled: `pool` before soak, `soaked` successes on soak.

    >>> damage_dice(Traits(), "bashing", 7, 2, Options())
    2
    >>> damage_dice(Traits(), "bashing", 7, 2, Options(soak_order="after_damage"))
    7
    """
    if options.soak_order == "after_damage":
        return pool
    return _left(traits, kind, pool, soaked, options)


def levels_done(traits: Traits, kind: Kind, read: Reading, options: Options) -> int:
    """How many levels a blow does: the damage successes, soaked and halved if soak comes after.

    >>> read = Reading(9, 5, soak_successes=4, damage_dice=9, damage_successes=7, halved=True)
    >>> levels_done(Traits(), "bashing", read, Options(soak_order="after_damage"))
    1
    """
    if options.soak_order == "after_damage":
        return _left(traits, kind, read.damage_successes, read.soak_successes, options)
    return read.damage_successes


def _left(traits: Traits, kind: Kind, number: int, soaked: int, options: Options) -> int:
    left = max(0, number - soaked)
    return left // 2 if halves(traits, kind, options) else left


def halves(traits: Traits, kind: Kind, options: Options) -> bool:
    """Whether this character suffers half of such damage: bashing, for everybody (D2).

    The house rule `halve_bashing` keeps it to demons (`supernatural`) or drops it (`none`).

    >>> halves(Traits(), "bashing", Options()), halves(Traits(), "lethal", Options())
    (True, False)
    >>> halves(Traits(), "bashing", Options(halve_bashing="supernatural"))
    False
    """
    if kind != "bashing":
        return False
    if options.halve_bashing == "supernatural":
        return traits.kind == "demon"
    return options.halve_bashing == "all"


def breaks_armor(traits: Traits, condition: Condition, reached: int) -> bool:
    """Whether a blow destroys the armour: damage successes of twice its rating or more (D8).

    Rating 0 is never destroyed, and nothing is destroyed twice.

    >>> [breaks_armor(Traits(armor=2), Condition(), reached) for reached in (3, 4)]
    [False, True]
    >>> breaks_armor(Traits(), Condition(), 9)
    False
    """
    return 0 < 2 * traits.armor <= reached and not condition.armor_destroyed


def count_damage(action: DamagePool) -> DamageCounted:
    """The damage dice before soak: a die for each attack success beyond the first (D4).

    Never below one (D3).

    >>> count_damage(DamagePool(base=3, modifiers=-1, attack_successes=3)).damage_pool
    4
    >>> count_damage(DamagePool(base=1, modifiers=-3, attack_successes=0)).damage_pool
    1
    """
    parts = (
        Part("base", action.base),
        Part("modifiers", action.modifiers),
        Part("successes", beyond_the_first(action.attack_successes)),
    )
    return DamageCounted(at_least_one(total(parts)), parts)


def beyond_the_first(attack_successes: int) -> int:
    """The damage dice that attack successes add; none at all counts as one (D4).

    >>> [beyond_the_first(successes) for successes in (0, 1, 3)]
    [0, 0, 2]
    """
    return max(1, attack_successes) - 1
