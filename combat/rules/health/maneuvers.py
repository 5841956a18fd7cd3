"""What an attack rolls: manoeuvres, weapons, circumstances."""

from typing import Literal

from msgspec.structs import replace

from combat.rules.health.effects import AttackModified, ManeuverPlanned, Part
from combat.rules.health.pools import Pool, total, wounded
from combat.rules.health.shapes import (
    NORMAL,
    Ability,
    AttackModifiers,
    Attribute,
    Condition,
    Cover,
    Difficulty,
    Facing,
    Kind,
    Maneuver,
    ManeuverName,
    Target,
    Traits,
    WeaponName,
)
from combat.rules.health.strikes import at_least_one, beyond_the_first
from combat.rules.ruleset import Refused, Rolled, Value


class Weapon(Value, frozen=True, gc=False):
    """The damage dice a close weapon adds to Strength, and its kind of damage."""

    damage: Rolled
    kind: Kind
    difficulty: Difficulty = NORMAL


class ManeuverRow(Value, frozen=True, gc=False):
    """One row of the table of manoeuvres; groups may bring rows of their own.

    `damage`: by Strength; by Strength and weapon; `special` (the damage roll decides about
    something else first); none. `bonus` adds damage dice, `accuracy` dice to the attack.
    """

    attribute: Attribute
    ability: Ability
    difficulty: Difficulty = NORMAL
    accuracy: Rolled = 0
    damage: Literal["strength", "weapon", "special", "none"] = "strength"
    bonus: Rolled = 0


WEAPONS: dict[WeaponName, Weapon] = {
    "sap": Weapon(1, "bashing"),
    "club": Weapon(2, "bashing"),
    "knife": Weapon(1, "lethal"),
    "sword": Weapon(2, "lethal"),
    "axe": Weapon(3, "lethal"),
    "stake": Weapon(1, "lethal"),
}
MANEUVERS: dict[ManeuverName, ManeuverRow] = {
    "strike": ManeuverRow("dexterity", "brawl"),
    "kick": ManeuverRow("dexterity", "brawl", difficulty=7, bonus=1),
    "clinch": ManeuverRow("strength", "brawl"),
    "hold": ManeuverRow("dexterity", "brawl", damage="none"),
    "disarm": ManeuverRow("dexterity", "brawl", difficulty=7, damage="special"),
    "sweep": ManeuverRow("dexterity", "brawl", difficulty=7),
    "tackle": ManeuverRow("strength", "brawl", difficulty=7, bonus=1),
    "weapon_strike": ManeuverRow("dexterity", "melee", damage="weapon"),
}
_AIM: dict[Target | None, tuple[int, int]] = {
    None: (0, 0),
    "medium": (1, 0),
    "small": (2, 1),
    "tiny": (3, 2),
}
_FACING: dict[Facing, int] = {"front": 0, "flank": 1, "rear": 2}
_COVER: dict[Cover | None, int] = {None: 0, "light": 1, "good": 2, "superior": 3}
_BLIND = 2
_MOST_FOR_OPPONENTS = 4


def plan(traits: Traits, action: Maneuver) -> ManeuverPlanned:
    """What a manoeuvre of the table rolls, the wound penalty not yet taken off.

    `disarm` goes by Brawl unless Melee is chosen. Raises `invalid_request` for a
    `weapon_strike` without a weapon.

    >>> fencer = Traits(strength=2, dexterity=3, melee=1)
    >>> planned = plan(fencer, Maneuver("weapon_strike", weapon="sword"))
    >>> planned.attack_pool, planned.damage_pool, planned.kind
    (4, 4, 'lethal')
    >>> plan(fencer, Maneuver("hold")).damage_pool
    0
    """
    row = row_of(action)
    weapon = WEAPONS[action.weapon] if action.weapon else None
    if row.damage == "weapon" and weapon is None:
        raise Refused("invalid_request", reason="weapon_missing", maneuver=action.name)
    attack = attack_parts(traits, row)
    difficulty = difficulty_of(row, weapon)
    if row.damage == "special":
        return ManeuverPlanned(total(attack), difficulty, None, None, attack, ())
    damage = damage_parts(traits, row, weapon)
    kind = damage_kind(row, weapon)
    return ManeuverPlanned(total(attack), difficulty, total(damage), kind, attack, damage)


def row_of(action: Maneuver) -> ManeuverRow:
    """The row of a manoeuvre of the table, `disarm` with the ability that was chosen.

    >>> row_of(Maneuver("disarm", ability="melee")).ability, row_of(Maneuver("kick")).ability
    ('melee', 'brawl')
    """
    row = MANEUVERS[action.name]
    if action.name == "disarm":
        return replace(row, ability=action.ability)
    return row


def attack_parts(traits: Traits, row: ManeuverRow) -> tuple[Part, ...]:
    """Attribute, ability and accuracy; without the ability the attribute stands alone.

    >>> attack_parts(Traits(strength=2), MANEUVERS["clinch"])
    (Part(source='strength', amount=2), Part(source='brawl', amount=0))
    """
    attribute = traits.strength if row.attribute == "strength" else traits.dexterity
    ability = traits.brawl if row.ability == "brawl" else traits.melee
    parts = (Part(row.attribute, attribute), Part(row.ability, ability))
    return (*parts, Part("accuracy", row.accuracy)) if row.accuracy else parts


def difficulty_of(row: ManeuverRow, weapon: Weapon | None = None) -> int:
    """The row's difficulty, raised or lowered by as much as a weapon's own differs from 6.

    >>> difficulty_of(MANEUVERS["kick"])
    7
    >>> difficulty_of(MANEUVERS["weapon_strike"], Weapon(4, "lethal", difficulty=7))
    7
    """
    wielded = _wielded(row, weapon)
    return row.difficulty + (wielded.difficulty - NORMAL if wielded else 0)


def _wielded(row: ManeuverRow, weapon: Weapon | None) -> Weapon | None:
    if row.damage == "weapon" or (row.damage == "special" and row.ability == "melee"):
        return weapon
    return None


def damage_parts(
    traits: Traits, row: ManeuverRow, weapon: Weapon | None = None
) -> tuple[Part, ...]:
    """Strength, what the manoeuvre adds, and the weapon where one is used.

    >>> damage_parts(Traits(strength=2), MANEUVERS["kick"])
    (Part(source='strength', amount=2), Part(source='maneuver', amount=1))
    >>> damage_parts(Traits(strength=2), MANEUVERS["hold"])
    ()
    """
    if row.damage == "none":
        return ()
    parts = [Part("strength", traits.strength)]
    if row.bonus:
        parts.append(Part("maneuver", row.bonus))
    if wielded := _wielded(row, weapon):
        parts.append(Part("weapon", wielded.damage))
    return tuple(parts)


def damage_kind(row: ManeuverRow, weapon: Weapon | None = None) -> Kind | None:
    """The weapon's kind where one is used, else bashing; none for a manoeuvre that does not hurt.

    >>> damage_kind(MANEUVERS["sweep"]), damage_kind(MANEUVERS["weapon_strike"], WEAPONS["axe"])
    ('bashing', 'lethal')
    """
    if row.damage == "none":
        return None
    wielded = _wielded(row, weapon)
    return wielded.kind if wielded else "bashing"


def modify(action: AttackModifiers) -> AttackModified:
    """What the circumstances of an attack add; they all add up, and the sum is not capped.

    Flank 1 die, rear 2. Aim: medium +1, small +2 and a damage die, tiny +3 and two (D18).
    Blind or in darkness +2, and no shooting. +1 for each opponent after the first, at most +4
    (D19). Cover of the target +1, +2, +3, the attacker's own one less (D20).

    >>> modified = modify(AttackModifiers(facing="rear", target="small", opponents=2))
    >>> modified.extra_dice, modified.difficulty, modified.extra_damage
    (2, 9, 1)
    >>> modify(AttackModifiers(blind=True, ranged=True)).allowed
    False
    """
    harder, extra_damage = _AIM[action.target]
    raises = (
        Part("aim", harder),
        Part("blind", _BLIND if action.blind else 0),
        Part("opponents", min(_MOST_FOR_OPPONENTS, action.opponents - 1)),
        Part("target_cover", _COVER[action.target_cover]),
        Part("own_cover", max(0, _COVER[action.own_cover] - 1)),
    )
    return AttackModified(
        extra_dice=_FACING[action.facing],
        difficulty=NORMAL + total(raises),
        extra_damage=extra_damage,
        allowed=not (action.blind and action.ranged),
        difficulty_parts=tuple([part for part in raises if part.amount]),
    )


class Attack(Value, frozen=True, gc=False):
    """An attack roll, ready to be thrown: the wound penalty is taken off."""

    pool: Pool
    difficulty: int
    allowed: bool


def attack(
    traits: Traits,
    condition: Condition,
    row: ManeuverRow,
    *,
    weapon: Weapon | None = None,
    modified: AttackModified | None = None,
    ambush_dice: int = 0,
) -> Attack:
    """The attack roll of a manoeuvre under some circumstances, its parts and its difficulty.

    >>> brawler = Traits(dexterity=3, brawl=2)
    >>> around = modify(AttackModifiers(facing="flank", target="medium"))
    >>> rolled = attack(brawler, Condition("//"), MANEUVERS["kick"], modified=around)
    >>> rolled.pool.dice, rolled.difficulty, rolled.allowed
    (5, 8, True)
    """
    around = modified or modify(AttackModifiers())
    extra = (Part("facing", around.extra_dice), Part("ambush", ambush_dice))
    parts = [*attack_parts(traits, row), *[part for part in extra if part.amount]]
    pool = wounded(traits, condition, parts)
    return Attack(
        pool,
        difficulty_of(row, weapon) + around.difficulty - NORMAL,
        pool.allowed and around.allowed,
    )


def attack_damage(
    traits: Traits,
    row: ManeuverRow,
    *,
    weapon: Weapon | None = None,
    modified: AttackModified | None = None,
    net_successes: int = 1,
) -> Pool | None:
    """The damage dice of an attack that hit, before soak; None for one that does not hurt.

    `net_successes` are what the defence left of the attack roll; wounds do not count.

    >>> fencer, aimed = Traits(strength=2), modify(AttackModifiers(target="small"))
    >>> sword, row = WEAPONS["sword"], MANEUVERS["weapon_strike"]
    >>> attack_damage(fencer, row, weapon=sword, modified=aimed, net_successes=3).dice
    7
    >>> attack_damage(fencer, MANEUVERS["hold"])
    """
    if row.damage == "none":
        return None
    aim = modified.extra_damage if modified else 0
    extra = (Part("aim", aim), Part("successes", beyond_the_first(net_successes)))
    parts = (*damage_parts(traits, row, weapon), *[part for part in extra if part.amount])
    return Pool(at_least_one(total(parts)), parts)
