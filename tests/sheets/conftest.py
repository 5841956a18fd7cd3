"""A table with people at it: gm, player, spectator, and a stranger who has no link."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from justhtml import JustHTML
from pytest_django import Settings

from sheets import links, services
from sheets.access import Viewer, token_of
from sheets.models import Campaign, Character, Link, Role


@pytest.fixture(autouse=True)
def _static_files_as_they_are(settings: Settings) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.STATIC_ROOT = None


@dataclass
class Guest:
    """Somebody with a browser, who came in through a link."""

    link: Link
    client: Client

    @property
    def viewer(self) -> Viewer:
        return Viewer(Link.objects.select_related("campaign", "character").get(pk=self.link.pk))

    def path(self, page: str = "") -> str:
        return f"/t/{self.link.key}/{page}"

    def get(self, page: str = "", **query: str) -> Any:
        return self.client.get(self.path(page), query)

    def post(self, page: str, **fields: str) -> Any:
        return self.client.post(self.path(page), fields)


@pytest.fixture
def campaign(db: None) -> Campaign:
    return services.create_campaign(
        name="Most přes Vltavu", ruleset="harm", language="cs", time_zone="Europe/Prague"
    )


@pytest.fixture
def come_in() -> Callable[[Link], Guest]:
    """Open a link in a browser of its own."""

    def come_in(link: Link) -> Guest:
        client = Client()
        client.get(f"/open/{token_of(link)}")
        return Guest(link, client)

    return come_in


@pytest.fixture
def gm(campaign: Campaign, come_in: Callable[[Link], Guest]) -> Guest:
    return come_in(campaign.links.get(role=Role.GM))


@pytest.fixture
def hero(gm: Guest) -> Character:
    """The character that `player` plays."""
    return services.add_character(viewer=gm.viewer, name="Vojtěch Šera", player="Kuba")


@pytest.fixture
def player(gm: Guest, hero: Character, come_in: Callable[[Link], Guest]) -> Guest:
    return come_in(links.create_player_link(viewer=gm.viewer, character=hero, label="Kuba"))


@pytest.fixture
def spectator(campaign: Campaign, come_in: Callable[[Link], Guest]) -> Guest:
    return come_in(campaign.links.get(role=Role.SPECTATOR))


@pytest.fixture
def chooser(campaign: Campaign, come_in: Callable[[Link], Guest]) -> Guest:
    """Somebody at the link for choosing a character."""
    return come_in(campaign.links.get(role=Role.PLAYER, character=None))


@pytest.fixture
def stranger(gm: Guest) -> Guest:
    """Somebody who knows the GM's addresses and has opened no link."""
    return Guest(gm.link, Client())


@pytest.fixture
def other_gm(db: None, come_in: Callable[[Link], Guest]) -> Guest:
    """The GM of another table."""
    other = services.create_campaign(
        name="Hora nad Vrchom", ruleset="harm", language="sk", time_zone="Europe/Bratislava"
    )
    return come_in(other.links.get(role=Role.GM))


class Page:
    """What an answer shows."""

    def __init__(self, response: Any) -> None:
        self.source = response.content.decode()
        self._html = JustHTML(self.source, sanitize=False)

    def texts(self, selector: str) -> list[str]:
        """The text of each element, with single spaces."""
        return [" ".join(node.to_text().split()) for node in self._html.query(selector)]

    def values(self, selector: str, attribute: str = "value") -> list[str | None]:
        return [(node.attrs or {}).get(attribute) for node in self._html.query(selector)]

    @property
    def errors(self) -> list[str]:
        return self.texts(".err")
