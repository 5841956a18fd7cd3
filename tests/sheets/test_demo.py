"""The demo: one that everybody shares, and copies of one's own."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from combat import demo
from combat.rules import RULESETS
from sheets import journal, links, queries, services
from sheets.dials import change_table, dial_of
from sheets.models import Campaign, Character, Link, Role, Visibility
from sheets.traits import TRAITS_FORMS

pytestmark = pytest.mark.django_db


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


def links_of_harm() -> dict[str, Any]:
    (harm,) = (each for each in json.loads(printed("--json")) if each["ruleset"] == "harm")
    return dict(harm["links"])


def opens(address: str, page: str = "") -> int:
    """What somebody gets who opens an address and goes on to a page below it."""
    client = Client()
    inside = client.get(address.removeprefix("http://127.0.0.1:8000"))["Location"]
    return client.get(inside + page).status_code


@pytest.fixture(autouse=True)
def _address(settings: Settings) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:8000"


def test_there_is_a_demo_of_each_ruleset_that_can_be_played() -> None:
    assert set(demo.STORIES) == set(TRAITS_FORMS)
    assert set(demo.STORIES) <= set(RULESETS)


def test_the_command_prints_links_that_open() -> None:
    found = json.loads(printed("--json"))

    harm = found[0]
    assert list(harm) == ["ruleset", "campaign", "links"]
    assert (harm["ruleset"], harm["campaign"]) == ("harm", "Hora nad Vrchom")
    assert list(harm["links"]) == ["gm", "spectator", "players"]
    assert list(harm["links"]["players"]) == [
        "Jano Hronský",
        "Katka Dubová",
        "Mišo Červený",
        "Eva Vrbická",
    ]
    assert opens(harm["links"]["gm"], "links/") == 200
    assert opens(harm["links"]["spectator"]) == 200
    assert opens(harm["links"]["spectator"], "links/") == 404
    assert {opens(address) for address in harm["links"]["players"].values()} == {200}


def test_a_second_start_finds_the_same_campaigns() -> None:
    first = printed("--json")

    assert printed("--json") == first
    assert Campaign.objects.count() == len(demo.STORIES)


def test_people_read_the_links_in_a_list() -> None:
    lines = printed().splitlines()

    address = links_of_harm()["players"]["Jano Hronský"]
    assert f"  Jano Hronský  {address}" in lines
    assert lines[0] == "Hora nad Vrchom (harm)"


def test_links_that_were_revoked_are_made_anew() -> None:
    before = links_of_harm()
    gm = demo.game_master(Campaign.objects.get(is_shared_demo=True, ruleset="harm"))
    for link in gm.campaign.links.exclude(role=Role.GM):
        links.revoke_link(viewer=gm, link=link)

    after = links_of_harm()

    assert after["gm"] == before["gm"]
    assert after["spectator"] != before["spectator"]
    assert opens(after["spectator"]) == 200
    assert {opens(address) for address in after["players"].values()} == {200}


def test_a_demo_that_was_deleted_comes_back() -> None:
    demo.shared("harm")
    Campaign.objects.all().delete()

    assert opens(links_of_harm()["gm"], "links/") == 200


def test_a_demo_that_is_kept_keeps_the_dial_of_its_story() -> None:
    campaign = demo.private("stress", language="it", time_zone="Europe/Rome")
    gm = demo.game_master(campaign)
    change_table(viewer=gm, dial="condensed", approaches=["Fight", "Notice"])

    services.keep_demo(campaign=campaign)

    (kept,) = Campaign.objects.all()
    assert (dial_of(kept), kept.texts["approaches"]) == ("condensed", ["Fight", "Notice"])
    assert (kept.is_demo, queries.shared_demo("stress")) == (False, kept)


def test_a_demo_stays_the_shared_one_when_all_of_its_story_is_taken_back() -> None:
    campaign = demo.private("stress", language="it", time_zone="Europe/Rome")
    gm = demo.game_master(campaign)
    change_table(viewer=gm, dial="condensed", approaches=["Fight", "Notice"])
    services.keep_demo(campaign=campaign)

    while newest := journal.newest_undoable(campaign, gm):
        journal.undo(viewer=gm, entry_key=newest.key)

    assert queries.shared_demo("stress") == campaign


def test_the_demo_is_in_the_middle_of_a_fight() -> None:
    campaign = demo.shared("harm")

    boxes = {c.name: c.condition["boxes"] for c in campaign.characters.all()}
    assert campaign.entries.model.objects.filter(undone_by__isnull=False).count() == 1
    assert boxes["Jano Hronský"] == ["vigor", None, "vigor", None, None, None]
    assert boxes["Katka Dubová"] == [None, "reason", None, None, None, None]
    assert boxes["Mišo Červený"] == ["vigor", "instinct", None, "vigor", "reason", "vigor"]
    assert boxes["Eva Vrbická"] == [None] * 6
    campaign.refresh_from_db()
    assert campaign.clock == {"round": 3}


def test_the_hidden_one_of_the_demo_is_on_no_wall() -> None:
    campaign = demo.shared("harm")
    hidden = Character.objects.get(campaign=campaign, visibility=Visibility.HIDDEN)
    found = links_of_harm()

    def seen(address: str) -> str:
        client = Client()
        answer = client.get(address.removeprefix("http://127.0.0.1:8000"), follow=True)
        return str(answer.content.decode())

    assert hidden.name in seen(found["gm"])
    for address in (found["spectator"], *found["players"].values()):
        assert hidden.name not in seen(address)
        assert hidden.key not in seen(address)


# --- a copy of one's own


def test_somebody_tries_the_demo_as_its_gm(client: Client) -> None:
    answer = client.post("/demo/")

    campaign = Campaign.objects.get()
    assert campaign.is_demo is True
    assert answer["Location"] == f"/t/{campaign.links.get(role=Role.GM).key}/"
    assert client.get(answer["Location"]).status_code == 200


def test_each_visitor_has_a_demo_of_their_own(client: Client) -> None:
    client.post("/demo/")
    Client().post("/demo/")

    assert Campaign.objects.count() == 2


@pytest.mark.parametrize("ruleset", ["chess", "\x00", "9" * 30])
def test_a_demo_of_unknown_rules_is_the_first_one(client: Client, ruleset: str) -> None:
    client.post("/demo/", {"ruleset": ruleset})

    assert Campaign.objects.get().ruleset == "harm"


def test_copies_go_after_a_day_and_everything_else_stays(client: Client) -> None:
    shared = demo.shared("harm")
    for _ in range(2):
        client.post("/demo/")
    old, young = Campaign.objects.filter(is_demo=True).order_by("id")
    long_ago = timezone.now() - timedelta(hours=25)
    Campaign.objects.filter(pk__in=[shared.pk, old.pk]).update(created=long_ago)

    gone = services.delete_old_demos()

    assert gone == 1
    assert set(Campaign.objects.all()) == {shared, young}
    assert Link.objects.filter(campaign_id=old.pk).count() == 0


def test_trying_the_demo_cleans_up_old_copies(client: Client) -> None:
    client.post("/demo/")
    Campaign.objects.update(created=timezone.now() - timedelta(hours=25))

    client.post("/demo/")

    assert Campaign.objects.count() == 1
