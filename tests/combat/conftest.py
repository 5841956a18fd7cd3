import pytest
from django.test import Client
from pytest_django import Settings

from combat.live import bus
from tests.combat.table import Table, browser_of


@pytest.fixture(autouse=True)
def _static_files_as_they_are(settings: Settings) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.STATIC_ROOT = None


@pytest.fixture
def table(db: None) -> Table:
    return Table()


@pytest.fixture
def gm(table: Table) -> Client:
    """The GM's browser."""
    return browser_of(table.gm.link)


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> list[bus.Signal]:
    """What was published."""
    published: list[bus.Signal] = []
    monkeypatch.setattr(bus, "publish", published.append)
    return published
