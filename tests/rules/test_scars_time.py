"""`scars`: rounds, scenes, chapters and books."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from combat.rules import scars
from combat.rules.scars import (
    Condition,
    Heal,
    Options,
    Scars,
    StartChapter,
    Traits,
)
from tests.rules.test_scars import (
    AVERAGE,
    characters,
    code_of,
    harm,
)


def marks(condition: Condition, wanted: tuple[scars.Scar, ...] = scars.SCARS) -> str:
    return "".join(getattr(condition.scars, scar) for scar in wanted)


def apply(condition: Condition, *played: scars.Action) -> Condition:
    for action in played:
        condition = scars.apply(AVERAGE, condition, action, Options()).condition
    return condition


@given(characters)
def test_a_scene_starts_without_stun_and_without_destroying_moods(
    character: tuple[Traits, Condition],
) -> None:
    condition = character[1]

    outcome = scars.start_scene(condition)

    after = outcome.condition
    body = (*scars.PHYSICAL_SCARS, *scars.MENTAL_SCARS)
    social = marks(condition, scars.SOCIAL_SCARS)
    assert marks(after, body) == marks(condition, body).replace("O", "")
    assert marks(after, scars.SOCIAL_SCARS) == "S" * (social.count("Z") + social.count("S"))
    assert {each.scar for each in outcome.effect.healed} == {
        scar for scar in scars.SCARS if getattr(after.scars, scar) != getattr(condition.scars, scar)
    }
    assert harm(after) <= harm(condition)


@given(characters)
def test_a_chapter_heals_one_destroying_wound_of_body_and_mind(
    character: tuple[Traits, Condition],
) -> None:
    condition = character[1]
    choices = scars.chapter_choices(condition)
    picked = {kind: names[-1] for kind, names in choices.items() if names}

    outcome = scars.start_chapter(condition, Heal(**picked))  # type: ignore[arg-type]

    after = outcome.condition
    assert "S" not in marks(after)
    assert marks(after).count("O") == marks(condition).count("O")
    assert marks(after).count("Z") == marks(condition).count("Z") - len(picked)
    assert (outcome.effect.physical, outcome.effect.mental) == (
        picked.get("physical"),
        picked.get("mental"),
    )


@given(characters)
def test_a_chapter_asks_only_where_there_is_a_choice(
    character: tuple[Traits, Condition],
) -> None:
    choices = scars.chapter_choices(character[1]).values()

    code = code_of(*character, StartChapter())

    assert code == ("choose_scar" if any(len(names) > 1 for names in choices) else None)


@pytest.mark.parametrize(
    ("heal", "code"),
    [
        (Heal(), "choose_scar"),
        (Heal(mental="will"), "choose_scar"),
        (Heal(physical="left_leg"), "nothing_to_heal"),
        (Heal(physical="head", mental="will"), "nothing_to_heal"),
        (Heal(physical="head", mental="sanity"), None),
        (Heal(physical="head"), None),
    ],
)
def test_a_scar_that_is_named_has_to_hold_a_destroying_wound(heal: Heal, code: str | None) -> None:
    hurt = Condition(Scars(head="ZZ", torso="Z", left_leg="S", will="S", sanity="Z"))

    assert code_of(AVERAGE, hurt, StartChapter(heal)) == code


def test_a_chapter_leaves_destroying_moods_to_its_first_scene() -> None:
    moody = Condition(Scars(anger="ZZS", joy="ZO"))

    started = apply(moody, StartChapter())

    assert (started.scars.anger, started.scars.joy) == ("ZZ", "ZO")
    assert apply(started, scars.StartScene()).scars == Scars(anger="SS", joy="S")


@given(characters)
def test_a_book_heals_destroying_wounds_and_nothing_else(
    character: tuple[Traits, Condition],
) -> None:
    condition = character[1]

    after = scars.start_book(condition).condition

    assert marks(after) == marks(condition).replace("Z", "")
    assert replace(after, scars=condition.scars) == condition


@pytest.mark.parametrize(
    ("boundary", "played"),
    [
        ("round", "StartRound"),
        ("scene", "EndScene StartScene StartRound"),
        ("chapter", "EndScene EndChapter StartChapter StartScene StartRound"),
        (
            "book",
            "EndScene EndChapter EndBook StartBook StartChapter StartScene StartRound",
        ),
    ],
)
def test_what_ends_comes_before_what_starts(boundary: scars.Boundary, played: str) -> None:
    steps = scars.actions_of(boundary, Heal(), {})

    assert [type(step).__name__ for step in steps] == played.split()


def test_what_the_player_picked_is_healed_and_dropped() -> None:
    heal, drop = Heal(physical="torso", mental="will"), {"Lucia": ("desire",)}

    chapter = scars.actions_of("chapter", heal, {})
    book = scars.actions_of("book", Heal(), drop)  # type: ignore[arg-type]

    assert StartChapter(heal) in chapter
    assert scars.EndBook({"Lucia": ("desire",)}) in book
    # A new book has healed every destroying wound: its first chapter asks nothing.
    assert StartChapter() in book


@given(characters)
def test_a_new_book_leaves_no_wound(character: tuple[Traits, Condition]) -> None:
    new_book = scars.actions_of("book", Heal(), {})

    assert marks(apply(character[1], *new_book)) == ""
