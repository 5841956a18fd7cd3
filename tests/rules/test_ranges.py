"""Numbers at their edges, and what a request may leave out."""

import json
from typing import Any

import pytest
from msgspec.json import encode

from combat.rules import harm, health, scars, stress
from combat.rules.batch import resolve

ATTRIBUTES = ("dexterity", "constitution", "charm", "composure", "intelligence", "resolve")
BORN = {**dict.fromkeys(ATTRIBUTES, 1), "temperament": "choleric"}


def ask(request: dict[str, Any]) -> dict[str, Any]:
    answer = json.loads(resolve(json.dumps(request).encode())[0])
    assert isinstance(answer, dict)
    return answer


def makes_sense(request: dict[str, Any]) -> bool:
    """Whether it could be read and be; the rules may still refuse what it asks."""
    return ask(request).get("error", {}).get("code") != "invalid_request"


def play(ruleset: str, type_: str, key: str, /, **keys: Any) -> dict[str, Any]:
    """A request with one action, whose `key` is still to be filled in."""
    return {"ruleset": ruleset, "actions": [{"type": type_, key: None, **keys}]}


@pytest.mark.parametrize(
    ("request_", "least", "most"),
    [
        (play("harm", "harm", "amount", source="vigor"), 0, 1_000),
        (play("harm", "heal", "box"), 1, 6),
        (play("harm", "gain_bonus", "dice"), 1, 1_000),
        (play("harm", "spend", "points", pool="vigor"), 1, 1_000),
        (play("harm", "escalate", "winner_level", loser_level=0), -1_000, 1_000),
        (play("health", "damage", "levels", kind="lethal"), 0, 1_000),
        (
            play(
                "health",
                "strike",
                "soak_difficulty",
                kind="aggravated",
                damage_pool=1,
                soak_dice=[],
                damage_dice=[1],
            ),
            2,
            10,
        ),
        (play("health", "attack_modifiers", "opponents"), 1, 1_000),
        (play("health", "disarm", "opponent_strength", damage_successes=1), 0, 10),
        (play("stress", "hit", "shifts"), 1, 1_000),
        (play("stress", "sweep", "shifts"), 1, 1_000),
    ],
    ids=lambda value: value["actions"][0]["type"] if isinstance(value, dict) else str(value),
)
def test_an_amount_has_a_least_and_a_most(request_: dict[str, Any], least: int, most: int) -> None:
    def sent(amount: int) -> dict[str, Any]:
        action = request_["actions"][0]
        key = next(key for key, value in action.items() if value is None)
        return {**request_, "actions": [{**action, key: amount}]}

    within = [makes_sense(sent(amount)) for amount in (least, most)]
    beyond = [makes_sense(sent(amount)) for amount in (least - 1, most + 1)]

    assert (within, beyond) == ([True, True], [False, False])


def test_a_name_is_one_letter_or_two_hundred() -> None:
    def named(name: str) -> bool:
        return makes_sense(play("stress", "hit", "box", shifts=1, by=name))

    assert [named("O" * letters) for letters in (0, 1, 200, 201)] == [False, True, True, False]


def test_a_being_is_named_by_one_letter_or_two_hundred() -> None:
    def felt(being: str) -> bool:
        request = play("scars", "surge", "toward", feeling="desire")
        action = {**request["actions"][0], "toward": being}
        return makes_sense({**request, "character": BORN, "actions": [action]})

    assert [felt("O" * letters) for letters in (0, 1, 200, 201)] == [False, True, True, False]


def test_a_sin_has_a_degree_from_one_to_ten() -> None:
    def sinned(degree: int) -> bool:
        request = play("scars", "sin", "degree", choice="hold", split={})
        action = {**request["actions"][0], "degree": degree}
        return makes_sense({**request, "character": BORN, "actions": [action]})

    assert [sinned(degree) for degree in (0, 1, 10, 11)] == [False, True, True, False]


def test_a_group_is_one_or_a_hundred() -> None:
    def of(members: int) -> bool:
        return makes_sense({"ruleset": "stress", "character": {"mook": True, "members": members}})

    assert [of(members) for members in (0, 1, 100, 101)] == [False, True, True, False]


def test_a_track_of_stress_has_up_to_ten_boxes() -> None:
    def track(boxes: int) -> bool:
        character, condition = {"boxes": boxes}, {"stress": [False] * boxes}
        return makes_sense({"ruleset": "stress", "character": character, "condition": condition})

    assert [track(boxes) for boxes in (0, 10, 11)] == [True, True, False]


def test_a_track_of_harm_has_six_boxes() -> None:
    def track(boxes: int) -> bool:
        return makes_sense({"ruleset": "harm", "condition": {"boxes": [None] * boxes}})

    assert [track(boxes) for boxes in (5, 6, 7)] == [False, True, False]


def test_a_character_that_says_nothing_is_unharmed() -> None:
    assert harm.RULESET.unharmed(harm.Traits()) == harm.Condition()
    assert health.RULESET.unharmed(health.Traits()) == health.Condition()
    assert stress.RULESET.unharmed(stress.Traits()) == stress.Condition()
    unskilled = stress.Traits(dial="core")
    assert stress.RULESET.unharmed(unskilled).mental == ()
    few = {
        stress.usual_boxes("condensed", skill) for skill in (unskilled.physical, unskilled.mental)
    }
    assert few == {3}
    assert health.defence_pool(health.Traits(), health.Condition(), "dodge").dice == 0
    assert scars.Condition().bank == scars.Bank(physical=0, social=0, mental=0)
    assert ask({"ruleset": "stress"})["condition"] == {
        "stress": [False, False, False],
        "consequences": {"mild": None, "moderate": None, "severe": None},
        "fate_points": 3,
        "session": 1,
        "out": None,
    }
    assert ask({"ruleset": "health"})["condition"] == {
        "marks": "",
        "dead": False,
        "armor_destroyed": False,
        "faith": 0,
    }


def test_a_hit_is_withdrawn_by_its_table_unless_it_is_said_to_be_moot() -> None:
    assert json.loads(encode(stress.HitWithdrawn(shifts=2)))["moot"] is False


def test_what_a_condition_of_scars_leaves_out_is_nothing() -> None:
    felt: dict[str, Any] = {"Lucia": {}}

    condition = ask({"ruleset": "scars", "character": BORN, "condition": {"feelings": felt}})[
        "condition"
    ]

    assert set(condition["scars"].values()) == {""}
    assert condition["burned"] == {"physical": 0, "social": 0, "mental": 0}
    assert condition["bank"] == {"physical": 2, "social": 2, "mental": 2}
    assert condition["soul"] == 7
    nothing = {"base": 0, "requests": 0, "surge": 0, "echo": 0}
    feelings = ("desire", "respect", "friendship", "enmity")
    assert condition["feelings"] == {"Lucia": dict.fromkeys(feelings, nothing)}
