"""`health` as scripts may ask it, well and badly."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.rules.batch import resolve


def ask(**keys: Any) -> dict[str, Any]:
    answer = json.loads(resolve(json.dumps({"id": "x", "ruleset": "health", **keys}).encode())[0])
    assert isinstance(answer, dict)
    return answer


def act(type_: str, **keys: Any) -> dict[str, Any]:
    return {"type": type_, **keys}


def damage(**keys: Any) -> dict[str, Any]:
    return act("damage", **{"kind": "lethal", "levels": 1, **keys})


def strike(**keys: Any) -> dict[str, Any]:
    dice = {"soak_dice": [], "damage_dice": [6]}
    return act("strike", **{"kind": "aggravated", "damage_pool": 1, **dice, **keys})


BAD_ACTIONS = [
    damage(kind="fire"),
    damage(kind=None),
    damage(levels=-1),
    damage(levels=1_001),
    damage(levels=1.0),
    damage(levels=0.5),
    damage(levels=True),
    damage(levels="1"),
    damage(levels=None),
    damage(levels=1e30),
    damage(levels=10**30),
    damage(level=1),
    act("damage", kind="lethal"),
    act("damage", levels=1),
    act("explode"),
    {"type": None, "kind": "lethal", "levels": 1},
    {"kind": "lethal", "levels": 1},
    strike(soak_dice=None),
    strike(damage_dice=[0]),
    strike(damage_dice=[11]),
    strike(damage_dice=[6.0]),
    strike(damage_dice=[True]),
    strike(damage_dice=6),
    strike(damage_pool=1_001),
    strike(damage_pool=None),
    strike(soak_difficulty=1),
    strike(soak_difficulty=11),
    act("heal", kind="lethal", levels=-1),
    act("heal", kind="all", levels=1),
    act("spend_faith"),
    act("spend_faith", heal="soul"),
    act("soak_pool"),
    act("damage_pool", base=3, modifiers=0),
    act("damage_pool", base=1_001, modifiers=0, attack_successes=1),
    act("maneuver", name="headbutt"),
    act("maneuver", name="a" * 10_000),
    act("maneuver", name=""),
    act("maneuver", name="disarm", ability=None),
    act("maneuver", name="disarm", ability="dodge"),
    act("maneuver", name="weapon_strike"),
    act("maneuver", name="weapon_strike", weapon=None),
    act("maneuver", name="weapon_strike", weapon="chainsaw"),
    act("attack_modifiers", facing="above"),
    act("attack_modifiers", facing=None),
    act("attack_modifiers", opponents=0),
    act("attack_modifiers", blind=1),
    act("attack_modifiers", blind=None),
    act("attack_modifiers", target_cover="full"),
    act("defend", attack_successes=1),
    act("parry_counter", attack_successes=1, defence_successes=3),
    act("parry_counter", attack_successes=1, defence_successes=3, defender_strength=11),
    act("may_block", kind="magic"),
    act("full_defence", pool=5, defence_number=0),
    act("full_defence", pool=5),
    act("abort_to_defence", spend="yes"),
    act("ambush", attack_successes=1),
    act("clinch_escape", escaper_successes=1, holder_successes=None),
    act("disarm", damage_successes=4, opponent_strength=-1),
    act("healing_time", kind="lethal", level="scratched"),
    act("healing_time", kind="lethal", level=None),
    act("rest", amount=1, unit="year"),
    act("gain_faith", points=-1),
]


@pytest.mark.parametrize("action", BAD_ACTIONS, ids=lambda action: json.dumps(action)[:60])
def test_an_action_that_makes_no_sense_is_refused(action: dict[str, Any]) -> None:
    answer = ask(actions=[damage(), action])

    assert answer.keys() == {"id", "error"}
    assert answer["error"]["code"] == "invalid_request"
    assert 10 < len(answer["error"]["message"]) < 400


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_is_no_json(number: float) -> None:
    assert ask(actions=[damage(levels=number)])["error"]["code"] == "invalid_request"


BAD_STATES = [
    {"condition": {"marks": "/X"}},
    {"condition": {"marks": "///////X"}},
    {"condition": {"marks": "////////"}},
    {"condition": {"marks": "/" * 10_000}},
    {"condition": {"marks": "x"}},
    {"condition": {"marks": " "}},
    {"condition": {"marks": "/\n"}},
    {"condition": {"marks": None}},
    {"condition": {"marks": ["/", "X"]}},
    {"condition": {"dead": True}},
    {"condition": {"marks": "XXXXXX", "dead": True}},
    {"condition": {"dead": 0}},
    {"condition": {"dead": None}},
    {"condition": {"armor_destroyed": "no"}},
    {"condition": {"faith": -1}},
    {"condition": {"faith": None}},
    {"condition": {"faith": 1_000_000_001}},
    {"condition": {"boxes": []}},
    {"condition": []},
    {"condition": None},
    {"character": None},
    {"character": {"kind": "angel"}},
    {"character": {"kind": None}},
    {"character": {"stamina": 11}},
    {"character": {"stamina": -1}},
    {"character": {"stamina": None}},
    {"character": {"stamina": True}},
    {"character": {"stamina": 3.0}},
    {"character": {"wits": 3}},
    {"character": {"extra_levels": [1]}},
    {"character": {"extra_levels": [0.0]}},
    {"character": {"extra_levels": [False]}},
    {"character": {"extra_levels": [None]}},
    {"character": {"extra_levels": [-3]}},
    {"character": {"extra_levels": [0] * 94}},
    {"character": {"extra_levels": 2}},
    {"options": {"soak_order": "never"}},
    {"options": {"soak_order": None}},
    {"options": {"halve_bashing": True}},
    {"options": {"house": True}},
    {"options": None},
    {"extra": 1},
]


@pytest.mark.parametrize("keys", BAD_STATES, ids=lambda keys: json.dumps(keys)[:60])
def test_a_character_who_cannot_be_is_refused(keys: dict[str, Any]) -> None:
    error = ask(**keys)["error"]

    assert error["code"] == "invalid_request"
    assert "action" not in error
    assert 10 < len(error["message"]) < 400


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            {"condition": {"marks": "X*"}},
            "marks are written *, then X, then /, nothing else: 'X*' is not.",
        ),
        (
            {"condition": {"marks": "////////"}},
            "The track has 7 levels: 8 marks are too many.",
        ),
        (
            {"condition": {"marks": "XX", "dead": True}},
            "The track of the dead is full; levels free here: 5.",
        ),
        (
            {"actions": [act("heal", kind="lethal", levels=3)]},
            "3 of lethal cannot be healed: only 0 marked.",
        ),
        (
            {"actions": [damage(levels=8), act("heal", kind="lethal", levels=1)]},
            "Nothing heals the dead (XXXXXXX).",
        ),
        (
            {"actions": [act("spend_faith", heal="aggravated")]},
            "Faith heals bashing and lethal levels, never aggravated ones.",
        ),
        (
            {"actions": [act("use_faith", points=2)]},
            "Faith is at 0: 2 cannot be spent.",
        ),
        (
            {"actions": [strike(soak_dice=[6])]},
            "The number of soak dice must be 0, not 1.",
        ),
        (
            {"actions": [strike(damage_dice=[])]},
            "The number of damage dice must be 1, not 0.",
        ),
        (
            {"actions": [act("maneuver", name="weapon_strike")]},
            "A weapon_strike needs a weapon.",
        ),
    ],
)
def test_the_message_names_the_values_at_fault(keys: dict[str, Any], message: str) -> None:
    assert ask(**keys)["error"]["message"] == message


def test_a_refused_action_is_counted_and_undoes_the_ones_before() -> None:
    answer = ask(actions=[damage(), damage(), act("heal", kind="bashing", levels=1)])

    assert answer.keys() == {"id", "error"}
    assert (answer["error"]["code"], answer["error"]["action"]) == ("nothing_to_heal", 2)


def test_whatever_is_left_out_is_unharmed() -> None:
    assert ask(character={"faith": 3}, condition={"marks": "X"})["condition"] == {
        "marks": "X",
        "dead": False,
        "armor_destroyed": False,
        "faith": 3,
    }


def test_null_for_weapon_target_and_covers_means_left_out() -> None:
    nothing = {"target": None, "target_cover": None, "own_cover": None}
    parry = {"attack_successes": 1, "defence_successes": 3, "defender_strength": 3}

    results = ask(
        actions=[
            act("attack_modifiers"),
            act("attack_modifiers", **nothing),
            act("maneuver", name="kick", weapon=None),
            act("parry_counter", **parry, attacker_unarmed=True, weapon=None),
        ]
    )["results"]

    assert results[0] == results[1]
    assert results[2]["damage_pool"] == 1
    assert (results[3]["damage_pool"], results[3]["kind"]) == (0, None)


def test_extra_levels_are_a_key_that_requests_may_have() -> None:
    answer = ask(character={"extra_levels": [0, 0, -1]}, actions=[damage(levels=9)])

    assert answer["condition"]["marks"] == "X" * 9
    assert answer["results"][0]["wound_penalty"] == -5


def test_a_condition_sent_back_comes_back_equal() -> None:
    hurt = ask(actions=[damage(levels=3), damage(kind="bashing", levels=9)])["condition"]

    assert hurt["marks"] == "XXXXXXX"
    assert ask(condition=hurt)["condition"] == hurt


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text() | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_values_get_an_answer(value: Any) -> None:
    for keys in (
        {"condition": value},
        {"condition": {"marks": value}},
        {"character": {"extra_levels": value}},
        {"actions": [value]},
        {"actions": [damage(levels=value)]},
        {"actions": [strike(damage_dice=value)]},
    ):
        assert ask(**keys).keys() & {"results", "error"}
