"""Who is at the table, in the words of the console; the links page has the same."""

from datetime import timedelta

from django.utils import timezone

from combat.words import presence
from sheets import queries
from sheets.models import Link
from sheets.templatetags.seen import seen
from tests.combat.table import Table


def said(table: Table, *here: Link) -> dict[str, str]:
    told = presence.told(queries.links_of(table.campaign), frozenset(link.key for link in here))
    return {person["name"]: person["said"] for person in told["people"]}


def seen_before(link: Link, **ago: int) -> None:
    link.last_seen = timezone.now() - timedelta(**ago)
    link.save()


def test_who_was_seen_is_told_in_the_words_of_the_links_page(table: Table) -> None:
    link = table.player.link
    name = table.ana.name

    assert said(table)[name] == seen(None) == "never opened"
    for ago in ({"minutes": 2}, {"hours": 5}, {"days": 3}):
        seen_before(link, **ago)
        assert said(table)[name] == seen(link.last_seen)


def test_who_has_just_gone_is_not_here(table: Table) -> None:
    seen_before(table.player.link, seconds=5)

    assert said(table, table.player.link)[table.ana.name] == "here"
    assert said(table)[table.ana.name] == "seen 0 min ago"
