"""Defences, ambush, clinch and disarming: one roll against another."""

from combat.rules.health.effects import (
    Ambushed,
    Countered,
    DefenceChosen,
    DefenceCounted,
    Defended,
    DisarmTried,
    EscapeTried,
    Part,
)
from combat.rules.health.maneuvers import WEAPONS
from combat.rules.health.pools import total
from combat.rules.health.shapes import (
    AbortToDefence,
    Ambush,
    ClinchEscape,
    Defend,
    Disarm,
    FullDefence,
    ParryCounter,
)


def defend(rolls: Defend) -> Defended:
    """An attack that is not above the defence missed; above it only the difference counts (D21).

    >>> defend(Defend(attack_successes=4, defence_successes=2))
    Defended(hit=True, net_successes=2)
    >>> defend(Defend(attack_successes=2, defence_successes=2))
    Defended(hit=False, net_successes=0)
    """
    margin = rolls.attack_successes - rolls.defence_successes
    return Defended(margin > 0, max(0, margin))


def counter(parry: ParryCounter) -> Countered:
    """A parry with a lethal weapon that beats an unarmed attack hurts the attacker (D22).

    Strength, the weapon's damage and a die for each success of the margin; else nothing.

    >>> parry = ParryCounter(1, 3, defender_strength=3, attacker_unarmed=True, weapon="sword")
    >>> counter(parry).damage_pool, counter(parry).kind
    (7, 'lethal')
    >>> counter(ParryCounter(1, 3, defender_strength=3, weapon="sword")).damage_pool
    0
    """
    weapon = WEAPONS[parry.weapon] if parry.weapon else None
    margin = parry.defence_successes - parry.attack_successes
    if not weapon or weapon.kind != "lethal" or not parry.attacker_unarmed or margin <= 0:
        return Countered(0, None, ())
    parts = (
        Part("strength", parry.defender_strength),
        Part("weapon", weapon.damage),
        Part("successes", margin),
    )
    return Countered(total(parts), weapon.kind, parts)


def count_defence(action: FullDefence) -> DefenceCounted:
    """A round of nothing but defence: the full pool first, a die less for each further one.

    With no die left there is no further defence.

    >>> [count_defence(FullDefence(3, number)).dice for number in (1, 2, 4)]
    [3, 2, 0]
    >>> count_defence(FullDefence(3, 4)).allowed
    False
    """
    dice = max(0, action.pool - (action.defence_number - 1))
    return DefenceCounted(dice, dice > 0)


def choose_defence(action: AbortToDefence) -> DefenceChosen:
    """Instead of the action declared, until one has acted: a Willpower success, or a point.

    A point offered is spent whatever was rolled, unless it is too late to defend.

    >>> choose_defence(AbortToDefence(willpower_successes=1))
    DefenceChosen(allowed=True, willpower_spent=0)
    >>> choose_defence(AbortToDefence(spend=True, already_acted=True))
    DefenceChosen(allowed=False, willpower_spent=0)
    """
    if action.already_acted:
        return DefenceChosen(allowed=False, willpower_spent=0)
    if action.spend:
        return DefenceChosen(allowed=True, willpower_spent=1)
    return DefenceChosen(action.willpower_successes > 0, willpower_spent=0)


def ambush(rolls: Ambush) -> Ambushed:
    """Ahead: a free attack with the margin as extra dice. Tie: the attacker is first.

    Behind: initiative as usual. Nobody who is already fighting can do it.

    >>> ambush(Ambush(attack_successes=4, target_successes=2))
    Ambushed(outcome='free_attack', bonus_dice=2)
    >>> ambush(Ambush(attack_successes=2, target_successes=2)).outcome
    'attacker_first'
    """
    margin = rolls.attack_successes - rolls.target_successes
    if rolls.attacker_in_combat:
        return Ambushed("not_possible", 0)
    if margin > 0:
        return Ambushed("free_attack", margin)
    return Ambushed("normal_initiative" if margin else "attacker_first", 0)


def escape(rolls: ClinchEscape) -> EscapeTried:
    """Strength + Brawl on both sides: whoever wants out needs more successes.

    >>> escape(ClinchEscape(3, 2)).free, escape(ClinchEscape(2, 2)).free
    (True, False)
    """
    return EscapeTried(rolls.escaper_successes > rolls.holder_successes)


def disarm(roll: Disarm) -> DisarmTried:
    """More damage successes than the opponent's Strength: the weapon is lost and nobody hurt.

    Otherwise the blow hurts as usual (D17).

    >>> disarm(Disarm(damage_successes=4, opponent_strength=3))
    DisarmTried(disarmed=True, levels=0)
    >>> disarm(Disarm(damage_successes=3, opponent_strength=3))
    DisarmTried(disarmed=False, levels=3)
    """
    disarmed = roll.damage_successes > roll.opponent_strength
    return DisarmTried(disarmed, 0 if disarmed else max(0, roll.damage_successes))
