"""Creating and removing characters, and who may."""

from collections.abc import Callable

import pytest
from justhtml import JustHTML

from sheets import journal, services
from sheets.links import create_player_link
from sheets.models import Character, Link, LogEntry, Role
from tests.sheets.character_pages import (
    NEW,
    add_jano,
    add_wolf,
    boxes,
    edit,
    form_in,
    hit,
    now,
    removal,
)
from tests.sheets.conftest import Guest, Page

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


# --- create


def test_a_gm_adds_a_character(gm: Guest) -> None:
    sheet = form_in(gm.get(NEW)) | {
        "name": " Katka\tDubová ",
        "vigor": "4",
        "ability-0-name": "Stopovanie",
        "ability-0-pool": "instinct",
        "ability-0-level": "2",
        "gm_notes": "dlhuje Mišovi",
    }

    answer = gm.post(NEW, **sheet)

    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{gm.link.key}/")
    katka = gm.viewer.campaign.characters.get(name="Katka Dubová")
    assert katka.traits == {"pools": {"vigor": 4, "instinct": 0, "reason": 0}}
    assert katka.sheet == {
        "about": "",
        "notes": "",
        "gm_notes": "dlhuje Mišovi",
        "abilities": [{"name": "Stopovanie", "pool": "instinct", "level": 2}],
    }
    assert katka.condition["pools"] == katka.traits["pools"]
    assert (katka.kind, katka.visibility) == ("pc", "all")


def test_a_second_click_adds_nobody(gm: Guest) -> None:
    sheet = form_in(gm.get(NEW)) | {"name": "Katka"}

    gm.post(NEW, **sheet)
    answer = gm.post(NEW, **sheet)

    assert answer.status_code == 303
    assert [c.name for c in Character.objects.all()] == ["Katka"]


def test_going_back_to_send_somebody_else_asks_first(gm: Guest) -> None:
    sheet = form_in(gm.get(NEW))
    gm.post(NEW, **sheet | {"name": "Katka"})

    answer = gm.post(NEW, **sheet | {"name": "Eva"})

    assert answer.status_code == 422
    assert "This form was already sent. To send it once more, save." in Page(answer).errors
    assert form_in(answer)["name"] == "Eva"
    gm.post(NEW, **form_in(answer))
    assert [c.name for c in Character.objects.all()] == ["Katka", "Eva"]


def test_a_new_npc_is_hidden_until_the_gm_says_otherwise(gm: Guest) -> None:
    sheet = form_in(gm.get(NEW, kind="npc"))

    assert (sheet["kind"], sheet["visibility"]) == ("npc", "hidden")


def test_asking_for_more_rows_keeps_what_was_typed_and_judges_nothing(gm: Guest) -> None:
    typed = {"name": "", "notes": "a\n\nb", "vigor": "abc", "ability-2-name": "Lukostreľba"}
    sheet = form_in(gm.get(NEW)) | typed

    answer = gm.post(NEW, **sheet | {"more": "1"})

    again = form_in(answer)
    assert {name: again[name] for name in typed} == typed
    assert "ability-5-level" in again
    assert "ability-5-level" not in sheet
    assert (answer.status_code, Page(answer).errors) == (200, [])
    assert not Character.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Give a name."),
        ("name", "A\x00B", "Null characters are not allowed."),
        ("name", "x" * 201, "Ensure this value has at most 200 characters (it has 201)."),
        ("vigor", "99999999999999999999", "Give a whole number from 0 to 1000."),
        ("vigor", "-3", "Give a whole number from 0 to 1000."),
        ("vigor", "2.5", "Give a whole number from 0 to 1000."),
        ("vigor", "", "Give a whole number from 0 to 1000."),
        ("ability-0-level", "11", "Give a whole number from 0 to 10."),
        ("notes", "x" * 20_001, "Ensure this value has at most 20000 characters (it has 20001)."),
    ],
)
def test_what_cannot_be_stored_is_said_and_stays_typed(
    gm: Guest, field: str, value: str, sentence: str
) -> None:
    sheet = form_in(gm.get(NEW)) | {"name": "Katka", "about": "stopárka", field: value}

    answer = gm.post(NEW, **sheet)

    assert answer.status_code == 422
    assert Page(answer).texts(f"#id_{field}_error") == [sentence]
    again = form_in(answer)
    assert (again["about"], again[field].replace("\ufffd", "\x00")) == ("stopárka", value)
    assert not Character.objects.exists()


@pytest.mark.parametrize(
    ("cell", "value", "marked", "sentence"),
    [
        ("level", "3", "name", "Name this ability, or empty its level."),
        ("name", "Lov", "level", "Give a whole number from 0 to 10."),
    ],
)
def test_half_an_ability_is_no_ability(
    gm: Guest, cell: str, value: str, marked: str, sentence: str
) -> None:
    sheet = form_in(gm.get(NEW)) | {"name": "Katka", f"ability-1-{cell}": value}

    answer = gm.post(NEW, **sheet)

    assert answer.status_code == 422
    assert Page(answer).texts(f"#id_ability-1-{marked}_error") == [sentence]
    assert form_in(answer)[f"ability-1-{cell}"] == value


def test_enter_in_a_field_saves(gm: Guest) -> None:
    html = JustHTML(gm.get(NEW).content.decode(), sanitize=False)

    first, *others = html.query('form[method="post"][autocomplete="off"] button')

    assert "name" not in (first.attrs or {})
    assert [b.to_text() for b in others] == ["More rows", "Add the character"]


# --- remove


def test_a_removed_character_comes_back_by_undo(gm: Guest, jano: Character) -> None:
    hit(gm, jano, 3)

    answer = gm.post(removal(jano))

    assert (answer.status_code, now(jano).removed) == (303, True)
    entry = journal.newest_undoable(gm.viewer.campaign, gm.viewer)
    assert entry is not None
    journal.undo(viewer=gm.viewer, entry_key=entry.key)
    assert (now(jano).removed, boxes(jano)) == (False, [3])


def test_a_second_click_on_remove_says_the_same(gm: Guest, jano: Character) -> None:
    gm.post(removal(jano))
    entries = LogEntry.objects.count()

    answer = gm.post(removal(jano))

    assert (answer.status_code, LogEntry.objects.count()) == (303, entries)


def test_a_removed_character_can_not_be_edited(gm: Guest, jano: Character) -> None:
    sheet = form_in(gm.get(edit(jano)))
    gm.post(removal(jano))

    answer = gm.post(edit(jano), **sheet | {"name": "Duch"})

    assert (answer.status_code, now(jano).name) == (404, "Jano")


def test_undoing_an_added_character_takes_it_off(gm: Guest) -> None:
    gm.post(NEW, **form_in(gm.get(NEW)) | {"name": "Katka"})
    katka = Character.objects.get(name="Katka")

    entry = journal.newest_undoable(gm.viewer.campaign, gm.viewer)
    assert entry is not None
    journal.undo(viewer=gm.viewer, entry_key=entry.key)

    assert now(katka).removed


# --- rights


def other_gm(come_in: ComeIn) -> Guest:
    other = services.create_campaign(name="Iná", ruleset="harm", language="sk", time_zone="UTC")
    return come_in(other.links.get(role=Role.GM))


OUTSIDERS = ["other player", "spectator", "chooser", "stranger", "other gm"]


@pytest.fixture(params=OUTSIDERS)
def outsider(request: pytest.FixtureRequest, gm: Guest, wolf: Character, come_in: ComeIn) -> Guest:
    match request.param:
        case "other player":
            return come_in(create_player_link(viewer=gm.viewer, character=wolf))
        case "other gm":
            return other_gm(come_in)
        case name:
            return request.getfixturevalue(name)


@pytest.mark.parametrize("verb", ["edit", "removal"])
def test_what_is_not_theirs_and_what_is_not_there_look_alike(
    gm: Guest, outsider: Guest, jano: Character, verb: str
) -> None:
    sheet = form_in(gm.get(edit(jano))) | {"name": "Ukradnutý"}

    answer = outsider.post(f"characters/{jano.key}/{verb}/", **sheet)

    missing = outsider.post(f"characters/missing/{verb}/", **sheet)
    assert (answer.status_code, Page(answer).texts("main")) == (404, Page(missing).texts("main"))
    assert (now(jano).name, now(jano).removed) == ("Jano", False)


def test_only_the_gm_adds_and_removes(player: Guest, jano: Character) -> None:
    added = player.post(NEW, name="Katka")
    removed = player.post(removal(jano))

    assert (added.status_code, removed.status_code) == (404, 404)
    assert [(c.name, c.removed) for c in Character.objects.all()] == [("Jano", False)]
