"""Hits that wait: declared, answered once, withdrawn; groups, conceding, undo."""

from typing import Any

import pytest

from combat import waiting
from combat.models import Roll
from combat.rolling import roll
from combat.rules.ruleset import Refused
from combat.rules.stress import Attack, HitDeclared, Spend, compare
from combat.rules.throws import FudgeThrow
from sheets import journal
from sheets.journal import Stale
from sheets.models import LogEntry
from sheets.services import remove_character
from tests.combat.quay import Quay


@pytest.fixture
def quay(db: None) -> Quay:
    return Quay()


# --- declaring


def test_a_declared_hit_marks_nothing_until_it_is_answered(quay: Quay) -> None:
    entry = quay.declare(4, note="cutlass")

    assert quay.boxes(quay.serena) == "..."
    assert quay.waiting(quay.serena) == [entry.group]
    assert quay.serena.waiting[0]["facts"]["shifts"] == 4


def test_the_answer_marks_what_was_chosen_and_is_of_the_same_group(quay: Quay) -> None:
    declared = quay.declare(4)

    answered = quay.answer(quay.serena, 2, viewer=quay.marta, mild="Sprained ankle")

    assert quay.boxes(quay.serena) == ".x."
    assert quay.aspects(quay.serena) == {"mild": "Sprained ankle"}
    assert quay.condition(quay.serena)["consequences"]["mild"]["invoker"] == "Morgante"
    assert quay.waiting(quay.serena) == []
    assert answered is not None
    assert answered.group == declared.group


def test_one_hit_on_two_waits_for_each_of_them(quay: Quay) -> None:
    entry = quay.declare(2, quay.serena, quay.ottavio)

    quay.answer(quay.serena, 2, viewer=quay.marta)

    assert quay.boxes(quay.ottavio) == "..."
    assert quay.waiting(quay.ottavio) == [entry.group]


def test_the_nameless_are_hit_at_once(quay: Quay) -> None:
    entry = quay.declare(4, quay.thugs, quay.serena)

    assert [line["effect"]["type"] for line in entry.effects] == ["hit_declared", "swept"]
    assert quay.condition(quay.thugs)["fallen"] == 1
    assert quay.boxes(quay.thugs) == "x."
    assert quay.waiting(quay.thugs) == []


def test_several_hits_wait_in_the_order_they_were_declared(quay: Quay) -> None:
    first, second = quay.declare(1), quay.declare(2)

    assert quay.waiting(quay.serena) == [first.group, second.group]
    with pytest.raises(Stale, match="earlier_waits"):
        quay.answer(quay.serena, 2, key=second.group)
    quay.answer(quay.serena, 1)
    quay.answer(quay.serena, 2)

    assert quay.boxes(quay.serena) == "xx."


def test_no_more_than_twenty_wait_for_one(quay: Quay) -> None:
    for _ in range(20):
        quay.declare(1)

    with pytest.raises(Refused, match="too_many"):
        quay.declare(1)


def test_whoever_is_out_is_not_hit_and_nobody_else_by_the_same_hit(quay: Quay) -> None:
    quay.declare(1)
    quay.answer(quay.serena, taken_out=True)

    with pytest.raises(Refused, match="already_out"):
        quay.declare(1, quay.serena, quay.ottavio)

    assert quay.waiting(quay.ottavio) == []


def test_a_removed_target_is_named_stale(quay: Quay) -> None:
    remove_character(viewer=quay.gm, character=quay.morgante)

    with pytest.raises(Stale, match="target_gone"):
        quay.declare(1, quay.morgante)


def test_the_same_form_sent_twice_declares_one_hit(quay: Quay) -> None:
    first = quay.declare(4, token="t")
    again = quay.declare(4, token="t")

    assert again == first
    assert len(quay.waiting(quay.serena)) == 1


def test_an_attack_that_misses_is_told_and_waits_for_nobody(quay: Quay) -> None:
    entry = waiting.declare_hit(
        viewer=quay.gm, targets=[quay.serena.key], hit=compare(Attack(2, 2))
    )

    assert entry is not None
    assert entry.effects[0]["effect"]["boost"] == "attacker"
    assert quay.waiting(quay.serena) == []
    assert not entry.undoable


def test_a_roll_is_used_up_by_the_hit_that_was_compared_from_it(quay: Quay) -> None:
    rolled = roll(viewer=quay.gm, throw=FudgeThrow(4, count=4), character=quay.morgante.key)
    found = Roll.objects.select_related("entry").get(entry=rolled)

    def declare() -> LogEntry | None:
        return waiting.declare_hit(
            viewer=quay.gm, targets=[quay.serena.key], hit=HitDeclared(2), rolls=[found]
        )

    entry = declare()

    assert entry is not None
    assert entry.action["uses"] == [rolled.key]
    with pytest.raises(Stale, match="roll_used"):
        declare()


# --- answering


@pytest.mark.parametrize(
    ("box", "aspects", "code"),
    [
        (1, {"mild": "Winded"}, "not_absorbed"),
        (None, {}, "not_absorbed"),
        (4, {}, "no_such_box"),
        ((2, 3), {}, "one_box_per_hit"),
        (2, {"mild": " "}, "aspect_required"),
    ],
)
def test_a_choice_that_does_not_do_is_refused_and_the_hit_goes_on_waiting(
    quay: Quay, box: Any, aspects: dict[str, Any], code: str
) -> None:
    quay.declare(4)
    before = quay.condition(quay.serena)

    with pytest.raises(Refused, match=code):
        quay.answer(quay.serena, box, **aspects)

    assert quay.condition(quay.serena) == before
    assert len(quay.waiting(quay.serena)) == 1


def test_a_hit_of_five_takes_more_than_two_boxes_and_fifteen_takes_all(quay: Quay) -> None:
    quay.declare(15)

    quay.answer(quay.serena, 3, mild="a", moderate="b", severe="c")

    assert quay.boxes(quay.serena) == "..x"
    quay.declare(16, quay.ottavio)
    with pytest.raises(Refused, match="not_absorbed"):
        quay.answer(quay.ottavio, 3, mild="a", moderate="b", severe="c")


def test_taken_out_marks_nothing_and_later_hits_fall_away(quay: Quay) -> None:
    quay.declare(4)
    quay.declare(2)

    entry = quay.answer(quay.serena, 2, taken_out=True, mild="ignored")

    assert entry is not None
    assert [line["effect"]["type"] for line in entry.effects] == ["taken_out", "hit_withdrawn"]
    assert quay.boxes(quay.serena) == "..."
    assert quay.condition(quay.serena)["out"] == "taken_out"
    assert quay.waiting(quay.serena) == []


def test_the_gm_and_the_player_at_once_whoever_is_first_wins(quay: Quay) -> None:
    hit = quay.declare(2)
    first = quay.answer(quay.serena, 2, viewer=quay.gm)

    with pytest.raises(Stale, match="already_answered") as stale:
        quay.answer(quay.serena, 3, viewer=quay.marta, key=hit.group)

    assert stale.value.facts["entry"] == first
    assert quay.boxes(quay.serena) == ".x."


def test_a_withdrawn_hit_can_not_be_answered(quay: Quay) -> None:
    hit = quay.declare(2)
    withdrawn = waiting.withdraw_hit(viewer=quay.gm, character=quay.serena.key, key=hit.group)

    with pytest.raises(Stale, match="already_answered") as stale:
        quay.answer(quay.serena, 2, key=hit.group)

    assert stale.value.facts["entry"] == withdrawn
    assert quay.boxes(quay.serena) == "..."


def test_only_the_hit_that_is_withdrawn_goes(quay: Quay) -> None:
    first, second = quay.declare(1), quay.declare(2)

    waiting.withdraw_hit(viewer=quay.gm, character=quay.serena.key, key=second.group)

    assert quay.waiting(quay.serena) == [first.group]


# --- undo


def test_one_undo_takes_back_box_consequence_and_free_invoke_and_the_hit_waits_again(
    quay: Quay,
) -> None:
    hit = quay.declare(9)
    before = quay.condition(quay.serena)
    answered = quay.answer(quay.serena, 3, severe="Broken leg")
    assert answered is not None

    journal.undo(viewer=quay.gm, entry_key=answered.key)

    assert quay.condition(quay.serena) == before
    assert quay.waiting(quay.serena) == [hit.group]


def test_undoing_the_hit_takes_its_answer_off_too(quay: Quay) -> None:
    hit = quay.declare(9)
    quay.answer(quay.serena, 3, severe="Broken leg")

    coming_off = [entry.type for entry in journal.comes_off_with(hit)]
    journal.undo(viewer=quay.gm, entry_key=hit.key)

    assert coming_off == ["declare_hit", "answer_hit"]
    assert quay.boxes(quay.serena) == "..."
    assert quay.waiting(quay.serena) == []


def test_a_player_takes_back_the_own_choice(quay: Quay) -> None:
    quay.declare(2)
    answered = quay.answer(quay.serena, 3, viewer=quay.marta)
    assert answered is not None

    journal.undo(viewer=quay.marta, entry_key=answered.key)

    assert quay.boxes(quay.serena) == "..."
    assert len(quay.waiting(quay.serena)) == 1


def test_what_was_undone_is_redone_with_the_queue_as_it_was(quay: Quay) -> None:
    quay.declare(2)
    answered = quay.answer(quay.serena, 3)
    assert answered is not None
    undone = journal.undo(viewer=quay.gm, entry_key=answered.key)
    assert undone is not None

    journal.redo(viewer=quay.gm, entry_key=undone.key)

    assert quay.boxes(quay.serena) == "..x"
    assert quay.waiting(quay.serena) == []


# --- conceding


def test_conceding_pays_for_the_consequences_of_this_conflict(quay: Quay) -> None:
    quay.declare(2)
    quay.answer(quay.serena, mild="Winded")

    waiting.concede(viewer=quay.marta, character=quay.serena.key)

    assert quay.condition(quay.serena)["fate_points"] == 5
    assert quay.condition(quay.serena)["out"] == "conceded"


def test_no_redo_lets_a_hit_wait_for_someone_who_conceded(quay: Quay) -> None:
    declared = quay.declare(4)
    undone = journal.undo(viewer=quay.gm, entry_key=declared.key)
    assert undone
    waiting.concede(viewer=quay.marta, character=quay.serena.key)

    with pytest.raises(Stale, match="changed_meanwhile"):
        journal.redo(viewer=quay.gm, entry_key=undone.key)

    assert quay.waiting(quay.serena) == []


def test_no_redo_of_a_concession_while_a_hit_waits(quay: Quay) -> None:
    conceded = waiting.concede(viewer=quay.marta, character=quay.serena.key)
    assert conceded
    undone = journal.undo(viewer=quay.gm, entry_key=conceded.key)
    assert undone
    quay.declare(4)

    with pytest.raises(Stale, match="changed_meanwhile"):
        journal.redo(viewer=quay.gm, entry_key=undone.key)

    assert quay.condition(quay.serena)["out"] is None


def test_a_hit_that_waits_again_takes_the_concession_off(quay: Quay) -> None:
    quay.declare(4)
    (key,) = quay.waiting(quay.serena)
    withdrawn = waiting.withdraw_hit(viewer=quay.gm, character=quay.serena.key, key=key)
    assert withdrawn
    conceded = waiting.concede(viewer=quay.marta, character=quay.serena.key)

    coming_off = journal.comes_off_with(withdrawn)

    assert coming_off == [withdrawn, conceded]


def test_a_fate_point_spent_meanwhile_stays_when_the_hit_is_undone(quay: Quay) -> None:
    declared = quay.declare(4)
    quay.apply(quay.serena, Spend(1))

    journal.undo(viewer=quay.gm, entry_key=declared.key)

    assert quay.waiting(quay.serena) == []
    assert quay.condition(quay.serena)["fate_points"] == 2


def test_while_a_hit_waits_it_is_too_late_to_concede(quay: Quay) -> None:
    quay.declare(2)

    with pytest.raises(Refused, match="too_late"):
        waiting.concede(viewer=quay.marta, character=quay.serena.key)

    assert quay.condition(quay.serena)["fate_points"] == 3


# --- boundaries


def test_the_end_of_a_scene_clears_stress_and_mild_where_there_was_rest(quay: Quay) -> None:
    for victim in (quay.serena, quay.ottavio):
        quay.declare(4, victim)
        quay.answer(victim, 2, mild="Winded")

    entry = quay.end("scene", quay.serena)

    assert (quay.boxes(quay.serena), quay.aspects(quay.serena)) == ("...", {})
    assert (quay.boxes(quay.ottavio), quay.aspects(quay.ottavio)) == ("...", {"mild": "Winded"})
    assert [line["effect"]["type"] for line in entry.effects] == [
        "scene_began",
        "scene_ended",
        "scene_ended",
    ]
    journal.undo(viewer=quay.gm, entry_key=entry.key)
    assert (quay.boxes(quay.serena), quay.boxes(quay.ottavio)) == (".x.", ".x.")


def test_a_moderate_goes_at_the_end_of_the_next_session_if_it_makes_sense(quay: Quay) -> None:
    quay.declare(4)
    quay.answer(quay.serena, moderate="Broken rib")

    quay.end("session", quay.serena)
    assert quay.aspects(quay.serena) == {"moderate": "Broken rib"}
    quay.end("session")
    assert quay.aspects(quay.serena) == {"moderate": "Broken rib"}
    entry = quay.end("session", quay.serena)

    assert quay.aspects(quay.serena) == {}
    assert [line["character"] for line in entry.effects] == ["", quay.serena.key]


def test_a_severe_goes_at_the_end_of_a_scenario(quay: Quay) -> None:
    quay.declare(6)
    quay.answer(quay.serena, severe="Lost an eye")

    quay.end("scenario", quay.serena)

    assert quay.aspects(quay.serena) == {}


def test_an_exchange_counts_and_a_scene_begins_with_the_first(quay: Quay) -> None:
    quay.end("exchange")
    quay.end("exchange")
    assert quay.campaign.clock == {"exchange": 3}

    quay.end("scene")

    assert quay.campaign.clock == {"exchange": 1, "scene": 2}


def test_a_waiting_hit_outlasts_the_scene(quay: Quay) -> None:
    hit = quay.declare(2)

    quay.end("scene")

    assert quay.waiting(quay.serena) == [hit.group]
