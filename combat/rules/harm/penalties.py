"""What ticked boxes cost: penalty dice now and next round, points when broken."""

from combat.rules.harm.boxes import level_of
from combat.rules.harm.effects import Checked
from combat.rules.harm.shapes import BLOODIED_BOXES, BROKEN_BOX, POOLS, Condition, Level, Pool
from combat.rules.ruleset import Value


def price(condition: Condition, source: Pool) -> Checked:
    """The penalty dice and the points an action of the pool `source` costs now; spends nothing.

    Scratch dice of the round before count for any action (line 26, U1, U14), a bloodied pool
    is one die however many ticks (lines 27–30, U15), broken is one die and one point of the
    acting pool, without which nothing can be done (line 23, U5, U6). All add up. Ticks of this
    round do not count yet (U1).

    >>> price(Condition(boxes=(None, None, None, "vigor", "vigor", None)), "vigor").penalty_dice
    1
    >>> broken = Condition(boxes=(None, None, None, None, None, "vigor"))
    >>> checked = price(broken, "reason")
    >>> checked.penalty_dice, checked.pool_cost, checked.allowed
    (1, 1, False)
    """
    scratch = condition.scratch_dice
    bloodied = int(source in _bloodied(condition))
    broken = int(_bites(condition, BROKEN_BOX))
    return Checked(
        penalty_dice=scratch + bloodied + broken,
        pool_cost=broken,
        allowed=getattr(condition.pools, source) >= broken,
        source=source,
        scratch_dice=scratch,
        bloodied_dice=bloodied,
        broken_dice=broken,
    )


def _bloodied(condition: Condition) -> list[Pool | None]:
    return [condition.boxes[box - 1] for box in BLOODIED_BOXES if _bites(condition, box)]


def _bites(condition: Condition, box: int) -> bool:
    return condition.boxes[box - 1] is not None and box not in condition.fresh


class Waiting(Value, frozen=True, gc=False):
    """The penalty dice that count now, and what comes on top of the bites from next round on.

    Scratch dice (`any_…`) hold for one round, bloodied pools and broken until healed.
    """

    any_now: int
    any_next: int
    pools_now: tuple[Pool, ...]
    pools_next: tuple[Pool, ...]
    broken_now: bool
    broken_next: bool


def waiting_dice(condition: Condition) -> Waiting:
    """The dice that wait for this round and the next, ready to be put into words.

    >>> boxes = (None, None, None, "vigor", "reason", None)
    >>> waiting = waiting_dice(Condition(boxes=boxes, fresh=(5,), scratch_dice=1))
    >>> waiting.any_now, waiting.pools_now, waiting.pools_next
    (1, ('vigor',), ('reason',))
    """
    now = tuple(pool for pool in POOLS if pool in _bloodied(condition))
    ticked = [condition.boxes[box - 1] for box in BLOODIED_BOXES]
    return Waiting(
        any_now=condition.scratch_dice,
        any_next=condition.scratch_dice_next,
        pools_now=now,
        pools_next=tuple(pool for pool in POOLS if pool in ticked and pool not in now),
        broken_now=_bites(condition, BROKEN_BOX),
        broken_next=BROKEN_BOX in condition.fresh,
    )


def standing(condition: Condition) -> Level | None:
    """The worst level among the ticked boxes; being out is told by `condition.out`.

    >>> standing(Condition(boxes=("vigor", None, None, "vigor", None, None)))
    'bloodied'
    """
    ticked = [box for box, tick in enumerate(condition.boxes, 1) if tick]
    return level_of(max(ticked, default=0))
