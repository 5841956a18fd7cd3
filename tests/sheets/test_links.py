"""The GM hands out links and takes them back; people choose a character."""

from collections.abc import Callable

import pytest
from django.conf import settings as project_settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from sheets import links, services
from sheets.access import token_of
from sheets.models import Campaign, Character, Kind, Link, LogEntry, Role, Visibility
from sheets.sharing import address_of, qr_code
from tests.sheets.conftest import Guest, Page

HOSTILE = "<img src=x onerror=alert(1)>"


# --- the page


def test_the_gm_sees_the_addresses_of_everybody_but_the_own(gm: Guest, player: Guest) -> None:
    shown = Page(gm.get("links/"))

    assert address_of(player.link) in shown.texts("code")
    assert token_of(gm.link) not in shown.source


def test_the_gms_own_address_is_on_the_page_once_it_is_asked_for(gm: Guest) -> None:
    shown = Page(gm.get("links/", show="gm"))

    assert address_of(gm.link) in shown.texts("code")


def test_addresses_carry_the_public_address_of_the_server(
    gm: Guest, spectator: Guest, settings: Settings
) -> None:
    settings.PUBLIC_URL = "https://denik.example"

    addresses = Page(gm.get("links/")).texts("code")

    assert f"https://denik.example/open/{token_of(spectator.link)}" in addresses


@pytest.mark.parametrize(
    ("url", "warns"), [("http://127.0.0.1:8000", True), ("http://192.168.1.5:8000", False)]
)
def test_addresses_that_work_on_this_computer_only_are_called_that(
    gm: Guest, settings: Settings, url: str, warns: bool
) -> None:
    settings.PUBLIC_URL = url

    warnings = Page(gm.get("links/")).texts(".stale")

    assert any("this computer only" in warning for warning in warnings) == warns


def test_a_qr_code_is_drawn_without_style_attributes() -> None:
    drawn = qr_code("http://192.168.1.5:8000/open/abc")

    assert drawn.startswith("<svg viewBox=")
    assert "style" not in drawn


def test_pages_with_secrets_are_not_kept_by_the_browser(gm: Guest) -> None:
    assert "no-store" in gm.get("links/")["Cache-Control"]


def test_a_hostile_name_is_shown_as_it_is(gm: Guest) -> None:
    character = services.add_character(viewer=gm.viewer, name=HOSTILE)
    links.create_player_link(viewer=gm.viewer, character=character, label=HOSTILE)

    shown = Page(gm.get("links/"))

    assert shown.texts("#players h3.name")[0] == HOSTILE
    assert "<img" not in shown.source


def test_the_page_asks_the_database_as_often_for_three_players_as_for_one(
    gm: Guest, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 3):
        while Character.objects.count() < count:
            hero = services.add_character(viewer=gm.viewer, name="Ludmila")
            links.create_player_link(viewer=gm.viewer, character=hero)

        with django_assert_num_queries(3):
            gm.get("links/")


def test_the_pages_are_html(
    gm: Guest, player: Guest, chooser: Guest, html_problems: Callable[[str], list[str]]
) -> None:
    for link in Link.objects.exclude(role=Role.GM):
        links.revoke_link(viewer=gm.viewer, link=link)
    pages = [gm.get("links/"), gm.get(f"links/{player.link.key}/label/")]
    for link in list(Link.objects.exclude(role=Role.GM)):
        links.renew_link(viewer=gm.viewer, link=link)
    services.add_character(viewer=gm.viewer, name="Ludmila")
    pages += [gm.get("links/"), gm.get("links/", show="gm"), gm.get("settings/")]
    pages += [gm.get("deletion/"), gm.client.get("/")]

    assert [html_problems(page.content.decode()) for page in pages] == [[]] * 7


def test_a_revoked_wall_can_be_made_anew(gm: Guest, spectator: Guest) -> None:
    gm.post(f"links/{spectator.link.key}/revocation/")
    shown = Page(gm.get("links/"))

    gm.post(f"links/{spectator.link.key}/renewal/", token="t1")

    assert shown.texts(f"#link-{spectator.link.key} button") == ["Make a new one"]
    assert gm.viewer.campaign.links.filter(role=Role.SPECTATOR, revoked=None).count() == 1


# --- making and revoking


def test_a_character_without_a_link_gets_one(gm: Guest, hero: Character) -> None:
    answer = gm.post("links/", character=hero.key, token="t1")

    made = Link.objects.get(character=hero)
    assert answer.status_code == 303
    assert answer["Location"] == f"{gm.path('links/')}#link-{made.key}"
    assert (made.role, made.label) == (Role.PLAYER, "Kuba")


def test_a_double_click_makes_one_link(gm: Guest, hero: Character) -> None:
    for _ in range(2):
        gm.post("links/", character=hero.key, token="t1")

    assert hero.links.count() == 1
    assert LogEntry.objects.filter(type="create_link").count() == 1


def test_a_form_that_comes_back_for_another_character_makes_nothing(
    gm: Guest, hero: Character
) -> None:
    other = services.add_character(viewer=gm.viewer, name="Ludmila")
    gm.post("links/", character=hero.key, token="t1")

    answer = gm.client.post(gm.path("links/"), {"character": other.key, "token": "t1"}, follow=True)

    assert other.links.count() == 0
    assert "already sent" in Page(answer).texts("#messages")[0]


@pytest.mark.parametrize("key", ["\x00", "9" * 30, "nobody"])
def test_no_link_is_made_for_a_character_that_is_not_there(gm: Guest, key: str) -> None:
    before = Link.objects.count()

    answer = gm.post("links/", character=key)

    assert answer.status_code == 404
    assert Link.objects.count() == before


def test_a_monster_gets_no_player_link(gm: Guest) -> None:
    monster = services.add_character(viewer=gm.viewer, name="Vlkolak", kind=Kind.NPC)

    answer = gm.post("links/", character=monster.key)

    assert answer.status_code == 404
    assert monster.links.count() == 0


def test_a_revoked_link_is_struck_and_can_be_made_anew(gm: Guest, player: Guest) -> None:
    gm.post(f"links/{player.link.key}/revocation/")

    assert player.get("choose/").status_code == 410
    assert Page(gm.get("links/")).texts("#players li.void h3") == ["Vojtěch Šera"]

    gm.post(f"links/{player.link.key}/renewal/", token="t1")

    new = Link.objects.get(character=player.link.character, revoked=None)
    assert new.label == "Kuba"
    assert Page(gm.get("links/")).texts("#players li.void h3") == []


def test_revoking_twice_is_written_down_once(gm: Guest, player: Guest) -> None:
    for _ in range(2):
        gm.post(f"links/{player.link.key}/revocation/")

    assert LogEntry.objects.filter(type="revoke_link").count() == 1


def test_a_double_click_on_renewal_makes_one_link(gm: Guest, player: Guest) -> None:
    for _ in range(2):
        gm.post(f"links/{player.link.key}/renewal/", token="t1")

    assert Link.objects.filter(character=player.link.character).count() == 2


def test_the_gms_own_link_can_not_be_revoked(gm: Guest) -> None:
    answer = gm.post(f"links/{gm.link.key}/revocation/")

    assert answer.status_code == 404
    assert gm.get("links/").status_code == 200


def test_the_gm_replaces_the_own_link_and_goes_on_through_the_new_one(
    gm: Guest, campaign: Campaign
) -> None:
    other_browser = Client()
    other_browser.get(f"/open/{token_of(gm.link)}")

    answer = gm.post(f"links/{gm.link.key}/renewal/", token="t1")

    new = campaign.links.get(role=Role.GM, revoked=None)
    assert answer["Location"] == f"/t/{new.key}/links/"
    assert gm.client.get(answer["Location"]).status_code == 200
    assert other_browser.get(gm.path("links/")).status_code == 410
    assert other_browser.get(f"/t/{new.key}/links/").status_code == 404


def test_a_gm_whose_answer_got_lost_gets_in_by_sending_again(gm: Guest, campaign: Campaign) -> None:
    cookies = gm.client.cookies["denik"].value
    gm.post(f"links/{gm.link.key}/renewal/", token="t1")
    gm.client.cookies["denik"] = cookies

    answer = gm.post(f"links/{gm.link.key}/renewal/", token="t1")

    new = campaign.links.get(role=Role.GM, revoked=None)
    assert answer["Location"] == f"/t/{new.key}/links/"
    assert gm.client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("token", ["", "t2"])
def test_a_replaced_gm_link_opens_nothing_without_the_token_of_its_form(
    gm: Guest, campaign: Campaign, token: str
) -> None:
    other_browser = Client()
    other_browser.get(f"/open/{token_of(gm.link)}")
    gm.post(f"links/{gm.link.key}/renewal/", token="t1")

    answer = other_browser.post(gm.path(f"links/{gm.link.key}/renewal/"), {"token": token})

    assert answer.status_code == 410
    assert campaign.links.filter(role=Role.GM).count() == 2


def test_a_link_is_renamed(gm: Guest, player: Guest) -> None:
    gm.post(f"links/{player.link.key}/label/", label="Kubova sestra")

    assert "Kubova sestra" in Page(gm.get("links/")).texts("#players li p")[0]


@pytest.mark.parametrize("label", ["a" * 81, "A\x00B"])
def test_a_label_that_can_not_be_is_refused_and_stays_as_typed(
    gm: Guest, player: Guest, label: str
) -> None:
    answer = gm.post(f"links/{player.link.key}/label/", label=label)

    assert answer.status_code == 422
    assert len(Page(answer).errors) == 1
    assert Link.objects.get(pk=player.link.pk).label == "Kuba"


# --- choosing a character


def test_somebody_chooses_a_character_and_gets_a_link_of_their_own(
    chooser: Guest, hero: Character
) -> None:
    answer = chooser.post("choose/", character=hero.key, label="Anežka", token="t1")

    made = Link.objects.get(character=hero)
    assert answer["Location"] == f"/t/{made.key}/"
    assert made.label == "Anežka"
    assert made.key in chooser.client.session["links"]


def test_free_characters_are_offered_and_hidden_or_taken_ones_are_not(
    gm: Guest, player: Guest, chooser: Guest
) -> None:
    services.add_character(viewer=gm.viewer, name="Ludmila z Brodu")
    services.add_character(viewer=gm.viewer, name="Lich", visibility=Visibility.HIDDEN)
    assert "Lich" in Page(gm.get("links/")).source

    shown = Page(chooser.get("choose/"))

    assert shown.texts("label .name") == ["Ludmila z Brodu"]
    assert "Lich" not in shown.source
    assert "Vojtěch" not in shown.source


def test_a_character_that_was_taken_meanwhile_is_refused_and_the_name_is_kept(
    chooser: Guest, player: Guest, hero: Character, gm: Guest
) -> None:
    services.add_character(viewer=gm.viewer, name="Ludmila z Brodu")

    answer = chooser.post("choose/", character=hero.key, label="Anežka", token="t1")

    shown = Page(answer)
    assert answer.status_code == 422
    assert shown.errors == ["This character was taken meanwhile. Choose another."]
    assert shown.values("input[name=label]") == ["Anežka"]
    assert hero.links.count() == 1


def test_choosing_without_a_choice_is_refused(chooser: Guest, hero: Character) -> None:
    answer = chooser.post("choose/", label="Anežka")

    assert answer.status_code == 422
    assert Page(answer).errors == ["Choose a character."]


@pytest.mark.parametrize("key", ["\x00", "9" * 30])
def test_a_choice_that_can_not_be_is_refused(chooser: Guest, hero: Character, key: str) -> None:
    answer = chooser.post("choose/", character=key)

    assert answer.status_code == 422
    assert hero.links.count() == 0


def test_a_double_click_on_a_character_gives_the_same_link(chooser: Guest, hero: Character) -> None:
    answers = [
        chooser.post("choose/", character=hero.key, label="Anežka", token="t1") for _ in range(2)
    ]

    assert hero.links.count() == 1
    assert answers[0]["Location"] == answers[1]["Location"]


def test_the_link_for_choosing_leads_to_the_choice(campaign: Campaign, client: Client) -> None:
    link = campaign.links.get(role=Role.PLAYER)

    answer = client.get(f"/open/{token_of(link)}")

    assert answer["Location"] == f"/t/{link.key}/choose/"
    assert project_settings.SESSION_COOKIE_NAME in answer.cookies
