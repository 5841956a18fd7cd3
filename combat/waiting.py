"""Hits that wait for their victim's choice: declared, answered, withdrawn.

A waiting hit is a part of its character, `{"key": ..., "facts": {...}}`, in the order in which
the hits are answered. Nothing is marked before the answer.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from combat.models import Roll
from combat.rolling import use_rolls
from combat.rules import stress
from combat.rules.ruleset import Refused
from combat.rules.stress import Aspects, Attacked, HitDeclared, HitWithdrawn
from combat.screens import Screen, screen_of
from sheets.access import Viewer
from sheets.journal import Draft, Stale, as_stored, record
from sheets.models import Campaign, Character, LogEntry, new_key

# Many more than a table can mean: whoever waits for an answer sees them one by one.
MOST_WAITING = 20


class Answer(msgspec.Struct, frozen=True):
    """What somebody picked against a hit: boxes and consequences, or to be taken out."""

    box: int | tuple[int, ...] | None = None
    consequences: Aspects = Aspects()
    is_taken_out: bool = False


def declare_hit(
    *,
    viewer: Viewer,
    targets: Sequence[str],
    hit: HitDeclared | Attacked,
    rolls: Sequence[Roll] = (),
    note: str = "",
    token: str = "",
) -> LogEntry | None:
    """Let a hit wait for the choice of each target, all or none, as one entry.

    The nameless have no choice: on them it is written at once. An attack that hit nobody is told
    and waits for nothing. `rolls` are those that the attack was compared from: they are used up.
    Raises Refused("already_out") when a target is out, Refused("too_many") when twenty hits wait
    for one already, Stale("target_gone") when a target was removed meanwhile, Stale("roll_used")
    when a roll was used or taken back, Repeated for a token that was used for something else.
    """

    def write(draft: Draft) -> None:
        characters = draft.characters(targets)
        if len(characters) != len(set(targets)) or any(c.removed for c in characters):
            raise Stale("target_gone")
        use_rolls(draft, rolls)
        draft.group = new_key()
        for character in characters:
            character.campaign = draft.campaign
            _strike(draft, screen, character, hit)

    screen = screen_of(viewer.campaign)
    return record(
        campaign=viewer.campaign,
        viewer=viewer,
        action={
            "type": "declare_hit",
            "hit": as_stored(hit),
            "targets": sorted(targets),
            "uses": sorted(roll.entry.key for roll in rolls),
        },
        write=write,
        token=token,
        note=note,
    )


def answer_hit(
    *, viewer: Viewer, character: str, key: str, answer: Answer, token: str = ""
) -> LogEntry | None:
    """Absorb a waiting hit, or take its victim out: the GM and the player may, whoever is first.

    Raises Refused when the choice is against the rules, with `not_absorbed` where it falls short
    of the hit and being taken out was not chosen; Stale("already_answered", entry=the answer)
    when somebody was faster, Stale("earlier_waits") while a hit before this one waits,
    Stale("target_gone") when the character was removed, Repeated for a used token.
    """

    def write(draft: Draft) -> None:
        victim = _victim(draft, character)
        waiting = _first_waiting(victim, key)
        draft.group = key
        action = _as_hit(waiting["facts"], answer)
        condition = screen.condition(victim)
        outcome = stress.take_hit(screen.traits(victim), condition, action)
        if outcome.condition.out and not answer.is_taken_out:
            raise Refused("not_absorbed", left=_left(outcome.effect))
        draft.set(victim, condition=as_stored(outcome.condition), waiting=victim.waiting[1:])
        draft.say(victim, outcome.effect)
        if outcome.condition.out:
            _drop_the_rest(draft, victim)

    screen = screen_of(viewer.campaign)
    return record(
        campaign=viewer.campaign,
        viewer=viewer,
        action={
            "type": "answer_hit",
            "character": character,
            "hit": key,
            "answer": as_stored(answer),
        },
        write=write,
        token=token,
    )


def withdraw_hit(*, viewer: Viewer, character: str, key: str, token: str = "") -> LogEntry | None:
    """Take a waiting hit back before it is answered; nothing happens to the character.

    Raises Stale("already_answered", entry=the answer) when it waits no longer,
    Stale("target_gone") when the character was removed.
    """

    def write(draft: Draft) -> None:
        victim = _victim(draft, character)
        waiting = next((each for each in victim.waiting if each["key"] == key), None)
        if waiting is None:
            raise _answered(victim, key)
        draft.group = key
        draft.set(victim, waiting=[each for each in victim.waiting if each is not waiting])
        draft.say(victim, _withdrawn(waiting["facts"]))

    action = {"type": "withdraw_hit", "character": character, "hit": key}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token)


def concede(*, viewer: Viewer, character: str, token: str = "") -> LogEntry | None:
    """Leave the conflict for fate points, which is possible while no hit waits: the opponent
    has not rolled yet. Raises Refused("already_out"), Refused("too_late"), Stale("target_gone").
    """

    def write(draft: Draft) -> None:
        leaver = _victim(draft, character)
        condition = screen.condition(leaver)
        outcome = stress.concede(condition, opponent_has_rolled=bool(leaver.waiting))
        draft.set(leaver, condition=as_stored(outcome.condition))
        draft.say(leaver, outcome.effect)

    screen = screen_of(viewer.campaign)
    action = {"type": "concede", "character": character}
    return record(campaign=viewer.campaign, viewer=viewer, action=action, write=write, token=token)


def answer_to(campaign: Campaign, key: str, character: str) -> LogEntry | None:
    """The entry that ended the waiting of a hit for a character, if it stands."""
    entries = campaign.entries.filter(group=key, undone_by=None).exclude(type="declare_hit")
    return next(
        (e for e in entries if any(line["character"] == character for line in e.effects)), None
    )


def facts_of(waiting: dict[str, Any]) -> HitDeclared:
    """A waiting hit as it was declared."""
    return msgspec.convert(waiting["facts"], HitDeclared)


def as_sweep(hit: HitDeclared) -> stress.Sweep:
    """The same hit on the nameless."""
    return stress.Sweep(hit.shifts, hit.by or UNSET, hit.track or "physical")


def _strike(
    draft: Draft, screen: Screen, character: Character, hit: HitDeclared | Attacked
) -> None:
    if isinstance(hit, Attacked):
        draft.say(character, hit)
        return
    traits, condition = screen.traits(character), screen.condition(character)
    if condition.out:
        raise Refused("already_out", out=condition.out)
    if traits.mook:
        outcome = stress.sweep(traits, condition, as_sweep(hit))
        draft.set(character, condition=as_stored(outcome.condition))
        draft.say(character, outcome.effect)
        return
    if len(character.waiting) >= MOST_WAITING:
        raise Refused("too_many", limit=MOST_WAITING)
    if not stress.two_tracks(traits):
        hit = msgspec.structs.replace(hit, track=None)
    waiting = {"key": draft.group, "facts": as_stored(hit)}
    draft.set(character, waiting=[*character.waiting, waiting])
    draft.say(character, hit)


def _victim(draft: Draft, key: str) -> Character:
    found = draft.characters([key])
    if not found or found[0].removed:
        raise Stale("target_gone")
    found[0].campaign = draft.campaign
    return found[0]


def _first_waiting(victim: Character, key: str) -> dict[str, Any]:
    if not any(each["key"] == key for each in victim.waiting):
        raise _answered(victim, key)
    first: dict[str, Any] = victim.waiting[0]
    if first["key"] != key:
        raise Stale("earlier_waits")
    return first


def _answered(victim: Character, key: str) -> Stale:
    return Stale("already_answered", entry=answer_to(victim.campaign, key, victim.key))


def _as_hit(facts: dict[str, Any], answer: Answer) -> stress.Hit:
    hit = msgspec.convert(facts, HitDeclared)
    if answer.is_taken_out:
        answer = Answer()
    return stress.Hit(
        hit.shifts, hit.by or UNSET, answer.box, answer.consequences, hit.track or "physical"
    )


def _left(effect: stress.Absorbed | stress.TakenOut) -> int:
    return effect.shifts - effect.offered if isinstance(effect, stress.TakenOut) else 0


def _drop_the_rest(draft: Draft, victim: Character) -> None:
    for waiting in victim.waiting:
        draft.say(victim, _withdrawn(waiting["facts"], moot=True))
    draft.set(victim, waiting=[])


def _withdrawn(facts: dict[str, Any], *, moot: bool = False) -> HitWithdrawn:
    hit = msgspec.convert(facts, HitDeclared)
    return HitWithdrawn(hit.shifts, hit.by, moot)
