"""`scars`: what holds for every condition and every action."""

import itertools
from contextlib import suppress

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from combat.rules import scars
from combat.rules.ruleset import COUNTER_LIMIT, Refused
from combat.rules.scars import (
    Bank,
    Burn,
    BurnPart,
    Condition,
    Feeling,
    Feelings,
    Given,
    Options,
    PerKind,
    Scars,
    Traits,
    Wound,
    Wounds,
)

AVERAGE = Traits(3, 3, 3, 3, 3, 3, "choleric")
few = st.integers(0, 4)
kinds = st.sampled_from(scars.KINDS)
degrees = st.sampled_from(["Z", "S", "O"])
any_scars = st.sampled_from(scars.SCARS)
feelings = st.sampled_from(scars.FEELINGS)
beings = st.sampled_from(["Lucia", "Kuno"])
wounds = st.builds(Wounds, few, few, few)
ratings = st.integers(0, 5)
traits = st.builds(
    Traits,
    *[ratings] * 6,
    st.sampled_from(["choleric", "melancholic", "sanguine", "phlegmatic"]),
    st.sampled_from(["right", "left"]),
    st.integers(0, 10),
)
all_feelings = st.dictionaries(
    beings, st.builds(Feelings, *[st.builds(Feeling, *[st.integers(0, 3)] * 4)] * 4)
)


POSSIBLE = [
    "Z" * z + "S" * s + "O" * o
    for z, s, o in sorted(itertools.product(range(6), repeat=3), key=sum)
    if z + s + o <= 5
]


def marks_up_to(boxes: int) -> st.SearchStrategy[str]:
    return st.sampled_from([marks for marks in POSSIBLE if len(marks) <= boxes])


@st.composite
def conditions(draw: st.DrawFn, owner: Traits) -> Condition:
    marks = [draw(marks_up_to(scars.boxes_of(owner, scar))) for scar in scars.SCARS]
    return Condition(
        Scars(*marks),
        PerKind(draw(few), draw(few), draw(few)),
        Bank(draw(few), draw(few), draw(few)),
        draw(st.integers(0, 10)),
        draw(all_feelings),
    )


characters = traits.flatmap(lambda owner: st.tuples(st.just(owner), conditions(owner)))
hits = st.builds(Wound, any_scars, wounds)
parts = st.builds(BurnPart, any_scars, degrees, st.integers(1, 3))
burns = st.builds(Burn, st.lists(parts, max_size=3).map(tuple))
actions = st.one_of(
    hits,
    burns,
    st.builds(scars.Burnable),
    st.builds(scars.Penalties, any_scars),
    st.builds(scars.Derived, kinds),
    st.builds(scars.StartRound),
    st.builds(scars.StartScene),
    st.builds(
        scars.StartChapter,
        st.builds(
            scars.Heal,
            st.sampled_from([msgspec.UNSET, *scars.PHYSICAL_SCARS]),
            st.sampled_from([msgspec.UNSET, *scars.MENTAL_SCARS]),
        ),
    ),
    st.builds(scars.StartBook),
    st.builds(scars.EndScene),
    st.builds(scars.EndChapter),
    st.builds(scars.EndBook, st.dictionaries(beings, st.lists(feelings, max_size=3).map(tuple))),
    st.builds(
        scars.Sin,
        st.integers(1, 10),
        st.sampled_from(["hold", "fall"]),
        st.builds(scars.Split, few, few),
    ),
    st.builds(scars.SoulLimit, degrees, st.sampled_from(scars.MENTAL_SCARS)),
    st.builds(scars.FulfilRequest, beings, feelings),
    st.builds(scars.Surge, beings, feelings),
    st.builds(scars.Gain, beings, feelings, few),
    st.builds(scars.SpendDice, kinds, few),
    st.builds(scars.RestoreDice, kinds, few),
)


def harm(condition: Condition) -> int:
    return sum(map(scars.harm_in, astuple(condition.scars)))


def code_of(traits: Traits, condition: Condition, action: scars.Action) -> str | None:
    try:
        scars.apply(traits, condition, action, Options())
    except Refused as refused:
        return refused.code
    return None


@given(characters, st.lists(actions, max_size=6))
def test_every_condition_that_is_reached_is_possible(
    character: tuple[Traits, Condition], played: list[scars.Action]
) -> None:
    owner, condition = character
    for action in played:
        with suppress(Refused):
            condition = scars.apply(owner, condition, action, Options()).condition

        scars.check(owner, condition)
        assert scars.fit(owner, condition) == condition
        stored = msgspec.json.encode(condition)
        assert msgspec.json.decode(stored, type=Condition) == condition
        assert scars.fit(owner, msgspec.json.decode(stored, type=Given)) == condition


@given(characters, actions)
def test_the_same_action_gives_the_same_outcome(
    character: tuple[Traits, Condition], action: scars.Action
) -> None:
    def attempt() -> object:
        try:
            return scars.apply(*character, action, Options())
        except Refused as refused:
            return refused.code, refused.facts

    before = repr(character)

    assert attempt() == attempt()
    assert repr(character) == before


@given(characters, actions)
def test_what_happened_can_be_stored_and_read_again(
    character: tuple[Traits, Condition], action: scars.Action
) -> None:
    with suppress(Refused):
        effect = scars.apply(*character, action, Options()).effect

        assert msgspec.convert(msgspec.to_builtins(effect), scars.Effect) == effect
    assert msgspec.convert(msgspec.to_builtins(action), scars.Action) == action


def test_a_counter_at_its_end_takes_no_more() -> None:
    full = Feelings(desire=Feeling(base=COUNTER_LIMIT, surge=2, echo=COUNTER_LIMIT))
    condition = Condition(feelings={"Lucia": full})

    assert code_of(AVERAGE, condition, scars.Gain("Lucia", "desire", 1)) == "invalid_request"
    assert code_of(AVERAGE, condition, scars.EndScene()) == "invalid_request"
