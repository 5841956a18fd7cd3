"""Server-sent events as bytes."""

import re
from typing import NamedTuple

from combat.live.source import Frame

# A line of data makes the browser dispatch the event; without an id it moves no resume point.
BEAT = b"event: beat\ndata:\n\n"
REVOKED = b"event: revoked\ndata:\n\n"

_UNFIT_FOR_ID = re.compile(r"[\r\n\0]")


class Event(NamedTuple):
    """What many readers are sent: the same bytes, made once."""

    id: str
    body: bytes
    chunk: bytes
    """The body as a chunk of an HTTP/1.1 answer."""


def as_event(frame_id: str, body: bytes) -> Event:
    """A body to send; whoever read it resumes at the id ("": where it stood before)."""
    return Event(frame_id, body, b"%x\r\n%b\r\n" % (len(body), body))


def encode(frame: Frame) -> Event:
    """A frame as one event: no text inside it can start a field or end the event."""
    if _UNFIT_FOR_ID.search(frame.id):
        raise ValueError("an event's id is one line")
    head = f"id: {frame.id}\n" if frame.id else ""
    lines = frame.html.replace("\r\n", "\n").replace("\r", "\n")
    data = lines.replace("\n", "\ndata: ")
    return as_event(frame.id, f"{head}data: {data}\n\n".encode(errors="replace"))
