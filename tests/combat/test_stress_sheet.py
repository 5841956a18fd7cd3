"""A character of `stress`: the form, the dial of the table, groups, and the demo."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from combat import demo
from sheets import dials
from sheets.dials import change_table
from sheets.journal import undo
from sheets.models import Campaign, Character
from sheets.services import remove_character
from tests.combat.quay import Quay
from tests.combat.table import address, browser_of, text_of


@pytest.fixture
def quay(db: None) -> Quay:
    return Quay()


@pytest.fixture
def gm(quay: Quay) -> Client:
    return browser_of(quay.gm.link)


def filled(**values: Any) -> dict[str, Any]:
    """The form of a new character, with two approaches."""
    rows: dict[str, Any] = {"approach-TOTAL_FORMS": 2, "approach-INITIAL_FORMS": 0}
    rows |= {"approach-0-name": "Careful", "approach-0-level": "2"}
    rows |= {"approach-1-name": "Bold", "approach-1-level": ""}
    who = {"name": "Nina", "kind": "pc", "visibility": "all", "token": "t"}
    return rows | who | {"refresh": "3", "members": "1", "boxes": ""} | values


def created(gm: Client, quay: Quay, **values: Any) -> Character:
    answer = gm.post(address(quay.gm, "characters/new/"), filled(**values))
    assert answer.status_code == 303, text_of(answer.content)
    return Character.objects.get(name="Nina")


# --- the form


def test_a_new_character_has_three_boxes_and_what_was_written(quay: Quay, gm: Client) -> None:
    nina = created(
        gm,
        quay,
        concept="If it blows up, it works",
        others=" One more gram \n\nSpark",
        stunts="Once",
    )

    assert nina.condition["stress"] == [False] * 3
    assert nina.sheet["aspects"] == {
        "concept": "If it blows up, it works",
        "trouble": "",
        "others": ["One more gram", "Spark"],
    }
    assert nina.sheet["approaches"] == [
        {"name": "Careful", "level": 2},
        {"name": "Bold", "level": 0},
    ]


def test_the_form_offers_the_six_approaches(quay: Quay, gm: Client) -> None:
    page = gm.get(address(quay.gm, "characters/new/")).content.decode()

    names = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
    assert [name for name in names if f'value="{name}"' not in page] == []


@pytest.mark.parametrize(
    ("members", "boxes", "expected"), [("5", "", 2), ("1", "", 0), ("6", "1", 1)]
)
def test_the_nameless_share_a_box_for_every_two(
    quay: Quay, gm: Client, members: str, boxes: str, expected: int
) -> None:
    nina = created(gm, quay, kind="npc", mook="on", members=members, boxes=boxes)

    assert len(nina.condition["stress"]) == expected
    assert nina.traits["members"] == int(members)


def test_who_has_a_name_is_no_group(quay: Quay, gm: Client) -> None:
    assert created(gm, quay, members="5").traits["members"] == 1


def test_who_has_a_player_is_not_nameless(quay: Quay, gm: Client) -> None:
    nina = created(gm, quay, kind="pc", mook="on", members="5")

    assert (nina.traits["mook"], nina.traits["members"]) == (False, 1)
    assert len(nina.condition["stress"]) == 3


def test_a_hireling_who_gets_a_player_gets_a_name(quay: Quay, gm: Client) -> None:
    version = str(quay.thugs.version)
    form = filled(name="Nina", kind="pc", mook="on", members="5", version=version)

    gm.post(address(quay.gm, f"characters/{quay.thugs.key}/edit/"), form)

    quay.thugs.refresh_from_db()
    assert (quay.thugs.kind, quay.thugs.traits["mook"]) == ("pc", False)


def test_more_approaches_than_a_sheet_holds_are_refused(quay: Quay, gm: Client) -> None:
    names = "\n".join(f"Skill {number}" for number in range(41))

    answer = gm.post(
        address(quay.gm, "settings/rules/"), {"dial": "accelerated", "approaches": names}
    )

    assert "A list has at most 40 lines." in text_of(answer.content)
    assert "approaches" not in quay.campaign.texts


def test_eleven_boxes_are_too_many(quay: Quay, gm: Client) -> None:
    answer = gm.post(address(quay.gm, "characters/new/"), filled(boxes="11"))

    assert answer.status_code == 422
    assert "Give a whole number from 0 to 10." in text_of(answer.content)


def test_a_box_that_is_marked_does_not_go(quay: Quay, gm: Client) -> None:
    quay.declare(3)
    quay.answer(quay.serena, 3)
    form = filled(name="Serena", boxes="2", version=str(quay.serena.version))

    path = address(quay.gm, f"characters/{quay.serena.key}/edit/")
    answer = gm.post(path, form)

    assert answer.status_code == 422
    assert "the new numbers would drop a mark" in text_of(answer.content)


def test_a_player_writes_aspects_even_where_numbers_are_not_theirs(quay: Quay) -> None:
    Campaign.objects.update(players_edit_numbers=False)
    marta = browser_of(quay.marta.link)
    path = address(quay.marta, f"characters/{quay.serena.key}/edit/")

    page = marta.get(path).content.decode()
    marta.post(path, {"version": "1", "name": "Serena", "concept": "Smuggler", "boxes": "9"})

    quay.serena.refresh_from_db()
    assert 'name="boxes"' not in page
    assert quay.serena.sheet["aspects"]["concept"] == "Smuggler"
    assert len(quay.serena.condition["stress"]) == 3


def test_more_rows_keep_what_was_typed(quay: Quay, gm: Client) -> None:
    answer = gm.post(address(quay.gm, "characters/new/"), filled(more="1", concept="Smuggler"))

    page = answer.content.decode()
    assert page.count('name="approach-') > 8
    assert 'value="Smuggler"' in page


# --- the dial


def test_core_gives_everybody_two_tracks(quay: Quay) -> None:
    change_table(viewer=quay.gm, dial="core", approaches=["Fight", "Will"])

    condition = quay.condition(quay.serena)
    assert (condition["stress"], condition["mental"]) == ([False] * 2, [False] * 2)
    assert quay.condition(quay.thugs)["stress"] == [False] * 2


def test_who_is_brought_back_plays_by_the_new_dial(quay: Quay) -> None:
    removed = remove_character(viewer=quay.gm, character=quay.serena)
    assert removed
    change_table(viewer=quay.gm, dial="core", approaches=[])

    undo(viewer=quay.gm, entry_key=removed.key)

    assert quay.condition(quay.serena)["mental"] == [False] * 2
    assert not quay.serena.removed


def test_a_sheet_without_aspects_has_no_place_for_them(quay: Quay, gm: Client) -> None:
    bare = created(gm, quay)

    page = text_of(gm.get(address(quay.gm, f"characters/{bare.key}/")).content)

    assert "Approaches" in page
    assert "Aspects" not in page


def test_there_and_back_again_nothing_is_changed(quay: Quay) -> None:
    before = quay.condition(quay.serena)

    for dial in dials.DIALS:
        change_table(viewer=quay.gm, dial=dial, approaches=[])
    change_table(viewer=quay.gm, dial="accelerated", approaches=[])

    assert quay.condition(quay.serena) == before


def test_a_dial_that_would_drop_a_mark_is_refused_by_name(quay: Quay, gm: Client) -> None:
    quay.declare(3)
    quay.answer(quay.serena, 3)

    path = address(quay.gm, "settings/rules/")
    answer = gm.post(path, {"dial": "core", "approaches": ""})

    assert answer.status_code == 422
    assert "Serena has a mark that this would drop." in text_of(answer.content)
    assert dials.dial_of(quay.campaign) == "accelerated"


def test_new_characters_follow_the_dial_and_the_skills_of_the_table(quay: Quay, gm: Client) -> None:
    path = address(quay.gm, "settings/rules/")
    assert gm.post(path, {"dial": "condensed", "approaches": "Fight\nWill"}).status_code == 303

    page = gm.get(address(quay.gm, "characters/new/")).content.decode()
    nina = created(gm, quay, physical="3", mental="1", mental_boxes="")

    assert 'value="Fight"' in page
    assert (len(nina.condition["stress"]), len(nina.condition["mental"])) == (6, 4)


def test_settings_of_other_games_have_no_such_page(quay: Quay, gm: Client) -> None:
    Campaign.objects.update(ruleset="harm")

    assert gm.get(address(quay.gm, "settings/rules/")).status_code == 404


# --- the demo


def test_the_demo_stands_in_the_middle_of_a_fight(db: None) -> None:
    campaign = demo.shared("stress")

    serena = campaign.characters.get(name="Serena Valli")
    assert [hit["facts"]["shifts"] for hit in serena.waiting] == [4]
    assert campaign.characters.get(name="Bruno Tasca").condition["out"] == "taken_out"
    assert campaign.characters.get(name="Sgherri del porto").condition["fallen"] == 1


def test_the_demo_is_listed(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo", "--json")

    assert '"ruleset": "stress", "campaign": "Sale e polvere"' in capsys.readouterr().out
