"""`scars` as scripts ask for it: what is filled in, and what makes no sense."""

import json
from typing import Any

import pytest

from combat.rules.batch import resolve

CHARACTER = {
    "dexterity": 3,
    "constitution": 3,
    "charm": 2,
    "composure": 3,
    "intelligence": 2,
    "resolve": 2,
    "temperament": "choleric",
}
HIT = {"type": "wound", "scar": "torso", "wounds": {"S": 1}}
PART = {"scar": "torso", "degree": "O", "points": 1}
SIN = {"type": "sin", "degree": 5, "choice": "hold", "split": {"will": 3}}
GAIN = {"type": "gain", "toward": "Lucia", "feeling": "desire", "points": 1}


def ask(*actions: Any, **keys: Any) -> dict[str, Any]:
    request = {"id": "x", "ruleset": "scars", "character": CHARACTER, "actions": actions, **keys}
    answer = json.loads(resolve(json.dumps(request).encode())[0])
    assert isinstance(answer, dict)
    return answer


def feeling(**parts: Any) -> dict[str, Any]:
    return {"feelings": {"Lucia": {"desire": parts}}}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in CHARACTER.items() if name != key}


@pytest.mark.parametrize(
    "keys",
    [
        {"character": None},
        {"character": {}},
        *[{"character": without(key)} for key in CHARACTER],
        {"character": CHARACTER | {"charm": -1}},
        {"character": CHARACTER | {"charm": 11}},
        {"character": CHARACTER | {"charm": 2.0}},
        {"character": CHARACTER | {"charm": True}},
        {"character": CHARACTER | {"temperament": "calm"}},
        {"character": CHARACTER | {"temperament": None}},
        {"character": CHARACTER | {"handedness": "both"}},
        {"character": CHARACTER | {"handedness": None}},
        {"character": CHARACTER | {"soul": 11}},
        {"character": CHARACTER | {"wits": 1}},
        {"condition": None},
        {"condition": {"wounds": {}}},
        {"condition": {"scars": None}},
        {"condition": {"scars": []}},
        {"condition": {"scars": {"tail": ""}}},
        {"condition": {"scars": {"torso": None}}},
        {"condition": {"scars": {"torso": ["O"]}}},
        {"condition": {"scars": {"torso": "OS"}}},
        {"condition": {"scars": {"torso": "SZ"}}},
        {"condition": {"scars": {"torso": "X"}}},
        {"condition": {"scars": {"torso": "s"}}},
        {"condition": {"scars": {"torso": " "}}},
        {"condition": {"scars": {"torso": "O\n"}}},
        {"condition": {"scars": {"torso": "OOOO"}}},
        {"condition": {"scars": {"sanity": "ZZZ"}}},
        {"condition": {"scars": {"torso": "O" * 10_000}}},
        {"condition": {"burned": None}},
        {"condition": {"burned": {"physical": -1}}},
        {"condition": {"burned": {"magical": 1}}},
        {"condition": {"bank": {"physical": None}}},
        {"condition": {"bank": {"physical": 10**30}}},
        {"condition": {"soul": None}},
        {"condition": {"soul": -1}},
        {"condition": {"soul": 11}},
        {"condition": {"feelings": None}},
        {"condition": {"feelings": []}},
        {"condition": {"feelings": {"Lucia": None}}},
        {"condition": {"feelings": {"Lucia": {"love": {}}}}},
        {"condition": {"feelings": {"": {}}}},
        {"condition": {"feelings": {"L" * 10_000: {}}}},
        {"condition": feeling(base=-1)},
        {"condition": feeling(base=1_000_000_001)},
        {"condition": feeling(base=1.5)},
        {"condition": feeling(base=None)},
        {"condition": feeling(mood=1)},
        {"options": {"house": True}},
    ],
    ids=lambda keys: json.dumps(keys)[:80],
)
def test_a_request_that_makes_no_sense_is_refused(keys: dict[str, Any]) -> None:
    answer = ask(**keys)

    assert answer.keys() == {"id", "error"}
    assert answer["error"]["code"] == "invalid_request"
    assert "action" not in answer["error"]
    assert 10 < len(answer["error"]["message"]) < 400


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        {},
        {"type": "explode"},
        {"type": "wound"},
        {"type": "wound", "scar": "torso"},
        {"type": "wound", "wounds": {"S": 1}},
        HIT | {"scar": "tail"},
        HIT | {"scar": None},
        HIT | {"scar": ["torso"]},
        HIT | {"wounds": None},
        HIT | {"wounds": {"X": 1}},
        HIT | {"wounds": {"stun": 1}},
        HIT | {"wounds": {"S": -1}},
        HIT | {"wounds": {"S": 0.5}},
        HIT | {"wounds": {"S": 1.0}},
        HIT | {"wounds": {"S": True}},
        HIT | {"wounds": {"S": "1"}},
        HIT | {"wounds": {"S": None}},
        HIT | {"wounds": {"S": 1_001}},
        HIT | {"wounds": {"S": 1e30}},
        HIT | {"wounds": {"S": 10**30}},
        HIT | {"box": 1},
        {"type": "burn"},
        {"type": "burn", "parts": None},
        {"type": "burn", "parts": {}},
        {"type": "burn", "parts": [None]},
        {"type": "burn", "parts": [PART | {"points": 0}]},
        {"type": "burn", "parts": [PART | {"points": 1_001}]},
        {"type": "burn", "parts": [PART | {"degree": "X"}]},
        {"type": "burn", "parts": [{"scar": "torso", "degree": "O"}]},
        {"type": "burnable", "scar": "torso"},
        {"type": "penalties", "scar": "soul"},
        {"type": "derived", "kind": "magical"},
        {"type": "derived", "kind": None},
        {"type": "start_round", "round": 1},
        {"type": "start_chapter", "heal": None},
        {"type": "start_chapter", "heal": {"physical": "will"}},
        {"type": "start_chapter", "heal": {"physical": None}},
        {"type": "start_chapter", "heal": {"mental": "torso"}},
        {"type": "start_chapter", "heal": {"social": "anger"}},
        {"type": "end_book"},
        {"type": "end_book", "drop": None},
        {"type": "end_book", "drop": {"Lucia": []}},
        {"type": "end_book", "drop": {"Lucia": "desire"}},
        {"type": "end_book", "drop": {"Lucia": ["love"]}},
        SIN | {"degree": 0},
        SIN | {"degree": 11},
        SIN | {"choice": "flee"},
        SIN | {"choice": None},
        SIN | {"split": None},
        SIN | {"split": {"body": 3}},
        SIN | {"split": {"will": 4, "sanity": -1}},
        {"type": "soul_limit", "degree": "S", "scar": "torso"},
        {"type": "soul_limit", "degree": None, "scar": "will"},
        {"type": "surge", "toward": "Lucia", "feeling": "love"},
        {"type": "surge", "toward": None, "feeling": "desire"},
        {"type": "surge", "toward": "", "feeling": "desire"},
        {"type": "fulfil_request", "toward": "L" * 10_000, "feeling": "desire"},
        {"type": "fulfil_request", "feeling": "desire"},
        GAIN | {"points": -1},
        GAIN | {"points": 1_001},
        GAIN | {"points": None},
        {"type": "spend_dice", "kind": "social", "dice": -1},
    ],
    ids=lambda action: json.dumps(action)[:80],
)
def test_an_action_that_makes_no_sense_is_refused_and_counted(action: Any) -> None:
    error = ask(HIT, action)["error"]

    assert error["code"] == "invalid_request"
    assert error["action"] == 1
    assert 10 < len(error["message"]) < 400


@pytest.mark.parametrize(
    "line",
    [
        b'{"ruleset":"scars","condition":{"feelings":' + b'{"a":' * 100_000,
        json.dumps({"ruleset": "scars", "character": CHARACTER | {"charm": float("nan")}}).encode(),
    ],
    ids=["deep", "NaN"],
)
def test_a_line_that_is_no_json_gets_an_answer(line: bytes) -> None:
    assert json.loads(resolve(line)[0])["error"]["code"] == "invalid_request"


def test_missing_keys_have_their_unharmed_value() -> None:
    answer = ask(
        character=CHARACTER | {"soul": 6},
        condition={"scars": {"will": "S"}, "bank": {"social": 1}, "feelings": {"Lucia": {}}},
    )

    condition = answer["condition"]
    assert len(condition["scars"]) == 16
    assert {scar: marks for scar, marks in condition["scars"].items() if marks} == {"will": "S"}
    assert condition["burned"] == {"physical": 0, "social": 0, "mental": 0}
    assert condition["bank"] == {"physical": 6, "social": 1, "mental": 4}
    assert condition["soul"] == 6
    nothing = {"base": 0, "requests": 0, "surge": 0, "echo": 0}
    assert condition["feelings"] == {
        "Lucia": dict.fromkeys(["desire", "respect", "friendship", "enmity"], nothing)
    }


def test_the_soul_of_the_condition_is_the_one_that_sins() -> None:
    answer = ask(
        SIN | {"choice": "fall", "split": {"sanity": 4}},
        character=CHARACTER | {"soul": 2},
        condition={"soul": 8},
    )

    assert answer["condition"]["soul"] == 7
    assert answer["condition"]["scars"]["sanity"] == "SS"


def test_a_condition_sent_back_comes_back_equal() -> None:
    hurt = ask(HIT, SIN, GAIN, {"type": "burn", "parts": [PART]})["condition"]

    assert ask(condition=hurt)["condition"] == hurt


def test_a_burn_of_no_parts_marks_nothing() -> None:
    answer = ask({"type": "burn", "parts": []})

    assert answer["results"][0]["events"] == []
    assert answer["condition"] == ask()["condition"]


@pytest.mark.parametrize(
    ("action", "scars", "code", "message"),
    [
        (
            {"type": "burn", "parts": [PART | {"scar": "fear"}]},
            {},
            "scar_not_burnable",
            "This character may not burn fear.",
        ),
        (
            {"type": "burn", "parts": [PART | {"points": 4}]},
            {},
            "over_round_limit",
            "4 is too many physical points: this round allows 3 more.",
        ),
        (
            {"type": "burn", "parts": [PART]},
            {"torso": "SOO"},
            "would_promote",
            "Burning O would raise a wound of torso from O to S.",
        ),
        (
            {"type": "burn", "parts": [PART]},
            {"torso": "ZZZ"},
            "no_place",
            "torso has no place for O.",
        ),
        (
            {"type": "start_chapter"},
            {"head": "Z", "torso": "Z"},
            "choose_scar",
            "Several physical scars hold a Z, as head and torso: name one.",
        ),
        (
            {"type": "start_chapter", "heal": {"mental": "will"}},
            {},
            "nothing_to_heal",
            "will holds no Z.",
        ),
        (
            SIN | {"split": {"will": 1, "sanity": 1}},
            {},
            "split_must_add_up",
            "The sin costs 3: will 1 and sanity 1 do not add up.",
        ),
        (
            {"type": "end_book", "drop": {"Havel": ["desire"]}},
            {},
            "invalid_request",
            "There are no feelings toward 'Havel'.",
        ),
        (
            {"type": "spend_dice", "kind": "social", "dice": 5},
            {},
            "not_enough_dice",
            "The social bank holds 4: 5 cannot be spent.",
        ),
    ],
)
def test_a_refusal_names_the_values_at_fault(
    action: Any, scars: dict[str, str], code: str, message: str
) -> None:
    error = ask(HIT | {"scar": "left_leg"}, action, condition={"scars": scars})["error"]

    assert error == {"code": code, "message": message, "action": 1}


def test_the_fourth_request_is_refused_by_name() -> None:
    request = {"type": "fulfil_request", "toward": "Lucia", "feeling": "desire"}

    error = ask(*[request] * 4)["error"]

    assert error["action"] == 3
    assert error["message"] == "desire toward Lucia has grown by 3 requests already."


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ("OS", "torso holds 'OS': marks are Z, then S, then O, nothing else."),
        ("OOOO", "torso holds 'OOOO': more marks than its boxes (3)."),
    ],
)
def test_impossible_marks_are_named(marks: str, message: str) -> None:
    assert ask(condition={"scars": {"torso": marks}})["error"]["message"] == message
