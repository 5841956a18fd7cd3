"""Hits as services: what is stored, and what is not."""

import pytest

from combat import services
from combat.rules.harm import GiveUp, Heal
from combat.rules.ruleset import Outcome, Refused
from combat.screens import screen_of
from sheets.journal import Repeated, Stale
from sheets.models import Change
from sheets.services import remove_character
from tests.combat.table import Table


def test_a_hit_marks_a_box_and_notes_what_did_it(table: Table) -> None:
    entry = table.hit(3, table.ana, source="reason", note="vlkodlak's claws")

    assert table.boxes(table.ana) == "..r..."
    assert (entry.type, entry.note, entry.who) == ("harm", "vlkodlak's claws", "gm")
    assert entry.action["targets"] == [table.ana.key]


def test_one_hit_on_three_is_one_entry_with_a_line_for_each(table: Table) -> None:
    before = len(table.log())

    entry = table.hit(1, table.ana, table.bo, table.troll)

    assert len(table.log()) == before + 1
    assert [line["character"] for line in entry.effects] == [
        table.ana.key,
        table.bo.key,
        table.troll.key,
    ]
    assert {table.boxes(c) for c in (table.ana, table.bo, table.troll)} == {"v....."}


def test_a_hit_on_somebody_who_was_removed_hits_nobody(table: Table) -> None:
    remove_character(viewer=table.gm, character=table.troll)
    before = table.log()

    with pytest.raises(Stale, match="target_gone"):
        table.hit(1, table.ana, table.troll)

    assert table.boxes(table.ana) == "......"
    assert table.log() == before


def test_a_hit_on_somebody_of_another_table_hits_nobody(table: Table) -> None:
    other = Table("Elsewhere")

    with pytest.raises(Stale, match="target_gone"):
        table.hit(1, table.ana, other.bo)

    assert table.boxes(table.ana) == "......"
    assert other.boxes(other.bo) == "......"


def test_what_the_rules_refuse_for_one_happens_to_nobody(table: Table) -> None:
    table.hit(2, table.ana)
    before = table.log()

    with pytest.raises(Refused) as refused:
        services.apply_action(
            viewer=table.gm, targets=[table.ana.key, table.bo.key], action=Heal(box=2)
        )

    assert refused.value.code == "box_not_marked"
    assert table.boxes(table.ana) == ".v...."
    assert table.log() == before


def test_the_same_request_twice_is_one_hit_with_one_answer(table: Table) -> None:
    first = table.hit(3, table.ana, token="same")

    second = table.hit(3, table.ana, token="same")

    assert second == first
    assert table.boxes(table.ana) == "..v..."
    assert table.log().count("harm") == 1


def test_the_order_of_the_targets_does_not_make_another_request(table: Table) -> None:
    first = table.hit(1, table.ana, table.bo, token="same")

    assert table.hit(1, table.bo, table.ana, token="same") == first


@pytest.mark.parametrize(
    "other", [{"amount": 2}, {"source": "reason"}, {"note": "again"}], ids=lambda o: next(iter(o))
)
def test_a_used_token_with_other_content_does_nothing(table: Table, other: dict) -> None:
    table.hit(1, table.ana, token="same")

    with pytest.raises(Repeated):
        table.hit(**{"amount": 1, "token": "same"} | other)

    assert table.boxes(table.ana) == "v....."


def test_a_deliberate_second_hit_adds_up(table: Table) -> None:
    table.hit(3, table.ana, token="first")

    table.hit(3, table.ana, token="second")

    assert table.boxes(table.ana) == "..vv.."


def test_two_tables_may_use_the_same_token(table: Table) -> None:
    other = Table("Elsewhere")
    table.hit(1, table.ana, token="same")

    other.hit(2, other.ana, token="same")

    assert (table.boxes(table.ana), other.boxes(other.ana)) == ("v.....", ".v....")


def test_three_hits_overflow_upwards_and_the_last_puts_out(table: Table) -> None:
    for amount in (3, 1, 3, 2, 1):
        table.hit(amount, table.bo)

    assert table.boxes(table.bo) == "vvvvv."
    assert table.bo.condition["out"] is None
    for amount in (5, 5):
        table.hit(amount, table.bo)
    assert table.boxes(table.bo) == "vvvvvv"
    assert table.bo.condition["out"] == "defeated"


def test_a_hit_stores_the_state_before_and_after_with_its_version(table: Table) -> None:
    version = table.ana.version

    entry = table.hit(2, table.ana)

    change = Change.objects.get(entry=entry)
    assert change.before["condition"]["boxes"][1] is None
    assert change.after["condition"]["boxes"][1] == "vigor"
    table.ana.refresh_from_db()
    assert change.version == table.ana.version == version + 1


def test_a_preview_stores_nothing(table: Table) -> None:
    before, version = table.log(), table.ana.version

    screen = screen_of(table.campaign)
    [outcome] = services.preview_action(
        screen=screen, characters=[table.ana], action=GiveUp()
    ).values()

    assert isinstance(outcome, Outcome)
    assert outcome.condition.out == "gave_up"
    assert table.log() == before
    table.ana.refresh_from_db()
    assert (table.ana.condition["out"], table.ana.version) == (None, version)
