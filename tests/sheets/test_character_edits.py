"""Editing characters, while others do the same or hit them."""

from collections.abc import Callable
from typing import Any

import pytest

from combat.rules.ruleset import Refused
from sheets import services
from sheets.links import create_player_link
from sheets.models import Character, Link, LogEntry
from tests.sheets.character_pages import add_jano, add_wolf, boxes, edit, form_in, hit, now
from tests.sheets.conftest import Guest, Page

HOSTILE = '<img src=x onerror=alert(1)>" onfocus="alert(2)'

type ComeIn = Callable[[Link], Guest]


@pytest.fixture
def jano(gm: Guest) -> Character:
    return add_jano(gm)


@pytest.fixture
def wolf(gm: Guest) -> Character:
    return add_wolf(gm)


@pytest.fixture
def player(gm: Guest, jano: Character, come_in: ComeIn) -> Guest:
    return come_in(create_player_link(viewer=gm.viewer, character=jano))


def test_a_sheet_opened_earlier_writes_no_old_marks_back(
    gm: Guest, player: Guest, jano: Character, wolf: Character
) -> None:
    hit(gm, jano, 1)
    sheet = form_in(player.get(edit(jano)))
    npc = form_in(gm.get(edit(wolf)))
    hit(gm, jano, 4)

    renamed = player.post(edit(jano), **sheet | {"name": "Ján Hronský"})
    noted = gm.post(edit(wolf), **npc | {"notes": "bojí sa ohňa"})

    assert (renamed.status_code, noted.status_code) == (303, 303)
    assert (boxes(jano), now(jano).name) == ([1, 4], "Ján Hronský")
    assert now(wolf).sheet["notes"] == "bojí sa ohňa"


def test_two_people_edit_different_things_and_both_stay(
    gm: Guest, player: Guest, jano: Character
) -> None:
    of_gm = form_in(gm.get(edit(jano)))
    of_player = form_in(player.get(edit(jano)))

    gm.post(edit(jano), **of_gm | {"vigor": "7", "gm_notes": "dedič"})
    player.post(edit(jano), **of_player | {"reason": "4", "notes": "nosí lampáš"})

    assert now(jano).traits["pools"] == {"vigor": 7, "instinct": 5, "reason": 4}
    assert now(jano).sheet["gm_notes"] == "dedič"
    assert now(jano).sheet["notes"] == "nosí lampáš"


def test_two_people_edit_the_same_and_the_second_decides(
    gm: Guest, player: Guest, jano: Character
) -> None:
    of_gm = form_in(gm.get(edit(jano)))
    of_player = form_in(player.get(edit(jano)))
    gm.post(edit(jano), **of_gm | {"name": "Janko", "about": "tesár", "vigor": "6"})

    answer = player.post(edit(jano), **of_player | {"name": "Ján"})

    sentence = "Meanwhile somebody set this to “Janko”. Save again to overwrite it."
    again = form_in(answer)
    assert (answer.status_code, Page(answer).texts("#id_name_error")) == (422, [sentence])
    assert (again["name"], again["about"], again["vigor"]) == ("Ján", "tesár", "6")
    assert now(jano).name == "Janko"
    player.post(edit(jano), **again)
    assert (now(jano).name, now(jano).sheet["about"]) == ("Ján", "tesár")


def test_a_clash_in_abilities_and_choices_is_told_in_words(gm: Guest, jano: Character) -> None:
    early = form_in(gm.get(edit(jano)))
    row = {"ability-0-name": "Plť", "ability-0-pool": "vigor", "ability-0-level": "2"}
    gm.post(edit(jano), **early | row | {"visibility": "name"})

    answer = gm.post(edit(jano), **early | row | {"ability-0-level": "3", "visibility": "hidden"})

    assert [text for text in Page(answer).errors if "Meanwhile" in text] == [
        "Meanwhile somebody set this to “everyone sees the name only”. Save again to overwrite it.",
        "Meanwhile somebody set this to “Plť (Vigor) 2”. Save again to overwrite it.",
    ]
    assert form_in(answer)["ability-0-level"] == "3"


def test_saving_without_a_change_writes_nothing(player: Guest, jano: Character) -> None:
    before = LogEntry.objects.count()

    player.post(edit(jano), **form_in(player.get(edit(jano))))

    assert (LogEntry.objects.count(), now(jano).version) == (before, jano.version)


def test_a_player_writes_only_what_the_players_form_has(player: Guest, jano: Character) -> None:
    sheet = form_in(player.get(edit(jano)))
    forged = {"gm_notes": "", "visibility": "hidden", "kind": "npc", "player": "nikto"}

    player.post(edit(jano), **sheet | forged | {"notes": "nosí lampáš"})

    assert not forged.keys() & sheet.keys()
    assert now(jano).sheet == {
        "about": "pltník",
        "notes": "nosí lampáš",
        "gm_notes": "brat vlkodlaka",
        "portrait": "jano.png",
    }
    assert (now(jano).visibility, now(jano).kind, now(jano).player) == ("all", "pc", "")


def test_a_table_may_keep_numbers_to_the_gm(gm: Guest, player: Guest, jano: Character) -> None:
    full = form_in(player.get(edit(jano))) | {"vigor": "9", "notes": "nosí lampáš"}
    services.change_settings(viewer=gm.viewer, players_edit_numbers=False)

    sheet = form_in(player.get(edit(jano)))
    player.post(edit(jano), **full)

    assert not [name for name in sheet if name in ("vigor", "ability-0-name")]
    assert now(jano).traits["pools"]["vigor"] == 3
    assert now(jano).sheet["notes"] == "nosí lampáš"


def test_notes_for_the_gm_are_on_the_gms_page_only(
    gm: Guest, player: Guest, jano: Character
) -> None:
    of_gm = gm.get(edit(jano)).content.decode()
    of_player = player.get(edit(jano)).content.decode()

    assert "brat vlkodlaka" in of_gm
    assert "brat vlkodlaka" not in of_player


def test_long_notes_and_hostile_names_come_back_as_they_were_typed(
    gm: Guest, jano: Character, html_problems: Callable[[str], list[str]]
) -> None:
    notes = ("Nocou išiel dážď.\n" * 600)[:10_000].strip()
    sheet = form_in(gm.get(edit(jano)))
    windows = notes.replace("\n", "\r\n")

    gm.post(edit(jano), **sheet | {"name": HOSTILE, "notes": windows})
    page = gm.get(edit(jano))

    again = form_in(page)
    assert (again["name"], again["notes"], now(jano).sheet["notes"]) == (HOSTILE, notes, notes)
    assert Page(page).texts("h1") == [HOSTILE]
    assert html_problems(page.content.decode()) == []


def test_a_change_that_the_rules_refuse_is_not_saved(
    gm: Guest, jano: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise Refused("mark_lost", box=6)

    sheet = form_in(gm.get(edit(jano)))
    monkeypatch.setattr(services, "_fitted", refuse)

    answer = gm.post(edit(jano), **sheet | {"vigor": "1"})

    assert answer.status_code == 422
    assert "Not saved: the new numbers would drop a mark." in Page(answer).errors
    assert form_in(answer)["vigor"] == "1"
    assert now(jano).traits["pools"]["vigor"] == 3
