"""The pages of `stress`: the panel, the choice, what is refused and how it is said."""

import re
from typing import Any

import pytest
from django.test import Client

from combat import fragments, waiting
from combat.broadcast import source
from combat.rules.stress import PassInvoke, Spend
from combat.scene import Scene
from combat.screens import screen_of
from sheets.access import Viewer
from sheets.journal import undo
from sheets.models import Character, Visibility
from sheets.services import edit_character
from tests.combat.quay import Quay, hit_form
from tests.combat.table import address, browser_of, text_of

HTMX = {"HX-Request": "true"}


@pytest.fixture
def quay(db: None) -> Quay:
    return Quay()


@pytest.fixture
def gm(quay: Quay) -> Client:
    return browser_of(quay.gm.link)


@pytest.fixture
def marta(quay: Quay) -> Client:
    return browser_of(quay.marta.link)


def page_of(client: Client, viewer: Viewer, rest: str = "") -> str:
    return client.get(address(viewer, rest)).content.decode()


def answer(client: Client, viewer: Viewer, quay: Quay, key: str, **values: object) -> str:
    path = address(viewer, f"characters/{quay.serena.key}/waiting/{key}/")
    return client.post(path, values, headers=HTMX).content.decode()


# --- the panel


def test_the_gm_sends_a_hit_and_the_card_waits_on_every_screen(quay: Quay, gm: Client) -> None:
    answer = gm.post(address(quay.gm, "waiting/"), hit_form(quay.serena))

    assert answer.status_code == 303
    spectator = browser_of(quay.spectator.link)
    for client, viewer in ((gm, quay.gm), (spectator, quay.spectator)):
        assert "4 shifts: waiting for the player" in text_of(page_of(client, viewer))


def test_attack_and_defence_are_compared(quay: Quay, gm: Client) -> None:
    form = hit_form(quay.serena, measure="rolls", attack="6", defence="2", reduce="on")
    gm.post(address(quay.gm, "waiting/"), form)

    quay.serena.refresh_from_db()
    assert quay.serena.waiting[0]["facts"]["shifts"] == 3
    assert "Attack 6, defence 2. One shift less for a boost." in text_of(page_of(gm, quay.gm))


def test_a_tie_is_a_boost_for_the_attacker(quay: Quay, gm: Client) -> None:
    form = hit_form(quay.serena, measure="rolls", attack="2", defence="2")
    gm.post(address(quay.gm, "waiting/"), form)

    assert "no hit A tie: a boost for the attacker." in text_of(page_of(gm, quay.gm))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"amount": "0"}, "Give a whole number from 1 to 1000."),
        ({"amount": "99999999999999999999"}, "Give a whole number from 1 to 1000."),
        ({"measure": "rolls", "attack": ""}, "Give a whole number from -1000 to 1000."),
        ({"targets": []}, "Pick at least one target."),
        ({"by": "Kraken"}, "The players would read this name"),
        ({"by": "KRAKEN "}, "The players would read this name"),
    ],
)
def test_a_wrong_hit_is_refused_next_to_its_field(
    quay: Quay, gm: Client, wrong: dict[str, object], said: str
) -> None:
    answer = gm.post(address(quay.gm, "waiting/"), hit_form(quay.serena) | wrong, headers=HTMX)

    assert answer.status_code == 422
    assert said in text_of(answer.content)
    assert quay.waiting(quay.serena) == []


def test_the_preview_says_what_the_hit_asks_of_whom(quay: Quay, gm: Client) -> None:
    form = hit_form(quay.serena, quay.thugs, quay.morgante)
    before = quay.condition(quay.serena)

    told = text_of(gm.post(address(quay.gm, "waiting/preview/"), form, headers=HTMX).content)

    assert "Serena : For example box 2 + mild = 4. At most 15 shifts can be absorbed." in told
    assert "Thugs : From Morgante . 1 falls, 4 stand. Box 1." in told
    assert quay.condition(quay.serena) == before


def test_a_hit_beyond_everything_is_foreseen(quay: Quay, gm: Client) -> None:
    form = hit_form(quay.serena, amount="16")

    told = text_of(gm.post(address(quay.gm, "waiting/preview/"), form, headers=HTMX).content)

    assert "Whatever is picked falls short: taken out." in told


def test_the_gm_chooses_for_an_npc_in_the_panel(quay: Quay, gm: Client) -> None:
    html = gm.post(address(quay.gm, "waiting/"), hit_form(quay.morgante), headers=HTMX)

    assert html.headers["HX-Trigger"] == "applied, chosen"
    assert "Hit of 4 shifts" in text_of(html.content)


def test_without_scripts_the_gm_is_led_to_the_choice(quay: Quay, gm: Client) -> None:
    form = hit_form(quay.serena, chooser="gm")

    answer = gm.post(address(quay.gm, "waiting/"), form)

    assert answer.headers["Location"] == address(quay.gm, f"characters/{quay.serena.key}/waiting/")


def test_a_game_without_choices_has_no_such_panel(quay: Quay, gm: Client) -> None:
    assert gm.post(address(quay.gm, "hits/"), hit_form(quay.serena)).status_code == 404


# --- the choice


def test_the_player_sees_the_choice_on_the_own_sheet_only(quay: Quay, marta: Client) -> None:
    quay.declare(4)

    assert "The table waits for your choice." in text_of(page_of(marta, quay.marta))
    luca = page_of(browser_of(quay.luca.link), quay.luca)
    assert "waits for your choice" not in text_of(luca)
    assert 'name="box"' not in luca


def test_without_scripts_the_choice_is_a_page(quay: Quay, marta: Client) -> None:
    key = quay.declare(4).group
    path = f"characters/{quay.serena.key}/waiting/"
    assert "Hit of 4 shifts" in text_of(page_of(marta, quay.marta, path))

    sent = {"box": "2", "slot": "mild", "aspect-mild": "Sprained ankle", "answer": "absorb"}
    answer = marta.post(address(quay.marta, f"{path}{key}/"), sent)

    assert answer.status_code == 303
    assert quay.aspects(quay.serena) == {"mild": "Sprained ankle"}


def test_a_short_choice_comes_back_as_it_was_typed(quay: Quay, marta: Client) -> None:
    key = quay.declare(4).group

    sent = {"box": "1", "slot": "mild", "aspect-mild": "Winded & sore", "answer": "absorb"}
    html = answer(marta, quay.marta, quay, key, **sent)

    assert "1 more to absorb, or taken out." in text_of(html)
    assert 'value="Winded &amp; sore"' in html
    assert re.search(r'value="1" id="box-[^"]+-1"[^>]* checked', html)


def test_the_enter_key_never_means_taken_out(quay: Quay, marta: Client) -> None:
    key = quay.declare(4).group

    html = answer(marta, quay.marta, quay, key, box="1")

    assert "3 more to absorb" in text_of(html)
    assert quay.condition(quay.serena)["out"] is None


def test_who_is_slower_is_told_what_was_chosen(quay: Quay, gm: Client, marta: Client) -> None:
    key = quay.declare(2).group
    answer(gm, quay.gm, quay, key, box="2", answer="absorb")

    html = answer(marta, quay.marta, quay, key, box="3", answer="absorb")

    said = "The GM was faster: absorbed 2 shifts. Your choice was not written."
    assert said in text_of(html)
    assert quay.boxes(quay.serena) == ".x."


def test_a_second_click_of_ones_own_is_no_news(quay: Quay, marta: Client) -> None:
    key = quay.declare(2).group
    answer(marta, quay.marta, quay, key, box="2", answer="absorb")

    html = answer(marta, quay.marta, quay, key, box="2", answer="absorb")

    assert "faster" not in html
    assert quay.boxes(quay.serena) == ".x."


def test_an_earlier_hit_that_waits_again_is_named(quay: Quay, marta: Client) -> None:
    quay.declare(2)
    quay.declare(3)
    _first, second = quay.waiting(quay.serena)
    answered = quay.answer(quay.serena, 2)
    assert answered
    undo(viewer=quay.gm, entry_key=answered.key)

    html = answer(marta, quay.marta, quay, second, box="3", answer="absorb")

    assert "An earlier hit waits again: answer that first." in text_of(html)
    assert quay.boxes(quay.serena) == "..."


def test_after_the_first_hit_the_next_one_is_shown(quay: Quay, marta: Client) -> None:
    key = quay.declare(2).group
    quay.declare(3)

    html = answer(marta, quay.marta, quay, key, box="2", answer="absorb")

    assert "Hit of 3 shifts" in text_of(html)


def test_others_can_not_answer_withdraw_or_look(quay: Quay) -> None:
    key = quay.declare(4).group
    luca, path = browser_of(quay.luca.link), f"characters/{quay.serena.key}/waiting/"

    refused = [
        luca.get(address(quay.luca, path)),
        luca.post(address(quay.luca, f"{path}{key}/"), {"box": "2"}),
        luca.post(address(quay.luca, f"{path}{key}/withdrawal/")),
        luca.post(address(quay.luca, f"characters/{quay.serena.key}/concession/")),
        luca.post(address(quay.luca, "waiting/"), hit_form(quay.ottavio)),
    ]

    assert [answer.status_code for answer in refused] == [404] * 5
    assert len(quay.waiting(quay.serena)) == 1


def test_a_player_does_not_withdraw_a_hit_on_the_own_character(quay: Quay, marta: Client) -> None:
    key = quay.declare(4).group
    path = f"characters/{quay.serena.key}/waiting/{key}/withdrawal/"

    assert marta.post(address(quay.marta, path)).status_code == 404


def test_hits_on_the_hidden_are_for_the_gm(quay: Quay, gm: Client, marta: Client) -> None:
    quay.declare(4, quay.kraken, note="a harpoon")

    assert "Kraken" in page_of(gm, quay.gm)
    page = page_of(marta, quay.marta)
    assert [secret for secret in ("Kraken", "harpoon", quay.kraken.key) if secret in page] == []


def test_of_who_shows_the_name_only_a_waiting_hit_tells_no_numbers(quay: Quay) -> None:
    quay.morgante.visibility = Visibility.NAME
    quay.morgante.save()
    quay.declare(777, quay.morgante, by=None)

    page = text_of(page_of(browser_of(quay.spectator.link), quay.spectator))

    assert "Morgante · was hit" in page
    assert "777" not in page
    assert "waiting for" not in page


# --- fate points, aspects, invokes, conceding


def points(quay: Quay, change: str, token: str = "t", reason: str = "") -> dict[str, str]:
    return {"change": change, "points": "1", "reason": reason, "token": token}


def test_a_player_spends_a_fate_point_and_says_what_for(quay: Quay, marta: Client) -> None:
    path = address(quay.marta, f"characters/{quay.serena.key}/points/")
    marta.post(path, points(quay, "spend", reason="invokes the fog"))
    marta.post(path, points(quay, "spend", reason="invokes the fog"))

    assert quay.condition(quay.serena)["fate_points"] == 2
    assert "invokes the fog" in page_of(marta, quay.marta)


def test_more_than_there_is_can_not_be_spent(quay: Quay, marta: Client) -> None:
    path = address(quay.marta, f"characters/{quay.serena.key}/points/")
    for token in "abc":
        marta.post(path, points(quay, "spend", token))

    answer = marta.post(path, points(quay, "spend", "d"), headers=HTMX)

    assert answer.status_code == 422
    assert "Not enough fate points: 0 left." in text_of(answer.content)


def test_a_consequence_is_renamed_by_its_player(quay: Quay, marta: Client) -> None:
    quay.declare(4)
    quay.answer(quay.serena, moderate="Broken leg")
    path = address(quay.marta, f"characters/{quay.serena.key}/aspects/")

    marta.post(path, {"slot": "moderate", "aspect": "On crutches"})
    blank = marta.post(path, {"slot": "moderate", "aspect": " "}, headers=HTMX)

    assert quay.aspects(quay.serena) == {"moderate": "On crutches"}
    assert "Moderate: write what the consequence is." in text_of(blank.content)


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("aspects/", {"slot": "mild", "aspect": "Limping"}),
        ("invokes/", {"slot": "mild", "to": "Bruno"}),
        ("points/", {"change": "refresh", "points": "1", "token": ""}),
    ],
)
def test_the_second_of_two_clicks_is_not_told(
    quay: Quay, gm: Client, path: str, sent: dict[str, str]
) -> None:
    quay.declare(2)
    quay.answer(quay.serena, mild="Winded")
    quay.apply(quay.serena, Spend(1))
    before = quay.campaign.entries.count()

    for click in ("one", "two"):
        filled = sent | {"token": click}
        gm.post(address(quay.gm, f"characters/{quay.serena.key}/{path}"), filled, headers=HTMX)

    assert quay.campaign.entries.count() == before + 1


def test_the_player_who_holds_a_free_invoke_uses_it_once(quay: Quay, marta: Client) -> None:
    quay.declare(2, quay.morgante, by="Serena")
    quay.answer(quay.morgante, mild="Blinded")
    path = address(quay.marta, f"characters/{quay.morgante.key}/invokes/")

    first = marta.post(path, {"slot": "mild", "by": "Serena"}, headers=HTMX)
    second = marta.post(path, {"slot": "mild", "by": "Serena"}, headers=HTMX)

    assert (first.status_code, second.status_code) == (200, 422)
    assert quay.condition(quay.morgante)["consequences"]["mild"]["free_invokes"] == 0


def test_a_free_invoke_of_another_is_not_for_this_player(quay: Quay) -> None:
    quay.declare(2, quay.morgante, by="Serena")
    quay.answer(quay.morgante, mild="Blinded")
    luca = browser_of(quay.luca.link)
    path = address(quay.luca, f"characters/{quay.morgante.key}/invokes/")

    assert luca.post(path, {"slot": "mild", "by": "Serena"}).status_code == 404
    quay.apply(quay.morgante, PassInvoke("mild", "Ottavio"))
    assert luca.post(path, {"slot": "mild", "by": "Ottavio"}).status_code == 303


# --- names that the table must not read


@pytest.fixture
def blinded(quay: Quay) -> Quay:
    """Morgante bears a consequence whose free invoke Serena holds."""
    quay.declare(2, quay.morgante, by="Serena")
    quay.answer(quay.morgante, mild="Blinded")
    return quay


def invokes(quay: Quay, viewer: Viewer, **values: str) -> Any:
    path = address(viewer, f"characters/{quay.morgante.key}/invokes/")
    return browser_of(viewer.link).post(path, {"slot": "mild"} | values, headers=HTMX)


def invoker(quay: Quay) -> str:
    return str(quay.condition(quay.morgante)["consequences"]["mild"]["invoker"])


@pytest.mark.parametrize("typed", ["Kraken", " kraKEN "])
def test_the_gm_does_not_pass_an_invoke_on_to_the_hidden(blinded: Quay, typed: str) -> None:
    answer = invokes(blinded, blinded.gm, to=typed)

    said = "The players would read this name, and it is hidden from them."
    assert (answer.status_code, said in text_of(answer.content)) == (422, True)
    for viewer in (blinded.marta, blinded.spectator):
        page = page_of(browser_of(viewer.link), viewer)
        assert ("Blinded" in page, "raken" in page.lower()) == (True, False)
    assert invoker(blinded) == "Serena"


def test_a_hidden_name_that_the_table_knows_otherwise_is_no_secret(blinded: Quay) -> None:
    blinded.add("Kraken")

    assert invokes(blinded, blinded.gm, to="Kraken").status_code == 200
    assert invoker(blinded) == "Kraken"


def test_who_was_hidden_meanwhile_uses_no_invoke_in_public(blinded: Quay) -> None:
    invokes(blinded, blinded.gm, to="Ottavio")
    Character.objects.filter(pk=blinded.ottavio.pk).update(visibility=Visibility.HIDDEN)

    answers = [invokes(blinded, each, by="Ottavio") for each in (blinded.gm, blinded.luca)]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert blinded.condition(blinded.morgante)["consequences"]["mild"]["free_invokes"] == 1


def test_without_scripts_a_refused_invoke_is_told_at_the_table(blinded: Quay) -> None:
    marta = browser_of(blinded.marta.link)
    path = address(blinded.marta, f"characters/{blinded.morgante.key}/invokes/")
    marta.post(path, {"slot": "mild", "by": "Serena"})

    answer = marta.post(path, {"slot": "mild", "by": "Serena"}, follow=True)

    assert answer.redirect_chain == [(address(blinded.marta), 303)]
    assert "Mild: no free invoke is left." in text_of(answer.content)


def test_whose_name_changes_holds_no_invoke_of_the_old_name_on_the_open_page(blinded: Quay) -> None:
    audience = blinded.audience(blinded.marta)
    cursor = blinded.campaign.seq
    menu = f"menu-wall-{blinded.morgante.key}-mild"
    assert menu in page_of(browser_of(blinded.marta.link), blinded.marta)

    serena = blinded.serena
    edit_character(
        viewer=blinded.gm, character=serena, version=serena.version, values={"name": "Sara"}
    )

    frames = dict(source.changes(blinded.campaign.key, cursor, [audience]).frames)
    assert f"card-{blinded.morgante.key}" in frames[audience].html
    assert menu not in frames[audience].html


def test_a_player_learns_from_no_refusal_who_is_hidden(blinded: Quay) -> None:
    answer = invokes(blinded, blinded.marta, to="Kraken")

    assert (answer.status_code, invoker(blinded)) == (200, "Kraken")


def test_the_player_concedes_before_a_roll_and_not_after(quay: Quay, marta: Client) -> None:
    path = address(quay.marta, f"characters/{quay.serena.key}/concession/")
    key = quay.declare(2).group

    late = marta.post(path, headers=HTMX)
    waiting.withdraw_hit(viewer=quay.gm, character=quay.serena.key, key=key)
    marta.post(path)
    again = marta.post(path, headers=HTMX)

    assert "Too late to concede" in text_of(late.content)
    assert again.status_code == 200
    assert quay.condition(quay.serena)["fate_points"] == 4


def test_the_nameless_have_a_page_too_and_nothing_to_concede_on_it(quay: Quay, gm: Client) -> None:
    answer = gm.get(address(quay.gm, f"characters/{quay.thugs.key}/conflict/"))

    assert answer.status_code == 200
    page = answer.content.decode()
    assert "Thugs" in page
    assert "/concession/" not in page


def test_without_scripts_there_is_a_page_for_all_of_it(quay: Quay, marta: Client) -> None:
    quay.declare(4)
    quay.answer(quay.serena, moderate="Broken leg")

    page = page_of(marta, quay.marta, f"characters/{quay.serena.key}/conflict/")

    assert page.count("csrfmiddlewaretoken") >= 3
    assert "Concede (+2 fate)…" in text_of(page)


# --- what a page shows


def test_a_region_depends_on_the_state_and_on_nothing_else(quay: Quay) -> None:
    quay.declare(4)
    scenes = [Scene.now(quay.campaign, quay.audience(quay.marta)) for _ in range(2)]

    first, second = (fragments.waiting(scene) for scene in scenes)

    assert first == second
    assert "csrf" not in first


def test_the_scene_is_seen_before_it_ends_with_its_question(quay: Quay, gm: Client) -> None:
    quay.declare(4)
    quay.answer(quay.serena, 2, mild="Winded")
    path = address(quay.gm, "boundaries/scene/")

    plain = text_of(gm.get(path, headers=HTMX).content)
    rested = text_of(gm.get(path, {"granted": quay.serena.key}, headers=HTMX).content)

    assert "1 box free again. “ Winded ” stays: no rest. had a chance to rest" in plain
    assert "“ Winded ” is gone." in rested


def test_the_log_keeps_the_answers_on_characters_of_the_table_only(quay: Quay, gm: Client) -> None:
    quay.declare(4)
    quay.answer(quay.serena, 2, mild="Winded")
    elsewhere = Quay().serena.key
    moment = screen_of(quay.campaign).clock(quay.campaign).moment
    sent = [quay.serena.key, quay.serena.key, elsewhere, "nobody", "a\x00b", "x" * 9_000]

    answer = gm.post(address(quay.gm, "boundaries/scene/"), {"moment": moment, "granted": sent})

    entry = quay.campaign.entries.get(type="end_scene")
    assert (answer.status_code, entry.action["granted"]) == (303, quay.serena.key)
    assert quay.aspects(quay.serena) == {}


def test_the_condensed_dial_offers_any_number_of_boxes(quay: Quay, marta: Client) -> None:
    edit_character(
        viewer=quay.gm,
        character=quay.serena,
        version=1,
        values={"traits": {"dial": "condensed", "boxes": 3, "mental_boxes": 4, "mental": 5}},
    )
    key = quay.declare(3, track="mental").group
    page = page_of(marta, quay.marta)

    sent = {"box": ["1", "2", "3"], "answer": "absorb"}
    answer(marta, quay.marta, quay, key, **sent)

    assert "Stress boxes, as many as you like" in page
    assert "Mild, mental" in page
    assert quay.condition(quay.serena)["mental"] == [True, True, True, False]


def test_only_who_holds_a_free_invoke_finds_it_on_the_card(quay: Quay, marta: Client) -> None:
    quay.declare(2, quay.morgante, by="Serena")
    quay.answer(quay.morgante, mild="Blinded")
    luca = browser_of(quay.luca.link)

    pages = [page_of(luca, quay.luca), page_of(marta, quay.marta), page_of(luca, quay.luca)]

    found = [f"characters/{quay.morgante.key}/invokes/" in page for page in pages]
    assert found == [False, True, False]


def test_what_was_previewed_in_pencil_goes_when_the_gm_chooses(quay: Quay, gm: Client) -> None:
    quay.declare(2)
    form = hit_form(quay.ottavio)
    preview = gm.post(address(quay.gm, "waiting/preview/"), form, headers=HTMX).content.decode()

    path = address(quay.gm, f"characters/{quay.serena.key}/waiting/")
    shown = gm.get(path, {"ghosted": quay.ottavio.key}, headers=HTMX).content.decode()

    assert 'class="bx n g"' in preview
    assert f'hx-target="#card-{quay.ottavio.key}"' in shown
    assert 'class="bx n g"' not in shown
