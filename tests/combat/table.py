"""A table to play at, made through the same services as any campaign."""

import re
from typing import Any

from django.test import Client
from justhtml import JustHTML

from combat import services
from combat.boundaries.clock import Clock
from combat.rules.harm import Harm
from combat.rules.harm.shapes import Pool
from combat.screens import screen_of
from sheets import links
from sheets.access import Audience, Viewer, token_of
from sheets.models import Campaign, Character, Kind, Link, LogEntry, Role, Visibility
from sheets.services import add_character, create_campaign, edit_character

POOLS = {"vigor": 5, "instinct": 4, "reason": 3}


class Table:
    """A campaign of `harm` with its people: Ana is played through a link of her own."""

    def __init__(self, name: str = "The Pass") -> None:
        campaign = create_campaign(
            name=name, ruleset="harm", language="en", time_zone="Europe/Prague"
        )
        self.gm = self._viewer(campaign, Role.GM)
        self.spectator = self._viewer(campaign, Role.SPECTATOR)
        self.ana = self.add("Ana", player="Petra")
        self.bo = self.add("Bo")
        self.troll = self.add("Troll", kind=Kind.NPC)
        self.crone = self.add("Crone", kind=Kind.NPC, visibility=Visibility.NAME)
        self.lich = self.add("Lich", kind=Kind.NPC, visibility=Visibility.HIDDEN)
        self.player = Viewer(links.create_player_link(viewer=self.gm, character=self.ana))

    @property
    def campaign(self) -> Campaign:
        """The campaign as it is stored now."""
        return Campaign.objects.get(pk=self.gm.campaign.pk)

    def add(self, name: str, **values: Any) -> Character:
        return add_character(viewer=self.gm, name=name, traits={"pools": POOLS}, **values)

    def viewer(self, role: str) -> Viewer:
        return {"gm": self.gm, "player": self.player, "spectator": self.spectator}[role]

    def audience(self, role: str) -> Audience:
        view = {"gm": "console", "player": "sheet", "spectator": "wall"}[role]
        return self.viewer(role).audience(view, "en")

    # --- what happens

    def hit(
        self,
        amount: int,
        *targets: Character,
        source: Pool = "vigor",
        note: str = "",
        token: str = "",
    ) -> LogEntry:
        entry = services.apply_action(
            viewer=self.gm,
            targets=[target.key for target in targets or (self.ana,)],
            action=Harm(amount=amount, source=source),
            note=note,
            token=token,
        )
        assert entry is not None
        return entry

    def next_round(self) -> LogEntry:
        return self.cross("round")

    def end_conflict(self) -> LogEntry:
        return self.cross("conflict")

    def cross(self, slug: str) -> LogEntry:
        boundary = screen_of(self.campaign).boundary(slug)
        assert boundary is not None
        entry = services.cross_boundary(viewer=self.gm, boundary=boundary, moment=self.moment)
        assert entry is not None
        return entry

    def edit(
        self, character: Character, *, by: Viewer | None = None, **values: Any
    ) -> LogEntry | None:
        character.refresh_from_db()
        return edit_character(
            viewer=by or self.gm, character=character, version=character.version, values=values
        )

    # --- what is so afterwards

    @property
    def clock(self) -> Clock:
        return screen_of(self.campaign).clock(self.campaign)

    @property
    def moment(self) -> str:
        return self.clock.moment

    def boxes(self, character: Character) -> str:
        """The six boxes as stored: a letter for the pool that did the hurting, a dot where free."""
        character.refresh_from_db()
        return "".join((pool or ".")[0] for pool in character.condition["boxes"])

    def log(self) -> list[str]:
        """Types of the entries, newest first."""
        return list(self.campaign.entries.values_list("type", flat=True))

    def _viewer(self, campaign: Campaign, role: str) -> Viewer:
        return Viewer(Link.objects.select_related("campaign").get(campaign=campaign, role=role))


def browser_of(link: Link, **options: Any) -> Client:
    """A browser, set to English, that has opened a link."""
    headers = {"Accept-Language": "en", **options.pop("headers", {})}
    client = Client(headers=headers, **options)
    client.get(f"/open/{token_of(link)}")
    return client


def address(viewer: Viewer, rest: str = "") -> str:
    return f"/t/{viewer.link.key}/{rest}"


def hit_form(*targets: Character, **values: Any) -> dict[str, Any]:
    """What the hit panel sends."""
    filled = {"token": "made-with-the-form", "amount": "1", "source": "vigor", "note": ""}
    return filled | {"targets": [target.key for target in targets]} | values


def text_of(html: str | bytes) -> str:
    """What a page says, without markup, each run of blanks as one."""
    page = JustHTML(html.decode() if isinstance(html, bytes) else html, sanitize=False)
    return re.sub(r"\s+", " ", page.to_text()).strip()
