"""What the live push asks of the rest: who may watch, and what they are sent."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

Scope = Mapping[str, Any]


class Frame(NamedTuple):
    """What viewers of one kind are sent, as HTML; the id is where they resume ("": nowhere)."""

    id: str
    html: str


class Admission(NamedTuple):
    """A viewer who may watch: public keys of campaign and link, and whose bytes they share."""

    campaign: str
    link: str
    audience: Hashable


class Refusal(NamedTuple):
    """Why someone may not watch; told to nobody, so that no answer gives anything away."""

    reason: Literal["revoked", "gone", "unknown"]


class Entry(NamedTuple):
    """What a newcomer missed (None: nothing), and the campaign's number as of then."""

    cursor: int
    frame: Frame | None


class Changes(NamedTuple):
    """What changed, for the audiences that can see any of it, and the number as of then; each
    frame is rendered when it is taken."""

    cursor: int
    frames: Iterable[tuple[Hashable, Frame]]


class Source(Protocol):
    """Answers from the database. Every method runs in a worker thread."""

    def admit(self, scope: Scope) -> Admission | Refusal:
        """Check the session, link and view that an ASGI scope names."""

    def enter(self, admission: Admission, since: str) -> Entry:
        """What changed since an entry's key; all live regions when the key is unknown.

        The answer rests on campaign and audience alone: everyone who shares them and the key
        is sent the same.
        """

    def changes(self, campaign: str, cursor: int, audiences: Collection[Hashable]) -> Changes:
        """What each of the audiences, in this order, can see of all that changed since a number."""

    def presence(
        self, campaign: str, here: frozenset[str], audiences: Collection[Hashable]
    ) -> Mapping[Hashable, str]:
        """HTML that says which links have a page open, for the audiences that are told."""

    def seen(self, links: Collection[str]) -> None:
        """Note that these links are in use now."""

    def still_admitted(self, links: Collection[str]) -> set[str]:
        """Those of the links that are neither revoked nor gone."""
