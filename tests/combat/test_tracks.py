"""How a condition is drawn."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.utils import translation

from combat.rules.harm import FREE, Condition, Pool, Pools
from combat.tracks.harm import Track, bearing, track
from sheets import journal, queries
from sheets.queries import HitOn
from tests.combat.table import Table


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def ticked(*boxes: int, source: Pool = "vigor", **rest: object) -> Condition:
    marks = tuple(source if n in boxes else None for n in range(1, 7))
    return Condition(boxes=marks, **rest)  # type: ignore[arg-type]


def drawn(shown: Track) -> str:
    """Each box: X where it is old, N new, G ghost, a dot where it is free."""
    marks = {"new": "N", "g": "G", "": "X"}
    return "".join(marks[box.state] if box.letter else "." for box in shown.boxes)


def bands(shown: Track) -> dict[str, str]:
    return {band.code: band.state for band in shown.bands if band.state}


def test_an_unharmed_track_is_six_free_boxes() -> None:
    shown = track(Condition())

    assert drawn(shown) == "......"
    assert (shown.label, bands(shown), shown.waiting) == ("Harm: none", {}, [])
    assert shown.boxes[3].label == "Harm 4, bloodied, free"


def test_what_was_there_before_is_old_and_the_rest_new() -> None:
    shown = track(ticked(1, 4), previous=ticked(1))

    assert drawn(shown) == "X..N.."
    assert shown.is_hit is True
    assert drawn(track(ticked(1, 4))) == "X..X.."


def test_a_preview_is_a_ghost_and_leaves_the_rest_as_it_is() -> None:
    shown = track(ticked(1), ghost=ticked(1, 4))

    assert drawn(shown) == "X..G.."
    assert bands(shown) == {"scratched": "is", "bloodied": "gh"}
    assert shown.boxes[3].label == "Harm 4, bloodied, preview"
    assert shown.label == "Harm: 1 V, 4 V (preview); bloodied"


def test_a_preview_that_puts_out_of_action_marks_the_last_band() -> None:
    full = ticked(1, 2, 3, 4, 5, 6)

    shown = track(full, ghost=ticked(1, 2, 3, 4, 5, 6, out="defeated"))

    assert drawn(shown) == "XXXXXX"
    assert bands(shown) == {"broken": "is", "defeated": "gh"}
    assert shown.out == ""


@pytest.mark.parametrize(
    ("boxes", "band"),
    [((1,), "scratched"), ((1, 5), "bloodied"), ((2, 6), "broken")],
)
def test_the_worst_box_says_where_the_character_stands(boxes: tuple[int, ...], band: str) -> None:
    shown = track(ticked(*boxes))

    assert bands(shown) == {band: "is"}
    assert shown.level == band


def test_a_taken_box_says_by_what() -> None:
    shown = track(ticked(5, source="reason"))

    assert [box.letter for box in shown.boxes] == ["", "", "", "", "R", ""]
    assert shown.boxes[4].label == "Harm 5, bloodied, taken by Reason"


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("defeated", "defeated: the opponent's intent happens"),
        ("gave_up", "gave up: the opponent's intent happens"),
    ],
)
def test_who_is_out_is_said_to_be(out: str, said: str) -> None:
    assert track(ticked(2, out=out)).out == said


def test_waiting_dice_are_told_with_how_long_they_hold() -> None:
    condition = Condition(
        boxes=("vigor", None, None, "vigor", "reason", "instinct"),
        fresh=(5, 6),
        scratch_dice=1,
        scratch_dice_next=2,
    )

    told = [(re.sub(r"</?b>", "", w.text), w.until) for w in track(condition).waiting]

    assert told == [
        ("1 penalty die on any action", "this round"),
        ("2 penalty dice on any action", "next round"),
        ("1 penalty die on Vigor actions", "until healed"),
        ("1 penalty die on Reason actions", "from next round"),
        ("Broken: every action costs a point and has 1 penalty die", "from next round"),
    ]


def test_pools_are_told_as_they_are_left() -> None:
    shown = track(Condition(boxes=FREE, pools=Pools(vigor=5, instinct=0, reason=2)))

    assert [(str(pool.name), pool.points) for pool in shown.pools] == [
        ("Vigor", 5),
        ("Instinct", 0),
        ("Reason", 2),
    ]


# --- wounds


def hit_on(box: int, note: str) -> HitOn:
    return HitOn({"type": "harmed", "harm": box}, datetime(2026, 5, 1, tzinfo=UTC), note)


def test_wounds_are_told_worst_first_with_what_made_them() -> None:
    hits = [hit_on(4, "claws"), hit_on(1, "a stone")]

    wounds = bearing(ticked(1, 4), hits)

    assert [(w.number, str(w.level), w.note) for w in wounds] == [
        (4, "bloodied", "claws"),
        (1, "scratched", "a stone"),
    ]


def test_a_box_ticked_twice_was_last_ticked_by_the_newer_hit() -> None:
    assert [w.note for w in bearing(ticked(2), [hit_on(2, "new"), hit_on(2, "old")])] == ["new"]


def test_a_wound_that_the_log_forgot_is_still_a_wound() -> None:
    [wound] = bearing(ticked(2), [])

    assert (wound.number, wound.note, wound.when) == (2, "", None)


@pytest.mark.parametrize("given", range(6))
@pytest.mark.django_db
def test_hits_that_stand_are_found_among_the_newest_entries_and_before(
    table: Table, given: int
) -> None:
    for box, note in enumerate(("a stone", "taken back", "claws"), 1):
        hit = table.hit(box, table.ana, table.bo, note=note)
        if note == "taken back":
            journal.undo(viewer=table.gm, entry_key=hit.key)
    table.hit(1, table.bo, note="of another")

    hits = queries.hits_on(table.ana, queries.newest_of_all(table.campaign.key)[:given])

    notes = [hit.note for hit in hits if hit.effect["type"] == "harmed"]
    assert notes == ["claws", "a stone"]
