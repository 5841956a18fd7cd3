"""What an evening of dice needs: dice that fall as told, and the log as each of them reads it."""

from typing import Any

from combat import exchanges, rolling
from combat.exchanges import Party
from combat.log_page import told
from combat.models import Roll
from combat.rules.harm import AbilityThrow, Pool
from combat.rules.throws import FudgeThrow
from combat.scene import Scene
from sheets.access import Viewer
from sheets.models import Character, LogEntry
from tests.combat.table import Table
from tests.rules.scripted import Scripted


def roll(
    table: Table,
    character: Character,
    *faces: int,
    by: Viewer | None = None,
    source: Pool = "vigor",
    ability: int = 0,
    bought: int = 0,
    **how: Any,
) -> Roll:
    """A roll of an ability whose dice fall as told."""
    entry = rolling.roll(
        viewer=by or table.gm,
        throw=AbilityThrow(source, ability, bought),
        character=character.key,
        rng=Scripted(faces),
        **how,
    )
    return Roll.objects.get(entry=entry)


def roll_fudge(table: Table, *, by: Viewer | None = None, **how: Any) -> LogEntry:
    """Three Fudge dice that come to 2, for nobody in particular."""
    dice = Scripted((1, 0, 1))
    return rolling.roll(viewer=by or table.gm, throw=FudgeThrow(), rng=dice, **how)


def meet(
    table: Table, a: Party, b: Party, kind: exchanges.Kind = "opposed", **how: Any
) -> LogEntry:
    return exchanges.exchange(viewer=table.gm, kind=kind, a=a, b=b, **how)


def party(character: Character, level: int = 0, source: Pool = "vigor", **more: Any) -> Party:
    return Party(character.key, source, level, **more)


def bonus(character: Character) -> int:
    """The bonus dice that wait for a character."""
    character.refresh_from_db()
    return int(character.condition.get("bonus_dice", 0))


def points(character: Character, pool: Pool) -> int:
    character.refresh_from_db()
    return int(character.condition["pools"][pool])


def reads(table: Table, role: str, entry: LogEntry | None = None) -> list[str]:
    """The lines of an entry, the newest one unless it is named, that a role can read."""
    scene = Scene.now(table.campaign, table.audience(role))
    entry = entry or table.campaign.entries.first()
    if entry is None or entry not in scene.entries:
        return []
    lines = told(scene, [entry])[0].lines
    return [" · ".join(str(part) for part in (x.name, x.said, x.why) if part) for x in lines]
