"""What one audience may see of a campaign."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from combat import takebacks
from combat.screens import Screen, screen_of
from sheets import queries
from sheets.access import Audience
from sheets.models import Campaign, Character, LogEntry
from sheets.sight import Sight


@dataclass
class Scene:
    """A campaign as one audience may see it, at one moment."""

    campaign: Campaign
    audience: Audience
    sight: Sight
    picked: frozenset[str] = frozenset()
    """Keys of characters that a form, shown again, has for targets."""
    newest: list[LogEntry] | None = None
    """The campaign's newest entries, where they were read once for several audiences."""

    @classmethod
    def now(cls, campaign: Campaign, audience: Audience, **options: Any) -> "Scene":
        return cls(campaign, audience, Sight(queries.everybody(campaign)), **options)

    @cached_property
    def screen(self) -> Screen:
        return screen_of(self.campaign)

    @property
    def by_key(self) -> dict[str, Character]:
        return self.sight.by_key

    @property
    def by_pk(self) -> dict[int, Character]:
        return self.sight.by_pk

    @cached_property
    def roster(self) -> list[Character]:
        return queries.roster(self.sight.everybody, self.audience)

    @cached_property
    def entries(self) -> list[LogEntry]:
        return queries.newest_entries(self.campaign, self.audience, self.sight, newest=self.newest)

    @cached_property
    def log(self) -> list[LogEntry]:
        """The newest page of the log, and what hangs below it for who goes back step by step."""
        below = takebacks.out_of_sight(self.campaign, self.audience, self.entries)
        return self.entries + below

    @cached_property
    def since(self) -> str:
        """Key of the newest visible entry that all of the scene is at least as new as.

        The campaign is read before anything else, so a stream that starts here misses nothing
        that was committed while the rest was read.
        """
        return next((e.key for e in self.entries if e.seq <= self.campaign.seq), "")

    @cached_property
    def own(self) -> Character | None:
        return self.by_key.get(self.audience.character)
