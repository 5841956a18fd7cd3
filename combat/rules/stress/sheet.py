"""The paper sheet: which boxes and slots a character has, and what is written there."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from combat.rules.ruleset import Refused
from combat.rules.stress.shapes import (
    SLOTS,
    Boxes,
    Condition,
    Consequence,
    Consequences,
    Dial,
    Given,
    Slot,
    Track,
    Traits,
)

EXTRA_SLOT_SKILL = 5
NOTHING_WRITTEN = Consequences()


def two_tracks(traits: Traits) -> bool:
    """Whether physical and mental stress are apart: under every dial but Accelerated (F10).

    >>> two_tracks(Traits()), two_tracks(Traits(dial="core"))
    (False, True)
    """
    return traits.dial != "accelerated"


def usual_boxes(dial: Dial, skill: int) -> int:
    """The boxes a track has by the book, before a group sets its own number (line 5, F10).

    Accelerated: three. Condensed: three, four at skill 1–2, six above. Core: two, three at
    skill 1–2, four above.

    >>> [usual_boxes("condensed", skill) for skill in (0, 1, 2, 3)]
    [3, 4, 4, 6]
    >>> [usual_boxes("core", skill) for skill in (0, 1, 2, 3)], usual_boxes("accelerated", 4)
    ([2, 3, 3, 4], 3)
    """
    if dial == "accelerated":
        return 3
    few, some, many = (3, 4, 6) if dial == "condensed" else (2, 3, 4)
    return many if skill >= 3 else some if skill >= 1 else few


def group_boxes(members: int) -> int:
    """The boxes of a group of nameless characters: one for every two, rounded down (F9).

    >>> [group_boxes(members) for members in (1, 2, 5)]
    [0, 1, 2]
    """
    return members // 2


def standing(traits: Traits, condition: Given) -> int:
    """How many of a group still fight; one for whoever stands alone.

    >>> standing(Traits(mook=True, members=5), Condition(fallen=2)), standing(Traits(), Condition())
    (3, 1)
    """
    return traits.members - (0 if condition.fallen is UNSET else condition.fallen)


def box_worth(dial: Dial, box: int) -> int:
    """The shifts a box absorbs: its number (line 7), one each under Condensed (F10).

    >>> box_worth("accelerated", 3), box_worth("core", 4), box_worth("condensed", 3)
    (3, 4, 1)
    """
    return 1 if dial == "condensed" else box


def slots_of(traits: Traits) -> tuple[Slot, ...]:
    """The consequence slots of a character: none for a mook (F9), else mild, moderate, severe.

    With two tracks a skill of 5 or more gives one more mild slot for its own track (F10).

    >>> slots_of(Traits()), slots_of(Traits(mook=True))
    (('mild', 'moderate', 'severe'), ())
    >>> slots_of(Traits(dial="condensed", mental=5))
    ('mild', 'mild_mental', 'moderate', 'severe')
    """
    return tuple(slot for slot in SLOTS if has_slot(traits, slot))


def has_slot(traits: Traits, slot: Slot) -> bool:
    """Whether a character has this slot at all.

    >>> has_slot(Traits(), "severe"), has_slot(Traits(), "mild_physical")
    (True, False)
    """
    if traits.mook:
        return False
    if slot == "mild_physical":
        return two_tracks(traits) and traits.physical >= EXTRA_SLOT_SKILL
    if slot == "mild_mental":
        return two_tracks(traits) and traits.mental >= EXTRA_SLOT_SKILL
    return True


def slots_against(traits: Traits, track: Track) -> tuple[Slot, ...]:
    """The slots that may serve against a hit on `track`.

    >>> slots_against(Traits(dial="core", mental=6), "physical")
    ('mild', 'moderate', 'severe')
    """
    return tuple([slot for slot in SLOTS if serves(traits, slot, track)])


def serves(traits: Traits, slot: Slot, track: Track) -> bool:
    """Whether a slot may serve against a hit on `track`: an extra one only on its own (F10).

    >>> traits = Traits(dial="core", mental=6)
    >>> [serves(traits, "mild_mental", track) for track in ("physical", "mental")]
    [False, True]
    """
    other = "mild_mental" if track == "physical" else "mild_physical"
    return slot != other and has_slot(traits, slot)


def boxes_against(traits: Traits, condition: Condition, track: Track) -> Boxes:
    """The boxes that may serve against a hit on `track`; a single track serves against all.

    >>> boxes_against(Traits(), Condition(stress=(True, False, False)), "mental")
    (True, False, False)
    """
    if track == "mental" and condition.mental is not UNSET and two_tracks(traits):
        return condition.mental
    return condition.stress


def written(consequences: Consequences) -> list[tuple[Slot, Consequence]]:
    """The filled slots, from mild to severe.

    >>> written(Consequences(severe=Consequence("Broken leg")))[0][0]
    'severe'
    """
    if consequences == NOTHING_WRITTEN:
        return []
    found: list[tuple[Slot, Consequence]] = []
    for slot in SLOTS:
        filled: Consequence | None = getattr(consequences, slot) or None
        if filled:
            found.append((slot, filled))
    return found


def check(traits: Traits, given: Given) -> None:
    """Raises `invalid_request` for boxes of another number, marks without a slot, blank aspects.

    >>> check(Traits(boxes=2), Given(stress=(False, False, False)))
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('invalid_request', {'reason': 'stress_length', ...})
    """
    _check_boxes("stress", given.stress, traits.boxes)
    _check_boxes("mental", given.mental, traits.mental_boxes if two_tracks(traits) else 0)
    if standing(traits, given) < 0 or (traits.members == 1 and given.fallen):
        raise Refused(
            "invalid_request", reason="too_many_fallen", fallen=given.fallen, members=traits.members
        )
    for slot, consequence in written(given.consequences):
        if not has_slot(traits, slot):
            raise Refused("invalid_request", reason="slot_missing", slot=slot)
        if is_blank(consequence.aspect):
            raise Refused("invalid_request", reason="aspect_blank", slot=slot)


def _check_boxes(key: str, boxes: Boxes | UnsetType, needed: int) -> None:
    if boxes is not UNSET and len(boxes) != needed:
        raise Refused(
            "invalid_request", reason="stress_length", key=key, boxes=len(boxes), needed=needed
        )


def is_blank(aspect: str) -> bool:
    """Whether an aspect says nothing (F6).

    >>> is_blank(" "), is_blank("Sprained ankle")
    (True, False)
    """
    return not aspect or aspect.isspace()


def fit(traits: Traits, given: Given) -> Condition:
    """The condition with every key: missing boxes are free, missing fate points the refresh.

    Free boxes, slots and members come and go with the traits; raises `mark_would_be_lost` where
    a marked box, a written slot or one who fell had to go.

    >>> fit(Traits(boxes=4, refresh=2), Given(stress=(False, True, False))).stress
    (False, True, False, False)
    >>> fit(Traits(boxes=1), Given(stress=(False, True, False)))
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('mark_would_be_lost', {'reason': 'box_would_be_lost', ...})
    """
    if two_tracks(traits):
        mental: Boxes | UnsetType = _fit_boxes("mental", given.mental, traits.mental_boxes)
    else:
        _fit_boxes("mental", given.mental, 0)
        mental = UNSET
    return Condition(
        _fit_boxes("stress", given.stress, traits.boxes),
        _fit_slots(traits, given.consequences),
        traits.refresh if given.fate_points is UNSET else given.fate_points,
        given.session,
        given.out,
        mental,
        _fit_fallen(traits, given),
    )


def _fit_boxes(key: str, boxes: Boxes | UnsetType, needed: int) -> Boxes:
    if boxes is UNSET:
        return (False,) * needed
    if any(boxes[needed:]):
        box = boxes.index(True, needed) + 1
        raise Refused("mark_would_be_lost", reason="box_would_be_lost", key=key, box=box)
    return (*boxes[:needed], *(False,) * (needed - len(boxes)))


def _fit_fallen(traits: Traits, given: Given) -> int | UnsetType:
    fallen = given.fallen or 0
    if fallen > (traits.members if traits.members > 1 else 0):
        raise Refused("mark_would_be_lost", reason="fallen_would_be_lost", fallen=fallen)
    return UNSET if traits.members == 1 else fallen


def _fit_slots(traits: Traits, consequences: Consequences) -> Consequences:
    for slot, consequence in written(consequences):
        if not has_slot(traits, slot):
            aspect = consequence.aspect
            raise Refused(
                "mark_would_be_lost", reason="slot_would_be_lost", slot=slot, aspect=aspect
            )
    return replace(
        consequences,
        mild_physical=_fit_slot(traits, "mild_physical", consequences.mild_physical),
        mild_mental=_fit_slot(traits, "mild_mental", consequences.mild_mental),
    )


def _fit_slot(
    traits: Traits, slot: Slot, consequence: Consequence | UnsetType | None
) -> Consequence | UnsetType | None:
    if not has_slot(traits, slot):
        return UNSET
    return None if consequence is UNSET else consequence
