"""`scars`: what players burn, and what they can do with what they are born with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from combat.rules import scars
from combat.rules.scars import (
    Bank,
    Burn,
    BurnPart,
    Condition,
    Options,
    PerKind,
    Scars,
    Traits,
)
from tests.rules.test_scars import AVERAGE, any_scars, burns, characters, code_of, degrees, traits


def burning(*parts: tuple[scars.Scar, scars.Degree, int]) -> Burn:
    return Burn(tuple(BurnPart(*part) for part in parts))


@given(characters, burns)
def test_a_burn_marks_all_its_points_or_none(
    character: tuple[Traits, Condition], action: Burn
) -> None:
    owner, condition = character
    points = dict.fromkeys(scars.KINDS, 0)
    for part in action.parts:
        points[scars.KIND_OF[part.scar]] += part.points
    code = code_of(owner, condition, action)
    if code:
        assert code in {"scar_not_burnable", "over_round_limit", "would_promote", "no_place"}
        return

    outcome = scars.burn(owner, condition, action)

    after, effect = outcome.condition, outcome.effect
    for kind in scars.KINDS:
        before, now = getattr(condition.burned, kind), getattr(after.burned, kind)
        assert now == before + points[kind]
        assert points[kind] == 0 or now <= scars.skill(owner, kind)
    names = [event.partition(":")[0] for event in effect.events]
    assert set(names) <= {"write", "push", "cancel"}
    assert len(names) - names.count("push") == sum(points.values())
    assert effect.burned == after.burned


@given(characters, any_scars, degrees, st.integers(1, 6))
def test_the_room_for_burning_is_what_a_burn_accepts(
    character: tuple[Traits, Condition], scar: scars.Scar, degree: scars.Degree, points: int
) -> None:
    room = scars.burn_room(*character, scar, degree)

    is_accepted = code_of(*character, burning((scar, degree, points))) is None
    assert is_accepted == (points <= room)


def test_the_room_for_burning_ends_with_the_skill_and_with_the_boxes() -> None:
    hurt = Condition(Scars(torso="OO", right_arm="ZZZ"), burned=PerKind(mental=2))

    rooms = [scars.burn_room(AVERAGE, hurt, scar, "O") for scar in ("torso", "anger", "will")]

    assert rooms == [1, 3, 1]
    assert scars.burn_room(AVERAGE, hurt, "right_arm", "Z") == 0
    assert scars.burn_room(AVERAGE, hurt, "head", "O") == 0


@given(traits)
def test_eight_scars_can_be_burned_none_of_them_distant(owner: Traits) -> None:
    burnable = scars.burnable_scars(owner)

    assert len(burnable) == 8
    assert list(burnable) == [scar for scar in scars.SCARS if scar in burnable]
    assert not set(burnable) & set(scars.DISTANT[owner.temperament])
    positive = {positive for positive, _ in scars.PAIRS}
    assert not set(burnable) & {"head", *positive}
    assert f"{owner.handedness}_arm" in burnable


@pytest.mark.parametrize(
    ("temperament", "distant"),
    [
        ("choleric", "fear"),
        ("melancholic", "anger"),
        ("sanguine", "sadness"),
        ("phlegmatic", "confusion"),
    ],
)
def test_one_negative_scar_is_distant_from_each_temperament(
    temperament: scars.Temperament, distant: scars.Scar
) -> None:
    burnable = scars.burnable_scars(replace(AVERAGE, temperament=temperament))

    assert {"fear", "anger", "sadness", "confusion"} - set(burnable) == {distant}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        # a scar that may not be burned comes before every limit, wherever it stands
        (burning(("torso", "O", 9), ("head", "O", 1)), "scar_not_burnable"),
        # the sums come before any point
        (burning(("torso", "O", 1), ("will", "O", 4)), "over_round_limit"),
        (burning(("right_arm", "O", 2), ("right_leg", "O", 2)), "over_round_limit"),
        # then point by point, in the order given
        (burning(("torso", "O", 1), ("right_arm", "O", 1)), "would_promote"),
        (burning(("right_arm", "O", 1), ("torso", "O", 1)), "no_place"),
        (burning(("will", "O", 3), ("right_arm", "Z", 1)), "no_place"),
    ],
)
def test_a_burn_is_refused_for_the_first_reason(action: Burn, code: str) -> None:
    hurt = Condition(Scars(torso="OOO", right_arm="ZZZ"))

    assert code_of(AVERAGE, hurt, action) == code


def test_what_is_written_first_makes_room_or_takes_it() -> None:
    torso = Condition(Scars(torso="SOO"))

    pushed = scars.burn(AVERAGE, torso, burning(("torso", "S", 2)))

    assert pushed.condition.scars.torso == "SSS"
    assert code_of(AVERAGE, torso, burning(("torso", "S", 3))) == "would_promote"


def test_cancelling_across_is_allowed_and_counts_as_burned() -> None:
    cheered = Condition(Scars(compassion="SO", anger="OOO"))

    outcome = scars.burn(AVERAGE, cheered, burning(("anger", "O", 2)))

    assert outcome.effect.events == ("cancel:compassion:O", "cancel:compassion:S")
    assert outcome.condition.burned.social == 2
    assert code_of(AVERAGE, cheered, burning(("anger", "O", 3))) == "would_promote"


def test_each_part_tells_its_own_events() -> None:
    action = burning(("torso", "O", 1), ("will", "S", 2))

    effect = scars.burn(AVERAGE, Condition(), action).effect

    assert [(part.scar, part.events) for part in effect.parts] == [
        ("torso", ("write:O",)),
        ("will", ("write:S", "write:S")),
    ]
    assert effect.parts[1].once == scars.Once(lethal=2)


def test_more_burned_than_skill_leaves_nothing_and_hinders_no_other_kind() -> None:
    tired = Condition(burned=PerKind(physical=7))

    assert scars.burn_left(AVERAGE, tired) == PerKind(0, 3, 3)
    assert scars.burn_left(AVERAGE, Condition(burned=PerKind(1, 2, 4))) == PerKind(2, 1, 0)
    assert scars.burn_left(AVERAGE, Condition(burned=PerKind(0, 4, 0))) == PerKind(3, 0, 3)
    assert code_of(AVERAGE, tired, burning(("torso", "O", 1))) == "over_round_limit"
    assert code_of(AVERAGE, tired, burning(("will", "O", 1))) is None


def test_a_new_round_gives_the_whole_limit_back() -> None:
    spent = scars.burn(AVERAGE, Condition(), burning(("torso", "O", 3))).condition

    started = scars.start_round(spent)

    assert started.effect.burned == PerKind(physical=3)
    assert scars.burn_left(AVERAGE, started.condition) == PerKind(3, 3, 3)
    assert started.condition.scars.torso == "OOO"


@given(traits)
def test_the_bank_starts_full_and_the_soul_where_the_traits_say(owner: Traits) -> None:
    unharmed = scars.RULESET.unharmed(owner)

    banks = [scars.derive(owner, kind).bank for kind in scars.KINDS]
    assert list(astuple(unharmed.bank)) == banks
    assert unharmed == Condition(bank=unharmed.bank, soul=owner.soul)


@pytest.mark.parametrize(
    ("dexterity", "constitution", "derived"),
    [
        (0, 0, (0, 0, 0, 0, False)),
        (0, 3, (0, 0, 2, 3, False)),
        (3, 0, (6, 3, 0, 0, False)),
        (1, 1, (2, 1, 1, 1, True)),
        (5, 4, (10, 5, 2, 4, True)),
    ],
)
def test_skill_gives_dice_and_capacity_gives_boxes_and_power(
    dexterity: int, constitution: int, derived: tuple[int, int, int, int, bool]
) -> None:
    owner = replace(AVERAGE, dexterity=dexterity, constitution=constitution)

    assert astuple(scars.derive(owner, "physical"))[1:] == derived


def test_dice_are_spent_and_restored_up_to_a_full_bank() -> None:
    def apply(condition: Condition, action: scars.Action) -> Condition:
        return scars.apply(AVERAGE, condition, action, Options()).condition

    start = Condition(bank=Bank(6, 6, 6))

    tired = apply(start, scars.SpendDice("social", 5))

    assert tired.bank == Bank(6, 1, 6)
    assert code_of(AVERAGE, tired, scars.SpendDice("social", 2)) == "not_enough_dice"
    assert apply(tired, scars.SpendDice("social", 1)).bank == Bank(6, 0, 6)
    assert apply(tired, scars.RestoreDice("social", 2)).bank == Bank(6, 3, 6)
    assert apply(tired, scars.RestoreDice("social", 9)).bank == Bank(6, 6, 6)


def test_a_bank_above_its_size_is_left_alone() -> None:
    outcome = scars.restore_dice(
        AVERAGE, Condition(bank=Bank(mental=9)), scars.RestoreDice("mental", 1)
    )

    assert outcome.condition.bank.mental == 9
    assert outcome.effect.dice == 0
