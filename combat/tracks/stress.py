"""Stress boxes and consequence strips, ready to be drawn."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET

from combat.rules.stress import (
    SLOT_WORTH,
    Boxes,
    Condition,
    Consequence,
    Slot,
    Traits,
    box_worth,
    conceding_counts,
    slots_of,
    standing,
)
from combat.rules.stress import Track as TrackName
from combat.words.line import Words
from combat.words.stress import IN_A_SUM, OUT, SLOTS, TRACKS, UNTIL


@dataclass(frozen=True, slots=True)
class Box:
    """One box; `state` is what CSS calls it: new (just marked), g (a ghost: only previewed),
    marked or nothing."""

    number: int
    worth: int
    state: str


@dataclass(frozen=True, slots=True)
class Row:
    """The boxes of one track of stress."""

    name: Words
    boxes: list[Box]
    label: str


@dataclass(frozen=True, slots=True)
class Strip:
    """One consequence slot; `state` is new, gh (only previewed), full or nothing."""

    slot: str
    worth: int
    name: Words
    in_a_sum: Words
    until: Words
    state: str
    aspect: str
    invokes: int
    invokes_told: str
    invoker: str


@dataclass(frozen=True, slots=True)
class Track:
    rows: list[Row]
    strips: list[Strip]
    fate_points: int | None
    refresh: int
    out: Words
    group: str
    pay: int
    """The fate points that conceding would gain."""
    is_hit: bool


def track(
    condition: Any, previous: Any = None, ghost: Any = None, traits: Traits | None = None
) -> Track:
    """How a condition looks: what differs from `previous` is new, what a preview adds is ghost."""
    traits = traits or Traits(boxes=len(condition.stress))
    return Track(
        rows=_rows(traits, condition, previous, ghost),
        strips=[_strip(slot, condition, previous, ghost) for slot in slots_of(traits)],
        fate_points=None if traits.mook else condition.fate_points,
        refresh=traits.refresh,
        out=OUT[condition.out] if condition.out else "",
        group=_group(traits, condition),
        pay=1 + len(conceding_counts(condition)),
        is_hit=previous is not None,
    )


def _rows(
    traits: Traits, condition: Condition, previous: Condition | None, ghost: Condition | None
) -> list[Row]:
    tracks: tuple[TrackName, ...] = ("physical", "mental")
    if condition.mental is UNSET:
        tracks = ("physical",)
    rows = []
    for track_name in tracks:
        name = TRACKS[track_name] if len(tracks) > 1 else _("Stress")
        now, was, then = (_boxes(each, track_name) for each in (condition, previous, ghost))
        boxes = [
            Box(
                number,
                box_worth(traits.dial, number),
                _box_state(is_marked, _at(was, number), _at(then, number)),
            )
            for number, is_marked in enumerate(now, 1)
        ]
        rows.append(Row(name, boxes, _label(name, boxes)))
    return [row for row in rows if row.boxes]


def _boxes(condition: Condition | None, track_name: TrackName) -> Boxes:
    if condition is None:
        return ()
    if track_name == "physical":
        return condition.stress
    return () if condition.mental is UNSET else condition.mental


def _at(boxes: Boxes, number: int) -> bool | None:
    return boxes[number - 1] if number <= len(boxes) else None


def _box_state(is_marked: bool, was: bool | None, then: bool | None) -> str:  # noqa: FBT001
    if is_marked:
        return "new" if was is False else "marked"
    return "g" if then else ""


def _label(name: Words, boxes: list[Box]) -> str:
    ticked = [
        _("%(box)d (preview)") % {"box": box.number} if box.state == "g" else str(box.number)
        for box in boxes
        if box.state
    ]
    facts = {"track": name, "boxes": ", ".join(ticked), "count": len(boxes)}
    if not ticked:
        text = ngettext(
            "%(track)s: none of %(count)d box marked",
            "%(track)s: none of %(count)d boxes marked",
            len(boxes),
        )
        return text % facts
    return _("%(track)s: marked %(boxes)s of %(count)d") % facts


def _strip(
    slot: Slot, condition: Condition, previous: Condition | None, ghost: Condition | None
) -> Strip:
    now = _consequence(condition, slot)
    state = ""
    if now is not None:
        is_new = previous is not None and _consequence(previous, slot) is None
        state = "new" if is_new else "full"
    elif ghost is not None and _consequence(ghost, slot):
        state = "gh"
    invokes = now.free_invokes if now else 0
    return Strip(
        slot=slot,
        worth=SLOT_WORTH[slot],
        name=SLOTS[slot],
        in_a_sum=IN_A_SUM[slot],
        until=UNTIL[slot],
        state=state,
        aspect=now.aspect if now else "",
        invokes=invokes,
        invokes_told=_invokes(invokes) if invokes else "",
        invoker=(now.invoker if now else "") or "",
    )


def _invokes(count: int) -> str:
    return ngettext("%(invokes)s invoke", "%(invokes)s invokes", count) % {"invokes": count}


def _consequence(condition: Condition, slot: str) -> Consequence | None:
    return getattr(condition.consequences, slot) or None


def _group(traits: Traits, condition: Condition) -> str:
    if traits.members == 1:
        return ""
    facts = {"standing": standing(traits, condition), "members": traits.members}
    return _("%(standing)d of %(members)d standing") % facts
