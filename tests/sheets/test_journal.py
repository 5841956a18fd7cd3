"""Every change is one numbered entry, told once, and can be taken back."""

from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from combat.live import bus
from sheets import journal, links, services
from sheets.journal import Draft, Repeated, Stale
from sheets.models import Campaign, Character, LogEntry, Visibility
from tests.sheets.conftest import Guest


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> list[bus.Signal]:
    """What was published."""
    published: list[bus.Signal] = []
    monkeypatch.setattr(bus, "publish", published.append)
    return published


def rename(gm: Guest, character: Character, name: str, token: str = "") -> LogEntry | None:
    def write(draft: Draft) -> None:
        (current,) = draft.characters([character.key])
        draft.set(current, name=name)
        if draft.changes_something:
            draft.say(current, {"type": "character_edited", "fields": ["name"]})

    action = {"type": "edit_character", "name": name}
    viewer = gm.viewer
    return journal.record(
        campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token
    )


def name_of(character: Character) -> str:
    return Character.objects.get(pk=character.pk).name


def test_entries_are_numbered_in_the_order_of_events(gm: Guest, hero: Character) -> None:
    for name in ("Ana", "Bo", "Cyril"):
        rename(gm, hero, name)

    numbers = list(LogEntry.objects.order_by("created").values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert Campaign.objects.get().seq == numbers[-1]


def test_an_entry_is_published_once_and_nothing_is_not(
    gm: Guest, hero: Character, signals: list[bus.Signal]
) -> None:
    rename(gm, hero, "Ana")
    rename(gm, hero, "Ana")

    assert signals == [bus.Signal(campaign=gm.viewer.campaign.key)]


def test_what_fails_halfway_leaves_no_trace(
    gm: Guest, hero: Character, signals: list[bus.Signal]
) -> None:
    viewer = gm.viewer
    before = LogEntry.objects.count()

    def write(draft: Draft) -> None:
        (current,) = draft.characters([hero.key])
        draft.set(current, name="Ana")
        raise Stale("target_gone")

    with pytest.raises(Stale):
        journal.record(campaign=viewer.campaign, viewer=viewer, action={"type": "x"}, write=write)

    assert name_of(hero) == "Vojtěch Šera"
    assert LogEntry.objects.count() == before
    assert signals == []


def test_the_same_request_again_gives_the_same_entry(gm: Guest, hero: Character) -> None:
    first = rename(gm, hero, "Ana", token="t1")
    rename(gm, hero, "Bo")

    again = rename(gm, hero, "Ana", token="t1")

    assert again == first
    assert name_of(hero) == "Bo"


def test_a_used_token_with_other_content_is_refused(gm: Guest, hero: Character) -> None:
    rename(gm, hero, "Ana", token="t1")

    with pytest.raises(Repeated):
        rename(gm, hero, "Bo", token="t1")

    assert name_of(hero) == "Ana"


def test_each_change_gives_the_character_a_new_version(gm: Guest, hero: Character) -> None:
    rename(gm, hero, "Ana")
    rename(gm, hero, "Bo")

    hero.refresh_from_db()
    assert hero.version == 4
    assert list(hero.changes.values_list("version", flat=True)) == [2, 3, 4]


def test_undo_takes_back_the_newest_change(gm: Guest, hero: Character) -> None:
    rename(gm, hero, "Ana")
    entry = journal.newest_undoable(gm.viewer.campaign, gm.viewer)
    assert entry is not None

    undone = journal.undo(viewer=gm.viewer, entry_key=entry.key)

    entry.refresh_from_db()
    assert name_of(hero) == "Vojtěch Šera"
    assert entry.undone_by == undone


def test_undoing_an_older_entry_takes_later_ones_on_the_same_things_with_it(
    gm: Guest, hero: Character
) -> None:
    other = services.add_character(viewer=gm.viewer, name="Ludmila")
    first = rename(gm, hero, "Ana")
    elsewhere = rename(gm, other, "Bo")
    later = rename(gm, hero, "Cyril")
    assert first is not None

    coming_off = journal.comes_off_with(first)
    journal.undo(viewer=gm.viewer, entry_key=first.key, expected=[e.key for e in coming_off])

    assert coming_off == [first, later]
    assert (name_of(hero), name_of(other)) == ("Vojtěch Šera", "Bo")
    assert LogEntry.objects.get(pk=elsewhere.pk if elsewhere else 0).undone_by is None


def test_undo_asks_again_when_more_would_come_off_than_was_shown(
    gm: Guest, hero: Character
) -> None:
    first = rename(gm, hero, "Ana")
    assert first is not None
    shown = [entry.key for entry in journal.comes_off_with(first)]
    rename(gm, hero, "Bo")

    with pytest.raises(Stale, match="more_comes_off"):
        journal.undo(viewer=gm.viewer, entry_key=first.key, expected=shown)

    assert name_of(hero) == "Bo"


def test_an_entry_is_undone_once(gm: Guest, hero: Character) -> None:
    entry = rename(gm, hero, "Ana")
    assert entry is not None
    journal.undo(viewer=gm.viewer, entry_key=entry.key)

    with pytest.raises(Stale, match="already_undone"):
        journal.undo(viewer=gm.viewer, entry_key=entry.key)


def test_a_player_takes_back_nothing_that_the_gm_did(
    gm: Guest, player: Guest, hero: Character
) -> None:
    entry = rename(gm, hero, "Ana")
    assert entry is not None

    assert journal.newest_undoable(player.viewer.campaign, player.viewer) is None
    with pytest.raises(Stale, match="not_yours"):
        journal.undo(viewer=player.viewer, entry_key=entry.key)

    assert name_of(hero) == "Ana"


def test_undo_reaches_no_other_table(gm: Guest, other_gm: Guest, hero: Character) -> None:
    entry = rename(gm, hero, "Ana")
    assert entry is not None

    with pytest.raises(LogEntry.DoesNotExist):
        journal.undo(viewer=other_gm.viewer, entry_key=entry.key)

    assert name_of(hero) == "Ana"


def test_lines_about_hidden_characters_are_not_public(gm: Guest) -> None:
    def newest() -> LogEntry:
        return LogEntry.objects.latest("seq")

    visible = services.add_character(viewer=gm.viewer, name="Vlkolak", kind="npc")
    rename(gm, visible, "Vlk")
    assert newest().public is True

    lich = services.add_character(
        viewer=gm.viewer, name="Lich", kind="npc", visibility=Visibility.HIDDEN
    )
    rename(gm, lich, "Lich II.")
    assert newest().public is False


def test_revoking_a_link_ends_its_streams(
    gm: Guest, player: Guest, signals: list[bus.Signal]
) -> None:
    links.revoke_link(viewer=gm.viewer, link=player.link)

    assert [signal.kick for signal in signals] == [(player.link.key,)]


def test_nothing_is_told_before_it_is_stored(
    gm: Guest,
    hero: Character,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(bus, "_deliver", told.append)

    with django_capture_on_commit_callbacks() as waiting:
        rename(gm, hero, "Ana")

    assert told == []
    waiting[0]()
    assert told == [bus.Signal(campaign=gm.viewer.campaign.key)]
