"""Creating, editing and removing characters, as people do it in their browsers."""

from collections.abc import Callable
from typing import Any

import pytest
from justhtml import JustHTML

from combat.rules.harm import Harm
from combat.rules.ruleset import Refused
from combat.services import apply_action
from sheets import journal, services
from sheets.links import create_player_link
from sheets.models import Character, Link, LogEntry, Role
from tests.sheets.conftest import Guest, Page

HOSTILE = '<img src=x onerror=alert(1)>" onfocus="alert(2)'

type ComeIn = Callable[[Link], Guest]


@pytest.fixture
def jano(gm: Guest) -> Character:
    return services.add_character(
        viewer=gm.viewer,
        name="Jano",
        traits={"pools": {"vigor": 3, "instinct": 5, "reason": 2}},
        sheet={"about": "pltník", "gm_notes": "brat vlkodlaka", "portrait": "jano.png"},
    )


@pytest.fixture
def wolf(gm: Guest) -> Character:
    return services.add_character(viewer=gm.viewer, name="Vlkodlak", kind="npc")


@pytest.fixture
def player(gm: Guest, jano: Character, come_in: ComeIn) -> Guest:
    return come_in(create_player_link(viewer=gm.viewer, character=jano))


NEW = "characters/new/"


def edit(character: Character) -> str:
    return f"characters/{character.key}/edit/"


def removal(character: Character) -> str:
    return f"characters/{character.key}/removal/"


def form_in(page: Any) -> dict[str, str]:
    """What a browser would send if the page's form were sent as it stands."""
    html = JustHTML(page.content.decode(), sanitize=False)
    form = html.query('form[method="post"][autocomplete="off"]')[0]
    sent = {}
    for field in form.query("[name]"):
        attrs = field.attrs or {}
        name = attrs["name"] or ""
        if field.name == "textarea":
            sent[name] = "".join(str(child.data) for child in field.children or [])
        elif field.name == "select":
            chosen = field.query("option[selected]") or field.query("option")
            sent[name] = (chosen[0].attrs or {})["value"] or ""
        elif field.name == "input" and (attrs.get("type") != "radio" or "checked" in attrs):
            sent[name] = attrs.get("value") or ""
    return sent


def now(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def boxes(character: Character) -> list[int]:
    ticks = now(character).condition["boxes"]
    return [number for number, source in enumerate(ticks, 1) if source]


def hit(gm: Guest, character: Character, amount: int) -> None:
    apply_action(
        viewer=gm.viewer, targets=[character.key], action=Harm(amount=amount, source="vigor")
    )


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


# --- edit


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
