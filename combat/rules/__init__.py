"""The registry of rulesets. Pure: values in, values out; no dice, no clock, no words."""

from combat.rules import harm, health, scars, stress
from combat.rules.ruleset import Ruleset

__all__ = ["RULESETS", "Ruleset", "UnknownRuleset", "find_ruleset"]

RULESETS: dict[str, Ruleset] = {
    ruleset.slug: ruleset
    for ruleset in (harm.RULESET, health.RULESET, scars.RULESET, stress.RULESET)
}


class UnknownRuleset(LookupError):
    """No ruleset has this slug."""


def find_ruleset(slug: str) -> Ruleset:
    """The ruleset of this slug, or `UnknownRuleset`.

    >>> find_ruleset("harm").slug
    'harm'
    """
    if slug not in RULESETS:
        raise UnknownRuleset(slug)
    return RULESETS[slug]
