"""`manage.py demo`: the shared demo campaigns and their links."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from combat import demo
from sheets import services
from sheets.links import create_player_link, renew_link
from sheets.models import Campaign, Character, Kind, Link, Role
from sheets.sharing import address_of


class Command(BaseCommand):
    help = "Make the demo campaigns that are missing, and print the links of all."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON and nothing else")

    def handle(self, **options: Any) -> None:
        services.delete_old_demos()
        described = [_described(demo.shared(ruleset)) for ruleset in demo.STORIES]
        if options["json"]:
            self.stdout.write(json.dumps(described, ensure_ascii=False))
        else:
            self.stdout.write("\n\n".join(_listed(each) for each in described))


def _described(campaign: Campaign) -> dict[str, Any]:
    players = campaign.characters.filter(kind=Kind.PC, removed=False)
    return {
        "ruleset": campaign.ruleset,
        "campaign": campaign.name,
        "links": {
            "gm": address_of(demo.game_master(campaign).link),
            "spectator": address_of(_spectator_link(campaign)),
            "players": {pc.name: address_of(_player_link(campaign, pc)) for pc in players},
        },
    }


def _spectator_link(campaign: Campaign) -> Link:
    links = campaign.links.filter(role=Role.SPECTATOR)
    if working := links.filter(revoked=None).first():
        return working
    return renew_link(viewer=demo.game_master(campaign), link=links.latest("id"))


def _player_link(campaign: Campaign, character: Character) -> Link:
    working = campaign.links.filter(character=character, revoked=None).first()
    return working or create_player_link(
        viewer=demo.game_master(campaign), character=character, label=character.player[:80]
    )


def _listed(described: dict[str, Any]) -> str:
    links = described["links"]
    named = {"GM": links["gm"], "Spectators": links["spectator"], **links["players"]}
    width = max(map(len, named))
    lines = [f"  {name:<{width}}  {address}" for name, address in named.items()]
    return "\n".join([f"{described['campaign']} ({described['ruleset']})", *lines])
