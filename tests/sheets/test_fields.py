"""JSON columns that msgspec reads."""

from typing import Any

import pytest

from sheets.models import Campaign
from sheets.services import create_campaign

pytestmark = pytest.mark.django_db

VALUES: tuple[Any, ...] = (
    {},
    [],
    {"round": 3, "left": -1.5, "name": "Žofia", "is_out": None, "boxes": [True, False]},
    "a word",
    12345678901234567890,
    # Half of a surrogate pair: no text, but Python's own JSON holds it.
    {"name": "\ud83d"},
)


@pytest.mark.parametrize("value", VALUES)
def test_what_was_written_is_read(value: Any) -> None:
    campaign = create_campaign(name="The Pass", ruleset="harm", language="en", time_zone="UTC")
    Campaign.objects.update(clock=value)

    campaign.refresh_from_db()

    assert campaign.clock == value


def test_a_value_inside_is_found_and_read() -> None:
    create_campaign(name="The Pass", ruleset="harm", language="en", time_zone="UTC")
    Campaign.objects.update(clock={"round": 3, "title": "dusk"})

    found = Campaign.objects.filter(clock__round=3).values_list("clock__title", "clock__round")

    assert list(found) == [("dusk", 3)]
