"""The worked examples, as a script would send them."""

import json
from pathlib import Path
from typing import Any

import pytest

from combat.rules.batch import resolve

CASES = [
    json.loads(line)
    for file in sorted((Path(__file__).parent / "cases").glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]


def holds(answer: Any, expected: Any) -> bool:
    """Whether a result has every key that its spec names, with that value."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(
            key in answer and holds(answer[key], value) for key, value in expected.items()
        )
    return type(answer) is type(expected) and answer == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_worked_example(case: dict[str, Any]) -> None:
    request = {key: case[key] for key in case.keys() - {"expect", "why", "reading"}}

    answer = json.loads(resolve(json.dumps(request).encode())[0])

    assert answer["id"] == case["id"]
    if "error" in case["expect"]:
        assert answer["error"]["code"] == case["expect"]["error"]
        return
    assert answer["condition"] == case["expect"]["condition"]
    assert len(answer["results"]) == len(case["expect"]["results"])
    assert all(map(holds, answer["results"], case["expect"]["results"]))
