"""The batch contract: a line of JSON in, a line of JSON out, nothing but answers."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import reduce
from operator import or_
from types import GenericAlias
from typing import Any, Protocol

import msgspec
from msgspec import NODEFAULT, UNSET, Raw, Struct, UnsetType
from msgspec.structs import fields

from combat.rules import RULESETS
from combat.rules.messages import sentence
from combat.rules.misreadings import Misreading, explain, not_json
from combat.rules.ruleset import Refused, Ruleset

_CHUNK = 1 << 16
_UNREADABLE = (msgspec.MsgspecError, RecursionError)


class Source(Protocol):
    """Bytes as they become ready: `sys.stdin.buffer`, an open file, `io.BytesIO`."""

    def read1(self, size: int, /) -> bytes:
        """At most `size` bytes, as soon as there are any; none at the end."""


class Answer(Struct, gc=False):
    """The state after all actions, and one result for each."""

    id: str | int | UnsetType
    condition: Struct
    results: list[Struct]


class Fault(Struct, gc=False):
    """Why a request was refused, and at which of its actions."""

    code: str
    message: str
    action: int | UnsetType = UNSET


class Refusal(Struct, gc=False):
    """The answer to a request that was refused."""

    id: Any
    error: Fault


class _Labelled(Struct):
    id: Raw | UnsetType = UNSET


class _Named(Struct):
    id: str | int | UnsetType = UNSET


def answers(source: Source) -> Iterator[tuple[bytes, bool]]:
    """The answers to the requests of `source`, as many at a time as were ready.

    Each item is one or more lines with their newlines, and whether all went without an error.

    >>> from io import BytesIO
    >>> list(answers(BytesIO(b'no request')))[0][1]
    False
    """
    for lines in _without_mark(_ready_lines(source)):
        answered = [resolve(line) for line in lines if line and not line.isspace()]
        if answered:
            text = b"".join([answer + b"\n" for answer, _ in answered])
            yield text, all(ok for _, ok in answered)


def _ready_lines(source: Source) -> Iterator[list[bytes]]:
    # Parts are joined once a line is whole: a line of many megabytes arrives in small pieces.
    parts: list[bytes] = []
    while chunk := source.read1(_CHUNK):
        head, newline, rest = chunk.rpartition(b"\n")
        if newline:
            parts.append(head)
            yield b"".join(parts).split(b"\n")
            parts.clear()
        parts.append(rest)
    yield [b"".join(parts)]


def _without_mark(chunks: Iterator[list[bytes]]) -> Iterator[list[bytes]]:
    # Some editors begin a file with a byte order mark; to JSON it is a stray character.
    for number, lines in enumerate(chunks):
        yield lines if number else [lines[0].removeprefix(BOM_UTF8), *lines[1:]]


def resolve(line: bytes) -> tuple[bytes, bool]:
    """The answer to one request, without a newline, and whether it went without an error.

    >>> answer, ok = resolve(b'{"id": 7, "ruleset": "harm", "actions": [{"type": "end_round"}]}')
    >>> ok, answer.startswith(b'{"id":7,"condition":{"boxes":[null,')
    (True, True)
    >>> resolve(b"[]")[0]
    b'{"error":{"code":"invalid_request","message":"The request must be an object, not a list."}}'
    """
    try:
        request = _DECODER.decode(line)
    except _UNREADABLE as error:
        return _ENCODER.encode(_misread(line, error)), False
    answer = _answer(request, _RULESETS[type(request)])
    return _ENCODER.encode(answer), type(answer) is Answer


def _answer(request: Any, ruleset: Ruleset) -> Answer | Refusal:
    try:
        ruleset.check(request.character, request.condition)
        condition = ruleset.fit(request.character, request.condition)
    except Refused as refused:
        return Refusal(request.id, Fault(refused.code, sentence(refused)))
    results: list[Struct] = []
    try:
        for action in request.actions:
            outcome = ruleset.apply(request.character, condition, action, request.options)
            condition = outcome.condition
            results.append(outcome.effect)
    except Refused as refused:
        return Refusal(request.id, Fault(refused.code, sentence(refused), len(results)))
    return Answer(request.id, condition, results)


def _misread(line: bytes, error: Exception) -> Refusal:
    try:
        request = msgspec.json.decode(line)
    except msgspec.ValidationError:  # JSON, but somewhere in it is a number beyond all reading
        return _misread_refusal(_readable_id(line), explain(error, None))
    except _UNREADABLE as broken:
        return Refusal(UNSET, Fault("invalid_request", not_json(broken)))
    return _misread_refusal(_id_as_written(line, request), explain(error, request))


def _misread_refusal(id_: Any, misreading: Misreading) -> Refusal:
    message, action = misreading
    return Refusal(id_, Fault("invalid_request", message, UNSET if action is None else action))


def _id_as_written(line: bytes, request: object) -> Raw | UnsetType:
    # Raw, because an id of a wrong kind is echoed too, however deep or long.
    return msgspec.json.decode(line, type=_Labelled).id if isinstance(request, dict) else UNSET


def _readable_id(line: bytes) -> str | int | UnsetType:
    try:
        return msgspec.json.decode(line, type=_Named).id
    except msgspec.ValidationError:
        return UNSET


def _request_type(ruleset: Ruleset) -> type[Struct]:
    required = any(field.required for field in fields(ruleset.Traits))
    return msgspec.defstruct(
        "Request",
        [
            ("id", str | int | UnsetType, UNSET),
            ("character", ruleset.Traits, NODEFAULT if required else ruleset.Traits()),
            ("condition", ruleset.Given, ruleset.Given()),
            ("options", ruleset.Options, ruleset.Options()),
            ("actions", GenericAlias(tuple, (ruleset.Action, ...)), ()),
        ],
        tag_field="ruleset",
        tag=ruleset.slug,
        forbid_unknown_fields=True,
        frozen=True,
        gc=False,
        kw_only=True,
    )


_RULESETS = {_request_type(ruleset): ruleset for ruleset in RULESETS.values()}
_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, _RULESETS))
_ENCODER = msgspec.json.Encoder()
