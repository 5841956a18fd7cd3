"""The first page: creating a campaign, coming back to a table, language and theme."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets import links, services
from sheets.access import token_of
from sheets.models import Campaign, Character, Link, Role
from sheets.traits import TRAITS_FORMS
from tests.sheets.conftest import Guest, Page

HOSTILE = "<img src=x onerror=alert(1)>"

pytestmark = pytest.mark.django_db


def create(client: Client, **fields: str) -> Any:
    wanted = {"name": "Most přes Vltavu", "ruleset": "harm", "time_zone": "Europe/Prague"}
    return client.post("/campaigns/", {**wanted, **fields})


def test_somebody_creates_a_campaign_and_is_its_gm(client: Client) -> None:
    answer = create(client)

    campaign = Campaign.objects.get()
    assert (campaign.name, campaign.ruleset) == ("Most přes Vltavu", "harm")
    assert (campaign.language, campaign.time_zone) == ("en", "Europe/Prague")
    assert answer["Location"] == f"/t/{campaign.links.get(role=Role.GM).key}/links/"
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "A\x00B", "9" * 30])
def test_a_time_zone_that_is_none_becomes_utc(client: Client, zone: str) -> None:
    answer = create(client, time_zone=zone)

    if "\x00" in zone:
        assert answer.status_code == 422
    else:
        assert Campaign.objects.get().time_zone == "UTC"


def test_a_campaign_starts_in_the_language_of_its_page(client: Client) -> None:
    client.cookies["django_language"] = "en"

    create(client)

    assert Campaign.objects.get().language == "en"


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "A\x00B", "a" * 201])
def test_a_name_that_can_not_be_is_refused_and_stays_as_typed(client: Client, name: str) -> None:
    answer = create(client, name=name)

    shown = Page(answer)
    assert answer.status_code == 422
    assert len(shown.errors) == 1
    assert Campaign.objects.count() == 0
    if "\x00" not in name:
        assert (shown.values("input[name=name]")[0] or "") == name


@pytest.mark.parametrize("ruleset", ["", "chess", "\x00", "9" * 30])
def test_a_campaign_needs_rules_that_can_be_played(client: Client, ruleset: str) -> None:
    answer = create(client, ruleset=ruleset)

    assert answer.status_code == 422
    assert Page(answer).values("input[name=name]") == ["Most přes Vltavu"]
    assert Campaign.objects.count() == 0


def test_the_rulesets_that_can_be_played_are_offered(client: Client) -> None:
    offered = Page(client.get("/")).values("input[name=ruleset]")

    assert offered == list(TRAITS_FORMS)


def test_a_double_click_creates_one_campaign(client: Client) -> None:
    client.get("/")

    answers = [create(client, token="t1") for _ in range(2)]

    assert Campaign.objects.count() == 1
    assert answers[0]["Location"] == answers[1]["Location"]


def test_a_form_that_is_sent_again_with_another_name_creates_another_campaign(
    client: Client,
) -> None:
    client.get("/")

    create(client, token="t1")
    create(client, token="t1", name="Druhá výprava")

    assert Campaign.objects.count() == 2


def test_the_token_of_a_form_opens_nothing_in_another_browser(client: Client) -> None:
    client.get("/")
    create(client, token="t1")
    other = Client()
    other.get("/")

    create(other, token="t1")

    assert Campaign.objects.count() == 2
    assert len(set(client.session["links"]) & set(other.session["links"])) == 0


def test_a_form_sent_again_after_the_link_was_replaced_opens_nothing(client: Client) -> None:
    client.get("/")
    create(client, token="t1")
    gm = Link.objects.get(role=Role.GM)
    client.post(f"/t/{gm.key}/links/{gm.key}/renewal/", {"token": "t2"})

    answer = create(client, token="t1")

    assert answer.status_code == 410
    assert Campaign.objects.count() == 1


# --- tables that this browser knows


def tables(client: Client) -> list[str]:
    return Page(client.get("/")).texts("#tables .name")


def test_a_table_is_found_again_until_its_link_is_revoked(gm: Guest, player: Guest) -> None:
    assert tables(player.client) == ["Most přes Vltavu"]

    links.revoke_link(viewer=gm.viewer, link=player.link)

    assert tables(player.client) == []


def test_the_table_opened_last_comes_first(gm: Guest, other_gm: Guest) -> None:
    gm.client.get(f"/open/{token_of(other_gm.link)}")

    assert tables(gm.client) == [other_gm.viewer.campaign.name, "Most přes Vltavu"]


def test_others_see_no_tables(gm: Guest, client: Client) -> None:
    assert tables(gm.client) == ["Most přes Vltavu"]

    shown = Page(client.get("/"))

    assert "Vltavu" not in shown.source


def test_a_hostile_name_of_a_table_is_shown_as_it_is(client: Client) -> None:
    create(client, name=HOSTILE)

    shown = Page(client.get("/"))

    assert shown.texts("#tables .name") == [HOSTILE]
    assert "<img" not in shown.source


def test_the_page_asks_the_database_once_for_any_number_of_tables(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 3):
        while Campaign.objects.count() < count:
            create(client)
            hero = Character.objects.create(campaign=Campaign.objects.latest("id"), name="Běla")
            link = links.new_link(hero.campaign, Role.PLAYER, hero)
            client.get(f"/open/{token_of(link)}")

        with django_assert_num_queries(1):
            client.get("/")


# --- switches


def test_a_theme_is_remembered_and_forgotten(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": "/"})
    assert answer["Location"] == "/"
    assert Page(client.get("/")).values("html", "data-theme") == ["dark"]

    client.post("/theme/", {"theme": "", "next": "/"})
    assert Page(client.get("/")).values("html", "data-theme") == [None]


def test_a_language_is_remembered_for_a_year(client: Client) -> None:
    answer = client.post("/language/", {"language": "en", "next": "/"})

    cookie = answer.cookies["django_language"]
    assert (cookie.value, cookie["max-age"]) == ("en", 365 * 24 * 3600)


@pytest.mark.parametrize("language", ["xx", "", "\x00", "9" * 30])
def test_a_language_that_is_not_offered_is_not_remembered(client: Client, language: str) -> None:
    answer = client.post("/language/", {"language": language, "next": "/"})

    assert "django_language" not in answer.cookies


@pytest.mark.parametrize("page", ["https://evil.example/", "//evil.example", "javascript:x", ""])
@pytest.mark.parametrize("switch", ["language", "theme"])
def test_a_switch_leads_to_no_other_site(client: Client, switch: str, page: str) -> None:
    answer = client.post(f"/{switch}/", {"next": page})

    assert (answer.status_code, answer["Location"]) == (303, "/")


def test_a_switch_leads_back_to_its_page(gm: Guest) -> None:
    page = Page(gm.get("settings/")).values("form[action='/theme/'] input[name=next]")[0]

    assert gm.client.post("/theme/", {"theme": "dark", "next": page})["Location"] == gm.path(
        "settings/"
    )


def test_a_form_without_csrf_token_is_refused_readably() -> None:
    strict = Client(enforce_csrf_checks=True)

    answer = create(strict)

    assert answer.status_code == 403
    assert Campaign.objects.count() == 0
    assert services.delete_old_demos() == 0
