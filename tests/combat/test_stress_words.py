"""`stress` in words: every effect and refusal says something, and says it safely."""

import re
from typing import Any, get_args

import pytest

from combat.rules import stress
from combat.rules.ruleset import Refused
from combat.rules.stress import (
    Absorbed,
    Attack,
    Attacked,
    Conceded,
    HitDeclared,
    HitWithdrawn,
    Invoked,
    InvokePassed,
    Refreshed,
    Regained,
    Renamed,
    ScenarioEnded,
    SceneEnded,
    SessionEnded,
    Spent,
    Stayed,
    Swept,
    TakenOut,
    Written,
)
from combat.words.stress import choice, line
from combat.words.stress_refusals import refusal

ANKLE = Written("mild", "Sprained ankle")
SAID: list[tuple[Any, str, str]] = [
    (stress.compare(Attack(5, 3)), "hit of 2 shifts", ""),
    (stress.compare(Attack(3, 3)), "no hit", "A tie: a boost for the attacker."),
    (stress.compare(Attack(2, 3)), "no hit", "The defence held."),
    (
        stress.compare(Attack(0, 3)),
        "no hit",
        "Defended by three or more: a boost for the defender.",
    ),
    (stress.compare(Attack(6, 3, reduce_for_boost=True)), "hit of 2 shifts", "One shift less"),
    (HitDeclared(1), "hit of 1 shift", "Whoever is hit chooses how to absorb it."),
    (HitDeclared(4, "Ogre", None, 6, 2), "hit of 4 shifts", "From Ogre. Attack 6, defence 2."),
    (HitWithdrawn(4), "hit of 4 shifts withdrawn", ""),
    (HitWithdrawn(4, "Ogre", moot=True), "hit of 4 shifts withdrawn", "Whoever is out"),
    (
        Absorbed(4, 4, "Ogre", None, (2,), (ANKLE,), 0),
        "absorbed 4 shifts",
        "Box 2 + mild 2 = 4. “Sprained ankle”: a free invoke for Ogre.",
    ),
    (
        Absorbed(6, 4, None, None, (), (Written("severe", "Broken leg"),), 2),
        "absorbed 4 shifts",
        "Severe 6 = 6, 2 lost. “Broken leg”: a free invoke.",
    ),
    (Absorbed(2, 2, None, "physical", (1, 2), (), 0), "absorbed 2 shifts", "Boxes 1 and 2 = 2."),
    (
        TakenOut(5, "Ogre", None, 3),
        "taken out",
        "Hit of 5 shifts: nothing is marked. Ogre tells what happens.",
    ),
    (Swept(4, "Nina", None, 1, 4, (1,), 0), "hit of 4 shifts", "From Nina. 1 falls, 4 stand. Box"),
    (Swept(9, None, None, 2, 0, (), 3), "hit of 9 shifts", "2 fall, 0 stand. 3 lost."),
    (Invoked("mild", "Winded", "Ogre", 0), "free invoke used", "Ogre invokes “Winded”."),
    (
        InvokePassed("mild", "Winded", "Ogre", "Goblin"),
        "free invoke passed on",
        "Goblin may invoke “Winded”.",
    ),
    (Conceded(2, (ANKLE,)), "conceded", "2 fate points gained."),
    (Spent(1, 2), "spent 1 fate point", "2 left."),
    (Regained(2, 5), "gained 2 fate points", "5 left."),
    (Refreshed(1, 3), "fate points refreshed", "3 left."),
    (Renamed("moderate", "Broken leg", "On crutches"), "consequence renamed", "“Broken leg” → “On"),
    (
        SceneEnded((1, 2), (1,), (ANKLE,), (), "conceded"),
        "end of the scene",
        "3 boxes free again. Back in play. “Sprained ankle” is gone.",
    ),
    (SceneEnded((), (), (), (), None, 2), "end of the scene", "2 back on their feet."),
    (
        SessionEnded(1, (), (Stayed("moderate", "Broken rib", "too_early"),)),
        "end of the session",
        "“Broken rib” stays: taken in this session.",
    ),
    (ScenarioEnded((Written("severe", "Lost an eye"),), ()), "end of the scenario", "is gone."),
]


def plain(text: object) -> str:
    return re.sub(r"</?bdi>", "", str(text))


@pytest.mark.parametrize(("effect", "said", "why"), SAID)
def test_an_effect_in_words(effect: Any, said: str, why: str) -> None:
    told = line(effect)

    assert str(told.said) == said
    assert why in plain(told.why)


def test_every_effect_has_words() -> None:
    assert {type(effect) for effect, _said, _why in SAID} == set(get_args(stress.Effect))
    assert Attacked in {type(effect) for effect, _said, _why in SAID}


def test_what_people_write_is_shown_as_they_wrote_it() -> None:
    nasty = '<img src=x onerror="alert(1)"> 100 %s {x}'

    why = str(line(Renamed("mild", nasty, nasty)).why)

    assert "<img" not in why
    assert "100 %s {x}" in why
    assert why.count("<bdi>") == 2


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (Refused("already_out", out="conceded"), "Out of the conflict already."),
        (Refused("box_already_marked", box=2), "Box 2 is marked already."),
        (Refused("aspect_required", slot="mild"), "Mild: write what the consequence is."),
        (
            Refused("no_free_invoke", reason="invoke_of_another", slot="mild"),
            "Mild: the free invoke is somebody else's.",
        ),
        (
            Refused("no_free_invoke", reason="invoke_of_nothing", slot="mild"),
            "Mild: no free invoke is left.",
        ),
        (Refused("not_absorbed", left=2), "2 more to absorb, or taken out."),
        (Refused("too_many", limit=20), "20 hits wait for an answer already."),
        (Refused("unheard_of"), "The rules do not allow that."),
    ],
)
def test_a_refusal_in_words(refused: Refused, said: str) -> None:
    assert refusal(refused) == said


def test_a_choice_is_named_as_its_button_names_it() -> None:
    assert choice((2,), ("mild",)) == "box 2 + mild"
    assert choice((1, 2, 4), ()) == "boxes 1, 2 and 4"
    assert choice((), ("mild", "severe")) == "mild + severe"
