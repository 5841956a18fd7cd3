"""`stress` at the edges of its examples, and what holds for every condition."""

import random
from contextlib import suppress

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from combat.rules import stress
from combat.rules.ruleset import COUNTER_LIMIT, Refused
from combat.rules.stress import (
    Aspects,
    Condition,
    Consequence,
    Consequences,
    Hit,
    Slot,
    TakenOut,
    Traits,
)

OPTIONS = stress.Options()
names = st.sampled_from(["Ogre", "Goblin", "Žofie"])
aspects = st.sampled_from(["Sprained ankle", "Broken leg", " on crutches "])
blank = st.sampled_from(["", "   "])
slots = st.sampled_from(stress.SLOTS)
tracks: st.SearchStrategy[stress.Track] = st.sampled_from(["physical", "mental"])
dials: st.SearchStrategy[stress.Dial] = st.sampled_from(["accelerated", "condensed", "core"])
sessions = st.integers(1, 4)

all_traits = st.builds(
    Traits,
    boxes=st.integers(0, 6),
    refresh=st.integers(0, 5),
    mook=st.booleans(),
    dial=dials,
    mental_boxes=st.integers(0, 6),
    physical=st.integers(0, 6),
    mental=st.integers(0, 6),
)
consequences = st.builds(
    Consequence,
    aspects,
    st.none() | names,
    st.integers(0, 2),
    sessions,
    this_conflict=st.booleans(),
)


@st.composite
def sheets(draw: st.DrawFn) -> tuple[Traits, Condition]:
    traits = draw(all_traits)
    unharmed: Condition = stress.RULESET.unharmed(traits)
    written = {slot: draw(st.none() | consequences) for slot in stress.slots_of(traits)}
    mental = unharmed.mental
    condition = replace(
        unharmed,
        stress=tuple(draw(st.booleans()) for _ in unharmed.stress),
        mental=UNSET if mental is UNSET else tuple(draw(st.booleans()) for _ in mental),
        consequences=replace(unharmed.consequences, **written),
        fate_points=draw(st.integers(0, 5)),
        session=draw(sessions),
        out=draw(st.sampled_from([None, None, "taken_out", "conceded"])),
    )
    return traits, condition


box = st.none() | st.integers(-1, 7)
hits = st.builds(
    Hit,
    shifts=st.integers(1, 16),
    by=st.just(UNSET) | names,
    box=box | st.lists(st.integers(-1, 7), max_size=4).map(tuple),
    consequences=st.dictionaries(slots, aspects | blank, max_size=3).map(
        lambda chosen: Aspects(**chosen)
    ),
    track=tracks,
)
rolls = st.integers(-5, 9)
boundaries = st.one_of(
    st.builds(stress.EndScene, st.booleans()),
    st.builds(stress.EndSession, st.booleans()),
    st.builds(stress.EndScenario, st.booleans()),
)
actions = st.one_of(
    hits,
    boundaries,
    st.builds(stress.Attack, rolls, rolls, st.booleans()),
    st.builds(stress.Invoke, slots, names),
    st.builds(stress.PassInvoke, slots, names),
    st.builds(stress.Concede, st.booleans()),
    st.builds(stress.Rename, slots, aspects | blank),
    st.builds(stress.Spend, st.integers(1, 4)),
    st.builds(stress.Regain, st.integers(1, 4)),
    st.builds(stress.Refresh),
)


def apply(traits: Traits, condition: Condition, action: stress.Action) -> Condition:
    return stress.apply(traits, condition, action, OPTIONS).condition


def marks(condition: Condition) -> int:
    boxes = sum(condition.stress)
    mental = 0 if condition.mental is UNSET else sum(condition.mental)
    return boxes + mental + len(stress.written(condition.consequences))


def worth_of_marks(traits: Traits, condition: Condition) -> int:
    """All that is marked, box by box and slot by slot, in shifts."""
    rows = [condition.stress, () if condition.mental is UNSET else condition.mental]
    boxes = sum(
        stress.box_worth(traits.dial, number)
        for row in rows
        for number, marked in enumerate(row, 1)
        if marked
    )
    filled = stress.written(condition.consequences)
    return boxes + sum(stress.SLOT_WORTH[slot] for slot, _ in filled)


def refusal_of(traits: Traits, condition: Condition, action: stress.Action) -> str:
    with pytest.raises(Refused) as refusal:
        apply(traits, condition, action)
    return refusal.value.code


@given(sheets(), hits)
def test_a_hit_is_absorbed_in_full_or_marks_nothing(
    sheet: tuple[Traits, Condition], hit: Hit
) -> None:
    traits, condition = sheet
    try:
        outcome = stress.take_hit(traits, condition, hit)
    except Refused:
        return

    after, effect = outcome.condition, outcome.effect
    if isinstance(effect, TakenOut):
        assert after == replace(condition, out="taken_out")
        assert (effect.absorbed, effect.outcome) == (0, "taken_out")
        assert effect.offered < hit.shifts
    else:
        assert after.out is None
        assert effect.absorbed >= hit.shifts
        assert effect.absorbed - effect.lost == hit.shifts


@given(sheets(), hits)
def test_what_is_absorbed_is_the_worth_of_everything_marked(
    sheet: tuple[Traits, Condition], hit: Hit
) -> None:
    traits, condition = sheet
    assume(condition.out is None)
    for choice in stress.choices(traits, condition, hit.shifts, hit.track):
        chosen = Hit(
            shifts=hit.shifts,
            by=hit.by,
            box=choice.boxes if traits.dial == "condensed" else next(iter(choice.boxes), None),
            consequences=Aspects(**dict.fromkeys(choice.slots, "Hurt")),
            track=hit.track,
        )

        outcome = stress.take_hit(traits, condition, chosen)

        gained = worth_of_marks(traits, outcome.condition) - worth_of_marks(traits, condition)
        assert outcome.effect.absorbed == gained
        assert outcome.effect.outcome == ("taken_out" if choice.left else "absorbed")
        assert gained == (0 if choice.left else choice.absorbs)


@given(sheets(), hits)
def test_a_choice_that_is_not_listed_is_refused_and_a_listed_one_is_not(
    sheet: tuple[Traits, Condition], hit: Hit
) -> None:
    traits, condition = sheet
    written = {slot: getattr(hit.consequences, slot) for slot in stress.SLOTS}
    chosen = {slot: aspect for slot, aspect in written.items() if aspect is not UNSET}
    assume(all(not stress.is_blank(aspect) for aspect in chosen.values()))
    boxes = hit.box if isinstance(hit.box, tuple) else () if hit.box is None else (hit.box,)
    assume(traits.dial != "condensed")
    listed = {
        (choice.boxes, choice.slots)
        for choice in stress.choices(traits, condition, hit.shifts, hit.track)
    }

    try:
        stress.take_hit(traits, condition, hit)
        taken = True
    except Refused:
        taken = False

    legal = not isinstance(hit.box, tuple) and (boxes, tuple(chosen)) in listed
    assert taken == legal


@given(sheets(), st.integers(1, 30), tracks)
def test_no_choice_saves_from_more_than_the_most(
    sheet: tuple[Traits, Condition], shifts: int, track: stress.Track
) -> None:
    traits, condition = sheet
    assume(condition.out is None)

    found = stress.choices(traits, condition, shifts, track)

    limit = stress.most(traits, condition, track)
    assert 1 <= len(found) <= 176
    assert any(choice.left == 0 for choice in found) == (shifts <= limit)
    assert [choice.left for choice in found] == sorted(choice.left for choice in found)
    assert len({(choice.boxes, choice.slots) for choice in found}) == len(found)


@given(sheets(), st.lists(actions, max_size=8))
def test_every_condition_that_is_reached_is_possible(
    sheet: tuple[Traits, Condition], played: list[stress.Action]
) -> None:
    traits, condition = sheet
    for action in played:
        with suppress(Refused):
            condition = apply(traits, condition, action)

        stress.check(traits, condition)
        assert stress.fit(traits, condition) == condition
        assert len(condition.stress) == traits.boxes


@given(sheets(), actions)
def test_the_same_action_gives_the_same_outcome(
    sheet: tuple[Traits, Condition], action: stress.Action
) -> None:
    traits, condition = sheet

    def attempt() -> object:
        try:
            return stress.apply(traits, condition, action, OPTIONS)
        except Refused as refused:
            return refused.code, refused.facts

    before = repr(condition)

    assert attempt() == attempt()
    assert repr(condition) == before


@given(sheets(), hits, boundaries)
def test_no_hit_takes_marks_away_and_no_boundary_adds_any(
    sheet: tuple[Traits, Condition], hit: Hit, boundary: stress.Action
) -> None:
    traits, condition = sheet
    with suppress(Refused):
        assert marks(apply(traits, condition, hit)) >= marks(condition)

    assert marks(apply(traits, condition, boundary)) <= marks(condition)


@given(sheets(), st.booleans())
@example((Traits(), Condition(stress=(True, True, True))), True)
def test_stress_always_clears_at_the_end_of_a_scene(
    sheet: tuple[Traits, Condition], rested: bool
) -> None:
    _, condition = sheet

    outcome = stress.end_scene(condition, rested=rested)

    after, effect = outcome.condition, outcome.effect
    assert not any(after.stress)
    assert after.mental is UNSET or not any(after.mental)
    assert (after.out, effect.out_before, effect.back) == (None, condition.out, 0)
    assert effect.boxes == tuple(box for box, mark in enumerate(condition.stress, 1) if mark)
    assert all(not filled.this_conflict for _, filled in stress.written(after.consequences))
    assert [slot for slot, _ in stress.written(after.consequences)] == [
        slot
        for slot, _ in stress.written(condition.consequences)
        if not (rested and slot.startswith("mild"))
    ]
    assert (after.fate_points, after.session) == (condition.fate_points, condition.session)


@given(sheets(), st.booleans())
def test_a_session_clears_only_a_moderate_consequence_of_an_earlier_one(
    sheet: tuple[Traits, Condition], makes_sense: bool
) -> None:
    _, condition = sheet
    moderate = condition.consequences.moderate
    gone = moderate is not None and makes_sense and moderate.session < condition.session

    outcome = stress.end_session(condition, makes_sense=makes_sense)

    kept = None if gone else moderate
    expected = replace(condition.consequences, moderate=kept)
    assert outcome.condition == replace(
        condition, consequences=expected, session=condition.session + 1
    )
    assert len(outcome.effect.cleared) == gone
    assert len(outcome.effect.stayed) == (moderate is not None and not gone)


@given(sheets(), st.booleans())
def test_a_scenario_clears_only_a_severe_consequence(
    sheet: tuple[Traits, Condition], makes_sense: bool
) -> None:
    _, condition = sheet
    severe = condition.consequences.severe

    outcome = stress.end_scenario(condition, makes_sense=makes_sense)

    kept = None if makes_sense else severe
    expected = replace(condition.consequences, severe=kept)
    assert outcome.condition == replace(condition, consequences=expected)
    assert len(outcome.effect.stayed) == (severe is not None and not makes_sense)


@pytest.mark.parametrize(
    ("taken", "playing", "makes_sense", "reason"),
    [
        (1, 1, True, "too_early"),
        (1, 1, False, "too_early"),
        (2, 1, True, "too_early"),
        (1, 2, False, "no_sense"),
        (1, 2, True, None),
        (1, 9, True, None),
    ],
)
def test_the_reason_why_a_moderate_consequence_stays_is_told(
    taken: int, playing: int, makes_sense: bool, reason: str | None
) -> None:
    leg = Consequences(moderate=Consequence("Broken leg", session=taken))

    recovery = stress.recover(
        Condition(consequences=leg, session=playing), "session", granted=makes_sense
    )

    assert [stayed.reason for stayed in recovery.stayed] == ([reason] if reason else [])
    assert len(recovery.cleared) == (reason is None)


def test_a_mild_consequence_without_a_rest_says_why_it_stays() -> None:
    ankle = Consequences(mild=Consequence("Sprained ankle", "Ogre", 1, this_conflict=True))

    outcome = stress.end_scene(Condition(consequences=ankle), rested=False)

    assert outcome.effect.stayed == (stress.Stayed("mild", "Sprained ankle", "no_rest"),)
    assert outcome.condition.consequences.mild == Consequence("Sprained ankle", "Ogre", 1)


@given(rolls, rolls, st.booleans())
def test_an_attack_gives_a_boost_to_one_side_at_most(
    attack: int, defence: int, reduce: bool
) -> None:
    attacked = stress.compare(stress.Attack(attack, defence, reduce))

    lead = attack - defence
    assert attacked.hit == (lead > 0) == (attacked.shifts > 0)
    assert attacked.shifts + attacked.reduced == max(0, lead)
    assert attacked.reduced == (reduce and lead >= 3)
    if attacked.boost == "attacker":
        assert lead == 0 or attacked.reduced
    else:
        assert (attacked.boost == "defender") == (lead <= -3)


def test_a_hit_of_one_or_two_cannot_be_reduced_for_a_boost() -> None:
    attacked = stress.compare(stress.Attack(5, 3, reduce_for_boost=True))

    assert (attacked.shifts, attacked.boost) == (2, None)


MESSY = Hit(shifts=9, box=(1, 9), consequences=Aspects(mild="", moderate="", severe=""))
FILLED = Consequences(moderate=Consequence("Broken leg"))


@pytest.mark.parametrize(
    ("traits", "condition", "hit", "code"),
    [
        (Traits(mook=True), Condition(out="conceded"), MESSY, "already_out"),
        (Traits(mook=True), Condition(), MESSY, "one_box_per_hit"),
        (Traits(), Condition(), Hit(shifts=1, box=(1,)), "one_box_per_hit"),
        (Traits(), Condition(), Hit(shifts=1, box=()), "one_box_per_hit"),
        (Traits(mook=True), Condition(), replace(MESSY, box=0), "no_such_box"),
        (Traits(mook=True), Condition(), replace(MESSY, box=-1), "no_such_box"),
        (Traits(mook=True), Condition(), replace(MESSY, box=4), "no_such_box"),
        (
            Traits(mook=True),
            Condition(stress=(True, False, False)),
            replace(MESSY, box=1),
            "box_already_marked",
        ),
        (Traits(mook=True), Condition(), replace(MESSY, box=1), "no_consequence_slots"),
        (Traits(), Condition(consequences=FILLED), replace(MESSY, box=1), "aspect_required"),
        (
            Traits(),
            Condition(consequences=FILLED),
            Hit(shifts=9, consequences=Aspects(mild="Cut", moderate="", severe="")),
            "slot_filled",
        ),
        (
            Traits(),
            Condition(consequences=FILLED),
            Hit(shifts=9, consequences=Aspects(severe=" \n")),
            "aspect_required",
        ),
    ],
)
def test_of_several_mistakes_the_first_is_named(
    traits: Traits, condition: Condition, hit: Hit, code: str
) -> None:
    assert refusal_of(traits, condition, hit) == code


def test_a_mook_without_consequences_on_its_mind_may_be_hit() -> None:
    outcome = stress.take_hit(
        Traits(boxes=1, mook=True), Condition(stress=(False,)), Hit(shifts=1, box=1)
    )

    assert outcome.condition.stress == (True,)


def test_an_aspect_is_stored_as_given_and_its_invoke_is_whose_hit_it_was() -> None:
    hit = Hit(shifts=2, by="Ogre", consequences=Aspects(mild=" Black eye "))

    outcome = stress.take_hit(Traits(), Condition(session=7), hit)

    assert outcome.condition.consequences.mild == Consequence(
        " Black eye ", "Ogre", 1, 7, this_conflict=True
    )
    assert outcome.effect == stress.Absorbed(
        2, 2, "Ogre", None, (), (stress.Written("mild", " Black eye "),), 0
    )


def test_a_hit_by_nobody_leaves_an_invoke_that_can_only_be_passed_on() -> None:
    hit = Hit(shifts=2, consequences=Aspects(mild="Black eye"))
    hurt = apply(Traits(), Condition(), hit)

    assert refusal_of(Traits(), hurt, stress.Invoke("mild", "Goblin")) == "no_free_invoke"

    passed = apply(Traits(), hurt, stress.PassInvoke("mild", "Goblin"))
    used = apply(Traits(), passed, stress.Invoke("mild", "Goblin"))

    assert used.consequences.mild == Consequence("Black eye", "Goblin", 0, 1, this_conflict=True)
    assert refusal_of(Traits(), used, stress.Invoke("mild", "Goblin")) == "no_free_invoke"
    assert refusal_of(Traits(), used, stress.PassInvoke("mild", "Ogre")) == "no_free_invoke"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (stress.Invoke("severe", "Ogre"), "no_free_invoke"),
        (stress.PassInvoke("severe", "Ogre"), "no_free_invoke"),
        (stress.Invoke("moderate", "Goblin"), "no_free_invoke"),
        (stress.Invoke("mild_mental", "Ogre"), "no_free_invoke"),
        (stress.Rename("severe", ""), "slot_empty"),
        (stress.Rename("moderate", " "), "aspect_required"),
    ],
)
def test_what_cannot_be_done_with_a_slot_is_refused(action: stress.Action, code: str) -> None:
    leg = Consequences(moderate=Consequence("Broken leg", "Ogre", 1))

    assert refusal_of(Traits(), Condition(consequences=leg), action) == code


@given(sheets(), st.booleans())
def test_conceding_pays_one_and_one_for_each_consequence_of_this_conflict(
    sheet: tuple[Traits, Condition], rolled: bool
) -> None:
    traits, condition = sheet
    concede = stress.Concede(opponent_has_rolled=rolled)
    if condition.out:
        assert refusal_of(traits, condition, concede) == "already_out"
        return
    if rolled:
        assert refusal_of(traits, condition, concede) == "too_late"
        return

    outcome = stress.apply(traits, condition, concede, OPTIONS)

    filled = stress.written(condition.consequences)
    pay = 1 + sum(consequence.this_conflict for _, consequence in filled)
    assert outcome.condition == replace(
        condition, fate_points=condition.fate_points + pay, out="conceded"
    )
    assert isinstance(outcome.effect, stress.Conceded)
    assert outcome.effect.fate_points_gained == pay


def test_a_counter_may_be_filled_to_its_end() -> None:
    nearly = Condition(fate_points=COUNTER_LIMIT - 2)

    filled = stress.regain(nearly, stress.Regain(2)).condition

    assert filled.fate_points == COUNTER_LIMIT


def test_counters_at_their_end_are_not_passed() -> None:
    full = Condition(fate_points=COUNTER_LIMIT, session=COUNTER_LIMIT)

    assert refusal_of(Traits(), full, stress.Concede()) == "invalid_request"
    assert refusal_of(Traits(), full, stress.EndSession()) == "invalid_request"


def test_fate_points_are_spent_only_while_there_are_any() -> None:
    spent = apply(Traits(), Condition(fate_points=1), stress.Spend(1))

    assert spent == Condition(fate_points=0)
    assert refusal_of(Traits(), spent, stress.Spend(1)) == "not_enough_fate_points"
    assert apply(Traits(), spent, stress.Regain(5)) == Condition(fate_points=5)
    assert apply(Traits(refresh=2), spent, stress.Refresh()) == Condition(fate_points=2)


def test_renaming_changes_the_words_alone() -> None:
    leg = Consequence("Broken leg", "Ogre", 1, 3)

    after = apply(
        Traits(),
        Condition(consequences=Consequences(severe=leg), out="taken_out"),
        stress.Rename("severe", "On crutches"),
    )

    assert after.consequences.severe == replace(leg, aspect="On crutches")


def test_condensed_marks_any_number_of_one_point_boxes() -> None:
    traits = Traits(dial="condensed", boxes=4, mental_boxes=3)
    fresh = stress.RULESET.unharmed(traits)

    outcome = stress.take_hit(traits, fresh, Hit(shifts=3, box=(1, 2, 4)))

    assert outcome.condition.stress == (True, True, False, True)
    assert outcome.effect.absorbed == 3
    assert refusal_of(traits, fresh, Hit(shifts=2, box=(1, 1))) == "box_already_marked"
    assert apply(traits, fresh, Hit(shifts=2, box=4)).out == "taken_out"


def test_a_mental_hit_leaves_the_physical_track_alone() -> None:
    traits = Traits(dial="core", boxes=3, mental_boxes=2, mental=5)
    fresh = stress.RULESET.unharmed(traits)
    hit = Hit(shifts=4, box=2, consequences=Aspects(mild_mental="Shaken"), track="mental")

    outcome = stress.take_hit(traits, fresh, hit)

    after = outcome.condition
    assert (after.stress, after.mental) == ((False, False, False), (False, True))
    assert after.consequences.mild is None
    assert [slot for slot, _ in stress.written(after.consequences)] == ["mild_mental"]
    assert outcome.effect.track == "mental"
    assert stress.take_hit(traits, fresh, replace(hit, shifts=9)).effect.track == "mental"
    assert refusal_of(traits, fresh, replace(hit, track="physical")) == "no_such_slot"
    assert stress.end_scene(after, rested=True).effect.mental_boxes == (2,)
    assert apply(traits, after, stress.EndScene(rested=True)) == fresh


@pytest.mark.parametrize(
    ("traits", "slots_there"),
    [
        (Traits(physical=9, mental=9), ("mild", "moderate", "severe")),
        (Traits(dial="core", physical=4, mental=4), ("mild", "moderate", "severe")),
        (
            Traits(dial="core", physical=5, mental=5),
            ("mild", "mild_physical", "mild_mental", "moderate", "severe"),
        ),
        (Traits(dial="core", physical=5, mook=True), ()),
    ],
)
def test_an_extra_mild_slot_comes_with_skill_and_two_tracks(
    traits: Traits, slots_there: tuple[Slot, ...]
) -> None:
    assert stress.slots_of(traits) == slots_there


def test_a_slot_goes_with_the_skill_that_gave_it() -> None:
    fresh = stress.RULESET.unharmed(Traits(dial="core", physical=5, mental=5))

    weaker = stress.fit(Traits(dial="core", mental=5), fresh).consequences

    assert (weaker.mild_physical, weaker.mild_mental) == (UNSET, None)


def test_an_extra_slot_helps_against_hits_on_its_own_track_alone() -> None:
    burly = Traits(dial="core", boxes=0, mental_boxes=0, physical=5)
    unharmed: Condition = stress.RULESET.unharmed(burly)

    assert stress.most(burly, unharmed) == 2 + 2 + 4 + 6
    assert stress.most(burly, unharmed, "mental") == 2 + 4 + 6
    assert stress.choices(burly, unharmed, 4)[0].slots == ("moderate",)
    both = ("mild", "mild_physical")
    assert both in [choice.slots for choice in stress.choices(burly, unharmed, 4)]
    assert both not in [choice.slots for choice in stress.choices(burly, unharmed, 4, "mental")]


@pytest.mark.parametrize("slot", ["mild_physical", "mild_mental"])
def test_a_consequence_in_an_extra_slot_stays_with_the_skill(slot: Slot) -> None:
    skilled = Traits(dial="condensed", physical=5, mental=5)
    written = Consequences(**{slot: Consequence("Shaken")})

    fitted = stress.fit(skilled, stress.Given(consequences=written))

    assert stress.written(fitted.consequences) == [(slot, Consequence("Shaken"))]


@pytest.mark.parametrize("slot", ["mild_physical", "mild_mental"])
def test_an_extra_slot_is_on_the_sheet_of_the_skilled_alone(slot: Slot) -> None:
    skilled = Traits(dial="core", physical=5, mental=5)
    empty = stress.Given(consequences=Consequences(**{slot: None}))

    assert getattr(stress.fit(skilled, stress.Given()).consequences, slot) is None
    assert getattr(stress.fit(Traits(dial="core"), empty).consequences, slot) is UNSET


@pytest.mark.parametrize(
    ("dial", "boxes"),
    [
        ("accelerated", [3, 3, 3, 3, 3]),
        ("condensed", [3, 4, 4, 6, 6]),
        ("core", [2, 3, 3, 4, 4]),
    ],
)
def test_a_skill_gives_boxes_by_the_dial(dial: stress.Dial, boxes: list[int]) -> None:
    assert [stress.usual_boxes(dial, skill) for skill in range(5)] == boxes


def test_who_has_a_single_track_has_no_mental_boxes() -> None:
    two_boxes = stress.Given(mental=(False, False))

    stress.check(Traits(dial="core", mental_boxes=2), two_boxes)
    with pytest.raises(Refused, match="stress_length"):
        stress.check(Traits(mental_boxes=2), two_boxes)


def test_who_is_out_absorbs_nothing() -> None:
    assert stress.most(Traits(), Condition(out="conceded")) == 0


def test_a_hit_runs_on_when_it_drops_a_mook() -> None:
    rabble = Traits(boxes=1, mook=True)

    left = [stress.run_on(rabble, Condition(stress=(False,)), shifts) for shifts in (1, 2, 5)]

    assert left == [0, 0, 3]
    assert stress.run_on(rabble, Condition(stress=(True,)), 5) == 4


@given(sheets(), all_traits)
def test_new_traits_lose_no_mark(sheet: tuple[Traits, Condition], new: Traits) -> None:
    _, condition = sheet

    try:
        fitted = stress.fit(new, condition)
    except Refused as refused:
        code = refused.code
    else:
        code = ""
    if code:
        assert code == "mark_would_be_lost"
        return

    stress.check(new, fitted)
    assert marks(fitted) == marks(condition)
    assert stress.fit(new, fitted) == fitted


@pytest.mark.parametrize(
    ("new", "given_condition", "reason"),
    [
        (Traits(boxes=2), Condition(stress=(False, False, True)), "box_would_be_lost"),
        (Traits(mook=True), Condition(consequences=FILLED), "slot_would_be_lost"),
        (Traits(), Condition(mental=(False, True)), "box_would_be_lost"),
        (
            Traits(),
            Condition(consequences=Consequences(mild_mental=Consequence("Shaken"))),
            "slot_would_be_lost",
        ),
    ],
)
def test_a_change_that_would_drop_a_mark_is_refused(
    new: Traits, given_condition: Condition, reason: str
) -> None:
    with pytest.raises(Refused) as refusal:
        stress.fit(new, given_condition)

    assert refusal.value.code == "mark_would_be_lost"
    assert refusal.value.facts["reason"] == reason


def test_ten_thousand_hits_and_scenes_keep_the_sheet_in_shape() -> None:
    rng = random.Random(20)
    condition = Condition()

    for _ in range(10_000):
        chosen = rng.choice(stress.choices(Traits(), condition, rng.randint(1, 16)) or [None])
        if chosen is None:
            condition = apply(Traits(), condition, stress.EndScene(rested=rng.random() < 0.5))
            condition = apply(Traits(), condition, stress.EndSession(makes_sense=True))
            continue
        hit = Hit(
            shifts=rng.randint(1, 16),
            box=next(iter(chosen.boxes), None),
            consequences=Aspects(**dict.fromkeys(chosen.slots, "Hurt")),
        )
        condition = apply(Traits(), condition, hit)

    assert len(condition.stress) == 3
    assert condition.session > 1_000
