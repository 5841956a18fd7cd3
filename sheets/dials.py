"""What a table of `stress` sets for all its characters: the dial of the game, and approaches."""

from typing import Any

import msgspec
from msgspec.structs import replace

from combat.rules.ruleset import Refused
from combat.rules.stress import Dial, Given, Traits, fit, usual_boxes
from sheets.access import Viewer
from sheets.journal import Draft, as_stored, record
from sheets.models import Campaign, Character, LogEntry

DIALS: tuple[Dial, ...] = ("accelerated", "core", "condensed")


def dial_of(campaign: Campaign) -> Dial:
    """The dial that the campaign is played by."""
    dial: Dial = campaign.texts.get("dial", "accelerated")
    return dial


def change_table(*, viewer: Viewer, dial: Dial, approaches: list[str]) -> LogEntry | None:
    """Set the dial and the names of approaches or skills that new characters start with.

    Every character is kept by the new dial from now on; boxes that were as the book has them
    follow it. Raises Refused("mark_would_be_lost", name=...) when somebody's mark would have to
    go; then nothing changes.
    """

    def write(draft: Draft) -> None:
        texts = {**draft.campaign.texts, "dial": dial, "approaches": approaches}
        before = dial_of(draft.campaign)
        draft.set(None, texts=texts)
        if draft.changes_something:
            draft.say(None, {"type": "settings_changed", "fields": ["texts"]})
        if dial != before:
            # Those off the table too: who is brought back plays by the same dial.
            everybody = draft.campaign.characters.values_list("key", flat=True)
            for character in draft.characters(everybody):
                draft.set(character, **_under(dial, character))

    action = {"type": "change_table", "dial": dial, "approaches": approaches}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write)


def _under(dial: Dial, character: Character) -> dict[str, Any]:
    """A character's traits and condition under another dial."""
    traits = _translated(dial, msgspec.convert(character.traits, Traits))
    given = msgspec.convert(character.condition, Given)
    try:
        condition = fit(traits, given)
    except Refused as refused:
        raise Refused("mark_would_be_lost", name=character.name, **refused.facts) from refused
    return {"traits": as_stored(traits), "condition": as_stored(condition)}


def _translated(dial: Dial, traits: Traits) -> Traits:
    had_one_track = traits.dial == "accelerated"
    boxes, mental_boxes = traits.boxes, traits.boxes if had_one_track else traits.mental_boxes
    if not traits.mook:
        if boxes == usual_boxes(traits.dial, traits.physical):
            boxes = usual_boxes(dial, traits.physical)
        if had_one_track or mental_boxes == usual_boxes(traits.dial, traits.mental):
            mental_boxes = usual_boxes(dial, traits.mental)
    if dial == "accelerated":
        mental_boxes = 0
    return replace(traits, dial=dial, boxes=boxes, mental_boxes=mental_boxes)
