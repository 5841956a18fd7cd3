"""Rows written with SQL that is built once."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from sheets.models import Campaign, Change, Character, LogEntry, Role
from sheets.rows import insert, update
from sheets.services import create_campaign

pytestmark = pytest.mark.django_db

HOSTILE = '\'; DROP TABLE sheets_change; -- %s "ž" \\ 🐺'


@pytest.fixture
def campaign() -> Campaign:
    return create_campaign(name="The Pass", ruleset="harm", language="en", time_zone="UTC")


def entry_in(campaign: Campaign, **values: Any) -> LogEntry:
    said = [{"character": "", "visibility": "all", "effect": {"type": HOSTILE, "boxes": [1, None]}}]
    given = {"seq": 1, "who": Role.GM, "type": "harm", "effects": said, "note": HOSTILE}
    return LogEntry(campaign=campaign, **given | values)


def columns_of(row: Any) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_row_that_was_inserted_reads_back_as_it_was(campaign: Campaign) -> None:
    entry = entry_in(campaign, link=campaign.links.first(), token="sent", undoable=True)

    insert(entry)

    assert columns_of(LogEntry.objects.get()) == columns_of(entry)
    assert timezone.now() - entry.created < timedelta(minutes=1)


def test_a_row_that_was_inserted_can_be_pointed_at_and_saved_again(campaign: Campaign) -> None:
    one, other = entry_in(campaign), entry_in(campaign, seq=2, undone_by=None)
    insert(one)
    insert(other)

    insert(Change(entry=other, character=None, before={}, after={"seq": 2}))
    one.undone_by = other
    one.save()

    assert [change.entry for change in Change.objects.all()] == [other]
    assert LogEntry.objects.get(pk=one.pk).undone_by == other


def test_what_is_nothing_is_stored_as_nothing(campaign: Campaign) -> None:
    character = Character(campaign=campaign, name="Ana", previous=None)

    insert(character)

    assert Character.objects.filter(previous__isnull=True).get() == character


def test_only_the_named_fields_of_one_row_are_updated(campaign: Campaign) -> None:
    ana, bo = Character(campaign=campaign, name="Ana"), Character(campaign=campaign, name="Bo")
    insert(ana)
    insert(bo)
    ana.name, ana.player, ana.condition = HOSTILE, "unsaid", {"boxes": [HOSTILE, None]}

    update(ana, "name", "condition")

    stored = Character.objects.get(pk=ana.pk)
    assert (stored.name, stored.player) == (HOSTILE, "")
    assert stored.condition == {"boxes": [HOSTILE, None]}
    assert Character.objects.get(pk=bo.pk).name == "Bo"


def test_a_row_that_is_gone_is_not_updated(campaign: Campaign) -> None:
    gone = Campaign.objects.get()
    campaign.delete()

    with pytest.raises(Campaign.NotUpdated):
        update(gone, "seq")
