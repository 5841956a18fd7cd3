"""What scripts may send to `stress`, good and bad."""

import json
from typing import Any

import pytest

from combat.rules.batch import resolve

FREE = {"mild": None, "moderate": None, "severe": None}


def ask(**keys: Any) -> dict[str, Any]:
    line = json.dumps({"id": "x", "ruleset": "stress", **keys}).encode()
    answer = json.loads(resolve(line)[0])
    assert isinstance(answer, dict)
    return answer


def hit(**keys: Any) -> dict[str, Any]:
    return {"type": "hit", "shifts": 1, **keys}


def wound(**keys: Any) -> dict[str, Any]:
    return {"consequences": {"mild": {"aspect": "Sprained ankle", **keys}}}


@pytest.mark.parametrize(
    "keys",
    [
        {"character": None},
        {"character": {"boxes": 11}},
        {"character": {"boxes": -1}},
        {"character": {"boxes": True}},
        {"character": {"boxes": None}},
        {"character": {"refresh": 1_001}},
        {"character": {"mook": 1}},
        {"character": {"mook": None}},
        {"character": {"dial": "turbo"}},
        {"character": {"name": "Ogre"}},
        {"options": {"house": True}},
        {"condition": None},
        {"condition": {"marks": ""}},
        {"condition": {"stress": None}},
        {"condition": {"stress": [False] * 2}},
        {"condition": {"stress": [False] * 4}},
        {"condition": {"stress": [False] * 10_000}},
        {"condition": {"stress": [0, 0, 0]}},
        {"condition": {"stress": [None] * 3}},
        {"condition": {"stress": "XXX"}},
        {"condition": {"mental": [False]}},
        {"condition": {"fate_points": -1}},
        {"condition": {"fate_points": 1_000_000_001}},
        {"condition": {"fate_points": None}},
        {"condition": {"session": 1.0}},
        {"condition": {"session": None}},
        {"condition": {"out": "dead"}},
        {"condition": {"out": False}},
        {"condition": {"consequences": None}},
        {"condition": {"consequences": []}},
        {"condition": {"consequences": {"deadly": None}}},
        {"condition": {"consequences": {"mild": "Sprained ankle"}}},
        {"condition": {"consequences": {"mild": {}}}},
        {"condition": {"consequences": {"mild_mental": {"aspect": "Shaken"}}}},
        {"condition": wound(aspect=None)},
        {"condition": wound(aspect="")},
        {"condition": wound(aspect="  ")},
        {"condition": wound(aspect="a" * 10_000)},
        {"condition": wound(invoker="")},
        {"condition": wound(invoker="a" * 201)},
        {"condition": wound(free_invokes=True)},
        {"condition": wound(free_invokes=-1)},
        {"condition": wound(session=None)},
        {"condition": wound(this_conflict=None)},
        {"condition": wound(healed=False)},
        {"character": {"mook": True}, "condition": wound()},
    ],
    ids=lambda keys: json.dumps(keys)[:60],
)
def test_a_sheet_that_cannot_be_is_refused(keys: dict[str, Any]) -> None:
    answer = ask(**keys)

    assert answer.keys() == {"id", "error"}
    assert answer["error"].keys() == {"code", "message"}
    assert answer["error"]["code"] == "invalid_request"
    assert 10 < len(answer["error"]["message"]) < 400


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "hit",
        {},
        {"type": None},
        {"type": "harm", "amount": 1},
        {"type": "hit"},
        hit(shifts=0),
        hit(shifts=-1),
        hit(shifts=1_001),
        hit(shifts=10**30),
        hit(shifts=1e30),
        hit(shifts=1.5),
        hit(shifts=2.0),
        hit(shifts=True),
        hit(shifts="2"),
        hit(shifts=None),
        hit(by=None),
        hit(by=7),
        hit(by=""),
        hit(by="a" * 10_000),
        hit(box=1.0),
        hit(box=True),
        hit(box="1"),
        hit(box=[True]),
        hit(box=[None]),
        hit(box={}),
        hit(consequences=None),
        hit(consequences=["mild"]),
        hit(consequences={"mild": None}),
        hit(consequences={"mild": 1}),
        hit(consequences={"mild": "a" * 10_000}),
        hit(consequences={"deadly": "Dead"}),
        hit(track="social"),
        hit(armor=1),
        {"type": "attack", "attack": 1},
        {"type": "attack", "attack": 1_001, "defence": 0},
        {"type": "attack", "attack": 1, "defence": -1_001},
        {"type": "attack", "attack": 1, "defence": None},
        {"type": "attack", "attack": 1, "defence": 1, "reduce_for_boost": None},
        {"type": "attack", "attack": 1, "defence": 1, "reduce_for_boost": 1},
        {"type": "invoke", "slot": "mild"},
        {"type": "invoke", "slot": "mild", "by": None},
        {"type": "invoke", "slot": "mild", "by": ""},
        {"type": "invoke", "slot": "deadly", "by": "Ogre"},
        {"type": "invoke", "slot": None, "by": "Ogre"},
        {"type": "pass_invoke", "slot": "mild"},
        {"type": "pass_invoke", "slot": "mild", "to": ""},
        {"type": "pass_invoke", "slot": "mild", "to": ["Ogre"]},
        {"type": "concede", "opponent_has_rolled": None},
        {"type": "concede", "opponent_has_rolled": "no"},
        {"type": "end_scene", "rested": None},
        {"type": "end_scene", "rested": 0},
        {"type": "end_scene", "makes_sense": True},
        {"type": "end_session", "makes_sense": "yes"},
        {"type": "end_scenario", "rested": True},
        {"type": "rename", "slot": "mild"},
        {"type": "rename", "slot": "mild", "aspect": None},
        {"type": "rename", "slot": "mild", "aspect": "a" * 201},
        {"type": "absorb"},
    ],
    ids=lambda action: json.dumps(action)[:60],
)
def test_an_action_that_makes_no_sense_is_refused_where_it_stands(action: Any) -> None:
    answer = ask(actions=[{"type": "end_scene"}, action])

    assert answer.keys() == {"id", "error"}
    assert answer["error"]["code"] == "invalid_request"
    assert answer["error"]["action"] == 1
    assert 10 < len(answer["error"]["message"]) < 400


def test_not_a_number_and_deep_nesting_are_no_requests() -> None:
    for value in (b"NaN", b"[" * 100_000 + b"]" * 100_000):
        line = b'{"ruleset": "stress", "actions": [{"type": "hit", "shifts": %s}]}' % value

        answer = json.loads(resolve(line)[0])

        assert answer["error"]["code"] == "invalid_request"


def test_what_is_left_out_is_unharmed() -> None:
    answer = ask(character={"boxes": 2, "refresh": 1}, condition={"consequences": {}})

    assert answer["condition"] == {
        "stress": [False, False],
        "consequences": FREE,
        "fate_points": 1,
        "session": 1,
        "out": None,
    }


def test_without_a_character_there_are_three_boxes_and_three_fate_points() -> None:
    condition = ask()["condition"]

    assert (condition["stress"], condition["fate_points"]) == ([False] * 3, 3)


def test_a_box_of_null_is_no_box() -> None:
    assert ask(actions=[hit(box=None)])["results"][0]["outcome"] == "taken_out"


def test_flags_that_are_left_out_are_false() -> None:
    ankle = wound(this_conflict=True)["consequences"]

    answer = ask(condition={"consequences": ankle}, actions=[{"type": "end_scene"}])

    assert answer["condition"]["consequences"]["mild"] == {
        "aspect": "Sprained ankle",
        "invoker": None,
        "free_invokes": 0,
        "session": 1,
        "this_conflict": False,
    }
    assert ask(actions=[{"type": "concede"}])["condition"]["out"] == "conceded"


def test_a_condition_of_two_tracks_comes_back_equal() -> None:
    character = {"dial": "core", "boxes": 3, "mental_boxes": 4, "mental": 5}
    hurt = ask(
        character=character,
        actions=[hit(shifts=6, track="mental", box=4, consequences={"mild_mental": "Shaken"})],
    )["condition"]

    assert hurt["mental"] == [False, False, False, True]
    assert ask(character=character, condition=hurt)["condition"] == hurt


@pytest.mark.parametrize(
    ("keys", "action", "code", "message"),
    [
        ({}, hit(box=4), "no_such_box", "There is no box 4: the track has 3."),
        ({}, hit(box=-(10**12)), "no_such_box", "There is no box -1000000000000: the track has 3."),
        (
            {"condition": wound()},
            hit(consequences={"mild": "Cut"}),
            "slot_filled",
            "The mild slot holds a consequence already: Sprained ankle.",
        ),
        (
            {"condition": wound(free_invokes=1, invoker="Ogre")},
            {"type": "invoke", "slot": "mild", "by": "Goblin"},
            "no_free_invoke",
            "The free invoke of the mild consequence is Ogre's, not Goblin's.",
        ),
        (
            {"condition": wound(free_invokes=1)},
            {"type": "invoke", "slot": "mild", "by": "Goblin"},
            "no_free_invoke",
            "The free invoke of the mild consequence is nobody's, not Goblin's.",
        ),
        (
            {"condition": {"out": "conceded"}},
            hit(),
            "already_out",
            "The character is out already: conceded.",
        ),
    ],
)
def test_a_refusal_names_the_values_at_fault(
    keys: dict[str, Any], action: dict[str, Any], code: str, message: str
) -> None:
    assert ask(**keys, actions=[action])["error"] == {
        "code": code,
        "message": message,
        "action": 0,
    }
