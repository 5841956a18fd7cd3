"""Exchanges between two characters of `harm`: harm for one side or both, bonus dice for the next
roll; and the bonus dice of a roll that grew into a conflict."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from combat.models import Dice, Roll
from combat.rolling import draft_character, use_rolls
from combat.rules import harm
from combat.rules.harm import Compared, Condition, Defensive, Opposed, Parallel, Pool, Side
from combat.rules.ruleset import Rating, Refused, Rolled, Value
from combat.screens import screen_of
from sheets.access import Viewer
from sheets.journal import Draft, Stale, as_stored, record
from sheets.models import GM_ONLY, Campaign, Character, LogEntry

type Kind = Literal["opposed", "parallel", "defensive"]

_KINDS: dict[Kind, type[Opposed | Parallel | Defensive]] = {
    "opposed": Opposed,
    "parallel": Parallel,
    "defensive": Defensive,
}


class Party(Value, frozen=True):
    """One side as it was filled in: a character, by key, and its level or the key of its roll.

    A roll of an ability brings its own pool, whatever `source` says.
    """

    character: str
    source: Pool
    level: Rolled = 0
    roll: str = ""
    weapon: Rating = 0
    armor: Rating = 0


class Hurt(NamedTuple):
    """What an exchange does to one character."""

    condition: Condition
    effects: list[harm.Effect]


class Meeting(NamedTuple):
    """What an exchange comes to."""

    compared: Compared
    a: Hurt
    b: Hurt


def exchange(
    *, viewer: Viewer, kind: Kind, a: Party, b: Party, note: str = "", token: str = ""
) -> LogEntry:
    """Let two characters meet, as one entry: what was compared, the harm of either side in the
    other's pool, and the bonus dice that wait from now on.

    In a defensive exchange `a` attacks. Raises Refused("same_character") when somebody would meet
    themselves, Stale("target_gone") when a character was removed
    meanwhile, Stale("roll_used") or Stale("roll_gone") when a roll cannot be used, Repeated for a
    token that was used for something else.
    """

    def write(draft: Draft) -> None:
        first, second = (draft_character(draft, party.character) for party in (a, b))
        use_rolls(draft, rolls.values())
        met = meet(kind=kind, a=a, b=b, characters=(first, second), rolls=rolls)
        is_secret = any(roll.is_secret for roll in rolls.values())
        draft.say(first, met.compared, GM_ONLY if is_secret else "", other=second)
        for character, hurt in ((first, met.a), (second, met.b)):
            draft.set(character, condition=as_stored(hurt.condition))
            for effect in hurt.effects:
                draft.say(character, effect)

    if a.character == b.character:
        raise Refused("same_character")
    rolls = rolls_of(viewer.campaign, a, b)
    action: dict[str, Any] = {"type": "exchange", "kind": kind, "a": as_stored(a)}
    uses = sorted(roll.entry.key for roll in rolls.values())
    entry = record(
        campaign=viewer.campaign,
        viewer=viewer,
        action=action | {"b": as_stored(b), "uses": uses},
        write=write,
        token=token,
        note=note,
    )
    assert entry is not None  # noqa: S101  an exchange always says something
    return entry


def rolls_of(campaign: Campaign, *parties: Party) -> dict[str, Roll]:
    """The rolls that parties name, by key; Stale("roll_gone") where one is not its party's."""
    named = {party.roll: party.character for party in parties if party.roll}
    # No key holds a NUL, and PostgreSQL refuses to look.
    keys = [key for key in named if "\x00" not in key]
    found = Roll.objects.filter(campaign=campaign, dice=Dice.FUDGE, key__in=keys)
    rolls = {roll.key: roll for roll in found.select_related("entry", "character")}
    for key, character in named.items():
        roller = rolls[key].character if key in rolls else None
        if roller is None or roller.key != character:
            raise Stale("roll_gone")
    return rolls


def meet(
    *,
    kind: Kind,
    a: Party,
    b: Party,
    characters: Iterable[Character],
    rolls: dict[str, Roll],
) -> Meeting:
    """What an exchange would do to both characters; nothing is stored."""
    first, second = characters
    compared = harm.compare(_KINDS[kind](_side(a, rolls), _side(b, rolls)))
    harmed, bonus = compared.harm, compared.bonus_dice
    return Meeting(
        compared,
        _hurt(first, harmed.a, _source(b, rolls), bonus.a),
        _hurt(second, harmed.b, _source(a, rolls), bonus.b),
    )


def _side(party: Party, rolls: dict[str, Roll]) -> Side:
    level = rolls[party.roll].total if party.roll else party.level
    return Side(level, party.weapon, party.armor)


def _source(party: Party, rolls: dict[str, Roll]) -> Any:
    return (party.roll and rolls[party.roll].source) or party.source


def _hurt(character: Character, amount: int, source: Pool, bonus: int) -> Hurt:
    condition: Condition = screen_of(character.campaign).condition(character)
    effects: list[harm.Effect] = []
    if amount:
        struck = harm.hurt(condition, harm.Harm(amount, source))
        condition = struck.condition
        effects.append(struck.effect)
    if bonus:
        gained = harm.gain_bonus(condition, harm.GainBonus(bonus))
        condition = gained.condition
        effects.append(gained.effect)
    return Hurt(condition, effects)


def escalate(
    *, viewer: Viewer, character: str, winner_level: int, loser_level: int, token: str = ""
) -> LogEntry | None:
    """Give the winner of a roll that grew into a conflict the difference in levels as bonus dice
    for the next roll; None when there is no difference.

    Raises Stale("target_gone") when the character was removed meanwhile, Repeated for a token
    that was used for something else.
    """

    def write(draft: Draft) -> None:
        winner = draft_character(draft, character)
        escalated = harm.escalate(harm.Escalate(winner_level, loser_level))
        if escalated.bonus_dice:
            condition = screen_of(draft.campaign).condition(winner)
            gained = harm.gain_bonus(condition, harm.GainBonus(escalated.bonus_dice))
            draft.set(winner, condition=as_stored(gained.condition))
            draft.say(winner, escalated)

    action = {"type": "escalate", "character": character, "winner_level": winner_level}
    return record(
        campaign=viewer.campaign,
        viewer=viewer,
        action=action | {"loser_level": loser_level},
        write=write,
        token=token,
    )
