"""`health`: manoeuvres, circumstances, defences and the pools on screen."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from combat.rules import health
from combat.rules.health import MANEUVERS, WEAPONS, Condition, Options, Part, Traits
from combat.rules.ruleset import Refused
from tests.rules.test_health import characters, kinds

UNHARMED = Condition()
FIGHTER = Traits(strength=2, dexterity=3, stamina=3, brawl=2, melee=1, dodge=4)


def effect_of(
    action: health.Action, condition: Condition = UNHARMED, traits: Traits = FIGHTER
) -> Any:
    return health.apply(traits, condition, action, Options()).effect


@pytest.mark.parametrize(
    ("name", "keys", "expected"),
    [
        ("strike", {}, (5, 6, 2, "bashing")),
        ("strike", {"weapon": "axe"}, (5, 6, 2, "bashing")),
        ("kick", {}, (5, 7, 3, "bashing")),
        ("clinch", {}, (4, 6, 2, "bashing")),
        ("hold", {}, (5, 6, 0, None)),
        ("sweep", {"ability": "melee"}, (5, 7, 2, "bashing")),
        ("tackle", {}, (4, 7, 3, "bashing")),
        ("disarm", {}, (5, 7, None, None)),
        ("disarm", {"ability": "melee", "weapon": "sword"}, (4, 7, None, None)),
        ("weapon_strike", {"weapon": "sap"}, (4, 6, 3, "bashing")),
        ("weapon_strike", {"weapon": "club"}, (4, 6, 4, "bashing")),
        ("weapon_strike", {"weapon": "knife"}, (4, 6, 3, "lethal")),
        ("weapon_strike", {"weapon": "sword"}, (4, 6, 4, "lethal")),
        ("weapon_strike", {"weapon": "axe"}, (4, 6, 5, "lethal")),
        ("weapon_strike", {"weapon": "stake", "ability": "brawl"}, (4, 6, 3, "lethal")),
    ],
)
def test_a_manoeuvre_rolls_what_the_table_says(
    name: health.ManeuverName, keys: dict[str, Any], expected: tuple[object, ...]
) -> None:
    action = health.Maneuver(name, **keys)

    effect = effect_of(action, Condition("XXXX"))

    planned = (effect.attack_pool, effect.difficulty, effect.damage_pool, effect.kind)
    assert planned == expected
    assert sum(part.amount for part in effect.attack_parts) == effect.attack_pool
    assert sum(part.amount for part in effect.damage_parts) == (effect.damage_pool or 0)


def test_a_weapon_strike_without_a_weapon_makes_no_sense() -> None:
    with pytest.raises(Refused) as refusal:
        health.apply(FIGHTER, Condition(), health.Maneuver("weapon_strike"), Options())

    assert refusal.value.facts == {"reason": "weapon_missing", "maneuver": "weapon_strike"}


def test_an_attack_adds_up_all_that_the_table_knows_about_it() -> None:
    around = health.modify(
        health.AttackModifiers(
            facing="rear",
            target="tiny",
            blind=True,
            opponents=9,
            target_cover="superior",
            own_cover="good",
        )
    )

    attack = health.attack(
        FIGHTER, Condition("X//"), MANEUVERS["kick"], modified=around, ambush_dice=2
    )

    assert attack.pool == health.Pool(
        8,
        (
            Part("dexterity", 3),
            Part("brawl", 2),
            Part("facing", 2),
            Part("ambush", 2),
            Part("wounds", -1),
        ),
    )
    assert attack.difficulty == 7 + 3 + 2 + 4 + 3 + 1
    assert attack.allowed
    assert [part.source for part in around.difficulty_parts] == [
        "aim",
        "blind",
        "opponents",
        "target_cover",
        "own_cover",
    ]


def test_light_cover_of_ones_own_and_the_front_change_nothing() -> None:
    plain = health.modify(health.AttackModifiers())

    assert plain == health.modify(health.AttackModifiers(own_cover="light", ranged=True))
    assert (plain.extra_dice, plain.difficulty, plain.extra_damage) == (0, 6, 0)


def test_nobody_shoots_blind_and_nobody_out_cold_attacks() -> None:
    blind = health.modify(health.AttackModifiers(blind=True, ranged=True))

    assert not health.attack(FIGHTER, Condition(), MANEUVERS["strike"], modified=blind).allowed
    out_cold = health.attack(FIGHTER, Condition("///////"), MANEUVERS["strike"])
    assert (out_cold.allowed, out_cold.pool.dice) == (False, 0)


def test_a_group_brings_a_manoeuvre_and_a_weapon_of_its_own() -> None:
    lunge = health.ManeuverRow("dexterity", "melee", 8, accuracy=1, damage="weapon", bonus=2)
    claws = health.Weapon(3, "aggravated", difficulty=7)

    attack = health.attack(FIGHTER, Condition(), lunge, weapon=claws)
    damage = health.attack_damage(FIGHTER, lunge, weapon=claws, net_successes=4)

    assert (attack.pool.dice, attack.difficulty) == (5, 9)
    assert Part("accuracy", 1) in attack.pool.parts
    assert damage == health.Pool(
        10,
        (Part("strength", 2), Part("maneuver", 2), Part("weapon", 3), Part("successes", 3)),
    )
    assert health.damage_kind(lunge, claws) == "aggravated"


def test_a_disarming_blow_that_hurts_hurts_with_what_was_in_the_hand() -> None:
    fists = health.row_of(health.Maneuver("disarm"))
    blade = health.row_of(health.Maneuver("disarm", ability="melee"))

    by_fist = health.attack_damage(FIGHTER, fists, weapon=WEAPONS["sword"])
    by_blade = health.attack_damage(FIGHTER, blade, weapon=WEAPONS["sword"])

    assert by_fist is not None
    assert by_blade is not None
    assert (by_fist.dice, health.damage_kind(fists, WEAPONS["sword"])) == (2, "bashing")
    assert (by_blade.dice, health.damage_kind(blade, WEAPONS["sword"])) == (4, "lethal")


def test_a_small_target_is_hurt_more() -> None:
    aimed = health.modify(health.AttackModifiers(target="small"))

    damage = health.attack_damage(FIGHTER, MANEUVERS["strike"], modified=aimed)

    assert damage == health.Pool(3, (Part("strength", 2), Part("aim", 1)))


def test_damage_before_soak_is_never_less_than_a_die() -> None:
    damage = health.attack_damage(Traits(), MANEUVERS["strike"], net_successes=0)

    assert damage is not None
    assert damage.dice == 1
    assert health.attack_damage(FIGHTER, MANEUVERS["hold"]) is None
    assert health.damage_kind(MANEUVERS["hold"]) is None


@pytest.mark.parametrize(("defence", "dice"), [("block", 4), ("dodge", 6), ("parry", 3)])
def test_a_wound_takes_dice_from_a_defence(defence: health.Defence, dice: int) -> None:
    assert health.defence_pool(FIGHTER, Condition("/X"), defence).dice == dice
    assert health.defence_pool(FIGHTER, Condition("/X"), defence, number=2).dice == dice - 1
    assert health.defence_pool(FIGHTER, Condition("/X"), defence, number=3).dice == dice - 2
    assert health.defence_pool(FIGHTER, Condition("///////"), defence).allowed is False


@pytest.mark.parametrize(
    ("defence", "ability"),
    [("block", Part("brawl", 2)), ("dodge", Part("dodge", 4)), ("parry", Part("melee", 1))],
)
def test_a_defence_is_told_part_by_part(defence: health.Defence, ability: Part) -> None:
    first = health.defence_pool(FIGHTER, Condition(), defence)
    third = health.defence_pool(FIGHTER, Condition("//"), defence, number=3)

    assert first.parts == (Part("dexterity", 3), ability)
    assert third.parts == (*first.parts, Part("earlier_defences", -2), Part("wounds", -1))


def test_who_cannot_defend_is_told_with_what() -> None:
    out_cold = health.defence_pool(FIGHTER, Condition("///////"), "dodge")

    assert out_cold == health.Pool(0, (Part("dexterity", 3), Part("dodge", 4)), allowed=False)


def test_a_pool_below_nothing_is_nothing() -> None:
    assert health.defence_pool(FIGHTER, Condition("//////"), "parry").dice == 0


@given(characters(), kinds)
def test_what_can_be_soaked_or_bruises_can_be_blocked(
    character: tuple[Traits, Condition], kind: health.Kind
) -> None:
    traits, condition = character

    soak = effect_of(health.SoakPool(kind), condition, traits)
    block = effect_of(health.MayBlock(kind), condition, traits)

    assert block.allowed == (kind == "bashing" or soak.soak_pool > 0)
    assert sum(part.amount for part in soak.parts) == soak.soak_pool
    if kind == "aggravated":
        assert (soak.soak_pool, block.allowed) == (0, False)


@pytest.mark.parametrize(
    ("armor", "kind", "allowed"),
    [(0, "bashing", True), (0, "lethal", False), (1, "lethal", True), (5, "aggravated", False)],
)
def test_one_die_of_soak_is_enough_to_block(armor: int, kind: health.Kind, allowed: bool) -> None:
    assert health.may_block(Traits(armor=armor), Condition(), kind) is allowed


@given(st.integers(-5, 12), st.integers(-5, 12))
@example(3, 2)
@example(2, 2)
def test_only_what_passes_the_defence_counts(attack: int, defence: int) -> None:
    defended = health.defend(health.Defend(attack, defence))

    assert defended.hit == (attack > defence)
    assert defended.net_successes == max(0, attack - defence)


@pytest.mark.parametrize(
    "change",
    [
        {"defence_successes": 1},
        {"attacker_unarmed": False},
        {"weapon": "club"},
        {"weapon": None},
    ],
)
def test_a_parry_hurts_only_the_unarmed_and_only_with_a_blade_that_won(
    change: dict[str, Any],
) -> None:
    parry: dict[str, Any] = {
        "attack_successes": 1,
        "defence_successes": 2,
        "defender_strength": 3,
        "attacker_unarmed": True,
        "weapon": "knife",
    }

    hurts = effect_of(health.ParryCounter(**parry))
    harmless = effect_of(health.ParryCounter(**parry | change))

    assert (hurts.damage_pool, hurts.kind) == (3 + 1 + 1, "lethal")
    assert (harmless.damage_pool, harmless.kind) == (0, None)


@pytest.mark.parametrize(
    ("keys", "allowed", "spent"),
    [
        ({}, False, 0),
        ({"willpower_successes": 1}, True, 0),
        ({"willpower_successes": 3, "spend": True}, True, 1),
        ({"willpower_successes": 3, "already_acted": True}, False, 0),
    ],
)
def test_going_on_the_defensive_takes_a_success_or_a_point(
    keys: dict[str, Any], allowed: bool, spent: int
) -> None:
    effect = effect_of(health.AbortToDefence(**keys))

    assert (effect.allowed, effect.willpower_spent) == (allowed, spent)


@pytest.mark.parametrize(
    ("attack", "target", "in_combat", "outcome", "dice"),
    [
        (4, 2, False, "free_attack", 2),
        (3, 2, False, "free_attack", 1),
        (2, 2, False, "attacker_first", 0),
        (1, 2, False, "normal_initiative", 0),
        (4, 2, True, "not_possible", 0),
    ],
)
def test_an_ambush(attack: int, target: int, in_combat: bool, outcome: str, dice: int) -> None:
    action = health.Ambush(attack, target, attacker_in_combat=in_combat)

    effect = effect_of(action)

    assert (effect.outcome, effect.bonus_dice) == (outcome, dice)


@pytest.mark.parametrize(
    ("number", "dice", "allowed"), [(1, 2, True), (2, 1, True), (3, 0, False), (9, 0, False)]
)
def test_a_full_defence_runs_out_of_dice(number: int, dice: int, allowed: bool) -> None:
    effect = effect_of(health.FullDefence(2, number))

    assert (effect.dice, effect.allowed) == (dice, allowed)


@pytest.mark.parametrize(
    ("successes", "lost", "levels"), [(4, True, 0), (3, False, 3), (-2, False, 0)]
)
def test_disarming_needs_more_than_strength(successes: int, lost: bool, levels: int) -> None:
    effect = effect_of(health.Disarm(successes, 3))

    assert (effect.disarmed, effect.levels) == (lost, levels)
