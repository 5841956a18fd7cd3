"""Hits, rounds and healing on the one track of six boxes."""

from msgspec import UNSET
from msgspec.structs import replace

from combat.rules.harm.actions import Harm
from combat.rules.harm.effects import (
    ConflictEnded,
    GaveUp,
    Harmed,
    Healed,
    RoundEnded,
    ShakenOut,
    Slide,
)
from combat.rules.harm.shapes import (
    BLOODIED_BOXES,
    BROKEN_BOX,
    DEFEATED,
    FREE,
    Boxes,
    Condition,
    Given,
    Level,
    Pool,
    Pools,
    Traits,
)
from combat.rules.ruleset import Outcome, Refused, raised


def hurt(condition: Condition, hit: Harm) -> Outcome[Condition, Harmed]:
    """Tick the box of a hit, or the next free one above it; none free, or 7 and more: defeated.

    The box really ticked is the harm and decides the level (lines 10–23, U2). Being defeated
    ticks nothing (U7, U8); 0 is no hit. A scratch waits as a penalty die for the next round.

    >>> lucia = Condition(boxes=(None, None, "instinct", None, None, None))
    >>> outcome = hurt(lucia, Harm(amount=3, source="instinct"))
    >>> outcome.condition.boxes
    (None, None, 'instinct', 'instinct', None, None)
    >>> outcome.effect
    Harmed(harm=4, level='bloodied', amount=3, source='instinct', taken=(3,))
    """
    amount, source = hit.amount, hit.source
    if amount == 0:
        return Outcome(condition, Harmed(0, None, 0, source, ()))
    harm = find_box(condition.boxes, amount)
    effect = Harmed(harm, level_of(harm), amount, source, tuple(range(amount, min(harm, DEFEATED))))
    if harm >= DEFEATED:
        return Outcome(replace(condition, out="defeated"), effect)
    return Outcome(_tick(condition, harm, source), effect)


def find_box(boxes: Boxes, amount: int) -> int:
    """The box that a hit of `amount` (1 or more) ticks; 7 or more when it finds none (U8).

    >>> find_box((None, None, None, None, "vigor", None), 5)
    6
    >>> find_box((None, None, None, None, None, "vigor"), 6), find_box(FREE, 9)
    (7, 9)
    """
    for box in range(amount, DEFEATED):
        if boxes[box - 1] is None:
            return box
    return max(DEFEATED, amount)


def level_of(harm: int) -> Level | None:
    """The level of a box or a harm: 1–3, 4–5, 6, 7 and more (lines 8, 12, 23, 24); 0: none.

    >>> [level_of(harm) for harm in (0, 3, 4, 6, 7)]
    [None, 'scratched', 'bloodied', 'broken', 'defeated']
    """
    if harm >= DEFEATED:
        return "defeated"
    if harm == BROKEN_BOX:
        return "broken"
    if harm in BLOODIED_BOXES:
        return "bloodied"
    return "scratched" if harm else None


def _tick(condition: Condition, box: int, source: Pool) -> Condition:
    boxes, waiting = condition.boxes, condition.scratch_dice_next
    if level_of(box) == "scratched":
        waiting = raised("scratch_dice_next", waiting, 1)
    return Condition(
        (*boxes[: box - 1], source, *boxes[box:]),
        tuple(sorted((*condition.fresh, box))),
        condition.scratch_dice,
        waiting,
        condition.pools,
        condition.out,
        condition.bonus_dice,
    )


def end_round(condition: Condition) -> Outcome[Condition, RoundEnded]:
    """Scratches of this round become dice of the next, those of the last are gone (line 26, U1).

    Bonus dice wait on until they are used.

    >>> outcome = end_round(Condition(scratch_dice=1, scratch_dice_next=2))
    >>> outcome.condition.scratch_dice, outcome.condition.scratch_dice_next
    (2, 0)
    >>> outcome.effect
    RoundEnded(scratch_dice=2, expired_dice=1, began=())
    """
    counting = condition.scratch_dice_next
    return Outcome(
        replace(condition, fresh=(), scratch_dice=counting, scratch_dice_next=0),
        RoundEnded(counting, condition.scratch_dice, condition.fresh),
    )


def end_conflict(condition: Condition) -> Outcome[Condition, ConflictEnded]:
    """Nothing waits any more and nobody is out; ticks stay. An action of the product's own.

    >>> ended = end_conflict(Condition(scratch_dice_next=1, out="defeated"))
    >>> ended.condition == Condition()
    True
    >>> ended.effect
    ConflictEnded(out='defeated', expired_dice=1, expired_bonus_dice=0)
    """
    expired = condition.scratch_dice + condition.scratch_dice_next
    return Outcome(
        Condition(boxes=condition.boxes, pools=condition.pools),
        ConflictEnded(condition.out, expired, condition.bonus_dice or 0),
    )


def give_up(condition: Condition) -> Outcome[Condition, GaveUp]:
    """The opponent's intent happens, at any time before the hit lands (line 33); ticks stay.

    >>> give_up(Condition(scratch_dice=1)).condition.out
    'gave_up'
    """
    return Outcome(replace(condition, out="gave_up"), GaveUp(condition.out))


def shake_out(condition: Condition) -> Outcome[Condition, ShakenOut]:
    """Ticks slide down to the lowest boxes and keep their order (U17); dice stay.

    >>> outcome = shake_out(Condition(boxes=(None, "vigor", None, None, None, "reason")))
    >>> outcome.condition.boxes
    ('vigor', 'reason', None, None, None, None)
    >>> outcome.effect
    ShakenOut(slides=(Slide(box=2, to=1), Slide(box=6, to=2)))
    """
    ticked = [box for box, tick in enumerate(condition.boxes, 1) if tick]
    ticks = tuple(condition.boxes[box - 1] for box in ticked)
    boxes: Boxes = (*ticks, *FREE[len(ticks) :])
    slides = tuple(Slide(box, to) for to, box in enumerate(ticked, 1) if box != to)
    return Outcome(replace(condition, boxes=boxes, fresh=()), ShakenOut(slides))


def heal(condition: Condition, box: int) -> Outcome[Condition, Healed]:
    """Erase `box` (1–6) for as many points of the pool written in it (line 33, U18).

    Raises `box_not_marked`, then `not_enough_points`.

    >>> hurt_once = Condition(boxes=(None, "reason", *FREE[2:]), pools=Pools(reason=3))
    >>> heal(hurt_once, 2).condition == Condition(pools=Pools(reason=1))
    True
    """
    source = condition.boxes[box - 1]
    if source is None:
        raise Refused("box_not_marked", box=box)
    points: int = getattr(condition.pools, source)
    if points < box:
        raise Refused("not_enough_points", box=box, pool=source, points=points, price=box)
    boxes = (*condition.boxes[: box - 1], None, *condition.boxes[box:])
    healed = replace(
        condition,
        boxes=boxes,
        fresh=tuple(fresh for fresh in condition.fresh if fresh != box),
        pools=replace(condition.pools, **{source: points - box}),
    )
    return Outcome(healed, Healed(box, source, box))


def check(traits: Traits, given: Given) -> None:
    """Raises `invalid_request` for `fresh` boxes that are out of order or not ticked.

    >>> check(Traits(), Given(fresh=(3,)))
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('invalid_request', {'reason': 'fresh_not_ticked', 'box': 3})
    """
    before = 0
    for box in given.fresh:
        if box <= before:
            raise Refused("invalid_request", reason="fresh_not_ascending", box=box)
        if given.boxes[box - 1] is None:
            raise Refused("invalid_request", reason="fresh_not_ticked", box=box)
        before = box


def fit(traits: Traits, given: Given) -> Condition:
    """The condition with every key: pools that are not given have their starting points.

    >>> from combat.rules.harm import GivenPools, StartingPools
    >>> traits = Traits(pools=StartingPools(vigor=3, reason=2))
    >>> fit(traits, Given(pools=GivenPools(reason=1))).pools
    Pools(vigor=3, instinct=0, reason=1)
    """
    start, left = traits.pools, given.pools
    pools = Pools(
        start.vigor if left.vigor is UNSET else left.vigor,
        start.instinct if left.instinct is UNSET else left.instinct,
        start.reason if left.reason is UNSET else left.reason,
    )
    return Condition(
        boxes=given.boxes,
        fresh=given.fresh,
        scratch_dice=given.scratch_dice,
        scratch_dice_next=given.scratch_dice_next,
        pools=pools,
        out=given.out,
        bonus_dice=given.bonus_dice or UNSET,
    )
