"""A table of `stress` to play at: Serena and Ottavio are played through links of their own."""

from typing import Any

from combat import services, waiting
from combat.boundaries.clock import Boundary
from combat.rules.stress import Aspects, HitDeclared
from combat.screens import screen_of
from combat.waiting import Answer
from sheets import links
from sheets.access import Audience, Viewer
from sheets.models import Campaign, Character, Kind, Link, LogEntry, Role, Visibility
from sheets.services import add_character, create_campaign


class Quay:
    def __init__(self) -> None:
        campaign = create_campaign(
            name="The Quay", ruleset="stress", language="en", time_zone="Europe/Rome"
        )
        self.gm = self._viewer(campaign, Role.GM)
        self.spectator = self._viewer(campaign, Role.SPECTATOR)
        self.serena = self.add("Serena", player="Marta")
        self.ottavio = self.add("Ottavio", player="Luca")
        self.morgante = self.add("Morgante", kind=Kind.NPC)
        self.thugs = self.add(
            "Thugs", kind=Kind.NPC, traits={"mook": True, "members": 5, "boxes": 2}
        )
        self.kraken = self.add("Kraken", kind=Kind.NPC, visibility=Visibility.HIDDEN)
        self.marta = self._player(self.serena)
        self.luca = self._player(self.ottavio)

    @property
    def campaign(self) -> Campaign:
        """The campaign as it is stored now."""
        return Campaign.objects.get(pk=self.gm.campaign.pk)

    def add(self, name: str, **values: Any) -> Character:
        values.setdefault("traits", {"boxes": 3, "refresh": 3})
        return add_character(viewer=self.gm, name=name, **values)

    def audience(self, viewer: Viewer) -> Audience:
        view = {"gm": "console", "player": "sheet", "spectator": "wall"}[viewer.role]
        return viewer.audience(view, "en")

    # --- what happens

    def declare(
        self,
        shifts: int,
        *targets: Character,
        by: str | None = "Morgante",
        note: str = "",
        token: str = "",
        **more: Any,
    ) -> LogEntry:
        entry = waiting.declare_hit(
            viewer=self.gm,
            targets=[target.key for target in targets or (self.serena,)],
            hit=HitDeclared(shifts, by, **more),
            note=note,
            token=token,
        )
        assert entry is not None
        return entry

    def answer(
        self,
        victim: Character,
        box: Any = None,
        *,
        viewer: Viewer | None = None,
        key: str = "",
        taken_out: bool = False,
        **aspects: str,
    ) -> LogEntry | None:
        return waiting.answer_hit(
            viewer=viewer or self.gm,
            character=victim.key,
            key=key or self.waiting(victim)[0],
            answer=Answer(box, Aspects(**aspects), taken_out),
        )

    def apply(self, character: Character, action: Any, note: str = "") -> LogEntry | None:
        return services.apply_action(
            viewer=self.gm, targets=[character.key], action=action, note=note
        )

    def boundary(self, slug: str) -> Boundary:
        found = screen_of(self.campaign).boundary(slug)
        assert found is not None
        return found

    def end(self, slug: str, *granted: Character) -> LogEntry:
        entry = services.cross_boundary(
            viewer=self.gm,
            boundary=self.boundary(slug),
            moment=screen_of(self.campaign).clock(self.campaign).moment,
            granted=[character.key for character in granted],
        )
        assert entry is not None
        return entry

    # --- what is so afterwards

    def waiting(self, character: Character) -> list[str]:
        """The keys of the hits that wait for a character, in order."""
        character.refresh_from_db()
        return [hit["key"] for hit in character.waiting]

    def boxes(self, character: Character) -> str:
        """The boxes as stored: x where marked, a dot where free."""
        character.refresh_from_db()
        return "".join("x" if marked else "." for marked in character.condition["stress"])

    def aspects(self, character: Character) -> dict[str, str]:
        """The consequences borne, slot by slot."""
        character.refresh_from_db()
        borne = character.condition["consequences"]
        return {slot: kept["aspect"] for slot, kept in borne.items() if kept}

    def condition(self, character: Character) -> dict[str, Any]:
        character.refresh_from_db()
        return dict(character.condition)

    def _viewer(self, campaign: Campaign, role: str) -> Viewer:
        link = (
            Link.objects.select_related("campaign")
            .filter(character=None, role=role)
            .get(campaign=campaign)
        )
        return Viewer(link)

    def _player(self, character: Character) -> Viewer:
        return Viewer(links.create_player_link(viewer=self.gm, character=character))


def hit_form(*targets: Character, **values: Any) -> dict[str, Any]:
    """What the hit panel sends."""
    filled = {
        "token": "made-with-the-form",
        "measure": "shifts",
        "amount": "4",
        "attack": "0",
        "defence": "0",
        "by": "Morgante",
        "chooser": "victim",
        "note": "",
    }
    return filled | {"targets": [target.key for target in targets]} | values
