"""What a character feels for other beings, and how it fades."""

from collections.abc import Callable, Mapping

from msgspec.structs import astuple, replace

from combat.rules.ruleset import Outcome, Refused, raised
from combat.rules.scars.actions import EndBook, FulfilRequest, Gain, Surge
from combat.rules.scars.effects import (
    BookEnded,
    ChapterEnded,
    Faded,
    Felt,
    Gained,
    RequestFulfilled,
    SceneEnded,
    Surged,
)
from combat.rules.scars.shapes import (
    FEELINGS,
    Being,
    Condition,
    Feeling,
    FeelingName,
    FeelingPart,
    Feelings,
    Scar,
)

LARGEST_VALUE = 5
REQUEST_LIMIT = 3
SURGE = 2
WEARS_DOWN: tuple[FeelingPart, ...] = ("surge", "echo", "requests", "base")
"""The parts of a feeling in the order in which its opposite wears them down (J16)."""
EXCLUDES: Mapping[FeelingName, FeelingName] = {"friendship": "enmity", "enmity": "friendship"}
ACTS_ON: Mapping[FeelingName, tuple[Scar, ...]] = {
    "desire": ("courage",),
    "respect": ("fear", "joy"),
    "friendship": ("compassion", "sadness"),
    "enmity": ("anger",),
}
"""The scars that the one a feeling is for can act on with it, against its holder (lines 54–62)."""
ARMOUR: tuple[FeelingName, ...] = ("desire", "enmity")
"""The feelings that also protect the one who has them (lines 56, 62)."""


def shown(feeling: Feeling) -> int:
    """The value on the sheet: the sum of the parts, never above 5 (line 54).

    >>> shown(Feeling(base=4, surge=2)), shown(Feeling(requests=1))
    (5, 1)
    """
    return min(LARGEST_VALUE, _total(feeling))


def _total(feeling: Feeling) -> int:
    return feeling.base + feeling.requests + feeling.surge + feeling.echo


def fulfil_request(
    condition: Condition, action: FulfilRequest
) -> Outcome[Condition, RequestFulfilled]:
    """A feeling request came true: one point more, at most three such points (line 54).

    Raises `at_most_three_requests` while three are there, before anything is worn down.

    >>> outcome = fulfil_request(Condition(), FulfilRequest("Lucia", "desire"))
    >>> outcome.condition.feelings["Lucia"].desire, outcome.effect.value
    (Feeling(base=0, requests=1, surge=0, echo=0), 1)
    """
    feeling: Feeling = getattr(_toward(condition, action.toward), action.feeling)
    if feeling.requests >= REQUEST_LIMIT:
        facts = {"toward": action.toward, "feeling": action.feeling}
        raise Refused("at_most_three_requests", requests=feeling.requests, **facts)
    after, felt = _grow(condition, action, "requests", 1)
    return Outcome(after, RequestFulfilled(*astuple(felt)))


def surge(condition: Condition, action: Surge) -> Outcome[Condition, Surged]:
    """A being hit a social scar: two points until the scene ends, each hit its own (J15).

    >>> surge(Condition(), Surge("Lucia", "respect")).condition.feelings["Lucia"].respect
    Feeling(base=0, requests=0, surge=2, echo=0)
    """
    after, felt = _grow(condition, action, "surge", SURGE)
    return Outcome(after, Surged(*astuple(felt)))


def gain(condition: Condition, action: Gain) -> Outcome[Condition, Gained]:
    """A feeling grows by so many points for good.

    Friendship and enmity exclude each other: whatever one gains first wears the other down,
    surge, echo, requests, base; the rest is gained (lines 60, 64, J16).

    >>> foes = Feelings(enmity=Feeling(base=2, surge=1))
    >>> outcome = gain(Condition(feelings={"Lucia": foes}), Gain("Lucia", "friendship", 2))
    >>> outcome.condition.feelings["Lucia"].enmity
    Feeling(base=1, requests=0, surge=0, echo=0)
    >>> outcome.effect.gained, outcome.effect.worn
    (0, 2)
    """
    after, felt = _grow(condition, action, "base", action.points)
    return Outcome(after, Gained(*astuple(felt)))


def _toward(condition: Condition, being: Being) -> Feelings:
    return condition.feelings.get(being) or Feelings()


def _grow(
    condition: Condition, action: FulfilRequest | Surge | Gain, part: FeelingPart, points: int
) -> tuple[Condition, Felt]:
    feelings = _toward(condition, action.toward)
    worn, feelings = _wear_down(feelings, action.feeling, points)
    feeling: Feeling = getattr(feelings, action.feeling)
    kept = raised(part, getattr(feeling, part), points - worn)
    grown = replace(feeling, **{part: kept})
    felt = Felt(
        toward=action.toward,
        feeling=action.feeling,
        value=shown(grown),
        before=shown(feeling),
        gained=points - worn,
        worn=worn,
    )
    feelings = replace(feelings, **{action.feeling: grown})
    all_feelings = {**condition.feelings, action.toward: feelings}
    return replace(condition, feelings=all_feelings), felt


def _wear_down(feelings: Feelings, feeling: FeelingName, points: int) -> tuple[int, Feelings]:
    """How many points the opposite of `feeling` takes, and the feelings after that."""
    opposite = EXCLUDES.get(feeling)
    if opposite is None:
        return 0, feelings
    worn: Feeling = getattr(feelings, opposite)
    left = points
    for part in WEARS_DOWN:
        taken = min(left, getattr(worn, part))
        worn = replace(worn, **{part: getattr(worn, part) - taken})
        left -= taken
    return points - left, replace(feelings, **{opposite: worn})


def end_scene(condition: Condition) -> Outcome[Condition, SceneEnded]:
    """Of a feeling, each two points of surge become one of echo (lines 54, 64, J15).

    >>> stirred = Feelings(respect=Feeling(surge=4, echo=1))
    >>> end_scene(Condition(feelings={"Lucia": stirred})).condition.feelings["Lucia"].respect
    Feeling(base=0, requests=0, surge=0, echo=3)
    """

    def change(_being: Being, _name: FeelingName, feeling: Feeling) -> Feeling:
        echo = raised("echo", feeling.echo, feeling.surge // SURGE)
        return replace(feeling, surge=0, echo=echo)

    after, faded = _fade(condition, change)
    return Outcome(after, SceneEnded(faded))


def end_chapter(condition: Condition) -> Outcome[Condition, ChapterEnded]:
    """Surge and echo are gone (line 64).

    >>> stirred = Feelings(respect=Feeling(base=1, surge=2, echo=1))
    >>> end_chapter(Condition(feelings={"Lucia": stirred})).effect.faded
    (Faded(toward='Lucia', feeling='respect', before=4, value=1),)
    """
    after, faded = _fade(condition, lambda _b, _n, feeling: replace(feeling, surge=0, echo=0))
    return Outcome(after, ChapterEnded(faded))


def end_book(condition: Condition, action: EndBook) -> Outcome[Condition, BookEnded]:
    """What requests gave falls by 1 where the player wants it, never below 0 (line 64).

    A feeling named twice falls once. Raises `invalid_request` for an unknown being.

    >>> asked = Feelings(desire=Feeling(requests=3))
    >>> outcome = end_book(Condition(feelings={"Lucia": asked}), EndBook({"Lucia": ("desire",)}))
    >>> outcome.condition.feelings["Lucia"].desire.requests
    2
    """
    for being in action.drop:
        if being not in condition.feelings:
            raise Refused("invalid_request", reason="unknown_being", being=being)

    def change(being: Being, name: FeelingName, feeling: Feeling) -> Feeling:
        if name not in action.drop.get(being, ()):
            return feeling
        return replace(feeling, requests=max(0, feeling.requests - 1))

    after, faded = _fade(condition, change)
    return Outcome(after, BookEnded(faded))


def _fade(
    condition: Condition, change: Callable[[Being, FeelingName, Feeling], Feeling]
) -> tuple[Condition, tuple[Faded, ...]]:
    faded: list[Faded] = []
    after: dict[Being, Feelings] = {}
    for being, feelings in condition.feelings.items():
        changed: dict[str, Feeling] = {}
        for name, before in zip(FEELINGS, astuple(feelings), strict=True):
            now = change(being, name, before)
            if now != before:
                changed[name] = now
                faded.append(Faded(being, name, shown(before), shown(now)))
        after[being] = replace(feelings, **changed)
    return replace(condition, feelings=after), tuple(faded)
