"""A brawl on a quay in the second scene, for `stress`."""

from typing import Any

from combat import services, waiting
from combat.rules.stress import (
    Aspects,
    Attack,
    EndScene,
    HitDeclared,
    Invoke,
    Spend,
    compare,
)
from combat.waiting import Answer
from sheets.access import Viewer
from sheets.journal import undo
from sheets.links import create_player_link
from sheets.models import Character, Kind, LogEntry, Visibility
from sheets.services import add_character

NAME = "Sale e polvere"
LANGUAGE = "it"
TIME_ZONE = "Europe/Rome"


def play(gm: Viewer) -> None:
    """Fill an empty campaign: who is there, and what happened to them."""
    serena, ottavio, nina, bruno, morgante = (_add(gm, **someone) for someone in _PEOPLE)
    thugs, _beast = (_add(gm, **someone) for someone in _OTHERS)

    _hit(gm, serena, 3, "Capitan Morgante", "una spinta giù dal molo")
    _absorb(gm, serena, moderate="Spalla lussata")
    _hit(gm, ottavio, 4, "la folla", "la processione si rivolta")
    _absorb(gm, ottavio, moderate="Fede incrinata")
    for someone in (serena, ottavio):
        _apply(gm, someone, EndScene(rested=True))

    _hit(gm, bruno, 10, "Capitan Morgante", "la trave della gru")
    _absorb(gm, bruno, 3, severe="Mano maciullata", mild="Fiato corto")
    _hit(gm, ottavio, 2, "Sgherri del porto")
    _absorb(gm, ottavio, 2)
    _hit(gm, thugs, 4, "Nina Ferri", "una boccetta di troppo")
    mistake = _hit(gm, thugs, 1, "Don Ottavio")
    undo(viewer=gm, entry_key=mistake.key)
    _hit(gm, bruno, 8, "Capitan Morgante")
    _give_up(gm, bruno)
    _apply(gm, ottavio, Spend(1), "invoca «Prete con un passato di sale»")
    _hit(gm, morgante, 1, "Serena Valli")
    _absorb(gm, morgante, 1)
    _hit(gm, nina, 2, "Sgherri del porto", "la miccia era corta")
    _absorb(gm, nina, mild="Sopracciglia bruciate")
    _apply(gm, ottavio, Invoke("moderate", "la folla"), "+2 per spaventarlo")
    _hit(gm, serena, 1, "Sgherri del porto")
    _absorb(gm, serena, 1)
    _attack(gm, serena, attack=6, defence=2, by="Capitan Morgante", note="sciabola")


def _add(gm: Viewer, **values: Any) -> Character:
    character = add_character(viewer=gm, **values)
    if character.is_pc:
        create_player_link(viewer=gm, character=character, label=character.player)
    return character


def _hit(gm: Viewer, target: Character, shifts: int, by: str, note: str = "") -> LogEntry:
    return _declare(gm, target, HitDeclared(shifts, by), note)


def _attack(
    gm: Viewer, target: Character, *, attack: int, defence: int, by: str, note: str
) -> LogEntry:
    shifts = compare(Attack(attack, defence)).shifts
    return _declare(gm, target, HitDeclared(shifts, by, None, attack, defence), note)


def _declare(gm: Viewer, target: Character, hit: HitDeclared, note: str) -> LogEntry:
    entry = waiting.declare_hit(viewer=gm, targets=[target.key], hit=hit, note=note)
    assert entry is not None  # noqa: S101  a hit always writes an entry
    return entry


def _absorb(gm: Viewer, victim: Character, box: int | None = None, **aspects: str) -> None:
    _answer(gm, victim, Answer(box, Aspects(**aspects)))


def _give_up(gm: Viewer, victim: Character) -> None:
    _answer(gm, victim, Answer(is_taken_out=True))


def _answer(gm: Viewer, victim: Character, answer: Answer) -> None:
    victim.refresh_from_db()
    key = victim.waiting[0]["key"]
    waiting.answer_hit(viewer=gm, character=victim.key, key=key, answer=answer)


def _apply(gm: Viewer, target: Character, action: Any, note: str = "") -> None:
    services.apply_action(viewer=gm, targets=[target.key], action=action, note=note)


def _sheet(
    concept: str,
    trouble: str = "",
    *others: str,
    about: str = "",
    levels: str = "",
    **notes: str,
) -> dict[str, Any]:
    names = ("Rapido", "Attento", "Appariscente", "Elusivo", "Ingegnoso", "Energico")
    approaches = [
        {"name": name, "level": int(level)} for name, level in zip(names, levels, strict=False)
    ]
    aspects = {"concept": concept, "trouble": trouble, "others": list(others)}
    return {"about": about, "aspects": aspects, "approaches": approaches, **notes}


_PEOPLE: list[dict[str, Any]] = [
    {
        "name": "Serena Valli",
        "player": "Marta",
        "traits": {"boxes": 3, "refresh": 3},
        "sheet": _sheet(
            "Contrabbandiera dal cuore tenero",
            "Ho un debito con Morgante",
            "Conosco ogni vicolo del porto",
            "La pistola di mio padre",
            about="contrabbandiera",
            levels="321210",
            stunts="Dato che conosco ogni vicolo, ho +2 quando creo un vantaggio per fuggire.",
        ),
    },
    {
        "name": "Don Ottavio",
        "player": "Luca",
        "traits": {"boxes": 3, "refresh": 3},
        "sheet": _sheet(
            "Prete con un passato di sale",
            "La mia fede ha dei buchi",
            "Il confessionale sa tutto",
            about="parroco di San Telmo",
            levels="123021",
        ),
    },
    {
        "name": "Nina Ferri",
        "player": "Giulia",
        "traits": {"boxes": 3, "refresh": 2},
        "sheet": _sheet(
            "Se esplode, funziona",
            "Ancora un grammo",
            "Mi chiamano Scintilla",
            about="speziale",
            levels="211032",
        ),
    },
    {
        "name": "Bruno Tasca",
        "player": "Paolo",
        "traits": {"boxes": 3, "refresh": 3},
        "sheet": _sheet(
            "Troppo vecchio per correre",
            "Non lascio indietro nessuno",
            about="scaricatore",
            levels="021123",
        ),
    },
    {
        "name": "Capitan Morgante",
        "kind": Kind.NPC,
        "traits": {"boxes": 3, "refresh": 3},
        "sheet": _sheet(
            "Mai due volte lo stesso porto",
            "Il mare mi reclama",
            levels="213102",
            gm_notes="Cerca la mappa cucita nella fodera di Serena.",
        ),
    },
]

_OTHERS: list[dict[str, Any]] = [
    {
        "name": "Sgherri del porto",
        "kind": Kind.NPC,
        "traits": {"mook": True, "members": 5, "boxes": 2},
        "sheet": _sheet("Coraggiosi in branco"),
    },
    {
        "name": "Quella che sta sotto",
        "kind": Kind.NPC,
        "visibility": Visibility.HIDDEN,
        "traits": {"boxes": 4, "refresh": 0},
        "sheet": _sheet(
            "Più antica del porto", gm_notes="Si sveglia se qualcuno sanguina nell'acqua."
        ),
    },
]
