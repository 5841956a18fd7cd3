"""Copies of a character: numbered, unharmed, beside it, gone with one undo."""

from typing import Any

import pytest

from sheets import journal, services
from sheets.models import Campaign, Character, LogEntry, Visibility
from tests.sheets.character_pages import add_wolf, boxes, hit
from tests.sheets.conftest import Guest, Page


def copies(character: Character) -> str:
    return f"characters/{character.key}/copies/"


def duplicate(gm: Guest, character: Character, count: str = "1", token: str = "t") -> Any:
    return gm.post(copies(character), count=count, token=token)


def roster(campaign: Campaign) -> list[str]:
    there = campaign.characters.filter(removed=False).order_by("position", "id")
    return list(there.values_list("name", flat=True))


def test_copies_have_the_next_numbers_and_stand_beside_the_original(
    campaign: Campaign, gm: Guest
) -> None:
    wolf = add_wolf(gm)
    services.add_character(viewer=gm.viewer, name="Jano")

    response = duplicate(gm, wolf, "2")

    assert (response.status_code, response.headers["Location"]) == (303, gm.path())
    assert roster(campaign) == ["Vlkodlak", "Vlkodlak 2", "Vlkodlak 3", "Jano"]
    assert "Vlkodlak 2 to Vlkodlak 3 are there now." in Page(gm.get()).texts("#messages p")


def test_a_copy_of_a_copy_has_the_next_number_too(campaign: Campaign, gm: Guest) -> None:
    wolf = add_wolf(gm)
    duplicate(gm, wolf)
    second = campaign.characters.get(name="Vlkodlak 2")
    services.remove_character(viewer=gm.viewer, character=second)

    duplicate(gm, wolf, token="again")

    assert roster(campaign) == ["Vlkodlak", "Vlkodlak 3"]
    duplicate(gm, campaign.characters.get(name="Vlkodlak 3"), token="and again")
    assert roster(campaign) == ["Vlkodlak", "Vlkodlak 3", "Vlkodlak 4"]


def test_a_copy_has_the_sheet_and_no_harm_and_no_player(campaign: Campaign, gm: Guest) -> None:
    original = services.add_character(
        viewer=gm.viewer,
        name="Lich",
        player="Kuba",
        visibility=Visibility.HIDDEN,
        traits={"pools": {"vigor": 3, "instinct": 5, "reason": 2}},
        sheet={"about": "hlas v hmle", "gm_notes": "strach zo svetla"},
    )
    hit(gm, original, 4)

    duplicate(gm, original)

    copy = campaign.characters.get(name="Lich 2")
    assert (boxes(original), boxes(copy)) == ([4], [])
    assert copy.condition["pools"] == {"vigor": 3, "instinct": 5, "reason": 2}
    assert (copy.sheet, copy.traits) == (original.sheet, original.traits)
    assert (copy.visibility, copy.player, copy.links.count()) == (Visibility.HIDDEN, "", 0)


def test_a_hit_on_a_copy_hurts_no_other(campaign: Campaign, gm: Guest) -> None:
    wolf = add_wolf(gm)
    duplicate(gm, wolf, "2")
    second, third = campaign.characters.exclude(pk=wolf.pk)

    hit(gm, second, 3)

    assert [boxes(each) for each in (wolf, second, third)] == [[], [3], []]


def test_one_undo_takes_all_copies_away_and_a_redo_brings_them_back(
    campaign: Campaign, gm: Guest
) -> None:
    wolf = add_wolf(gm)
    duplicate(gm, wolf, "3")

    undone = journal.undo(viewer=gm.viewer, entry_key=LogEntry.objects.latest("seq").key)
    assert (roster(campaign), undone is not None) == (["Vlkodlak"], True)
    journal.redo(viewer=gm.viewer, entry_key=undone.key if undone else "")

    assert roster(campaign) == ["Vlkodlak", "Vlkodlak 2", "Vlkodlak 3", "Vlkodlak 4"]


def test_a_double_click_makes_one_copy(campaign: Campaign, gm: Guest) -> None:
    wolf = add_wolf(gm)

    statuses = [duplicate(gm, wolf).status_code for _ in range(2)]

    assert (statuses, roster(campaign)) == ([303, 303], ["Vlkodlak", "Vlkodlak 2"])


def test_the_form_sent_again_with_another_number_is_asked_once_more(
    campaign: Campaign, gm: Guest
) -> None:
    wolf = add_wolf(gm)
    duplicate(gm, wolf)

    page = Page(duplicate(gm, wolf, "3"))

    assert page.errors == ["This form was already sent. To send it once more, press again."]
    assert (page.values("#id_count"), roster(campaign)) == (["3"], ["Vlkodlak", "Vlkodlak 2"])


@pytest.mark.parametrize("count", ["", "0", "21", "-1", "1.5", "x", "1" + "0" * 30])
def test_how_many_is_a_number_within_reason(campaign: Campaign, gm: Guest, count: str) -> None:
    wolf = add_wolf(gm)

    response = duplicate(gm, wolf, count)

    assert (response.status_code, roster(campaign)) == (422, ["Vlkodlak"])
    page = Page(response)
    assert page.errors == ["Give a whole number from 1 to 20."]
    assert page.values("#id_count") == [count or None]


def test_the_longest_name_leaves_room_for_its_number(campaign: Campaign, gm: Guest) -> None:
    long = services.add_character(viewer=gm.viewer, name="x" * 200)

    duplicate(gm, long)

    assert roster(campaign) == ["x" * 200, "x" * 198 + " 2"]


@pytest.mark.parametrize("persona", ["player", "spectator", "stranger", "other_gm"])
def test_only_the_gm_duplicates(
    campaign: Campaign, hero: Character, persona: str, request: pytest.FixtureRequest
) -> None:
    guest: Guest = request.getfixturevalue(persona)

    assert duplicate(guest, hero).status_code == 404
    assert roster(campaign) == [hero.name]


def test_a_player_is_offered_no_copies(player: Guest, hero: Character) -> None:
    page = player.get(f"characters/{hero.key}/edit/")

    assert page.status_code == 200
    assert Page(page).texts("#copies") == []


def test_somebody_removed_is_not_duplicated(campaign: Campaign, gm: Guest) -> None:
    wolf = add_wolf(gm)
    services.remove_character(viewer=gm.viewer, character=wolf)

    assert duplicate(gm, wolf).status_code == 404
    assert roster(campaign) == []
