"""Entries that were read before."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sheets import known
from sheets.models import Campaign, LogEntry
from sheets.services import create_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return create_campaign(name="The Pass", ruleset="harm", language="en", time_zone="UTC")


def an_entry(campaign: Campaign, seq: int, **values: object) -> LogEntry:
    return LogEntry.objects.create(campaign=campaign, seq=seq, who="gm", type="harm", **values)


def mark(entry: LogEntry) -> known.Mark:
    return entry.key, entry.undone_by_id


def test_entries_come_in_the_order_of_their_marks(campaign: Campaign) -> None:
    entries = [an_entry(campaign, seq) for seq in (101, 102, 103)]

    assert known.entries(map(mark, reversed(entries))) == entries[::-1]


def test_what_was_read_is_not_read_again(campaign: Campaign) -> None:
    old = [an_entry(campaign, seq) for seq in (101, 102)]
    known.entries(map(mark, old))
    new = an_entry(campaign, 103)

    with CaptureQueriesContext(connection) as asked:
        found = known.entries(map(mark, [new, *old]))

    assert found == [new, *old]
    assert len(asked) == 1


def test_an_entry_that_was_struck_out_meanwhile_is_read_anew(campaign: Campaign) -> None:
    hit = an_entry(campaign, 101)
    known.entries([mark(hit)])
    LogEntry.objects.filter(pk=hit.pk).update(undone_by=an_entry(campaign, 102))
    hit.refresh_from_db()

    [found] = known.entries([mark(hit)])

    assert found.undone_by_id == hit.undone_by_id


def test_an_entry_that_is_gone_is_left_out(campaign: Campaign) -> None:
    there, gone = an_entry(campaign, 101), an_entry(campaign, 102)
    marks = [mark(there), mark(gone)]
    gone.delete()

    assert known.entries(marks) == [there]
