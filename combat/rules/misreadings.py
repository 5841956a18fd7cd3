"""Why a line is no request: what the decoder says, as a sentence with the value at fault."""

import re
from collections.abc import Callable, Iterator
from types import NoneType
from typing import Any, NamedTuple

import msgspec

type Path = list[str | int]
"""Keys and indices from the request down to the fault; `...` is a key the decoder leaves out."""
type Judge = Callable[[Any, str, str], bool]

_SHOWN = 100
_SOME_KEY = "..."
_PLACE = re.compile(r"(.*) - at `(key` in `)?\$(.*)`", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_KINDS = {
    int: "int",
    float: "float",
    str: "str",
    bool: "bool",
    NoneType: "null",
    list: "array",
    dict: "object",
}
_NOUNS = {
    "int": "an integer",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


class Misreading(NamedTuple):
    """A sentence, and the number of the action that it is about."""

    message: str
    action: int | None


class Complaint(NamedTuple):
    """One thing the decoder says, how it reads for a person, and which values it can be about.

    Its groups are `{0}` and `{1}` of the sentence; `blames` gets a value and them.
    """

    says: str
    reads: str
    blames: Judge


_COMPLAINTS = (
    Complaint(
        r"Object missing required field `(.*)`()",
        "{0} is missing in {place}.",
        lambda value, key, _: isinstance(value, dict) and key not in value,
    ),
    Complaint(
        r"Object contains unknown field `(.*)`()",
        "{0} is no key of {place}.",
        lambda value, key, _: isinstance(value, dict) and key in value,
    ),
    Complaint(
        r"Expected `(.*)`, got `(.*)`",
        "{Place} must be {noun}, not {value}.",
        lambda value, _, got: _kind(value) == got,
    ),
    Complaint(
        r"Expected `(str)`()",
        "{Place} must be {noun}, not {value}.",
        lambda value, *_: not isinstance(value, str),
    ),
    Complaint(
        r"Expected `int` >= (.*)()",
        "{Place} must be at least {0}, not {value}.",
        lambda value, least, _: type(value) is int and value < int(least),
    ),
    Complaint(
        r"Expected `int` <= (.*)()",
        "{Place} must be at most {0}, not {value}.",
        lambda value, most, _: type(value) is int and value > int(most),
    ),
    Complaint(
        r"Expected `(?:str|array)` of length >= (.*)()",
        "The length of {place} must be at least {0}, not {length}.",
        lambda value, least, _: _length(value) < int(least),
    ),
    Complaint(
        r"Expected `(?:str|array)` of length <= (.*)()",
        "The length of {place} must be at most {0}, not {length}.",
        lambda value, most, _: _length(value) > int(most),
    ),
    Complaint(
        r"Invalid (?:enum )?value (.*)()",
        "{Place} cannot be {value}.",
        lambda value, said, _: said == repr(value),
    ),
)


def not_json(error: Exception) -> str:
    """What keeps a line from being JSON at all.

    >>> not_json(msgspec.DecodeError("JSON is malformed: invalid number (byte 14)"))
    'The line is not JSON: invalid number (byte 14).'
    """
    if isinstance(error, RecursionError):
        return "The line is nested too deeply."
    reason = str(error).removeprefix("JSON is malformed: ")
    return f"The line is not JSON: {reason[0].lower()}{reason[1:]}."


def explain(error: Exception, request: Any) -> Misreading:
    """What keeps a line of JSON from being a request.

    `error` is the decoder's, `request` what the line holds, None if that is not known.

    >>> wrong = msgspec.ValidationError("Expected `int` <= 1000 - at `$.actions[0].amount`")
    >>> explain(wrong, {"actions": [{"amount": 1001}]})
    Misreading(message='actions[0].amount must be at most 1000, not 1001.', action=0)
    """
    placed = _PLACE.fullmatch(str(error))
    what, in_keys, steps = placed.groups() if placed else (str(error), None, "")
    path = _path(steps)
    found = _keys_at(request, path) if in_keys else _values_at(request, path)
    message = _sentence(what, list(found)) or _plainly(what, _written(path))
    return Misreading(message, _action(path))


def _path(steps: str) -> Path:
    return [
        key or (int(index) if index.isdigit() else index) for key, index in _STEP.findall(steps)
    ]


def _written(path: Path) -> str:
    return "".join(map(_step, path)).removeprefix(".")


def _step(step: str | int) -> str:
    if isinstance(step, int) or step == _SOME_KEY:
        return f"[{step}]"
    return f".{step}" if step.isidentifier() else f"[{_shown(step)}]"


def _values_at(value: Any, path: Path, passed: Path | None = None) -> Iterator[tuple[str, Any]]:
    """Where the fault can be, and the value there: several where the decoder leaves a key out."""
    passed = passed or []
    if not path:
        yield _written(passed) or "the request", value
        return
    step, *rest = path
    keys = list(value) if step == _SOME_KEY and isinstance(value, dict) else [step]
    for key in keys:
        try:
            inner = value[key]
        except (LookupError, TypeError):
            continue
        yield from _values_at(inner, rest, [*passed, key])


def _keys_at(request: Any, path: Path) -> Iterator[tuple[str, Any]]:
    for place, value in _values_at(request, path):
        for key in value if isinstance(value, dict) else ():
            yield f"a key of {place}", key


def _sentence(what: str, found: list[tuple[str, Any]]) -> str | None:
    for complaint in _COMPLAINTS:
        said = re.fullmatch(complaint.says, what, re.DOTALL)
        if said is None:
            continue
        first, second = said.groups()
        for place, value in found:
            if complaint.blames(value, first, second):
                return complaint.reads.format(
                    _clip(first),
                    place=place,
                    Place=_capital(place),
                    noun=" or ".join(_NOUNS.get(kind, kind) for kind in first.split(" | ")),
                    value=_shown(value),
                    length=_length(value),
                )
    return None


def _plainly(what: str, place: str) -> str:
    return f"{_clip(what)} at {place}." if place else f"{_clip(what)}."


def _capital(place: str) -> str:
    # Keys stay as they are written.
    return place[0].upper() + place[1:] if place.startswith("the ") else place


def _shown(value: Any) -> str:
    if isinstance(value, list | dict):
        return _NOUNS[_KINDS[type(value)]]
    return _clip(msgspec.json.encode(value).decode())


def _kind(value: Any) -> str:
    kind = _KINDS[type(value)]
    # Where no number belongs the decoder takes an integer of more than 64 bits for a float.
    return "float" if kind == "int" and value.bit_length() > 64 else kind


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | list) else 0


def _clip(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _action(path: Path) -> int | None:
    match path:
        case ["actions", int(number), *_]:
            return number
    return None
