"""What is wrong with a line, said to the one who wrote it."""

import json
from typing import Any

import msgspec
import pytest

from combat.rules.batch import resolve
from combat.rules.misreadings import explain

ATTRIBUTES = {
    "dexterity": 3,
    "constitution": 3,
    "charm": 2,
    "composure": 3,
    "intelligence": 2,
    "resolve": 3,
}


def fault(line: Any) -> dict[str, Any]:
    request = line if isinstance(line, bytes) else json.dumps(line).encode()
    error = json.loads(resolve(request)[0])["error"]
    assert error.pop("code") == "invalid_request"
    assert isinstance(error, dict)
    return error


def harm(**keys: Any) -> dict[str, Any]:
    return {"ruleset": "harm", **keys}


def scars(**keys: Any) -> dict[str, Any]:
    return {
        "ruleset": "scars",
        "character": {**ATTRIBUTES, "temperament": "choleric"},
        **keys,
    }


def hit(**keys: Any) -> dict[str, Any]:
    return harm(actions=[{"type": "harm", "amount": 1, "source": "vigor", **keys}])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "The line is not JSON: input data was truncated."),
        (b"nul", "The line is not JSON: input data was truncated."),
        (b'{"id": NaN}', "The line is not JSON: invalid character (byte 7)."),
        (b'{"id": "\xff"}', "The line is not JSON: invalid UTF-8 encoded string."),
        (b"[" * 100_000, "The line is nested too deeply."),
        ([], "The request must be an object, not a list."),
        (3, "The request must be an object, not 3."),
        ({}, "ruleset is missing in the request."),
        ({"ruleset": "dread"}, 'ruleset cannot be "dread".'),
        ({"ruleset": 3}, "ruleset must be text, not 3."),
        (harm(id=1.5), "id must be an integer or text, not 1.5."),
        (harm(id={}), "id must be an integer or text, not an object."),
        (harm(name="Lucia"), "name is no key of the request."),
        (harm(**{"k" * 300: 1}), "k" * 100 + "… is no key of the request."),
        (harm(**{"k" * 100: 1}), "k" * 100 + " is no key of the request."),
        (harm(**{"two\nlines": 1}), "two\nlines is no key of the request."),
        (harm(actions=None), "actions must be a list, not null."),
        (harm(actions="a" * 300), 'actions must be a list, not "' + "a" * 99 + "…."),
        (harm(condition={"boxes": []}), "The length of condition.boxes must be at least 6, not 0."),
        (
            harm(condition={"boxes": [None] * 7}),
            "The length of condition.boxes must be at most 6, not 7.",
        ),
        (harm(condition={"fresh": [2]}), "fresh names box 2, which is not ticked."),
        (
            harm(condition={"pools": {"vigor": -2}}),
            "condition.pools.vigor must be at least 0, not -2.",
        ),
        (harm(character=2**64 - 1), f"character must be an object, not {2**64 - 1}."),
        (harm(character=2**64), f"character must be an object, not {2**64}."),
        (harm(character=-(10**30)), f"character must be an object, not {-(10**30)}."),
        (scars(condition={"soul": True}), "condition.soul must be an integer, not true."),
    ],
    ids=range(26),
)
def test_a_person_reads_what_is_wrong_with_a_line(line: Any, message: str) -> None:
    assert fault(line) == {"message": message}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (hit(amount=5_000), "actions[0].amount must be at most 1000, not 5000."),
        (hit(amount=-1), "actions[0].amount must be at least 0, not -1."),
        (hit(amount=3.0), "actions[0].amount must be an integer, not 3.0."),
        (hit(amount=True), "actions[0].amount must be an integer, not true."),
        (hit(amount="many"), 'actions[0].amount must be an integer, not "many".'),
        (hit(amount={}), "actions[0].amount must be an integer, not an object."),
        (hit(source="courage"), 'actions[0].source cannot be "courage".'),
        (hit(box=3), "box is no key of actions[0]."),
        (harm(actions=[3]), "actions[0] must be an object, not 3."),
        (harm(actions=[{}]), "type is missing in actions[0]."),
        (harm(actions=[{"type": "fly"}]), 'actions[0].type cannot be "fly".'),
        (
            scars(actions=[{"type": "wound", "scar": "torso", "wounds": {"X": 1}}]),
            "X is no key of actions[0].wounds.",
        ),
    ],
    ids=range(12),
)
def test_an_action_at_fault_is_named_by_its_number(line: Any, message: str) -> None:
    assert fault(line) == {"message": message, "action": 0}


@pytest.mark.parametrize(
    ("feelings", "message"),
    [
        ({"Ota": {}, "": {}}, "The length of a key of {place} must be at least 1, not 0."),
        ({"O" * 201: {}}, "The length of a key of {place} must be at most 200, not 201."),
        ({"Ota": {}, "Lucia": None}, "{place}.Lucia must be an object, not null."),
        ({"Ota": {}, "Lucia": {"hate": 1}}, "hate is no key of {place}.Lucia."),
        (
            {"Ota": {"desire": {}}, "Lucia z hor": {"desire": {"base": -1}}, "Jan": 3},
            '{place}["Lucia z hor"].desire.base must be at least 0, not -1.',
        ),
        (
            {"Ota": {"desire": {"base": 3}}, "...": {"desire": {"base": 10**10}}},
            "{place}[...].desire.base must be at most 1000000000, not 10000000000.",
        ),
        (
            {"Ota": {"desire": {"base": 3}}, "Lucia": {"desire": {"base": 3.5}}},
            "{place}.Lucia.desire.base must be an integer, not 3.5.",
        ),
    ],
    ids=range(7),
)
def test_the_being_at_fault_is_named(feelings: dict[str, Any], message: str) -> None:
    expected = message.format(place="condition.feelings")

    assert fault(scars(condition={"feelings": feelings})) == {"message": expected}


def test_the_feeling_at_fault_is_named_among_those_that_fall() -> None:
    fallen = {"Ota": ["desire"], "Lucia": ["respect", "hate"], "Jan": "friendship"}

    assert fault(scars(actions=[{"type": "end_book", "drop": fallen}])) == {
        "message": 'actions[0].drop.Lucia[1] cannot be "hate".',
        "action": 0,
    }


def test_a_key_that_comes_twice_breaks_nothing() -> None:
    twice = json.dumps(scars(condition={"feelings": {"": {}}}))[:-2] + ', "feelings": 3}}'

    assert fault(twice.encode()) == {
        "message": "Expected `str` of length >= 1 at condition.feelings."
    }


def test_what_cannot_be_read_is_told_by_its_place() -> None:
    digits = b'{"ruleset": "harm", "condition": {"scratch_dice": ' + b"9" * 5_000 + b"}}"

    assert fault(digits) == {"message": "Integer value out of range at condition.scratch_dice."}


def test_what_a_decoder_may_say_one_day_is_passed_on() -> None:
    said = msgspec.ValidationError("The moon is wrong - at `$.condition`")

    assert explain(said, {"condition": {}}).message == "The moon is wrong at condition."
    assert explain(ValueError("Bad " + "x" * 200), {}).message == "Bad " + "x" * 96 + "…."
