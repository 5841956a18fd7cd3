"""What people do with a campaign, apart from its pages."""

from datetime import timedelta

import pytest
from django.utils import timezone

from combat.live import bus
from sheets import links, services
from sheets.journal import Stale
from sheets.models import Campaign, Character, Kind, Link, LogEntry, Role, Visibility
from sheets.seats import seating
from sheets.templatetags.seen import is_here, seen
from tests.sheets.conftest import Guest


def test_a_campaign_has_a_link_for_everybody(campaign: Campaign) -> None:
    roles = list(campaign.links.values_list("role", flat=True))

    assert roles == [Role.GM, Role.SPECTATOR, Role.PLAYER]
    assert campaign.links.get(role=Role.PLAYER).is_chooser


def test_deleting_a_campaign_ends_the_streams_of_all_its_links(
    gm: Guest, player: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[bus.Signal] = []
    monkeypatch.setattr(bus, "publish", published.append)
    campaign = gm.viewer.campaign
    keys = set(campaign.links.values_list("key", flat=True))

    services.delete_campaign(viewer=gm.viewer)

    assert [(signal.campaign, set(signal.kick)) for signal in published] == [(campaign.key, keys)]


def test_deleting_a_campaign_leaves_the_others(gm: Guest, other_gm: Guest) -> None:
    services.delete_campaign(viewer=gm.viewer)

    assert list(Campaign.objects.all()) == [other_gm.viewer.campaign]
    assert other_gm.get("links/").status_code == 200


# --- choosing


@pytest.mark.parametrize(
    "values",
    [
        {"kind": Kind.NPC},
        {"visibility": Visibility.HIDDEN},
        {"removed": True},
    ],
)
def test_only_a_visible_player_character_can_be_chosen(
    chooser: Guest, hero: Character, values: dict[str, object]
) -> None:
    Character.objects.filter(pk=hero.pk).update(**values)

    with pytest.raises(Stale, match="taken"):
        links.choose_character(viewer=chooser.viewer, character_key=hero.key, label="Anežka")

    assert hero.links.count() == 0


def test_a_character_of_another_table_can_not_be_chosen(chooser: Guest, other_gm: Guest) -> None:
    foreign = services.add_character(viewer=other_gm.viewer, name="Jano")

    with pytest.raises(Stale, match="taken"):
        links.choose_character(viewer=chooser.viewer, character_key=foreign.key, label="")

    assert foreign.links.count() == 0


def test_a_character_is_free_again_when_its_link_is_revoked(
    gm: Guest, player: Guest, chooser: Guest, hero: Character
) -> None:
    links.revoke_link(viewer=gm.viewer, link=player.link)

    made = links.choose_character(viewer=chooser.viewer, character_key=hero.key, label="Anežka")

    assert made.character == hero


def test_who_chooses_is_written_on_the_sheet_unless_a_name_stands_there(
    gm: Guest, chooser: Guest, hero: Character
) -> None:
    nameless = services.add_character(viewer=gm.viewer, name="Ludmila")

    for character in (hero, nameless):
        links.choose_character(viewer=chooser.viewer, character_key=character.key, label="Anežka")

    hero.refresh_from_db()
    nameless.refresh_from_db()
    assert (hero.player, nameless.player) == ("Kuba", "Anežka")


def test_a_label_that_stays_the_same_is_not_written_down(gm: Guest, player: Guest) -> None:
    before = LogEntry.objects.count()

    links.rename_link(viewer=gm.viewer, link=player.link, label="Kuba")

    assert LogEntry.objects.count() == before


# --- who has which link


def seats(campaign: Campaign) -> list[tuple[str, str]]:
    found = seating(list(campaign.links.all()), list(campaign.characters.all()))
    return [
        (character.name, "none" if link is None else "revoked" if link.revoked else "works")
        for character, link in found.seats
    ]


def test_each_player_character_has_a_line_and_each_link_that_works(
    gm: Guest, player: Guest, hero: Character, campaign: Campaign
) -> None:
    services.add_character(viewer=gm.viewer, name="Ludmila")
    services.add_character(viewer=gm.viewer, name="Vlkolak", kind=Kind.NPC)
    links.create_player_link(viewer=gm.viewer, character=hero)

    assert seats(campaign) == [
        ("Vojtěch Šera", "works"),
        ("Vojtěch Šera", "works"),
        ("Ludmila", "none"),
    ]


def test_of_revoked_links_only_one_that_nobody_replaced_is_shown(
    gm: Guest, player: Guest, campaign: Campaign
) -> None:
    links.revoke_link(viewer=gm.viewer, link=player.link)
    assert seats(campaign) == [("Vojtěch Šera", "revoked")]

    links.renew_link(viewer=gm.viewer, link=player.link)
    assert seats(campaign) == [("Vojtěch Šera", "works")]


def test_the_link_of_a_removed_character_can_still_be_taken_back(
    gm: Guest, player: Guest, hero: Character, campaign: Campaign
) -> None:
    services.remove_character(viewer=gm.viewer, character=hero)
    assert seats(campaign) == [("Vojtěch Šera", "works")]

    links.revoke_link(viewer=gm.viewer, link=player.link)
    assert seats(campaign) == []


def test_a_table_without_a_link_for_choosing_shows_that(campaign: Campaign) -> None:
    campaign.links.filter(role=Role.PLAYER).delete()

    assert seating(list(Link.objects.all()), []).chooser is None


@pytest.mark.parametrize(
    ("ago", "words", "here"),
    [
        (timedelta(seconds=5), "here", True),
        (timedelta(minutes=2), "seen 2 min ago", False),
        (timedelta(hours=1, minutes=5), "seen 1 hour ago", False),
        (timedelta(hours=5), "seen 5 hours ago", False),
        (timedelta(days=3), "seen 3 days ago", False),
    ],
)
def test_when_somebody_was_last_there_is_said_in_words(
    ago: timedelta, words: str, here: bool
) -> None:
    when = timezone.now() - ago

    assert (seen(when), is_here(when)) == (words, here)


def test_a_link_that_nobody_opened_was_never_seen() -> None:
    assert (seen(None), is_here(None)) == ("never opened", False)
