"""The shape all rulesets share: frozen values in, an `Outcome` or `Refused` out."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct

type Rating = Annotated[int, Meta(ge=0, le=10)]
"""An attribute, ability, weapon or armour."""
type Points = Annotated[int, Meta(ge=0, le=1_000)]
"""An amount: points, shifts, levels healed or suffered."""
type Rolled = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""The result of a roll, a modifier or a damage pool."""
type Face = Annotated[int, Meta(ge=1, le=10)]
"""One ten-sided die as it fell."""
type Text = Annotated[str, Meta(max_length=200)]
"""A name or an aspect."""

COUNTER_LIMIT = 1_000_000_000
type Counter = Annotated[int, Meta(ge=0, le=COUNTER_LIMIT)]
"""A number kept in a condition."""


class Refused(Exception):
    """The rules say no. `code` is stable, `facts` are the values at fault.

    >>> refused = Refused("box_not_marked", box=4)
    >>> refused.code, refused.facts
    ('box_not_marked', {'box': 4})
    """

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def raised(key: str, value: int, by: int) -> int:
    """`value` raised by `by`, refused as `invalid_request` beyond what a condition can keep.

    >>> raised("scratch_dice_next", 1, 1)
    2
    """
    if value + by > COUNTER_LIMIT:
        facts = {"key": key, "value": value, "by": by, "limit": COUNTER_LIMIT}
        raise Refused("invalid_request", reason="counter_full", **facts)
    return value + by


def snake_case(name: str) -> str:
    """The tag of an action or effect class.

    >>> snake_case("ShakeOut")
    'shake_out'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# gc=False: frozen values hold no cycles, so the collector need not look at them.
class Value(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A frozen value that knows all its keys: traits, conditions, options and their parts."""


class ActionValue(Value, frozen=True, gc=False, tag_field="type", tag=snake_case):
    """What each action of a ruleset is made from: `{"type": "shake_out", ...}`."""


class EffectValue(Value, frozen=True, gc=False, tag_field="type", tag=snake_case):
    """What each effect is made from, in the past tense: `{"type": "shaken_out", ...}`."""


class Outcome[C, E](Struct, frozen=True, gc=False):
    """The condition after one action, and what happened."""

    condition: C
    effect: E


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One damage system: its types and its four functions.

    `Given` is a condition as someone may write it, with keys missing; a `Condition` is
    complete and is a `Given` too.
    """

    slug: str
    Traits: type[Struct]
    Given: type[Struct]
    Condition: type[Struct]
    Options: type[Struct]
    Action: Any
    """The union of the action structs."""
    Effect: Any
    """The union of the effect structs."""
    apply: Callable[[Any, Any, Any, Any], Outcome[Any, Any]]
    """`apply(traits, condition, action, options)`, or `Refused`."""
    fit: Callable[[Any, Any], Any]
    """`fit(traits, given) -> Condition`: missing parts get their unharmed value, free boxes
    come when traits grow; `Refused` where a mark would be lost."""
    check: Callable[[Any, Any], None]
    """`check(traits, given)`: `Refused("invalid_request", reason=...)` for the impossible."""

    def unharmed(self, traits: Any) -> Any:
        """The condition a character with these traits starts with."""
        return self.fit(traits, self.Given())
