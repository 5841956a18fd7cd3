"""What is sent is small: one style sheet with everything in it, and compressed pages."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from pytest_django import Settings

from tests.combat.table import Table, address, browser_of

CSS = Path(__file__).parents[2] / "static/css"
STORAGE = {"BACKEND": "config.styles.OneStyleSheet"}


def imported() -> list[str]:
    return re.findall(r'@import url\("([^"]+)"\);', (CSS / "denik.css").read_text())


def test_every_style_sheet_is_imported_once() -> None:
    written = {file.name for file in CSS.glob("*.css")} - {"denik.css"}

    assert sorted(imported()) == sorted(written)


def test_the_style_sheet_that_is_served_holds_them_all_in_their_order(
    settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": STORAGE}
    call_command("collectstatic", interactive=False, verbosity=0)

    served = (tmp_path / "css" / Path(staticfiles_storage.url("css/denik.css")).name).read_text()

    places = [served.index((CSS / name).read_text()) for name in imported()]
    assert places == sorted(places)
    assert "@import" not in served


@pytest.mark.parametrize("page", ["", "wall/"])
def test_a_live_page_is_sent_compressed(table: Table, page: str) -> None:
    browser = browser_of(table.player.link, headers={"Accept-Encoding": "gzip"})

    response = browser.get(address(table.player, page))

    assert response.headers["Content-Encoding"] == "gzip"
    assert table.bo.name in gzip.decompress(response.content).decode()
