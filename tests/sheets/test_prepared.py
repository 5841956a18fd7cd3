"""Queries whose SQL is built once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from sheets.models import Campaign, Link, Role
from sheets.prepared import Prepared, Slot
from sheets.services import create_campaign

pytestmark = pytest.mark.django_db


def a_campaign(name: str) -> Campaign:
    return create_campaign(name=name, ruleset="harm", language="en", time_zone="UTC")


def test_the_same_query_is_asked_with_other_values_each_time() -> None:
    by_name = Prepared(lambda name: Campaign.objects.filter(name=name))
    one, other = a_campaign("The Pass"), a_campaign("The Quay")

    assert [by_name("The Pass"), by_name("The Quay"), by_name("nobody's")] == [[one], [other], []]


def test_values_go_into_their_own_places_beside_those_that_are_fixed() -> None:
    @Prepared
    def links(role: Slot, campaign: Slot) -> QuerySet[Link]:
        found = Link.objects.select_related("campaign")
        return found.filter(campaign_id=campaign, role=role, revoked=None)[:5]

    one, _other = a_campaign("The Pass"), a_campaign("The Quay")

    [link] = links(Role.GM, one.pk)

    with CaptureQueriesContext(connection) as asked:
        assert (link.campaign, link.role) == (one, "gm")
    assert len(asked) == 0


def test_a_value_is_never_read_as_sql() -> None:
    by_name = Prepared(lambda name: Campaign.objects.filter(name=name))
    hostile = "x' OR '1'='1 %s; --"
    campaign = a_campaign(hostile)
    a_campaign("The Quay")

    assert by_name(hostile) == [campaign]


def test_what_changed_meanwhile_is_read_anew() -> None:
    by_key = Prepared(lambda key: Campaign.objects.filter(key=key))
    campaign = a_campaign("The Pass")
    [before] = by_key(campaign.key)
    Campaign.objects.update(name="The Quay", clock={"round": 3})

    [after] = by_key(campaign.key)

    assert (before.name, after.name, after.clock) == ("The Pass", "The Quay", {"round": 3})


@pytest.mark.django_db(transaction=True)
def test_threads_that_ask_at_once_get_their_own_answers() -> None:
    by_name = Prepared(lambda name: Campaign.objects.filter(name=name))
    names = [f"The Pass {number}" for number in range(4)]
    for name in names:
        a_campaign(name)

    def ask(name: str) -> set[str]:
        try:
            return {campaign.name for _ in range(50) for campaign in by_name(name)}
        finally:
            connection.close()

    with ThreadPoolExecutor(len(names)) as threads:
        answers = list(threads.map(ask, names))

    assert answers == [{name} for name in names]
