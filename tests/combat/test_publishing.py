"""Each thing that is done is one entry and one signal; what fails is neither."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from combat import services
from combat.live import bus
from combat.rules.harm import EndConflict, GiveUp, Heal, ShakeOut
from sheets import journal, links
from sheets.models import Kind, LogEntry
from sheets.services import change_settings, remove_character
from tests.combat.table import Table

Deed = Callable[[Table], Any]


def act(action: Any) -> Deed:
    def deed(table: Table) -> LogEntry | None:
        return services.apply_action(viewer=table.gm, targets=[table.ana.key], action=action)

    return deed


DEEDS: dict[str, Deed] = {
    "hit": lambda table: table.hit(2, table.ana),
    "hit three": lambda table: table.hit(2, table.ana, table.bo, table.lich),
    "heal": act(Heal(box=1)),
    "give up": act(GiveUp()),
    "shake out": act(ShakeOut()),
    "end of the conflict": act(EndConflict()),
    "round": lambda table: table.next_round(),
    "undo": lambda table: journal.undo(viewer=table.gm, entry_key=newest(table).key),
    "rename": lambda table: table.edit(table.ana, name="Anežka"),
    "reveal": lambda table: table.edit(table.lich, visibility="all"),
    "add": lambda table: table.add("Wolf", kind=Kind.NPC),
    "remove": lambda table: remove_character(viewer=table.gm, character=table.troll),
    "settings": lambda table: change_settings(viewer=table.gm, name="The Other Pass"),
    "new link": lambda table: links.create_player_link(viewer=table.gm, character=table.bo),
    "rename link": lambda table: links.rename_link(
        viewer=table.gm, link=table.player.link, label="Petra's phone"
    ),
    "revoke link": lambda table: links.revoke_link(viewer=table.gm, link=table.player.link),
    "renew link": lambda table: links.renew_link(viewer=table.gm, link=table.player.link),
    "choose a character": lambda table: links.choose_character(
        viewer=table.gm, character_key=table.bo.key, label="Karel"
    ),
}
deeds = pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)


def newest(table: Table) -> LogEntry:
    return table.campaign.entries.latest("seq")


@pytest.fixture
def hurt(table: Table) -> Table:
    """The table after a first hit, so that there is something to heal and to take back."""
    table.hit(1, table.ana)
    return table


@deeds
def test_each_deed_is_one_entry_and_one_signal(
    hurt: Table, deed: Deed, signals: list[bus.Signal]
) -> None:
    before = newest(hurt).seq

    deed(hurt)

    assert newest(hurt).seq == hurt.campaign.seq == before + 1
    assert [signal.campaign for signal in signals] == [hurt.campaign.key]


@deeds
def test_a_deed_that_is_rolled_back_is_neither_stored_nor_told(
    hurt: Table,
    deed: Deed,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    before = hurt.log()

    with listening(monkeypatch) as heard:
        with django_capture_on_commit_callbacks(execute=True), pytest.raises(ZeroDivisionError):
            roll_back(deed, hurt)

        assert hurt.log() == before
        assert heard == []
        with django_capture_on_commit_callbacks(execute=True):
            deed(hurt)
        assert heard == [True]


def roll_back(deed: Deed, table: Table) -> None:
    with transaction.atomic():
        deed(table)
        raise ZeroDivisionError


@deeds
def test_a_deed_that_breaks_while_it_is_told_is_not_stored(
    hurt: Table, deed: Deed, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = hurt.log()
    monkeypatch.setattr(bus, "publish", lambda signal: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        deed(hurt)

    assert hurt.log() == before
    assert hurt.boxes(hurt.ana) == "v....."


def test_viewers_who_ask_at_the_signal_see_the_new_state(
    hurt: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with (
        listening(monkeypatch, lambda: hurt.boxes(hurt.ana)) as seen,
        django_capture_on_commit_callbacks(execute=True),
    ):
        hurt.hit(2, hurt.ana)
        assert seen == []

    assert seen == ["vv...."]


def test_the_same_request_twice_is_told_once(hurt: Table, signals: list[bus.Signal]) -> None:
    hurt.hit(2, hurt.ana, token="same")
    hurt.hit(2, hurt.ana, token="same")

    assert len(signals) == 1


def test_nothing_new_is_not_told(hurt: Table, signals: list[bus.Signal]) -> None:
    hurt.edit(hurt.ana, name="Ana")
    links.rename_link(viewer=hurt.gm, link=hurt.player.link, label="")

    assert signals == []


def test_revoking_and_renewing_end_the_streams_of_the_link(
    hurt: Table, signals: list[bus.Signal]
) -> None:
    old = hurt.player.link
    new = links.renew_link(viewer=hurt.gm, link=old)

    links.revoke_link(viewer=hurt.gm, link=new)

    assert [signal.kick for signal in signals] == [(old.key,), (new.key,)]


@contextmanager
def listening(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[], Any] = lambda: True
) -> Iterator[list[Any]]:
    """What a hub in this process would see when a signal reaches it."""
    heard: list[Any] = []

    class Hub:
        def deliver(self, signal: bus.Signal) -> None:
            heard.append(ask())

    monkeypatch.setattr(bus.MemoryBus, "running", Hub())
    yield heard
