"""A table to measure: five characters, three hundred entries in the log. Prints how to get in.

DENIK_DATA=… python -m benchmarks.table
"""

import json
import os
import random
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()

# Models can be imported only now.
from combat import rolling, services  # noqa: E402
from combat.rules.harm import POOLS, AbilityThrow, Harm, Heal  # noqa: E402
from combat.screens import screen_of  # noqa: E402
from sheets import links  # noqa: E402
from sheets.access import Viewer, token_of  # noqa: E402
from sheets.journal import newest_undoable, undo  # noqa: E402
from sheets.models import Character, Link, Role  # noqa: E402
from sheets.services import add_character, create_campaign  # noqa: E402

ENTRIES = 300
NAMES = ("Jano Hronský", "Katka Dubová", "Mišo Červený", "Eva Vrbická", "Vlkolak z Poľany")
NOTES = "Sľúbil otcovi, že plť dovedie do Budína. " * 5


class Table:
    def __init__(self) -> None:
        campaign = create_campaign(
            name="Hora nad Vrchom", ruleset="harm", language="sk", time_zone="Europe/Bratislava"
        )
        by_role = {link.role: link for link in campaign.links.select_related("campaign")}
        self.gm = Viewer(campaign.links.select_related("campaign").get(role=Role.GM))
        self.spectator = by_role[Role.SPECTATOR]
        self.characters = [self._add(name) for name in NAMES]
        self.players = [
            links.create_player_link(viewer=self.gm, character=character, label=character.player)
            for character in self.characters
        ]

    def _add(self, name: str) -> Character:
        abilities = ("Boj so sekerou", "Plavba", "Prežitie", "Vyjednávanie")
        rows = [{"name": a, "pool": "vigor", "level": n} for n, a in enumerate(abilities, 1)]
        return add_character(
            viewer=self.gm,
            name=name,
            player=f"player of {name}",
            # Healing costs points, and a long log heals a lot.
            traits={"pools": dict.fromkeys(POOLS, 500)},
            sheet={"about": "pltník, čo sa vrátil", "abilities": rows, "notes": NOTES},
        )

    def play(self, dice: random.Random) -> None:
        """Let happen what happens at a table, until the log is long."""
        while self.gm.campaign.entries.count() < ENTRIES:
            deeds = self._hit, self._roll, self._next_round, self._take_back
            [deed] = dice.choices(deeds, (12, 5, 2, 1))
            deed(dice)

    def _hit(self, dice: random.Random) -> None:
        target = dice.choice(self.characters)
        target.refresh_from_db()
        if all(target.condition["boxes"]):
            self._apply(target, *(Heal(box=number) for number in range(1, 7)))
        note = dice.choice(("", "", "skala sa pohla", "vlkolakove pazúry"))
        self._apply(target, Harm(dice.randint(1, 4), dice.choice(POOLS)), note=note)

    def _apply(self, target: Character, *actions: Any, note: str = "") -> None:
        for action in actions:
            services.apply_action(viewer=self.gm, targets=[target.key], action=action, note=note)

    def _roll(self, dice: random.Random) -> None:
        player = Viewer(dice.choice(self.players))
        throw = AbilityThrow(dice.choice(POOLS), dice.randint(0, 3))
        rolling.roll(viewer=player, throw=throw, character=player.link.character.key, rng=dice)

    def _next_round(self, _dice: random.Random) -> None:
        self.gm.campaign.refresh_from_db()
        screen = screen_of(self.gm.campaign)
        moment = screen.clock(self.gm.campaign).moment
        services.cross_boundary(viewer=self.gm, boundary=screen.boundaries[0], moment=moment)

    def _take_back(self, _dice: random.Random) -> None:
        if newest := newest_undoable(self.gm.campaign, self.gm):
            undo(viewer=self.gm, entry_key=newest.key)


def entrance(link: Link) -> str:
    return f"/open/{token_of(link)}"


def main() -> None:
    table = Table()
    table.play(random.Random(1))
    told = {
        "gm": entrance(table.gm.link),
        "players": [entrance(link) for link in table.players],
        "spectator": entrance(table.spectator),
        "characters": [character.key for character in table.characters],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
