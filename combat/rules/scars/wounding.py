"""Hits, and wounds that players burn for an advantage."""

from itertools import chain

from msgspec.structs import replace

from combat.rules.ruleset import Outcome, Refused
from combat.rules.scars.actions import Burn, BurnPart, Wound
from combat.rules.scars.attributes import burnable_scars, skill
from combat.rules.scars.effects import Burned, Struck, Wounded
from combat.rules.scars.points import strike, strike_as, wounds_of
from combat.rules.scars.shapes import KIND_OF, KINDS, Condition, Degree, PerKind, Scar, Traits


def wound(traits: Traits, condition: Condition, hit: Wound) -> Outcome[Condition, Wounded]:
    """A hit on one scar, point by point (lines 38, 46).

    >>> from combat.rules.scars import Scars, Wounds
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> outcome = wound(traits, Condition(Scars(torso="OO")), Wound("torso", Wounds(stun=2)))
    >>> outcome.condition.scars.torso, outcome.effect.events
    ('SOO', ('write:O', 'promote:O>S'))
    """
    scars, wounded = strike_as(Wounded, traits, condition.scars, hit.scar, hit.wounds)
    return Outcome(replace(condition, scars=scars), wounded)


def reminds_of_disorders(struck: Struck) -> bool:
    """Whether a wound may trigger the character's disorders: any point on sanity (line 68).

    >>> from combat.rules.scars import Scars, Wounds
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> reminds_of_disorders(strike(traits, Scars(), "sanity", Wounds(stun=1))[1])
    True
    """
    return struck.scar == "sanity" and bool(struck.events)


def burn(traits: Traits, condition: Condition, action: Burn) -> Outcome[Condition, Burned]:
    """A player's wounds to the own character, all or nothing (line 40, J9).

    Raises, in this order: `scar_not_burnable` for any part (J8); `over_round_limit` when the
    points of a kind and those burned earlier in the round are more than its skill; then, point
    by point as they are given, `would_promote` and `no_place`. Pushing a wound off the end and
    cancelling in the opposite scar are allowed and count as burned (J10).

    >>> from combat.rules.scars import Scars
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> outcome = burn(traits, Condition(Scars(torso="O")), Burn((BurnPart("torso", "O", 2),)))
    >>> outcome.condition.scars.torso, outcome.condition.burned.physical
    ('OOO', 2)
    >>> too_much = Burn((BurnPart("torso", "O", 1),))
    >>> burn(traits, outcome.condition, too_much)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    combat.rules.ruleset.Refused: ('would_promote', {'scar': 'torso', 'degree': 'O', ...
    """
    _refuse_foreign(traits, action.parts)
    burned = _counted(traits, condition, action.parts)
    scars = condition.scars
    struck: list[Struck] = []
    for part in action.parts:
        scars, done = strike(traits, scars, part.scar, wounds_of(part.degree, part.points))
        _refuse_rising(done, part.degree)
        struck.append(done)
    events = tuple(chain.from_iterable([each.events for each in struck]))
    after = replace(condition, scars=scars, burned=burned)
    return Outcome(after, Burned(events, tuple(struck), burned))


def _refuse_foreign(traits: Traits, parts: tuple[BurnPart, ...]) -> None:
    burnable = burnable_scars(traits)
    for part in parts:
        if part.scar not in burnable:
            raise Refused("scar_not_burnable", scar=part.scar)


def _counted(traits: Traits, condition: Condition, parts: tuple[BurnPart, ...]) -> PerKind:
    """The points burned this round with `parts` among them."""
    burned, all_points = condition.burned, dict.fromkeys(KINDS, 0)
    for part in parts:
        all_points[KIND_OF[part.scar]] += part.points
    for kind, points in all_points.items():
        if not points:
            continue
        before, limit = getattr(burned, kind), skill(traits, kind)
        if before + points > limit:
            left = max(0, limit - before)
            raise Refused("over_round_limit", kind=kind, points=points, left=left)
        burned = replace(burned, **{kind: before + points})
    return burned


def _refuse_rising(struck: Struck, degree: Degree) -> None:
    for event in struck.events:
        name, _, what = event.partition(":")
        if name == "promote":
            gone, _, arose = what.partition(">")
            facts = {"scar": struck.scar, "degree": degree, "gone": gone, "arose": arose}
            raise Refused("would_promote", **facts)
        if name == "unplaced":
            raise Refused("no_place", scar=struck.scar, degree=degree)


def burn_left(traits: Traits, condition: Condition) -> PerKind:
    """The points that can still be burned this round: skill less what was burned (lines 26, 40).

    >>> burn_left(Traits(3, 3, 2, 3, 2, 3, "choleric"), Condition(burned=PerKind(1, 0, 5)))
    PerKind(physical=2, social=2, mental=0)
    """
    burned = condition.burned
    return PerKind(
        max(0, traits.dexterity - burned.physical),
        max(0, traits.charm - burned.social),
        max(0, traits.intelligence - burned.mental),
    )


def burn_room(traits: Traits, condition: Condition, scar: Scar, degree: Degree) -> int:
    """How many points of `degree` can be burned into `scar` now: what `burn` would accept.

    >>> from combat.rules.scars import Scars
    >>> hurt = Condition(Scars(torso="OO", right_arm="ZZZ"))
    >>> traits = Traits(3, 3, 2, 3, 2, 3, "choleric")
    >>> [burn_room(traits, hurt, scar, "O") for scar in ("torso", "right_arm", "head", "will")]
    [1, 0, 0, 2]
    """
    room = 0
    try:
        for points in range(1, getattr(burn_left(traits, condition), KIND_OF[scar]) + 1):
            burn(traits, condition, Burn((BurnPart(scar, degree, points),)))
            room = points
    except Refused:
        pass
    return room
