"""The part of a character's form that belongs to its ruleset, one module a ruleset."""

from sheets.traits.form import TraitsForm
from sheets.traits.harm import HarmTraits
from sheets.traits.stress import StressTraits

TRAITS_FORMS: dict[str, type[TraitsForm]] = {"harm": HarmTraits, "stress": StressTraits}
