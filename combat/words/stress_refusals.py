"""Why the rules of `stress` said no."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from combat.rules.ruleset import Refused
from combat.words.line import Words
from combat.words.stress import SLOTS

_REFUSALS: dict[str, Words] = {
    "already_out": gettext_lazy("Out of the conflict already."),
    "no_such_box": gettext_lazy("There is no box %(box)d."),
    "box_already_marked": gettext_lazy("Box %(box)d is marked already."),
    "one_box_per_hit": gettext_lazy("One box for each hit."),
    "slot_filled": gettext_lazy("%(slot)s: this slot is filled already."),
    "no_such_slot": gettext_lazy("%(slot)s: this slot is not for this hit."),
    "aspect_required": gettext_lazy("%(slot)s: write what the consequence is."),
    "slot_empty": gettext_lazy("%(slot)s: this slot is empty."),
    "no_free_invoke": gettext_lazy("%(slot)s: no free invoke is left."),
    "invoke_of_another": gettext_lazy("%(slot)s: the free invoke is somebody else's."),
    "not_enough_fate_points": gettext_lazy("Not enough fate points: %(points)d left."),
    "too_late": gettext_lazy("Too late to concede: a hit waits for an answer."),
    "too_many": gettext_lazy("%(limit)d hits wait for an answer already."),
    "not_absorbed": gettext_lazy("%(left)d more to absorb, or taken out."),
}


def refusal(refused: Refused) -> str:
    """Why the rules said no."""
    facts = dict(refused.facts)
    if "slot" in facts:
        facts["slot"] = SLOTS[facts["slot"]]
    words = _REFUSALS.get(facts.get("reason", refused.code)) or _REFUSALS.get(refused.code)
    return str(words) % facts if words else _("The rules do not allow that.")
