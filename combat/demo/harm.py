"""A fight on a mountain pass in its third round, for `harm`."""

from typing import Any

from combat import services
from combat.rules.harm import Harm
from combat.rules.harm.shapes import Pool
from combat.screens import screen_of
from sheets.access import Viewer
from sheets.journal import undo
from sheets.links import create_player_link
from sheets.models import Character, Kind, LogEntry, Visibility
from sheets.services import add_character

NAME = "Hora nad Vrchom"
LANGUAGE = "sk"
TIME_ZONE = "Europe/Bratislava"


def play(gm: Viewer) -> None:
    """Fill an empty campaign: who is there, and what happened to them."""
    jano, katka, miso, eva, werewolf = (_add(gm, **someone) for someone in _PEOPLE)
    for someone in _OTHERS:
        _add(gm, **someone)

    _hit(gm, miso, 1, "vigor")
    _hit(gm, miso, 2, "instinct", "skala sa pohla")
    _hit(gm, jano, 1, "vigor", "skala sa pohla")
    _next_round(gm)
    _hit(gm, jano, 3, "vigor", "vlkolakove pazúry")
    _hit(gm, werewolf, 3, "vigor", "Janova sekera")
    _hit(gm, miso, 4, "vigor", "vlkolakove pazúry")
    _hit(gm, miso, 5, "reason")
    mistake = _hit(gm, eva, 1, "instinct")
    undo(viewer=gm, entry_key=mistake.key)
    _hit(gm, miso, 4, "vigor", "zhodený do rokliny")
    _next_round(gm)
    _hit(gm, katka, 2, "reason", "hlas z hmly")


def _add(gm: Viewer, **values: Any) -> Character:
    character = add_character(viewer=gm, **values)
    if character.is_pc:
        create_player_link(viewer=gm, character=character, label=character.player)
    return character


def _hit(gm: Viewer, target: Character, amount: int, source: Pool, note: str = "") -> LogEntry:
    entry = services.apply_action(
        viewer=gm, targets=[target.key], action=Harm(amount=amount, source=source), note=note
    )
    assert entry is not None  # noqa: S101  a hit always writes an entry
    return entry


def _next_round(gm: Viewer) -> None:
    gm.campaign.refresh_from_db()
    screen = screen_of(gm.campaign)
    (boundary, *_) = screen.boundaries
    moment = screen.clock(gm.campaign).moment
    services.cross_boundary(viewer=gm, boundary=boundary, moment=moment)


def _pools(vigor: int, instinct: int, reason: int) -> dict[str, Any]:
    return {"pools": {"vigor": vigor, "instinct": instinct, "reason": reason}}


def _sheet(about: str, *abilities: tuple[str, Pool, int], **notes: str) -> dict[str, Any]:
    rows = [{"name": name, "pool": pool, "level": level} for name, pool, level in abilities]
    return {"about": about, "abilities": rows, **notes}


_PEOPLE: list[dict[str, Any]] = [
    {
        "name": "Jano Hronský",
        "player": "Peter",
        "traits": _pools(5, 3, 2),
        "sheet": _sheet(
            "pltník, čo sa vrátil",
            ("Boj so sekerou", "vigor", 3),
            ("Plavba", "vigor", 2),
            ("Prežitie", "instinct", 2),
            ("Vyjednávanie", "reason", 1),
            notes="Sľúbil otcovi, že plť dovedie do Budína.",
        ),
    },
    {
        "name": "Katka Dubová",
        "player": "Zuzka",
        "traits": _pools(2, 4, 5),
        "sheet": _sheet(
            "bylinkárka z Poľany",
            ("Liečiteľstvo", "reason", 3),
            ("Zaklínanie", "reason", 2),
            ("Ostražitosť", "instinct", 2),
        ),
    },
    {
        "name": "Mišo Červený",
        "player": "Fero",
        "traits": _pools(6, 3, 1),
        "sheet": _sheet(
            "zbojník bez družiny",
            ("Boj s valaškou", "vigor", 3),
            ("Zastrašovanie", "instinct", 2),
            ("Šplhanie", "vigor", 2),
            notes="Na jeho hlavu je vypísaných sto zlatých.",
        ),
    },
    {
        "name": "Eva Vrbická",
        "player": "Lucia",
        "traits": _pools(2, 5, 3),
        "sheet": _sheet(
            "dcéra mlynára",
            ("Streľba z luku", "instinct", 3),
            ("Zakrádanie", "instinct", 2),
            ("Remeslo", "reason", 1),
        ),
    },
    {
        "name": "Vlkolak z Poľany",
        "kind": Kind.NPC,
        "traits": _pools(7, 5, 1),
        "sheet": _sheet(
            "väčší než medveď",
            ("Pazúry", "vigor", 3),
            ("Čuch", "instinct", 3),
            gm_notes="Cez deň je to horár Ďuro. Striebro ho iba rozzúri.",
        ),
    },
]

_OTHERS: list[dict[str, Any]] = [
    {
        "name": "Stará Brezinka",
        "kind": Kind.NPC,
        "visibility": Visibility.NAME,
        "traits": _pools(1, 3, 6),
        "sheet": _sheet("vie, koho hora volá", ("Veštenie", "reason", 3)),
    },
    {
        "name": "Ten, čo počúva",
        "kind": Kind.NPC,
        "visibility": Visibility.HIDDEN,
        "traits": _pools(4, 6, 6),
        "sheet": _sheet(
            "hlas v hmle",
            ("Našepkávanie", "reason", 4),
            gm_notes="Kto mu povie svoje meno, ten ho už nikdy neprestane počuť.",
        ),
    },
]
