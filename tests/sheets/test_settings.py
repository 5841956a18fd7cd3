"""The GM changes a campaign's settings, or deletes it."""

import pytest

from sheets import journal, services
from sheets.models import Campaign, Link, LogEntry
from tests.sheets.conftest import Guest, Page

HOSTILE = "<img src=x onerror=alert(1)>"
AS_IT_IS = {
    "name": "Most přes Vltavu",
    "language": "en",
    "time_zone": "Europe/Prague",
    "players_edit_numbers": "on",
}


def as_shown(gm: Guest) -> dict[str, str]:
    """The form as the page shows it, with the values that it hides."""
    shown = Page(gm.get("settings/"))
    hidden = dict(
        zip(
            shown.values("input[type=hidden][name^=initial]", "name"),
            shown.values("input[type=hidden][name^=initial]"),
            strict=True,
        )
    )
    return AS_IT_IS | {str(name): str(value) for name, value in hidden.items()}


@pytest.fixture
def campaign(campaign: Campaign) -> Campaign:
    campaign.language = "en"
    campaign.save()
    return campaign


def test_the_gm_changes_the_settings(gm: Guest, campaign: Campaign) -> None:
    form = as_shown(gm) | {"name": "Most", "time_zone": "Europe/Rome"}
    del form["players_edit_numbers"]

    answer = gm.post("settings/", **form)

    campaign.refresh_from_db()
    assert answer.url == gm.path("settings/")
    assert (campaign.name, campaign.time_zone) == ("Most", "Europe/Rome")
    assert campaign.players_edit_numbers is False


def test_a_change_of_settings_can_be_undone(gm: Guest, campaign: Campaign) -> None:
    gm.post("settings/", **as_shown(gm) | {"name": "Most"})

    journal.undo(viewer=gm.viewer, entry_key=LogEntry.objects.latest("seq").key)

    campaign.refresh_from_db()
    assert campaign.name == "Most přes Vltavu"


def test_saving_without_a_change_writes_nothing(gm: Guest) -> None:
    before = LogEntry.objects.count()

    gm.post("settings/", **as_shown(gm))

    assert LogEntry.objects.count() == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "A\x00B"),
        ("name", "a" * 201),
        ("language", "xx"),
        ("time_zone", "Mars/Olympus"),
        ("time_zone", "9" * 30),
    ],
)
def test_a_setting_that_can_not_be_is_refused_and_the_rest_stays_as_typed(
    gm: Guest, campaign: Campaign, field: str, value: str
) -> None:
    typed = as_shown(gm) | {"name": "Most"} | {field: value}

    answer = gm.post("settings/", **typed)

    campaign.refresh_from_db()
    shown = Page(answer)
    assert answer.status_code == 422
    assert len(shown.errors) == 1
    assert campaign.name == "Most přes Vltavu"
    if field != "name":
        assert shown.values("input[type=text][name=name]") == ["Most"]


def test_two_gms_who_change_different_settings_both_keep_theirs(
    gm: Guest, campaign: Campaign
) -> None:
    page = as_shown(gm)
    services.change_settings(viewer=gm.viewer, time_zone="Europe/Rome")

    gm.post("settings/", **page | {"name": "Most"})

    campaign.refresh_from_db()
    assert (campaign.name, campaign.time_zone) == ("Most", "Europe/Rome")


def test_a_setting_that_somebody_changed_meanwhile_is_asked_about(
    gm: Guest, campaign: Campaign
) -> None:
    page = as_shown(gm)
    services.change_settings(viewer=gm.viewer, name="Přes vodu")

    answer = gm.post("settings/", **page | {"name": "Most"})

    shown = Page(answer)
    assert answer.status_code == 422
    assert shown.errors == [
        "Meanwhile somebody set this to “Přes vodu”. Save again to overwrite it."
    ]
    assert shown.values("input[type=text][name=name]") == ["Most"]

    read = shown.values("input[type=hidden][name=initial-name]")[0]
    gm.post("settings/", **page | {"name": "Most", "initial-name": str(read)})

    campaign.refresh_from_db()
    assert campaign.name == "Most"


def test_a_hostile_name_is_shown_as_it_is(gm: Guest) -> None:
    services.change_settings(viewer=gm.viewer, name=HOSTILE)

    sources = [gm.get(page).content.decode() for page in ("settings/", "deletion/", "links/")]

    assert [source.count("&lt;img src=x") > 0 for source in sources] == [True] * 3
    assert [source.count("<img") for source in sources] == [0] * 3


# --- the end


@pytest.mark.parametrize(
    "typed", ["Most přes Vltavu", "  Most přes Vltavu ", "Most pr\u030ces Vltavu"]
)
def test_a_campaign_goes_when_its_name_is_typed(gm: Guest, player: Guest, typed: str) -> None:
    answer = gm.client.post(gm.path("deletion/"), {"name": typed}, follow=True)

    assert (Campaign.objects.count(), Link.objects.count()) == (0, 0)
    assert answer.redirect_chain == [("/", 303)]
    assert "Most přes Vltavu" in Page(answer).texts("#messages")[0]
    assert player.get().status_code == 404


@pytest.mark.parametrize("typed", ["", "most", "A\x00B", "9" * 30, HOSTILE])
def test_a_campaign_stays_when_anything_else_is_typed(gm: Guest, typed: str) -> None:
    answer = gm.post("deletion/", name=typed)

    assert answer.status_code == 422
    assert len(Page(answer).errors) == 1
    assert Campaign.objects.count() == 1


def test_a_deletion_sent_twice_is_done_once(gm: Guest) -> None:
    viewer = gm.viewer

    services.delete_campaign(viewer=viewer)
    services.delete_campaign(viewer=viewer)

    assert Campaign.objects.count() == 0
