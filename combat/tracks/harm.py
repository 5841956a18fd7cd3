"""Six boxes, their bands and the dice that wait, ready to be drawn: in the words of a reader, for
a track is drawn several times."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from combat.rules.harm import Condition, Traits, level_of, standing, waiting_dice
from combat.words.harm import LEVELS, OF_POOL, OUT, POOL_LETTERS, POOLS, bonus_waits
from combat.words.line import Words
from sheets.queries import HitOn

_UNKNOWN = Traits()
# The bands under the six boxes and the 7+ that falls off the edge.
BANDS = ("scratched", "bloodied", "broken", "defeated")


@dataclass(frozen=True, slots=True)
class Box:
    """One box; `state` is what CSS calls it: new (just marked), g (a ghost: only previewed), or
    nothing."""

    number: int
    letter: str
    state: str
    label: str


@dataclass(frozen=True, slots=True)
class Band:
    code: str
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Penalty or bonus dice in words, and how long they hold."""

    text: SafeString | str
    until: str
    icon: str
    is_bonus: bool = False


@dataclass(frozen=True, slots=True)
class PoolLeft:
    """A pool, the points left in it and those it started with."""

    code: str
    name: str
    points: int
    start: int


@dataclass(frozen=True, slots=True)
class Track:
    boxes: list[Box]
    bands: list[Band]
    label: str
    level: str
    out: str
    waiting: list[Waiting]
    is_hit: bool
    pools: list[PoolLeft]
    legend: list[tuple[str, str]]


def track(
    condition: Any, previous: Any = None, ghost: Any = None, traits: Traits = _UNKNOWN
) -> Track:
    """How a condition looks: what differs from `previous` is new, what a preview adds is ghost."""
    now = ghost or condition
    level = "defeated" if now.out == "defeated" else standing(now)
    was = standing(condition)
    boxes = [_box(n, condition, previous, ghost) for n in range(1, len(condition.boxes) + 1)]
    return Track(
        boxes=boxes,
        bands=[_band(code, was, level, is_preview=ghost is not None) for code in BANDS],
        label=_label(boxes, now),
        level=str(LEVELS[was]) if was else "",
        out=str(OUT[condition.out]) if condition.out else "",
        waiting=_waiting(condition),
        is_hit=previous is not None,
        pools=[_left(pool, condition, traits) for pool in POOLS],
        legend=[(str(POOL_LETTERS[pool]), str(POOLS[pool])) for pool in POOLS],
    )


def _left(pool: str, condition: Condition, traits: Traits) -> PoolLeft:
    points, start = getattr(condition.pools, pool), getattr(traits.pools, pool)
    return PoolLeft(pool, str(POOLS[pool]), points, start)


def _box(number: int, condition: Condition, previous: Condition, ghost: Condition) -> Box:
    source = condition.boxes[number - 1]
    state = ""
    if ghost and source is None and ghost.boxes[number - 1] is not None:
        source, state = ghost.boxes[number - 1], "g"
    elif previous and source and previous.boxes[number - 1] is None:
        state = "new"
    facts = {"box": number, "level": LEVELS[level_of(number) or ""]}
    if source is None:
        label = _("Harm %(box)d, %(level)s, free") % facts
    elif state == "g":
        label = _("Harm %(box)d, %(level)s, preview") % facts
    else:
        label = _("Harm %(box)d, %(level)s, taken by %(pool)s") % {**facts, "pool": POOLS[source]}
    return Box(number, str(POOL_LETTERS[source]) if source else "", state, label)


def _band(code: str, was: str | None, level: str | None, *, is_preview: bool) -> Band:
    name = _("intent") if code == "defeated" else str(LEVELS[code])
    if code == was:
        return Band(code, name, "is")
    return Band(code, name, "gh" if is_preview and code == level else "")


def _label(boxes: list[Box], now: Condition) -> str:
    ticked = [
        _("%(box)d %(letter)s (preview)") % {"box": b.number, "letter": b.letter}
        if b.state == "g"
        else f"{b.number} {b.letter}"
        for b in boxes
        if b.letter
    ]
    level = standing(now)
    facts = {"boxes": ", ".join(ticked), "level": LEVELS[level] if level else ""}
    return _("Harm: %(boxes)s; %(level)s") % facts if ticked else _("Harm: none")


def _waiting(condition: Condition) -> list[Waiting]:
    dice = waiting_dice(condition)
    this_round, next_round = _("this round"), _("next round")
    until_healed, from_next = _("until healed"), _("from next round")
    lines = []
    if condition.bonus_dice:
        text = bonus_waits(condition.bonus_dice)
        lines.append(Waiting(text, _("until used"), "dice", is_bonus=True))
    for count, until in ((dice.any_now, this_round), (dice.any_next, next_round)):
        if count:
            lines.append(Waiting(_any_dice(count), until, "sand"))
    for pools, until in ((dice.pools_now, until_healed), (dice.pools_next, from_next)):
        lines += [Waiting(_pool_die(pool), until, "heal") for pool in pools]
    for is_broken, until in ((dice.broken_now, until_healed), (dice.broken_next, from_next)):
        if is_broken:
            lines.append(Waiting(_broken(), until, "heal"))
    return lines


# The sentences below hold numbers and our own words only, so their markup is safe.


def _any_dice(count: int) -> SafeString:
    text = ngettext(
        "%(count)d penalty die on <b>any</b> action",
        "%(count)d penalty dice on <b>any</b> action",
        count,
    )
    return mark_safe(text % {"count": count})  # noqa: S308


def _pool_die(pool: str) -> SafeString:
    return mark_safe(_("1 penalty die on <b>%(pool)s</b> actions") % {"pool": OF_POOL[pool]})  # noqa: S308


def _broken() -> SafeString:
    return mark_safe(_("<b>Broken:</b> every action costs a point and has 1 penalty die"))  # noqa: S308


@dataclass(frozen=True, slots=True)
class Wound:
    """A ticked box and the hit that ticked it, as far as the log remembers."""

    number: int
    pool: Words
    level: Words
    note: str
    when: datetime | None


def bearing(condition: Condition, hits: Iterable[HitOn]) -> list[Wound]:
    """The ticked boxes, worst first, each with its newest hit."""
    ticked = {number: source for number, source in enumerate(condition.boxes, 1) if source}
    made = _makers(set(ticked), hits)
    wounds = []
    for number, source in reversed(ticked.items()):
        hit = made.get(number)
        note, when = (hit.note, hit.when) if hit else ("", None)
        level = LEVELS[level_of(number) or ""]
        wounds.append(Wound(number, POOLS[source], level, note, when))
    return wounds


def _makers(boxes: set[int], hits: Iterable[HitOn]) -> dict[int, HitOn]:
    """The newest hit on each of these boxes; no hit is looked at that is not needed."""
    made: dict[int, HitOn] = {}
    for hit in hits if boxes else ():
        if hit.effect["type"] == "harmed" and hit.effect["harm"] in boxes:
            made.setdefault(hit.effect["harm"], hit)
            if len(made) == len(boxes):
                break
    return made
