"""Soak and defence pools, each with the parts that it is made of."""

from collections.abc import Sequence

from combat.rules.health.effects import BlockJudged, Part, SoakCounted
from combat.rules.health.shapes import Condition, Defence, Kind, Traits
from combat.rules.health.track import wound_penalty
from combat.rules.ruleset import Value


class Pool(Value, frozen=True, gc=False):
    """Dice, never below 0, and their parts; not allowed: the character cannot act."""

    dice: int
    parts: tuple[Part, ...]
    allowed: bool = True


def soak_pool(traits: Traits, condition: Condition, kind: Kind) -> Pool:
    """The dice that soak this kind now; wounds never count.

    Bashing: Stamina and armour. Lethal: a mortal armour only (D5), a demon Stamina and armour
    (D6). Aggravated: nothing (D7). Destroyed armour counts 0 (D8).

    >>> guard = Traits(stamina=3, armor=2)
    >>> [soak_pool(guard, Condition(), kind).dice for kind in ("bashing", "lethal", "aggravated")]
    [5, 2, 0]
    >>> soak_pool(guard, Condition(armor_destroyed=True), "lethal").dice
    0
    """
    if kind == "aggravated":
        return Pool(0, ())
    rating = 0 if condition.armor_destroyed else traits.armor
    armor = Part("armor", rating)
    if kind == "lethal" and traits.kind == "mortal":
        return Pool(rating, (armor,))
    return Pool(traits.stamina + rating, (Part("stamina", traits.stamina), armor))


def count_soak(traits: Traits, condition: Condition, kind: Kind) -> SoakCounted:
    """`soak_pool` as an effect.

    >>> count_soak(Traits(stamina=3), Condition(), "bashing").soak_pool
    3
    """
    pool = soak_pool(traits, condition, kind)
    return SoakCounted(pool.dice, kind, pool.parts)


def judge_block(traits: Traits, condition: Condition, kind: Kind) -> BlockJudged:
    """`may_block` as an effect.

    >>> judge_block(Traits(), Condition(), "aggravated").allowed
    False
    """
    return BlockJudged(may_block(traits, condition, kind), kind)


def may_block(traits: Traits, condition: Condition, kind: Kind) -> bool:
    """Bashing can be blocked; lethal if there is a die to soak it with (D5); aggravated never.

    >>> [may_block(Traits(), Condition(), kind) for kind in ("bashing", "lethal")]
    [True, False]
    >>> may_block(Traits(armor=1), Condition(), "lethal")
    True
    """
    return kind == "bashing" or soak_pool(traits, condition, kind).dice > 0


def defence_pool(traits: Traits, condition: Condition, defence: Defence, number: int = 1) -> Pool:
    """Dexterity and Brawl (block), Dodge or Melee (parry), wounds taken off.

    `number` counts the defences of a round of nothing else, from 1: each further one has a die
    less. Without the ability the attribute stands alone. The incapacitated cannot defend.

    >>> fencer = Traits(dexterity=3, melee=2)
    >>> pool = defence_pool(fencer, Condition("//"), "parry")
    >>> pool.dice, [(part.source, part.amount) for part in pool.parts]
    (4, [('dexterity', 3), ('melee', 2), ('wounds', -1)])
    >>> defence_pool(fencer, Condition(), "block", number=3).dice
    1
    """
    ability = {
        "block": Part("brawl", traits.brawl),
        "dodge": Part("dodge", traits.dodge),
        "parry": Part("melee", traits.melee),
    }[defence]
    parts = [Part("dexterity", traits.dexterity), ability]
    if number > 1:
        parts.append(Part("earlier_defences", 1 - number))
    return wounded(traits, condition, parts)


def wounded(traits: Traits, condition: Condition, parts: Sequence[Part]) -> Pool:
    """A pool of these parts with the wound penalty taken off; below 0 it is 0.

    >>> wounded(Traits(), Condition("//////"), [Part("dexterity", 3)]).dice
    0
    >>> wounded(Traits(), Condition("///////"), [Part("dexterity", 3)])
    Pool(dice=0, parts=(Part(source='dexterity', amount=3),), allowed=False)
    """
    penalty = wound_penalty(traits, condition)
    if penalty is None:
        return Pool(0, tuple(parts), allowed=False)
    if penalty:
        parts = [*parts, Part("wounds", penalty)]
    return Pool(max(0, total(parts)), tuple(parts))


def total(parts: Sequence[Part]) -> int:
    """The sum of some parts.

    >>> total([Part("strength", 2), Part("wounds", -1)])
    1
    """
    return sum([part.amount for part in parts])
