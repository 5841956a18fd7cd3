"""Attacks, and how a hit is absorbed or takes its victim out."""

from msgspec import UNSET
from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Refused
from combat.rules.stress.actions import (
    Aspects,
    Attack,
    Hit,
)
from combat.rules.stress.effects import (
    Absorbed,
    Attacked,
    Boost,
    TakenOut,
    Written,
)
from combat.rules.stress.shapes import (
    SLOT_WORTH,
    SLOTS,
    Boxes,
    Condition,
    Consequence,
    Dial,
    Slot,
    Track,
    Traits,
)
from combat.rules.stress.sheet import (
    box_worth,
    boxes_against,
    is_blank,
    serves,
    two_tracks,
)

STYLE = 3
NO_ASPECTS = Aspects()


def compare(action: Attack) -> Attacked:
    """The shifts of an attack, and who gets a boost from it (lines 1, 6, F8).

    A tie hits nobody and gives the attacker a boost. Three or more ahead, the attacker may give
    up one shift for a boost; three or more behind gives the defender one.

    >>> attacked = compare(Attack(attack=5, defence=3))
    >>> attacked.shifts, attacked.hit, attacked.boost
    (2, True, None)
    >>> compare(Attack(attack=6, defence=3, reduce_for_boost=True)).shifts
    2
    """
    lead = action.attack - action.defence
    reduced = action.reduce_for_boost and lead >= STYLE
    boost: Boost | None = None
    if lead == 0 or reduced:
        boost = "attacker"
    elif lead <= -STYLE:
        boost = "defender"
    return Attacked(max(0, lead) - reduced, lead > 0, boost, lead, reduced)


def take_hit(
    traits: Traits, condition: Condition, hit: Hit
) -> Outcome[Condition, Absorbed | TakenOut]:
    """Mark what the victim chose; where that is worth less than the hit, take the victim out.

    One free box, and any number of empty slots (lines 16, 18), each with an aspect (F6) and
    a free invoke for the one who hit (line 19). What is left over is lost (F3). Being taken out
    marks nothing (lines 9, 21, F1). Raises, in this order and even where the choice would not
    do: `already_out`, `one_box_per_hit`, `no_such_box`, `box_already_marked`,
    `no_consequence_slots`, then slot by slot `no_such_slot`, `slot_filled`, `aspect_required`.

    >>> hit = Hit(shifts=4, by="Ogre", box=2, consequences=Aspects(mild="Sprained ankle"))
    >>> outcome = take_hit(Traits(), Condition(), hit)
    >>> outcome.condition.stress, outcome.condition.consequences.mild.aspect
    ((False, True, False), 'Sprained ankle')
    >>> outcome.effect.absorbed, take_hit(Traits(), Condition(), Hit(shifts=4, box=3)).effect
    (4, TakenOut(shifts=4, by=None, track=None, offered=3, absorbed=0, outcome='taken_out'))
    """
    if condition.out:
        raise Refused("already_out", out=condition.out)
    boxes = _choose_boxes(traits, condition, hit)
    aspects = _choose_slots(traits, condition, hit)
    worth = worth_of(traits.dial, boxes, tuple(aspects))
    by = None if hit.by is UNSET else hit.by
    track = hit.track if two_tracks(traits) else None
    if worth < hit.shifts:
        out = replace(condition, out="taken_out")
        return Outcome(out, TakenOut(hit.shifts, by, track, worth))
    marked = _write(_mark(condition, track, boxes), aspects, by)
    taken = tuple([Written(slot, aspect) for slot, aspect in aspects.items()])
    lost = worth - hit.shifts
    return Outcome(marked, Absorbed(worth, hit.shifts, by, track, boxes, taken, lost))


def _choose_boxes(traits: Traits, condition: Condition, hit: Hit) -> tuple[int, ...]:
    chosen = hit.box
    if chosen is None:
        return ()
    if isinstance(chosen, int):
        chosen = (chosen,)
    elif traits.dial != "condensed":
        raise Refused("one_box_per_hit", boxes=len(chosen))
    boxes = boxes_against(traits, condition, hit.track)
    for place, box in enumerate(chosen):
        if not 1 <= box <= len(boxes):
            raise Refused("no_such_box", box=box, boxes=len(boxes))
        if boxes[box - 1] or box in chosen[:place]:
            raise Refused("box_already_marked", box=box)
    return chosen


def _choose_slots(traits: Traits, condition: Condition, hit: Hit) -> dict[Slot, str]:
    if hit.consequences == NO_ASPECTS:
        return {}
    if traits.mook:
        raise Refused("no_consequence_slots", slot=_first_named(hit.consequences))
    chosen: dict[Slot, str] = {}
    for slot in SLOTS:
        aspect = getattr(hit.consequences, slot)
        if aspect is UNSET:
            continue
        if not serves(traits, slot, hit.track):
            raise Refused("no_such_slot", slot=slot)
        filled: Consequence | None = getattr(condition.consequences, slot)
        if filled:
            raise Refused("slot_filled", slot=slot, aspect=filled.aspect)
        if is_blank(aspect):
            raise Refused("aspect_required", slot=slot)
        chosen[slot] = aspect
    return chosen


def _first_named(aspects: Aspects) -> Slot:
    return next(slot for slot in SLOTS if getattr(aspects, slot) is not UNSET)


def worth_of(dial: Dial, boxes: tuple[int, ...], slots: tuple[Slot, ...]) -> int:
    """The shifts that these boxes and slots absorb together (lines 7, 8).

    >>> worth_of("accelerated", (2,), ("mild", "severe"))
    10
    """
    worth = 0
    for box in boxes:
        worth += box_worth(dial, box)
    for slot in slots:
        worth += SLOT_WORTH[slot]
    return worth


def _mark(condition: Condition, track: Track | None, chosen: tuple[int, ...]) -> Condition:
    if not chosen:
        return condition
    if track == "mental" and condition.mental is not UNSET:
        return replace(condition, mental=_marked(condition.mental, chosen))
    return replace(condition, stress=_marked(condition.stress, chosen))


def _marked(boxes: Boxes, chosen: tuple[int, ...]) -> Boxes:
    for box in chosen:
        boxes = (*boxes[: box - 1], True, *boxes[box:])
    return boxes


def _write(condition: Condition, aspects: dict[Slot, str], by: str | None) -> Condition:
    if not aspects:
        return condition
    taken = {
        slot: Consequence(aspect, by, 1, condition.session, this_conflict=True)
        for slot, aspect in aspects.items()
    }
    return replace(condition, consequences=replace(condition.consequences, **taken))
