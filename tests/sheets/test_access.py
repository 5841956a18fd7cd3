"""Who comes in, who is turned away, and how that looks."""

from typing import Any

import pytest
from django.test import Client

from sheets import access, links
from sheets.models import Campaign, Link, Role
from tests.sheets.conftest import Guest, Page

# Each page of a link with those who may open it.
PAGES = {
    "links/": {"gm"},
    "settings/": {"gm"},
    "deletion/": {"gm"},
    "choose/": {"chooser"},
}


@pytest.fixture
def guests(gm: Guest, player: Guest, spectator: Guest, chooser: Guest) -> dict[str, Guest]:
    return {"gm": gm, "player": player, "spectator": spectator, "chooser": chooser}


@pytest.mark.parametrize("address", PAGES)
def test_a_page_opens_for_those_it_is_meant_for_only(
    guests: dict[str, Guest], stranger: Guest, address: str
) -> None:
    answers = {who: guest.get(address).status_code for who, guest in guests.items()}

    expected = {who: 200 if who in PAGES[address] else 404 for who in guests}
    assert answers == expected
    assert stranger.get(address).status_code == 404


@pytest.mark.parametrize("action", ["revocation", "renewal", "label"])
def test_nobody_but_the_gm_changes_links(
    guests: dict[str, Guest], stranger: Guest, action: str
) -> None:
    key = guests["player"].link.key
    others = [guest for who, guest in guests.items() if who != "gm"]

    answers = [
        guest.post(f"links/{key}/{action}/", label="mine").status_code
        for guest in [*others, stranger]
    ]

    link = Link.objects.get(key=key)
    assert answers == [404] * 4
    assert (link.revoked, link.label) == (None, "Kuba")
    assert guests["gm"].get(f"links/{key}/label/").status_code == 200


def test_what_is_not_allowed_and_what_is_not_there_look_alike(player: Guest) -> None:
    forbidden = player.get("settings/")
    missing = player.client.get("/t/nothing/settings/")

    def seen(response: Any) -> list[str]:
        return Page(response).texts("main")

    assert (forbidden.status_code, missing.status_code) == (404, 404)
    assert seen(forbidden) == seen(missing)


def test_a_link_of_another_table_is_not_there(gm: Guest, other_gm: Guest) -> None:
    foreign = other_gm.link.key

    answers = [
        gm.post(f"links/{foreign}/{action}/", label="x").status_code
        for action in ("revocation", "renewal", "label")
    ]

    assert answers == [404, 404, 404]
    assert Link.objects.get(key=foreign).revoked is None


def test_one_browser_holds_several_links_side_by_side(gm: Guest, player: Guest) -> None:
    gm.client.get(f"/open/{access.token_of(player.link)}")

    assert gm.get("links/").status_code == 200
    assert gm.client.get(player.path("links/")).status_code == 404
    assert access.granted(gm.client) == [gm.link.key, player.link.key]


def test_opening_a_link_leaves_the_csrf_token_of_open_tabs_alone(gm: Guest, player: Guest) -> None:
    gm.get("links/")
    before = gm.client.cookies["csrftoken"].value

    gm.client.get(f"/open/{access.token_of(player.link)}")
    gm.get("links/")

    assert gm.client.cookies["csrftoken"].value == before


def test_the_oldest_of_very_many_links_drop_out_and_the_cookie_stays_small(
    campaign: Campaign, gm: Guest
) -> None:
    for _ in range(access.MOST_GRANTS):
        gm.client.get(f"/open/{access.token_of(links.new_link(campaign, Role.SPECTATOR))}")

    assert len(access.granted(gm.client)) == access.MOST_GRANTS
    assert gm.link.key not in access.granted(gm.client)
    assert len(gm.client.cookies["denik"].value) < 3000


def test_a_revoked_link_says_so_at_its_door_and_in_its_pages(gm: Guest, player: Guest) -> None:
    links.revoke_link(viewer=gm.viewer, link=player.link)

    door = player.client.get(f"/open/{access.token_of(player.link)}")
    inside = player.get("characters/new/")

    assert (door.status_code, inside.status_code) == (410, 410)
    assert "revoked" in Page(door).texts("main")[0]


def test_a_token_that_never_was_opens_nothing(client: Client, campaign: Campaign) -> None:
    answers = [client.get(f"/open/{token}").status_code for token in ("x", "%00", "a" * 5000)]

    assert answers == [404, 404, 404]
    assert access.granted(client) == []


@pytest.mark.parametrize("key", ["%00", "a%00b", "9" * 30, "%F0%9F%90%BA", "..."])
def test_hostile_addresses_are_not_there(gm: Guest, key: str) -> None:
    assert gm.client.get(f"/t/{key}/links/").status_code == 404
    assert gm.get(f"links/{key}/label/").status_code == 404
    assert gm.post(f"links/{key}/revocation/").status_code == 404


def test_a_token_is_not_stored_in_a_readable_form(gm: Guest) -> None:
    token = access.token_of(gm.link)

    stored = Link.objects.filter(pk=gm.link.pk).values_list("token_hash", "token_sealed").get()

    assert len(token) >= 22
    assert token not in " ".join(stored)


def test_a_link_that_a_stranger_guesses_by_its_public_key_stays_shut(
    stranger: Guest, gm: Guest
) -> None:
    assert stranger.client.get(f"/open/{gm.link.key}").status_code == 404
    assert stranger.get("links/").status_code == 404


def test_a_browser_that_asks_for_no_language_we_have_is_spoken_to_as_the_campaign_is(
    campaign: Campaign, gm: Guest
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(language="sk")

    unknown = gm.client.get(gm.path("settings/"), headers={"Accept-Language": "fi"})
    known = gm.client.get(gm.path("settings/"), headers={"Accept-Language": "en"})

    assert '<html lang="sk"' in unknown.content.decode()
    assert '<html lang="en"' in known.content.decode()
