"""Long sequences of actions, played by the rules and once more by the plainest reading of them."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from combat.rules.batch import resolve
from combat.rules.scars import KIND_OF, SCARS
from tests.rules import plainly
from tests.rules.plainly import Played, State
from tests.rules.test_cases import holds

type Action = dict[str, Any]
type Move = tuple[Action, Callable[[State], Played]]

SEQUENCES, LENGTH = 300, 20
ATTRIBUTES = ("dexterity", "constitution", "charm", "composure", "intelligence", "resolve")
CAPACITY = {"physical": "constitution", "social": "composure", "mental": "resolve"}
POOLS = ("vigor", "instinct", "reason")
KINDS = ("bashing", "lethal", "aggravated")


def ask(slug: str, character: Any, actions: list[Action], **keys: Any) -> dict[str, Any]:
    request = {"ruleset": slug, "character": character, "actions": actions, **keys}
    answer = json.loads(resolve(json.dumps(request).encode())[0])
    assert isinstance(answer, dict)
    return answer


def someone(slug: str, rng: Random) -> dict[str, Any]:
    if slug == "scars":
        attributes = {attribute: rng.choice([0, 1, 2, 3, 5, 10]) for attribute in ATTRIBUTES}
        return {**attributes, "temperament": "choleric"}
    if slug == "harm":
        return {"pools": {pool: rng.randint(0, 20) for pool in POOLS}}
    if slug == "stress":
        return {"boxes": rng.randint(0, 5), "refresh": rng.randint(0, 5)}
    return {"faith": rng.randint(0, 5), "armor": rng.randint(0, 5)}


def scars_moves(rng: Random, character: dict[str, Any]) -> list[Move]:
    scar, being = rng.choice(SCARS), rng.choice(["Lucia", "Lucia", "Lucia", "Ota"])
    boxes = character[CAPACITY[KIND_OF[scar]]]
    wounds = {degree: rng.choice([0, 0, 1, 2, 4]) for degree in "OSZ"}
    feeling = rng.choice(["desire", "respect", *["friendship", "enmity"] * 3])
    felt, points = {"toward": being, "feeling": feeling}, rng.randint(0, 4)
    return [
        (
            {"type": "wound", "scar": scar, "wounds": wounds},
            lambda state: plainly.wound(state, boxes, scar, wounds),
        ),
        (
            {"type": "gain", **felt, "points": points},
            lambda state: plainly.feel(state, being, feeling, "base", points),
        ),
        (
            {"type": "surge", **felt},
            lambda state: plainly.feel(state, being, feeling, "surge", 2),
        ),
        (
            {"type": "fulfil_request", **felt},
            lambda state: plainly.fulfil_request(state, being, feeling),
        ),
        ({"type": "end_scene"}, plainly.end_scene),
    ]


def health_moves(rng: Random, _character: object) -> list[Move]:
    kind, levels = rng.choice(KINDS), rng.choice([0, 1, 1, 2, 3])
    return [
        (
            {"type": "damage", "kind": kind, "levels": levels},
            lambda state: plainly.damage(state, kind, levels),
        ),
        (
            {"type": "heal", "kind": kind, "levels": levels},
            lambda state: plainly.heal_health(state, kind, levels),
        ),
    ]


def harm_moves(rng: Random, _character: object) -> list[Move]:
    amount, source, box = rng.randint(0, 8), rng.choice(POOLS), rng.randint(1, 6)
    kind = rng.choice(["opposed", "parallel", "defensive"])
    a, b = (
        {"level": rng.randint(-3, 7), "weapon": rng.randint(0, 3), "armor": rng.randint(0, 3)}
        for _ in "ab"
    )
    return [
        (
            {"type": "harm", "amount": amount, "source": source},
            lambda state: plainly.harm(state, amount, source),
        ),
        ({"type": "heal", "box": box}, lambda state: plainly.heal_harm(state, box)),
        ({"type": kind, "a": a, "b": b}, lambda _: plainly.exchange(kind, a, b)),
        ({"type": "end_round"}, plainly.end_round),
        ({"type": "shake_out"}, plainly.shake_out),
    ]


def stress_moves(rng: Random, character: dict[str, Any]) -> list[Move]:
    shifts, box = rng.randint(1, 9), rng.choice([None, *range(character["boxes"] + 2)])
    aspects = {slot: "Hurt" for slot in plainly.SLOTS if rng.random() < 0.3}
    boundary, granted = rng.choice(["scene", "session", "scenario"]), rng.random() < 0.5
    yes = "rested" if boundary == "scene" else "makes_sense"
    return [
        (
            {"type": "hit", "shifts": shifts, "by": "Ogre", "box": box, "consequences": aspects},
            lambda state: plainly.absorb(state, shifts, box, aspects),
        ),
        ({"type": "concede"}, plainly.concede),
        (
            {"type": f"end_{boundary}", yes: granted},
            lambda state: plainly.end(state, boundary, granted=granted),
        ),
    ]


MOVES: dict[str, Callable[[Random, dict[str, Any]], list[Move]]] = {
    "scars": scars_moves,
    "health": health_moves,
    "harm": harm_moves,
    "stress": stress_moves,
}


@pytest.mark.parametrize("slug", MOVES)
def test_a_long_evening_ends_as_the_plain_reading_says(slug: str) -> None:
    rng = Random(slug)
    for _ in range(SEQUENCES):
        character = someone(slug, rng)
        before = ask(slug, character, [])["condition"]
        state, actions, results = copy.deepcopy(before), [], []
        for _ in range(LENGTH):
            action, play = rng.choice(MOVES[slug](rng, character))
            after = copy.deepcopy(state)
            if (result := play(after)) is None:
                refused = ask(slug, character, [action], condition=state)
                assert refused["error"]["action"] == 0, (state, action)
                continue
            state = after
            actions.append(action)
            results.append(result)

        answer = ask(slug, character, actions, condition=before)

        assert answer["condition"] == state, (character, actions)
        assert all(map(holds, answer["results"], results)), (character, actions)
        assert ask(slug, character, [], condition=state)["condition"] == state
