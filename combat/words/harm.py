"""`harm` in words."""

from functools import singledispatch
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from combat.rules.dice import FUDGE_KEPT
from combat.rules.harm import (
    BLOODIED_BOXES,
    DEFEATED,
    AbilityThrow,
    BonusGained,
    Compared,
    Condition,
    ConflictEnded,
    Escalated,
    GaveUp,
    Harmed,
    Healed,
    Plan,
    Refreshed,
    Regained,
    Rolled,
    RoundEnded,
    ShakenOut,
    Spent,
    plan_roll,
)
from combat.rules.ruleset import Refused
from combat.words import rolls
from combat.words.line import Line, Words

LEVELS: dict[str, Words] = {
    "scratched": gettext_lazy("scratched"),
    "bloodied": gettext_lazy("bloodied"),
    "broken": gettext_lazy("broken"),
    "defeated": gettext_lazy("defeated"),
}
POOLS: dict[str, Words] = {
    "vigor": gettext_lazy("Vigor"),
    "instinct": gettext_lazy("Instinct"),
    "reason": gettext_lazy("Reason"),
}
POOL_LETTERS: dict[str, Words] = {
    "vigor": pgettext_lazy("letter of the pool Vigor", "V"),
    "instinct": pgettext_lazy("letter of the pool Instinct", "I"),
    "reason": pgettext_lazy("letter of the pool Reason", "R"),
}
# Languages with cases need the same name in other forms.
IN_POOL: dict[str, Words] = {
    "vigor": pgettext_lazy("bloodied in …", "Vigor"),
    "instinct": pgettext_lazy("bloodied in …", "Instinct"),
    "reason": pgettext_lazy("bloodied in …", "Reason"),
}
OF_POOL: dict[str, Words] = {
    "vigor": pgettext_lazy("actions of …", "Vigor"),
    "instinct": pgettext_lazy("actions of …", "Instinct"),
    "reason": pgettext_lazy("actions of …", "Reason"),
}
EXCHANGES: dict[str, Words] = {
    "opposed": gettext_lazy("opposed"),
    "parallel": gettext_lazy("parallel"),
    "defensive": gettext_lazy("defensive"),
}
OUT: dict[str, Words] = {
    "defeated": gettext_lazy("defeated: the opponent's intent happens"),
    "gave_up": gettext_lazy("gave up: the opponent's intent happens"),
}


@singledispatch
def line(effect: Any) -> Line:
    """What an effect did to a character, and why."""
    raise TypeError(effect)


@line.register
def _harmed(effect: Harmed) -> Line:
    said = _("harm %(amount)d") % {"amount": effect.amount}
    return Line(said, " ".join([_why(effect), *_what_comes(effect)]))


def _why(effect: Harmed) -> str:
    if effect.level is None:
        return _("No harm done.")
    facts = {
        "box": effect.harm,
        "level": LEVELS[effect.level],
        "pool": IN_POOL[effect.source],
        "taken": get_text_list([str(box) for box in effect.taken], pgettext("1, 2 and 3", "and")),
    }
    if effect.amount >= DEFEATED:
        return _("7 or more: the opponent's intent happens. No box is ticked.")
    if effect.harm >= DEFEATED:
        return (
            ngettext(
                "Box %(taken)s was taken and nothing above is free: the opponent's intent happens.",
                "Boxes %(taken)s were taken and nothing above is free: "
                "the opponent's intent happens.",
                len(effect.taken),
            )
            % facts
        )
    if not effect.taken:
        return _("Box %(box)d was free: %(level)s in %(pool)s.") % facts
    return (
        ngettext(
            "Box %(taken)s was taken, so box %(box)d, %(level)s in %(pool)s.",
            "Boxes %(taken)s were taken, so box %(box)d, %(level)s in %(pool)s.",
            len(effect.taken),
        )
        % facts
    )


def _what_comes(effect: Harmed) -> list[str]:
    if effect.level == "scratched":
        return [_("1 penalty die on any action next round.")]
    if effect.harm in BLOODIED_BOXES:
        return [
            _("From next round 1 penalty die on %(pool)s actions, until healed.")
            % {"pool": OF_POOL[effect.source]}
        ]
    if effect.level == "broken":
        return [_("From next round every action costs a point and has 1 more penalty die.")]
    return []


@line.register
def _healed(effect: Healed) -> Line:
    said = _("box %(box)d healed") % {"box": effect.box}
    why = ngettext(
        "%(points)d point of %(pool)s paid.", "%(points)d points of %(pool)s paid.", effect.points
    )
    return Line(said, why % {"points": effect.points, "pool": OF_POOL[effect.source]})


@line.register
def _gave_up(effect: GaveUp) -> Line:
    return Line(_("gave up"), _("The opponent's intent happens."))


@line.register
def _shaken_out(effect: ShakenOut) -> Line:
    if not effect.slides:
        return Line(_("shake-out"), _("Nothing to slide down."))
    slides = ", ".join(f"{slide.box} → {slide.to}" for slide in effect.slides)
    return Line(_("shake-out"), _("Ticks slid down: %(slides)s.") % {"slides": slides})


@line.register
def _round_ended(effect: RoundEnded) -> Line:
    counting = ngettext(
        "%(dice)d penalty die counts on any action.",
        "%(dice)d penalty dice count on any action.",
        effect.scratch_dice,
    ) % {"dice": effect.scratch_dice}
    expired = ngettext(
        "%(dice)d penalty die is gone.", "%(dice)d penalty dice are gone.", effect.expired_dice
    ) % {"dice": effect.expired_dice}
    told = [counting] * bool(effect.scratch_dice) + [expired] * bool(effect.expired_dice)
    began = [box for box in effect.began if box in BLOODIED_BOXES or box == DEFEATED - 1]
    if began:
        told.append(
            ngettext("Box %(boxes)s counts now.", "Boxes %(boxes)s count now.", len(began))
            % {"boxes": get_text_list([str(box) for box in began], pgettext("1, 2 and 3", "and"))}
        )
    return Line(_("next round"), " ".join(told))


@line.register
def _conflict_ended(effect: ConflictEnded) -> Line:
    expired = ngettext(
        "%(dice)d penalty die is gone.", "%(dice)d penalty dice are gone.", effect.expired_dice
    ) % {"dice": effect.expired_dice}
    told = [expired] * bool(effect.expired_dice)
    if effect.expired_bonus_dice:
        gone = ngettext(
            "%(dice)d bonus die is gone.",
            "%(dice)d bonus dice are gone.",
            effect.expired_bonus_dice,
        )
        told.append(gone % {"dice": effect.expired_bonus_dice})
    if effect.out:
        told.append(_("Back in play."))
    return Line(_("end of the conflict"), " ".join(told))


@line.register
def _compared(effect: Compared) -> Line:
    said = _("%(kind)s exchange, %(a)d : %(b)d") % {
        "kind": EXCHANGES[effect.kind],
        "a": effect.levels.a,
        "b": effect.levels.b,
    }
    if effect.bonus_dice.b:
        return Line(said, _("The defence was better: nobody is hurt."))
    if not (effect.harm.a or effect.harm.b):
        return Line(said, _("Nobody is hurt."))
    harm = _("Harm %(a)d : %(b)d.") % {"a": effect.harm.a, "b": effect.harm.b}
    return Line(said, harm)


@line.register
def _escalated(effect: Escalated) -> Line:
    return Line(_("escalation"), bonus_waits(effect.bonus_dice) + ".")


@line.register
def _bonus_gained(effect: BonusGained) -> Line:
    why = ""
    if effect.waiting > effect.dice:
        why = _("%(dice)d wait by now.") % {"dice": effect.waiting}
    return Line(bonus_waits(effect.dice), why)


def bonus_waits(dice: int) -> str:
    """Bonus dice that wait, in words."""
    return ngettext(
        "%(dice)d bonus die on the next roll", "%(dice)d bonus dice on the next roll", dice
    ) % {"dice": dice}


@line.register
def _rolled(effect: Rolled) -> Line:
    facts = {"pool": POOLS[effect.source], "total": rolls.number(effect.total)}
    said = _("%(pool)s roll: %(total)s") % facts
    told = [
        rolls.ability(effect.ability),
        *rolls.cancelling(effect.bonus, effect.penalty, FUDGE_KEPT),
        _paid(effect.points, effect.source),
    ]
    dice = rolls.fudge_dice(effect.faces, effect.counted, effect.total)
    return Line(said, rolls.sentence(told), dice=dice)


def _paid(points: int, pool: str) -> str:
    if not points:
        return ""
    paid = ngettext("%(points)d point of %(pool)s", "%(points)d points of %(pool)s", points)
    return paid % {"points": points, "pool": OF_POOL[pool]}


def plan(condition: Condition, throw: Any) -> str:
    """How many dice a roll would throw, and why; nothing where its form says it all."""
    if not isinstance(throw, AbilityThrow):
        return ""
    try:
        return _planned(plan_roll(condition, throw.source, throw.bought))
    except Refused as refused:
        return refusal(refused)


def _planned(planned: Plan) -> str:
    thrown = ngettext("%(dice)d die", "%(dice)d dice", planned.dice) % {"dice": planned.dice}
    price = _paid(planned.points, planned.checked.source)
    told = [
        thrown,
        *rolls.cancelling(planned.bonus, planned.penalty, FUDGE_KEPT),
        _("costs %(price)s") % {"price": price} if price else "",
    ]
    return rolls.sentence(told)


@line.register
def _spent(effect: Spent) -> Line:
    return Line(_("%(paid)s spent") % {"paid": _paid(effect.points, effect.pool)}, _left(effect))


@line.register
def _regained(effect: Regained) -> Line:
    said = _("%(paid)s regained") % {"paid": _paid(effect.points, effect.pool)}
    return Line(said, _left(effect))


def _left(effect: Spent | Regained) -> str:
    left = ngettext("%(left)d is left.", "%(left)d are left.", effect.left)
    return left % {"left": effect.left}


@line.register
def _refreshed(effect: Refreshed) -> Line:
    gains = ", ".join(_paid(gain.points, gain.pool) for gain in effect.gains)
    return Line(_("pools refreshed"), f"+ {gains}." if gains else _("They were full."))


def refusal(refused: Refused) -> str:
    """Why the rules said no."""
    facts = dict(refused.facts)
    if "pool" in facts:
        facts["pool"] = POOLS[facts["pool"]]
    if refused.code == "box_not_marked":
        return _("Box %(box)d is not ticked.") % facts
    if refused.code == "action_impossible":
        return _("Broken, and no point of %(pool)s is left: no such action is possible.") % facts
    if refused.code == "pool_full":
        return _("%(pool)s has %(points)d of %(start)d points already.") % facts
    if refused.facts.get("reason") == "pool_short":
        return (
            ngettext(
                "This costs %(price)d of %(pool)s, and %(points)d point is left.",
                "This costs %(price)d of %(pool)s, and %(points)d points are left.",
                facts["points"],
            )
            % facts
        )
    if refused.code == "not_enough_points":
        return (
            ngettext(
                "Healing box %(box)d costs %(price)d of %(pool)s, and %(points)d point is left.",
                "Healing box %(box)d costs %(price)d of %(pool)s, and %(points)d points are left.",
                facts["points"],
            )
            % facts
        )
    return rolls.refusal(refused)
