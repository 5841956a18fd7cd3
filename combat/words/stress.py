"""`stress` in words. What people wrote stands in `why` alone: `said` is quoted by other lines."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from combat.rules.stress import (
    SLOT_WORTH,
    Absorbed,
    Attacked,
    Conceded,
    HitDeclared,
    HitWithdrawn,
    Invoked,
    InvokePassed,
    Refreshed,
    Regained,
    Renamed,
    ScenarioEnded,
    SceneEnded,
    SessionEnded,
    Spent,
    Stayed,
    Swept,
    TakenOut,
    Written,
)
from combat.words.line import Line, Words

SLOTS: dict[str, Words] = {
    "mild": gettext_lazy("Mild"),
    "mild_physical": gettext_lazy("Mild, physical"),
    "mild_mental": gettext_lazy("Mild, mental"),
    "moderate": gettext_lazy("Moderate"),
    "severe": gettext_lazy("Severe"),
}
# The same in the middle of a sum: "box 2 + mild".
IN_A_SUM: dict[str, Words] = {
    "mild": pgettext_lazy("box 2 + mild", "mild"),
    "mild_physical": pgettext_lazy("box 2 + mild", "mild (physical)"),
    "mild_mental": pgettext_lazy("box 2 + mild", "mild (mental)"),
    "moderate": pgettext_lazy("box 2 + mild", "moderate"),
    "severe": pgettext_lazy("box 2 + mild", "severe"),
}
UNTIL: dict[str, Words] = {
    "mild": gettext_lazy("goes at the end of the scene, with a rest"),
    "mild_physical": gettext_lazy("goes at the end of the scene, with a rest"),
    "mild_mental": gettext_lazy("goes at the end of the scene, with a rest"),
    "moderate": gettext_lazy("goes at the end of the next session"),
    "severe": gettext_lazy("goes at the end of the scenario"),
}
TRACKS: dict[str, Words] = {
    "physical": gettext_lazy("Physical"),
    "mental": gettext_lazy("Mental"),
}
OUT: dict[str, Words] = {
    "taken_out": gettext_lazy("taken out"),
    "conceded": gettext_lazy("conceded"),
}
_WHY_IT_STAYS: dict[str, Words] = {
    "no_rest": gettext_lazy("no rest"),
    "too_early": gettext_lazy("taken in this session"),
    "no_sense": gettext_lazy("it makes no sense yet"),
}


def hit_of(count: int) -> str:
    """A hit of so many shifts."""
    text = ngettext("hit of %(count)d shift", "hit of %(count)d shifts", count)
    return text % {"count": count}


def quoted(text: str) -> SafeString:
    """What somebody wrote, in the quotation marks of the language."""
    return format_html(pgettext("what somebody wrote", "“{text}”"), text=isolated(text))


def isolated(text: str) -> SafeString:
    """What somebody wrote, kept apart from the direction of the text around it."""
    return format_html("<bdi>{}</bdi>", text)


def boxes_in_a_sum(boxes: Sequence[int]) -> str:
    """The boxes that were picked, as they are named in a sum."""
    listed = get_text_list([str(box) for box in boxes], pgettext("1, 2 and 3", "and"))
    return ngettext("box %(boxes)s", "boxes %(boxes)s", len(boxes)) % {"boxes": listed}


def choice(boxes: Sequence[int], slots: Sequence[str]) -> str:
    """A choice against a hit: "box 2 + mild"."""
    return " + ".join(
        ([boxes_in_a_sum(boxes)] if boxes else []) + [str(IN_A_SUM[slot]) for slot in slots]
    )


@singledispatch
def line(effect: Any) -> Line:
    """What happened to one character, and why."""
    raise TypeError(effect)


# --- hits


@line.register
def _attacked(effect: Attacked) -> Line:
    return Line(_("no hit") if not effect.hit else hit_of(effect.shifts), boost(effect))


def boost(effect: Attacked) -> str:
    """What the difference of two rolls comes to besides the shifts."""
    if effect.reduced:
        return _("One shift less for a boost.")
    if effect.lead == 0:
        return _("A tie: a boost for the attacker.")
    if effect.boost == "defender":
        return _("Defended by three or more: a boost for the defender.")
    return "" if effect.hit else _("The defence held.")


@line.register
def _hit_declared(effect: HitDeclared) -> Line:
    told: list[str] = []
    if effect.by:
        told.append(format_html(_("From {who}."), who=isolated(effect.by)))
    if effect.attack is not None and effect.defence is not None:
        facts = {"attack": effect.attack, "defence": effect.defence}
        told.append(_("Attack %(attack)d, defence %(defence)d.") % facts)
    if effect.boost:
        told.append(_("One shift less for a boost."))
    told.append(_("Whoever is hit chooses how to absorb it."))
    return Line(hit_of(effect.shifts), _together(told))


@line.register
def _hit_withdrawn(effect: HitWithdrawn) -> Line:
    why = _("Whoever is out is hit no more.") if effect.moot else ""
    return Line(_("%(hit)s withdrawn") % {"hit": hit_of(effect.shifts)}, why)


@line.register
def _absorbed(effect: Absorbed) -> Line:
    said = ngettext("absorbed %(count)d shift", "absorbed %(count)d shifts", effect.shifts)
    told = [_sum(effect), *[_consequence(taken, effect.by) for taken in effect.taken]]
    return Line(said % {"count": effect.shifts}, _together(told))


def _sum(effect: Absorbed) -> str:
    """The worked sum: "Box 2 + mild 2 = 4."."""
    worth = [f"{IN_A_SUM[taken.slot]} {SLOT_WORTH[taken.slot]}" for taken in effect.taken]
    parts = ([boxes_in_a_sum(effect.boxes)] if effect.boxes else []) + worth
    facts = {"parts": _capital(" + ".join(parts)), "sum": effect.absorbed, "lost": effect.lost}
    if effect.lost:
        return _("%(parts)s = %(sum)d, %(lost)d lost.") % facts
    return _("%(parts)s = %(sum)d.") % facts


def _consequence(taken: Written, by: str | None) -> SafeString:
    if by:
        words = _("{aspect}: a free invoke for {who}.")
        return format_html(words, aspect=quoted(taken.aspect), who=isolated(by))
    return format_html(_("{aspect}: a free invoke."), aspect=quoted(taken.aspect))


@line.register
def _taken_out(effect: TakenOut) -> Line:
    facts = {"hit": _capital(hit_of(effect.shifts))}
    told: list[str] = [_("%(hit)s: nothing is marked.") % facts]
    if effect.by:
        told.append(format_html(_("{who} tells what happens."), who=isolated(effect.by)))
    return Line(OUT["taken_out"], _together(told))


@line.register
def _swept(effect: Swept) -> Line:
    told: list[str] = []
    if effect.by:
        told.append(format_html(_("From {who}."), who=isolated(effect.by)))
    if effect.fallen:
        fall = ngettext("%(count)d falls", "%(count)d fall", effect.fallen)
        stand = ngettext("%(count)d stands", "%(count)d stand", effect.standing)
        facts = {
            "fallen": fall % {"count": effect.fallen},
            "standing": stand % {"count": effect.standing},
        }
        told.append(_("%(fallen)s, %(standing)s.") % facts)
    if effect.boxes:
        told.append(_capital(boxes_in_a_sum(effect.boxes)) + ".")
    if effect.lost:
        told.append(_("%(lost)d lost.") % {"lost": effect.lost})
    return Line(hit_of(effect.shifts), _together(told))


# --- aspects and points


@line.register
def _invoked(effect: Invoked) -> Line:
    why = format_html(
        _("{who} invokes {aspect}."), who=isolated(effect.by), aspect=quoted(effect.aspect)
    )
    return Line(_("free invoke used"), why)


@line.register
def _invoke_passed(effect: InvokePassed) -> Line:
    why = format_html(
        _("{who} may invoke {aspect}."), who=isolated(effect.to), aspect=quoted(effect.aspect)
    )
    return Line(_("free invoke passed on"), why)


@line.register
def _conceded(effect: Conceded) -> Line:
    return Line(OUT["conceded"], _gained(effect.fate_points_gained))


@line.register
def _spent(effect: Spent) -> Line:
    said = ngettext("spent %(count)d fate point", "spent %(count)d fate points", effect.points)
    return Line(said % {"count": effect.points}, _left(effect.left))


@line.register
def _regained(effect: Regained) -> Line:
    said = ngettext("gained %(count)d fate point", "gained %(count)d fate points", effect.points)
    return Line(said % {"count": effect.points}, _left(effect.left))


@line.register
def _refreshed(effect: Refreshed) -> Line:
    return Line(_("fate points refreshed"), _left(effect.left))


def _gained(count: int) -> str:
    text = ngettext("%(count)d fate point gained.", "%(count)d fate points gained.", count)
    return text % {"count": count}


def _left(count: int) -> str:
    return ngettext("%(count)d left.", "%(count)d left.", count) % {"count": count}


@line.register
def _renamed(effect: Renamed) -> Line:
    why = format_html("{} → {}", quoted(effect.before), quoted(effect.aspect))
    return Line(_("consequence renamed"), why)


# --- boundaries


@line.register
def _scene_ended(effect: SceneEnded) -> Line:
    told = []
    cleared = len(effect.boxes) + len(effect.mental_boxes)
    if cleared:
        text = ngettext("%(count)d box free again.", "%(count)d boxes free again.", cleared)
        told.append(text % {"count": cleared})
    if effect.out_before:
        told.append(_("Back in play."))
    elif effect.back:
        text = ngettext(
            "%(count)d back on their feet.", "%(count)d back on their feet.", effect.back
        )
        told.append(text % {"count": effect.back})
    return Line(_("end of the scene"), _together(told + _recovered(effect)))


@line.register
def _session_ended(effect: SessionEnded) -> Line:
    return Line(_("end of the session"), _together(_recovered(effect)))


@line.register
def _scenario_ended(effect: ScenarioEnded) -> Line:
    return Line(_("end of the scenario"), _together(_recovered(effect)))


def _recovered(effect: SceneEnded | SessionEnded | ScenarioEnded) -> list[str]:
    gone = [format_html(_("{aspect} is gone."), aspect=quoted(w.aspect)) for w in effect.cleared]
    return [*gone, *[_stays(each) for each in effect.stayed]]


def _stays(stayed: Stayed) -> SafeString:
    words = _("{aspect} stays: {reason}.")
    return format_html(words, aspect=quoted(stayed.aspect), reason=_WHY_IT_STAYS[stayed.reason])


def _together(sentences: Sequence[str]) -> SafeString:
    return format_html_join(" ", "{}", [[conditional_escape(each)] for each in sentences])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
