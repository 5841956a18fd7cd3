"""What the log says."""

from typing import Any

import pytest
from django.utils import translation

from combat.rules.harm import (
    ConflictEnded,
    GaveUp,
    Harmed,
    Healed,
    Level,
    RoundEnded,
    ShakenOut,
    Slide,
)
from combat.rules.ruleset import Refused
from combat.screens import screen_of
from combat.words import entries, harm
from sheets import journal, links, queries
from sheets.services import change_settings, remove_character
from sheets.sight import Sight
from tests.combat.table import Table


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


def harmed(amount: int, box: int, level: Level | None, *taken: int) -> Harmed:
    return Harmed(harm=box, level=level, amount=amount, source="instinct", taken=taken)


INTENT = "the opponent's intent happens"


@pytest.mark.parametrize(
    ("effect", "said", "why"),
    [
        (harmed(0, 0, None), "harm 0", "No harm done."),
        (
            harmed(2, 2, "scratched"),
            "harm 2",
            "Box 2 was free: scratched in Instinct. 1 penalty die on any action next round.",
        ),
        (
            harmed(2, 3, "scratched", 2),
            "harm 2",
            (
                "Box 2 was taken, so box 3, scratched in Instinct. "
                "1 penalty die on any action next round."
            ),
        ),
        (
            harmed(2, 5, "bloodied", 2, 3, 4),
            "harm 2",
            (
                "Boxes 2, 3 and 4 were taken, so box 5, bloodied in Instinct. "
                "From next round 1 penalty die on Instinct actions, until healed."
            ),
        ),
        (
            harmed(6, 6, "broken"),
            "harm 6",
            (
                "Box 6 was free: broken in Instinct. "
                "From next round every action costs a point and has 1 more penalty die."
            ),
        ),
        (
            harmed(6, 7, "defeated", 6),
            "harm 6",
            f"Box 6 was taken and nothing above is free: {INTENT}.",
        ),
        (
            harmed(5, 7, "defeated", 5, 6),
            "harm 5",
            f"Boxes 5 and 6 were taken and nothing above is free: {INTENT}.",
        ),
        (harmed(9, 9, "defeated"), "harm 9", f"7 or more: {INTENT}. No box is ticked."),
        (Healed(box=1, source="vigor", points=1), "box 1 healed", "1 point of Vigor paid."),
        (Healed(box=4, source="reason", points=4), "box 4 healed", "4 points of Reason paid."),
        (GaveUp(out_before=None), "gave up", "The opponent's intent happens."),
        (ShakenOut(slides=()), "shake-out", "Nothing to slide down."),
        (
            ShakenOut(slides=(Slide(4, 1), Slide(6, 2))),
            "shake-out",
            "Ticks slid down: 4 → 1, 6 → 2.",
        ),
        (
            RoundEnded(scratch_dice=1, expired_dice=2, began=(1, 4)),
            "next round",
            "1 penalty die counts on any action. 2 penalty dice are gone. Box 4 counts now.",
        ),
        (
            RoundEnded(scratch_dice=3, expired_dice=1, began=(4, 5, 6)),
            "next round",
            (
                "3 penalty dice count on any action. 1 penalty die is gone. "
                "Boxes 4, 5 and 6 count now."
            ),
        ),
        (RoundEnded(scratch_dice=0, expired_dice=0, began=(2,)), "next round", ""),
    ],
)
def test_an_effect_in_words(effect: Any, said: str, why: str) -> None:
    line = harm.line(effect)

    assert (line.said, line.why) == (said, why)


def test_the_end_of_a_conflict_brings_back_who_was_out() -> None:
    line = harm.line(ConflictEnded(out="defeated", expired_dice=1))

    assert line.said == "end of the conflict"
    assert str(line.why).startswith("1 penalty die is gone.")
    assert "Back in play." in str(line.why)


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (Refused("box_not_marked", box=4), "Box 4 is not ticked."),
        (
            Refused("not_enough_points", box=4, pool="vigor", points=1, price=4),
            "Healing box 4 costs 4 of Vigor, and 1 point is left.",
        ),
        (
            Refused("not_enough_points", box=4, pool="vigor", points=3, price=4),
            "Healing box 4 costs 4 of Vigor, and 3 points are left.",
        ),
        (Refused("something_new"), "The rules do not allow that."),
    ],
)
def test_a_refusal_in_words(refused: Refused, said: str) -> None:
    assert harm.refusal(refused) == said


# --- entries


def told(table: Table, role: str) -> tuple[list[str], str]:
    """Lines and note of the newest entry as an audience reads them."""
    sight = Sight(queries.everybody(table.campaign))
    newest = table.campaign.entries.latest("seq")
    read = entries.told(newest, table.audience(role), sight, screen_of(table.campaign))
    return [f"{line.name} · {line.said}" if line.name else str(line.said) for line in read.lines], (
        read.note
    )


def test_of_one_hit_on_many_each_audience_reads_its_part(table: Table) -> None:
    table.hit(3, table.troll, table.crone, table.lich, note="avalanche")

    assert told(table, "gm") == (
        ["Troll · harm 3", "Crone · harm 3", "Lich · harm 3"],
        "avalanche",
    )
    assert told(table, "player") == (["Troll · harm 3", "Crone · was hit"], "avalanche")


def test_the_note_goes_with_what_is_read_in_full(table: Table) -> None:
    table.hit(3, table.crone, table.lich, note="the lich stumbled over her")

    assert told(table, "spectator") == (["Crone · was hit"], "")


def test_what_happens_to_a_mere_name_is_told_without_saying_what(table: Table) -> None:
    hit = table.hit(3, table.crone)
    journal.undo(viewer=table.gm, entry_key=hit.key)

    assert told(table, "gm") == (["Crone · undone: harm 3"], "")
    assert told(table, "player") == (["Crone · something happened"], "")


def test_a_round_is_a_head_with_a_line_for_each_whom_it_touches(table: Table) -> None:
    table.hit(1, table.ana, table.lich)
    table.next_round()

    assert told(table, "gm") == (["Round 2", "Ana · next round", "Lich · next round"], "")
    assert told(table, "player") == (["Round 2", "Ana · next round"], "")


def test_an_undone_round_is_told_as_such(table: Table) -> None:
    journal.undo(viewer=table.gm, entry_key=table.next_round().key)

    assert told(table, "player") == (["undone: Round 2"], "")


@pytest.mark.parametrize(
    ("deed", "lines"),
    [
        (lambda t: t.edit(t.troll, name="Ogre"), ["Ogre · edited"]),
        (lambda t: t.add("Wolf"), ["Wolf · added"]),
        (lambda t: remove_character(viewer=t.gm, character=t.troll), ["Troll · removed"]),
        (lambda t: change_settings(viewer=t.gm, name="Pass"), ["Settings changed"]),
        (
            lambda t: links.create_player_link(viewer=t.gm, character=t.bo),
            ["New player link"],
        ),
        (
            lambda t: links.rename_link(viewer=t.gm, link=t.player.link, label="phone"),
            ["Link renamed"],
        ),
        (lambda t: links.revoke_link(viewer=t.gm, link=t.player.link), ["Link revoked"]),
        (
            lambda t: links.renew_link(viewer=t.gm, link=t.player.link),
            ["Link replaced by a new one"],
        ),
        (
            lambda t: links.choose_character(viewer=t.gm, character_key=t.bo.key, label="Karel"),
            ["Karel plays Bo"],
        ),
        (
            lambda t: links.choose_character(viewer=t.gm, character_key=t.bo.key, label=""),
            ["someone plays Bo"],
        ),
    ],
)
def test_what_happens_around_the_fight_is_told_to_the_gm(
    table: Table, deed: Any, lines: list[str]
) -> None:
    deed(table)

    assert told(table, "gm") == (lines, "")
    assert told(table, "player") == ([], "")


def test_a_new_name_is_used_in_old_lines_too(table: Table) -> None:
    table.hit(3, table.troll)
    newest = table.campaign.entries.latest("seq")
    table.edit(table.troll, name="Ogre")

    sight = Sight(queries.everybody(table.campaign))
    read = entries.told(newest, table.audience("player"), sight, screen_of(table.campaign))

    assert [line.name for line in read.lines] == ["Ogre"]
