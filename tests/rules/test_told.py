"""All that an answer says about an action, in the terms of the rule beside it."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from combat.rules import RULESETS, stress
from combat.rules.batch import resolve

EXAMPLES = [
    json.loads(line)
    for line in Path(__file__).with_name("told.jsonl").read_text("utf-8").splitlines()
]
"""Requests with the whole of their `results`, and `why`: the rule that says so."""

# What the table writes down while a hit waits for its victim; no action of the rules gives it.
WAITING = {stress.HitDeclared, stress.HitWithdrawn}


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=lambda example: f"{example['ruleset']}, {example['why']}"
)
def test_an_answer_tells_all_that_the_rule_says(example: dict[str, Any]) -> None:
    sent = {key: example[key] for key in example.keys() - {"why", "results"}}

    answer = json.loads(resolve(json.dumps(sent).encode())[0])

    assert answer["results"] == example["results"]


@pytest.mark.parametrize("slug", RULESETS)
def test_no_kind_of_answer_is_left_out(slug: str) -> None:
    told = {
        result["type"]
        for example in EXAMPLES
        if example["ruleset"] == slug
        for result in example["results"]
    }

    effects = set(get_args(RULESETS[slug].Effect)) - WAITING
    assert told == {effect.__struct_config__.tag for effect in effects}
