"""`scars`: feelings, and how they fade."""

import pytest
from hypothesis import given
from msgspec.structs import astuple, replace

from combat.rules import scars
from combat.rules.ruleset import Refused
from combat.rules.scars import (
    Condition,
    EndBook,
    Feeling,
    Feelings,
    FulfilRequest,
    Gain,
    Options,
    Surge,
    Traits,
)
from tests.rules.test_scars import (
    AVERAGE,
    beings,
    characters,
    code_of,
    feelings,
    few,
)


def apply(condition: Condition, *played: scars.Action) -> Condition:
    for action in played:
        condition = scars.apply(AVERAGE, condition, action, Options()).condition
    return condition


def toward_lucia(**kept: Feeling) -> Condition:
    return Condition(feelings={"Lucia": Feelings(**kept)})


def of_lucia(condition: Condition, feeling: scars.FeelingName) -> tuple[int, ...]:
    parts = getattr(condition.feelings["Lucia"], feeling)
    return (parts.base, parts.requests, parts.surge, parts.echo)


def total(condition: Condition, being: str, feeling: str) -> int:
    feelings = condition.feelings.get(being, Feelings())
    return sum(astuple(getattr(feelings, feeling)))


@given(characters, beings, feelings, few)
def test_a_gain_first_wears_the_opposite_down(
    character: tuple[Traits, Condition], being: str, feeling: scars.FeelingName, points: int
) -> None:
    condition = character[1]
    opposite = scars.EXCLUDES.get(feeling)

    outcome = scars.gain(condition, Gain(being, feeling, points))

    after, felt = outcome.condition, outcome.effect
    assert felt.gained + felt.worn == points
    assert total(after, being, feeling) == total(condition, being, feeling) + felt.gained
    assert felt.value == min(5, total(after, being, feeling))
    if opposite is None:
        assert felt.worn == 0
    else:
        assert felt.worn == min(points, total(condition, being, opposite))
        assert total(after, being, opposite) == total(condition, being, opposite) - felt.worn
        assert felt.gained == 0 or total(after, being, opposite) == 0


def test_an_opposite_wears_down_from_the_passing_to_the_lasting() -> None:
    condition = toward_lucia(enmity=Feeling(base=1, requests=1, surge=2, echo=1))
    seen = [of_lucia(condition, "enmity")]

    for _ in range(5):
        condition = apply(condition, Gain("Lucia", "friendship", 1))
        seen.append(of_lucia(condition, "enmity"))

    assert seen == [
        (1, 1, 2, 1),
        (1, 1, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 0, 0),
        (1, 0, 0, 0),
        (0, 0, 0, 0),
    ]
    assert of_lucia(condition, "friendship") == (0, 0, 0, 0)


def test_three_requests_are_the_limit_until_they_are_worn_down() -> None:
    request = FulfilRequest("Lucia", "enmity")
    condition = apply(Condition(), request, request, request)

    assert code_of(AVERAGE, condition, request) == "at_most_three_requests"

    softened = apply(condition, Gain("Lucia", "friendship", 1))

    assert of_lucia(apply(softened, request), "enmity") == (0, 3, 0, 0)


def test_the_limit_of_requests_is_looked_at_before_anything_is_worn_down() -> None:
    torn = toward_lucia(friendship=Feeling(requests=3), enmity=Feeling(base=1))

    code = code_of(AVERAGE, torn, FulfilRequest("Lucia", "friendship"))

    assert code == "at_most_three_requests"


def test_a_request_may_be_used_up_by_the_opposite() -> None:
    outcome = scars.fulfil_request(
        toward_lucia(enmity=Feeling(base=2)), FulfilRequest("Lucia", "friendship")
    )

    assert (outcome.effect.value, outcome.effect.gained, outcome.effect.worn) == (0, 0, 1)
    assert of_lucia(outcome.condition, "enmity") == (1, 0, 0, 0)


def test_each_social_hit_stirs_anew_and_fades_by_scene_and_chapter() -> None:
    stirred = apply(Condition(), Surge("Lucia", "respect"), Surge("Lucia", "respect"))

    after_scene = apply(stirred, scars.EndScene())
    hit_again = apply(after_scene, Surge("Lucia", "respect"), scars.EndScene())

    assert of_lucia(stirred, "respect") == (0, 0, 4, 0)
    assert of_lucia(after_scene, "respect") == (0, 0, 0, 2)
    assert of_lucia(hit_again, "respect") == (0, 0, 0, 3)
    assert of_lucia(apply(hit_again, scars.EndChapter()), "respect") == (0, 0, 0, 0)


def test_a_single_point_of_surge_leaves_no_echo() -> None:
    worn = apply(Condition(), Gain("Lucia", "enmity", 1), Surge("Lucia", "friendship"))

    assert of_lucia(worn, "friendship") == (0, 0, 1, 0)
    assert of_lucia(apply(worn, scars.EndScene()), "friendship") == (0, 0, 0, 0)


@given(characters)
def test_the_end_of_a_scene_and_of_a_chapter_touch_nothing_lasting(
    character: tuple[Traits, Condition],
) -> None:
    condition = character[1]

    after = apply(condition, scars.EndScene(), scars.EndChapter())

    for being, kept in condition.feelings.items():
        for feeling in scars.FEELINGS:
            before = getattr(kept, feeling)
            now = getattr(after.feelings[being], feeling)
            assert now == Feeling(base=before.base, requests=before.requests)
    assert replace(after, feelings=condition.feelings) == condition


def test_a_book_lets_requests_fall_where_the_player_wants() -> None:
    condition = toward_lucia(
        desire=Feeling(base=2, requests=3), respect=Feeling(requests=1), enmity=Feeling(base=1)
    )

    outcome = scars.end_book(
        condition, EndBook({"Lucia": ("desire", "enmity", "friendship", "desire")})
    )

    assert of_lucia(outcome.condition, "desire") == (2, 2, 0, 0)
    assert of_lucia(outcome.condition, "respect") == (0, 1, 0, 0)
    assert of_lucia(outcome.condition, "enmity") == (1, 0, 0, 0)
    assert [(each.feeling, each.before, each.value) for each in outcome.effect.faded] == [
        ("desire", 5, 4)
    ]


def test_nothing_can_fall_toward_a_stranger() -> None:
    with pytest.raises(Refused) as refusal:
        scars.end_book(toward_lucia(), EndBook({"Havel": ()}))

    assert refusal.value.code == "invalid_request"
    assert refusal.value.facts == {"reason": "unknown_being", "being": "Havel"}


@given(feelings)
def test_a_being_enters_with_all_four_at_nought_and_stays(feeling: scars.FeelingName) -> None:
    met = apply(Condition(), Gain("Havel", feeling, 0))

    assert met.feelings == {"Havel": Feelings()}
    assert apply(met, scars.EndScene(), scars.EndChapter(), EndBook({})) == met
