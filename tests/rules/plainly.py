"""The trickiest rules once more, as plainly as the specs say them: lists, dicts, no cleverness.

Every function changes `state`, a condition as JSON has it, and gives what a result has to hold;
None where the action is refused.
"""

from typing import Any

type State = dict[str, Any]
type Played = dict[str, Any] | None

_PAIRS = (
    ("courage", "fear"),
    ("compassion", "anger"),
    ("joy", "sadness"),
    ("certainty", "confusion"),
)
OPPOSITES = {**dict(_PAIRS), **{second: first for first, second in _PAIRS}}
HEAVIEST_FIRST = "ZSO"
PENALTIES = (0, 0, -1, -1, -2, -2, -5, None)
MARKS = {"aggravated": "*", "lethal": "X", "bashing": "/"}
SLOTS = {"mild": 2, "moderate": 4, "severe": 6}


def wound(state: State, boxes: int, scar: str, wounds: dict[str, int]) -> Played:
    events: list[str] = []
    for degree in HEAVIEST_FIRST:
        for _ in range(wounds.get(degree, 0)):
            events += _point(state["scars"], boxes, scar, degree)
    marks = state["scars"][scar]
    return {
        "events": events,
        "once": {
            grave: sum(event in (f"write:{grave}", f"promote:{below}>{grave}") for event in events)
            for below, grave in (("O", "S"), ("S", "Z"))
        },
        "critical": sum(event.startswith("unplaced") for event in events),
        "lasting": next((grave for grave in "ZS" if grave in marks), None),
    }


def _point(scars: dict[str, str], boxes: int, scar: str, degree: str) -> list[str]:
    here, other = list(scars[scar]), OPPOSITES.get(scar)
    there = list(scars[other]) if other else []
    if degree in there:
        there.remove(degree)
        events = [f"cancel:{other}:{degree}"]
    elif len(here) < boxes:
        here.append(degree)
        events = [f"write:{degree}"]
    elif here.count("Z") == boxes:
        events = [f"unplaced:{degree}"]
    elif HEAVIEST_FIRST.index(degree) < HEAVIEST_FIRST.index(here[-1]):
        events = [f"write:{degree}", f"push:{here.pop()}"]
        here.append(degree)
    else:
        last = here[-1]
        above = HEAVIEST_FIRST[HEAVIEST_FIRST.index(last) - 1]
        if above in there:
            there.remove(above)
            events = [f"cancel:{other}:{above}"]
        else:
            here[-1] = above
            events = [f"promote:{last}>{above}"]
    scars[scar] = "".join(sorted(here, key=HEAVIEST_FIRST.index))
    if other:
        scars[other] = "".join(there)
    return events


def feel(state: State, toward: str, feeling: str, part: str, points: int) -> Played:
    nothing = {"base": 0, "requests": 0, "surge": 0, "echo": 0}
    names = ("desire", "respect", "friendship", "enmity")
    feelings = state["feelings"].setdefault(toward, {name: dict(nothing) for name in names})
    opposite = {"friendship": "enmity", "enmity": "friendship"}.get(feeling)
    for _ in range(points):
        worn = feelings[opposite] if opposite else nothing
        wearing = next((one for one in ("surge", "echo", "requests", "base") if worn[one]), None)
        if wearing:
            worn[wearing] -= 1
        else:
            feelings[feeling][part] += 1
    return {"value": min(5, sum(feelings[feeling].values()))}


def fulfil_request(state: State, toward: str, feeling: str) -> Played:
    feelings = state["feelings"].get(toward)
    if feelings and feelings[feeling]["requests"] >= 3:
        return None
    return feel(state, toward, feeling, "requests", 1)


def end_scene(state: State) -> Played:
    for feelings in state["feelings"].values():
        for feeling in feelings.values():
            feeling["echo"] += feeling["surge"] // 2
            feeling["surge"] = 0
    return {}


def damage(state: State, kind: str, levels: int) -> Played:
    marks = list(state["marks"])
    for _ in range(levels):
        if state["dead"]:
            break
        if len(marks) < 7:
            marks.append(MARKS[kind])
        elif "/" not in marks:
            state["dead"] = True
        elif kind == "bashing":
            marks[marks.index("/")] = "X"
        else:
            marks[-1] = MARKS[kind]
        marks.sort(key="*X/".index)
    state["marks"] = "".join(marks)
    return _health(state)


def heal_health(state: State, kind: str, levels: int) -> Played:
    if state["dead"] or state["marks"].count(MARKS[kind]) < levels:
        return None
    state["marks"] = state["marks"].replace(MARKS[kind], "", levels)
    return _health(state)


def _health(state: State) -> Played:
    marks, dead = state["marks"], state["dead"]
    full = "unconscious" if marks.endswith("/") else "dying"
    status = "dead" if dead else full if len(marks) == 7 else "active"
    return {"status": status, "wound_penalty": None if dead else PENALTIES[len(marks)]}


def harm(state: State, amount: int, source: str) -> Played:
    if amount == 0:
        return {"harm": 0, "level": None}
    free = [box for box in range(amount, 7) if state["boxes"][box - 1] is None]
    if not free:
        state["out"] = "defeated"
        return {"harm": max(7, amount), "level": "defeated"}
    box = free[0]
    state["boxes"][box - 1] = source
    state["fresh"] = sorted([*state["fresh"], box])
    if box <= 3:
        state["scratch_dice_next"] += 1
    levels = ["scratched", "scratched", "scratched", "bloodied", "bloodied", "broken"]
    return {"harm": box, "level": levels[box - 1]}


def heal_harm(state: State, box: int) -> Played:
    source = state["boxes"][box - 1]
    if source is None or state["pools"][source] < box:
        return None
    state["pools"][source] -= box
    state["boxes"][box - 1] = None
    state["fresh"] = [fresh for fresh in state["fresh"] if fresh != box]
    return {}


def end_round(state: State) -> Played:
    state["scratch_dice"], state["scratch_dice_next"] = state["scratch_dice_next"], 0
    state["fresh"] = []
    return {}


def shake_out(state: State) -> Played:
    ticks = [tick for tick in state["boxes"] if tick]
    state["boxes"] = ticks + [None] * (6 - len(ticks))
    state["fresh"] = []
    return {}


def exchange(kind: str, a: dict[str, int], b: dict[str, int]) -> Played:
    lead = max(0, a["level"]) - max(0, b["level"])
    reach = {"a": lead, "b": -lead}
    if kind == "parallel":
        reach = {"a": a["level"], "b": b["level"]}
    if kind == "defensive":
        reach["b"] = 0
    hurt = {"a": 0, "b": 0}
    for name, by, to, victim in (("a", a, b, "b"), ("b", b, a, "a")):
        if reach[name] > 0:
            hurt[victim] = max(0, reach[name] + by["weapon"] - to["armor"])
    bonus = max(0, -lead) if kind == "defensive" else 0
    return {"harm": hurt, "bonus_dice": {"a": 0, "b": bonus}}


def absorb(state: State, shifts: int, box: int | None, aspects: dict[str, str]) -> Played:
    if state["out"] or any(state["consequences"][slot] for slot in aspects):
        return None
    if box is not None and (not 0 < box <= len(state["stress"]) or state["stress"][box - 1]):
        return None
    worth = (box or 0) + sum(SLOTS[slot] for slot in aspects)
    if worth < shifts:
        state["out"] = "taken_out"
        return {"outcome": "taken_out", "absorbed": 0}
    if box:
        state["stress"][box - 1] = True
    for slot, aspect in aspects.items():
        state["consequences"][slot] = {
            "aspect": aspect,
            "invoker": "Ogre",
            "free_invokes": 1,
            "session": state["session"],
            "this_conflict": True,
        }
    return {"outcome": "absorbed", "absorbed": worth}


def concede(state: State) -> Played:
    if state["out"]:
        return None
    taken = filter(None, state["consequences"].values())
    gained = 1 + sum(consequence["this_conflict"] for consequence in taken)
    state["fate_points"] += gained
    state["out"] = "conceded"
    return {"fate_points_gained": gained}


def end(state: State, boundary: str, *, granted: bool) -> Played:
    consequences = state["consequences"]
    if boundary == "scene":
        state["stress"] = [False] * len(state["stress"])
        state["out"] = None
        if granted:
            consequences["mild"] = None
        for consequence in filter(None, consequences.values()):
            consequence["this_conflict"] = False
    elif boundary == "session":
        moderate = consequences["moderate"]
        if granted and moderate and moderate["session"] < state["session"]:
            consequences["moderate"] = None
        state["session"] += 1
    elif granted:
        consequences["severe"] = None
    return {}
