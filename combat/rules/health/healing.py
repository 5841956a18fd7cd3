"""Healing by time, by Faith and by word of the GM; Faith itself; armour made whole."""

from msgspec.structs import replace

from combat.rules.health.effects import (
    ArmorRepaired,
    FaithGained,
    FaithSpent,
    FaithUsed,
    Healed,
    HealingTimed,
    Rested,
)
from combat.rules.health.shapes import (
    MARKS,
    Condition,
    GainFaith,
    Heal,
    HealingTime,
    Kind,
    LevelName,
    Rest,
    SpendFaith,
    Traits,
    Unit,
    UseFaith,
)
from combat.rules.health.track import levels_of, status_of, wound_penalty
from combat.rules.ruleset import Outcome, Refused, Value, raised


class Span(Value, frozen=True, gc=False):
    """A stretch of game time."""

    amount: int
    unit: Unit


HOURS: dict[Unit, int] = {"hour": 1, "day": 24, "week": 7 * 24, "month": 30 * 24}
"""The hours of each unit; a month is thirty days."""
_BASHING: dict[LevelName, Span] = {
    "bruised": Span(1, "hour"),
    "hurt": Span(1, "hour"),
    "injured": Span(1, "hour"),
    "wounded": Span(1, "hour"),
    "mauled": Span(3, "hour"),
    "crippled": Span(6, "hour"),
    "incapacitated": Span(12, "hour"),
}
_LETHAL: dict[LevelName, Span] = {
    "bruised": Span(1, "day"),
    "hurt": Span(3, "day"),
    "injured": Span(1, "week"),
    "wounded": Span(1, "month"),
    "mauled": Span(2, "month"),
    "crippled": Span(3, "month"),
    "incapacitated": Span(5, "month"),
}


def heal(traits: Traits, condition: Condition, action: Heal) -> Outcome[Condition, Healed]:
    """Take off so many marks of a kind; bashing first is the table's business.

    Raises `nothing_to_heal` for the dead, and when there are fewer marks of the kind.

    >>> healed = heal(Traits(), Condition("*XX/"), Heal("lethal", 2))
    >>> healed.condition.marks, healed.effect.wound_penalty
    ('*/', -1)
    """
    _refuse_dead(condition)
    _refuse_fewer(condition, action.kind, action.levels)
    after = _without(condition, action.kind, action.levels)
    return Outcome(
        after,
        Healed(
            status_of(traits, after),
            wound_penalty(traits, after),
            action.kind,
            action.levels,
            status_of(traits, condition),
        ),
    )


def _refuse_dead(condition: Condition) -> None:
    if condition.dead:
        raise Refused("nothing_to_heal", reason="nothing_heals_the_dead", marks=condition.marks)


def _refuse_fewer(condition: Condition, kind: Kind, levels: int) -> None:
    marked = condition.marks.count(MARKS[kind])
    if marked < levels:
        raise Refused("nothing_to_heal", kind=kind, levels=levels, marked=marked)


def _without(condition: Condition, kind: Kind, levels: int) -> Condition:
    marks = condition.marks.replace(MARKS[kind], "", levels)
    return Condition(marks, condition.dead, condition.armor_destroyed, condition.faith)


def spend_faith(
    traits: Traits, condition: Condition, action: SpendFaith
) -> Outcome[Condition, FaithSpent]:
    """One point of Faith heals all bashing or one lethal level, never aggravated (D12).

    Whoever has points may spend them. Raises, in this order: `nothing_to_heal` (dead),
    `not_healable_by_faith`, `no_faith`, `nothing_to_heal` (no such level).

    >>> spent = spend_faith(Traits(), Condition("X///", faith=2), SpendFaith("bashing"))
    >>> spent.condition.marks, spent.condition.faith, spent.effect.levels
    ('X', 1, 3)
    """
    kind = action.heal
    _refuse_dead(condition)
    if kind == "aggravated":
        raise Refused("not_healable_by_faith", kind=kind)
    _refuse_without_faith(condition, 1)
    _refuse_fewer(condition, kind, 1)
    levels = condition.marks.count(MARKS[kind]) if kind == "bashing" else 1
    after = replace(_without(condition, kind, levels), faith=condition.faith - 1)
    return Outcome(
        after,
        FaithSpent(
            status_of(traits, after),
            wound_penalty(traits, after),
            kind,
            levels,
            status_of(traits, condition),
            after.faith,
        ),
    )


def _refuse_without_faith(condition: Condition, points: int) -> None:
    if condition.faith < points:
        raise Refused("no_faith", points=points, faith=condition.faith)


def time_healing(action: HealingTime) -> HealingTimed:
    """How long a level of a kind takes, in a phrase for scripts and as a number of units.

    >>> time_healing(HealingTime("lethal", "hurt")).time
    '3 days'
    """
    span = healing_time(action.kind, action.level)
    plural = "" if span.amount == 1 else "s"
    return HealingTimed(
        f"{span.amount} {span.unit}{plural}", action.kind, action.level, span.amount, span.unit
    )


def healing_time(kind: Kind, level: LevelName) -> Span:
    """How long a level takes to heal; aggravated takes as long as lethal (D13).

    >>> healing_time("bashing", "mauled"), healing_time("aggravated", "wounded")
    (Span(amount=3, unit='hour'), Span(amount=1, unit='month'))
    """
    return _BASHING[level] if kind == "bashing" else _LETHAL[level]


class Healing(Value, frozen=True, gc=False):
    """The level that heals next, and how long it takes."""

    kind: Kind
    level: LevelName
    time: Span


def next_healing(traits: Traits, condition: Condition) -> Healing | None:
    """What time heals next: the lowest filled level, so bashing first. None: nothing.

    >>> next_healing(Traits(), Condition("X/"))
    Healing(kind='bashing', level='hurt', time=Span(amount=1, unit='hour'))
    >>> next_healing(Traits(), Condition("XXXXXXX", dead=True))
    """
    marks = condition.marks
    if condition.dead or not marks:
        return None
    level = levels_of(traits)[len(marks) - 1].name
    kind = next(kind for kind, mark in MARKS.items() if mark == marks[-1])
    return Healing(kind, level, healing_time(kind, level))


def rest(traits: Traits, condition: Condition, action: Rest) -> Outcome[Condition, Rested]:
    """Time heals level after level from the bottom, as far as it reaches.

    An action of the product's own. Hours that began a level and did not end it are lost; the
    dead stay as they are.

    >>> rested = rest(Traits(), Condition("X//"), Rest(2, "day"))
    >>> rested.condition.marks, rested.effect.bashing, rested.effect.lethal
    ('', 2, 1)
    >>> rested.effect.hours_left
    22
    """
    hours = left = action.amount * HOURS[action.unit]
    after = condition
    healed: dict[Kind, int] = dict.fromkeys(MARKS, 0)
    while coming := next_healing(traits, after):
        needed = coming.time.amount * HOURS[coming.time.unit]
        if needed > left:
            break
        left -= needed
        healed[coming.kind] += 1
        after = replace(after, marks=after.marks[:-1])
    effect = Rested(
        status=status_of(traits, after),
        wound_penalty=wound_penalty(traits, after),
        bashing=healed["bashing"],
        lethal=healed["lethal"],
        aggravated=healed["aggravated"],
        hours=hours,
        hours_left=left,
        was=status_of(traits, condition),
    )
    return Outcome(after, effect)


def repair_armor(condition: Condition) -> Outcome[Condition, ArmorRepaired]:
    """Destroyed armour counts again (D8). An action of the product's own.

    >>> repair_armor(Condition(armor_destroyed=True)).condition.armor_destroyed
    False
    """
    return Outcome(
        replace(condition, armor_destroyed=False), ArmorRepaired(condition.armor_destroyed)
    )


def gain_faith(condition: Condition, action: GainFaith) -> Outcome[Condition, FaithGained]:
    """Faith comes back, and may pass what the character began with. The product's own.

    >>> gain_faith(Condition(faith=2), GainFaith(3)).condition.faith
    5
    """
    faith = raised("faith", condition.faith, action.points)
    return Outcome(replace(condition, faith=faith), FaithGained(action.points, faith))


def use_faith(condition: Condition, action: UseFaith) -> Outcome[Condition, FaithUsed]:
    """Faith goes into something other than healing. The product's own; raises `no_faith`.

    >>> use_faith(Condition(faith=2), UseFaith(2)).condition.faith
    0
    """
    _refuse_without_faith(condition, action.points)
    faith = condition.faith - action.points
    return Outcome(replace(condition, faith=faith), FaithUsed(action.points, faith))
