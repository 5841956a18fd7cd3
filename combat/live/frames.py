"""Server-sent events as bytes."""

import re

from combat.live.source import Frame

# A line of data makes the browser dispatch the event; without an id it moves no resume point.
BEAT = b"event: beat\ndata:\n\n"
REVOKED = b"event: revoked\ndata:\n\n"

_UNFIT_FOR_ID = re.compile(r"[\r\n\0]")


def encode(frame: Frame) -> bytes:
    """A frame as one event: no text inside it can start a field or end the event."""
    if _UNFIT_FOR_ID.search(frame.id):
        raise ValueError("an event's id is one line")
    head = f"id: {frame.id}\n" if frame.id else ""
    lines = frame.html.replace("\r\n", "\n").replace("\r", "\n")
    data = lines.replace("\n", "\ndata: ")
    return f"{head}data: {data}\n\n".encode(errors="replace")
