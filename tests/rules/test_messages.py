"""What each refusal says to a person: the whole sentence, with the values at fault."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from combat.rules import dice, harm, stress
from combat.rules.batch import resolve
from combat.rules.messages import MESSAGES, sentence
from combat.rules.ruleset import Refused

REQUESTS = [
    json.loads(line)
    for line in Path(__file__).with_name("messages.jsonl").read_text("utf-8").splitlines()
]
"""Requests that are refused, each with its `code`, the `message` of the table, what it `says`."""

# What scripts cannot meet: traits that change, and dice that the product rolls itself.
CALLS: list[tuple[str, str, Callable[[], object]]] = [
    (
        "box_would_be_lost",
        "Box 3 of stress is marked and would be lost.",
        lambda: stress.fit(stress.Traits(boxes=2), stress.Given(stress=(True, False, True))),
    ),
    (
        "box_would_be_lost",
        "Box 1 of mental is marked and would be lost.",
        lambda: stress.fit(stress.Traits(), stress.Given(mental=(True,))),
    ),
    (
        "box_would_be_lost",
        "Box 2 of mental is marked and would be lost.",
        lambda: stress.fit(
            stress.Traits(dial="core", mental_boxes=1), stress.Given(mental=(False, True))
        ),
    ),
    (
        "slot_would_be_lost",
        "The mild consequence would be lost: Sprained ankle.",
        lambda: stress.fit(
            stress.Traits(mook=True),
            stress.Given(
                consequences=stress.Consequences(mild=stress.Consequence("Sprained ankle"))
            ),
        ),
    ),
    (
        "fallen_would_be_lost",
        "The group cannot become smaller than its fallen: 4.",
        lambda: stress.fit(stress.Traits(mook=True, members=3), stress.Given(fallen=4)),
    ),
    (
        "fallen_would_be_lost",
        "The group cannot become smaller than its fallen: 1.",
        lambda: stress.fit(stress.Traits(mook=True), stress.Given(fallen=1)),
    ),
    (
        "too_many_dice",
        "101 dice are too many: at most 100 are rolled at once.",
        lambda: dice.fudge(Random(7), 101),
    ),
    (
        "wrong_number_of_dice",
        "The number of dice must be 4, not 3.",
        lambda: dice.keep((1, 0, -1), bonus=0, penalty=1),
    ),
    (
        "action_impossible",
        "A broken character without points of reason cannot act with it.",
        lambda: harm.plan_roll(
            harm.Condition(boxes=(None, None, None, None, None, "reason")), "reason"
        ),
    ),
]


@pytest.mark.parametrize(
    "request_", REQUESTS, ids=lambda request: f"{request['ruleset']}-{request['message']}"
)
def test_a_script_reads_why_it_was_refused(request_: dict[str, Any]) -> None:
    sent = {key: request_[key] for key in request_.keys() - {"message", "code", "says"}}

    error = json.loads(resolve(json.dumps(sent).encode())[0])["error"]

    assert (error["code"], error["message"]) == (request_["code"], request_["says"])
    assert error.get("action") == (0 if "actions" in sent else None)


@pytest.mark.parametrize(
    ("message", "call"), [rest for _, *rest in CALLS], ids=[key for key, *_ in CALLS]
)
def test_a_refusal_outside_scripts_is_a_sentence_too(
    message: str, call: Callable[[], object]
) -> None:
    with pytest.raises(Refused) as refusal:
        call()

    assert sentence(refusal.value) == message


def test_no_sentence_of_the_table_goes_unread() -> None:
    read = [request["message"] for request in REQUESTS] + [key for key, *_ in CALLS]

    assert set(read) == MESSAGES.keys()
