"""Rolls in words, and their dice ready to be drawn."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from combat.rules.ruleset import Refused
from combat.rules.throws import DiceRolled
from combat.words.line import Dice, Die, Line, Words

_FUDGE_SIGNS = {-1: "−", 0: "", 1: "+"}
_FUDGE_NAMES: dict[int, Words] = {
    -1: gettext_lazy("minus"),
    0: gettext_lazy("blank"),
    1: gettext_lazy("plus"),
}


def line(effect: DiceRolled) -> Line:
    """What was thrown and what it came to."""
    if effect.dice == "fudge":
        dice = fudge_dice(effect.faces, effect.counted, effect.total)
        said = _("rolled %(total)s") % {"total": number(effect.total)}
        extra = cancelling(effect.bonus, effect.penalty, sum(effect.counted))
        told = [ability(effect.modifier), *extra]
        return Line(said, sentence(told), dice=dice)
    dice = _pool_dice(effect)
    if effect.difficulty is None:
        facts = {"thrown": _thrown(effect), "total": number(effect.total)}
        said = _("%(thrown)s: %(total)s") % facts
        return Line(said, sentence(_modifier(effect)), dice=dice)
    against = _("%(thrown)s against %(difficulty)d") % {
        "thrown": _thrown(effect),
        "difficulty": effect.difficulty,
    }
    ones = [_("ones cancel")] if effect.ones_cancel else []
    return Line(_successes(effect), sentence([against, *ones, *_modifier(effect)]), dice=dice)


def fudge_dice(faces: Sequence[int], counted: Sequence[bool], total: int) -> Dice:
    """Fudge dice; those that do not count are told apart."""
    dice, names = [], []
    for face, counts in zip(faces, counted, strict=True):
        dice.append(Die(_FUDGE_SIGNS[face], "" if counts else "off"))
        name = _FUDGE_NAMES[face]
        names.append(str(name) if counts else _("%(face)s, not counted") % {"face": name})
    return Dice("d6", tuple(dice), _label(names), number(total))


def number(value: int) -> str:
    """A number with a minus that reads as one."""
    return f"{'−' if value < 0 else ''}{abs(value)}"


def cancelling(bonus: int, penalty: int, count: int) -> list[str]:
    """The bonus and penalty dice of a roll, and which `count` of its dice count."""
    told = []
    if bonus:
        told.append(ngettext("%(dice)d bonus die", "%(dice)d bonus dice", bonus) % {"dice": bonus})
    if penalty:
        told.append(
            ngettext("%(dice)d penalty die", "%(dice)d penalty dice", penalty) % {"dice": penalty}
        )
    if bonus > penalty:
        best = ngettext("the best %(dice)d counts", "the best %(dice)d count", count)
        told.append(best % {"dice": count})
    elif penalty > bonus:
        worst = ngettext("the worst %(dice)d counts", "the worst %(dice)d count", count)
        told.append(worst % {"dice": count})
    return told


def sentence(parts: Sequence[str]) -> str:
    """Parts of an explanation as one sentence."""
    said = ", ".join(part for part in parts if part)
    return said[:1].upper() + said[1:] + "." if said else ""


def refusal(refused: Refused) -> str:
    """Why dice were not rolled."""
    if refused.code == "too_many_dice":
        return _("%(dice)d dice are too many: at most %(limit)d are rolled at once.") % (
            refused.facts
        )
    return _("The rules do not allow that.")


def _pool_dice(effect: DiceRolled) -> Dice:
    dice, names = [], []
    for face, counts in zip(effect.faces, effect.counted, strict=True):
        if effect.difficulty is not None and counts:
            dice.append(Die(str(face), "ok"))
            names.append(_("%(face)d, success") % {"face": face})
        elif effect.ones_cancel and face == 1:
            dice.append(Die(str(face), "one"))
            names.append(_("%(face)d, takes a success away") % {"face": face})
        else:
            dice.append(Die(str(face)))
            names.append(str(face))
    return Dice(effect.dice, tuple(dice), _label(names), number(effect.total))


def _label(names: Sequence[str]) -> str:
    return _("Dice: %(faces)s") % {"faces": "; ".join(names) or pgettext("dice", "none")}


def _thrown(effect: DiceRolled) -> str:
    facts = {"count": len(effect.faces), "sides": effect.dice.removeprefix("d")}
    return pgettext("5d10: five ten-sided dice", "%(count)dd%(sides)s") % facts


def _successes(effect: DiceRolled) -> str:
    if effect.botch and not effect.total:
        return _("botch")
    if not effect.total:
        return _("no success")
    return ngettext("%(count)d success", "%(count)d successes", effect.total) % {
        "count": effect.total
    }


def ability(level: int) -> str:
    """The level that is added to the dice, where there is one."""
    return _("ability %(level)s") % {"level": number(level)} if level else ""


def _modifier(effect: DiceRolled) -> list[str]:
    if not effect.modifier:
        return []
    sign = "+" if effect.modifier > 0 else ""
    return [_("%(modifier)s added") % {"modifier": sign + number(effect.modifier)}]
