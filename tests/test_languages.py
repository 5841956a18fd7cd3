"""Pages speak one language at a time; each language is tried at the table of its own ruleset."""

import re
from typing import Any, NamedTuple

import pytest
from django.conf import settings as denik
from django.test import Client
from justhtml import JustHTML
from pytest_django import Settings

from combat import waiting
from combat.rules.stress import Invoke, PassInvoke, Refresh, Rename, Spend
from sheets.access import Viewer
from sheets.journal import undo
from sheets.models import Campaign, Character
from sheets.services import edit_character
from tests.combat import quay, table
from tests.combat.quay import Quay
from tests.combat.table import Table, address, browser_of

LANGUAGES = ["sk", "it"]
RULESETS = {"sk": "harm", "it": "stress"}
NAMES = {
    *("Ana", "Bo", "Troll", "Crone", "Lich", "The Pass", "Petra", "Streľba", "claws", "Owes."),
    *("Serena", "Ottavio", "Morgante", "Thugs", "Kraken", "The Quay", "Marta", "Luca", "sabre"),
    "Serena – The Quay",
    *("Smuggler", "In debt", "Crooked arm", "Arm in a sling", "Out of breath"),
    *("Daring", "I jump first."),
}
SAME_IN_ALL = {"Deník", "QR", "Esc", "Jano Hronský", "JH"} | {n for _, n in denik.ALL_LANGUAGES}
SAME_IN_BOTH: dict[str, set[str]] = {
    "sk": set(),
    "it": {"Stress", "Scenario", "Scenario 1", "d6", "d10"},
}


class Evening(NamedTuple):
    """A table at which a bit of everything has happened, and forms to send there."""

    viewers: dict[str, Viewer]
    hero: Character
    forms: dict[str, dict[str, Any]]


@pytest.fixture(autouse=True)
def _static_files_as_they_are(settings: Settings) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.STATIC_ROOT = None


@pytest.fixture
def evening(language: str, db: None) -> Evening:
    return {"harm": _fight, "stress": _brawl}[RULESETS[language]]()


def _fight() -> Evening:
    """A fight of `harm` in its third round."""
    at = Table()
    at.edit(
        at.ana,
        sheet={
            "abilities": [{"name": "Streľba", "pool": "instinct", "level": 2}],
            "notes": "Owes.",
            "gm_notes": "Owes.",
        },
    )
    at.hit(3, note="claws")
    at.next_round()
    at.hit(3, source="instinct")
    at.hit(6, at.bo)
    at.hit(7, at.troll)
    at.hit(1, at.lich, at.crone)
    at.next_round()
    at.hit(2, at.ana, source="reason")
    forms = {
        "hits/": table.hit_form(amount="many"),
        "preview/": table.hit_form(at.ana, at.bo, amount="5"),
    }
    return Evening({role: at.viewer(role) for role in ("gm", "player", "spectator")}, at.ana, forms)


def _brawl() -> Evening:
    """A brawl of `stress` in its second scene; two hits wait for Serena, one for Morgante."""
    at = Quay()
    _write_sheet(at, at.serena)
    at.declare(9, note="sabre")
    at.answer(at.serena, 3, mild="Out of breath", moderate="Crooked arm")
    at.apply(at.serena, Invoke("mild", "Morgante"))
    at.apply(at.serena, PassInvoke("moderate", "Thugs"))
    at.apply(at.serena, Rename("moderate", "Arm in a sling"))
    at.apply(at.serena, Spend(2), "sabre")
    at.end("exchange")
    waiting.concede(viewer=at.gm, character=at.morgante.key)
    at.end("scene")
    undo(viewer=at.gm, entry_key=at.declare(1, at.ottavio, by=None).key)
    at.declare(9, at.ottavio)
    at.answer(at.ottavio, taken_out=True)
    at.declare(3, at.thugs, by=None)
    at.apply(at.serena, Refresh())
    at.declare(1)
    waiting.withdraw_hit(viewer=at.gm, character=at.serena.key, key=at.waiting(at.serena)[0])
    at.declare(4, attack=6, defence=2)
    at.declare(2, at.serena, at.morgante)
    forms = {
        "waiting/": quay.hit_form(amount="many"),
        "waiting/preview/": quay.hit_form(at.morgante, at.thugs, at.ottavio, amount="5"),
    }
    return Evening({"gm": at.gm, "player": at.marta, "spectator": at.spectator}, at.serena, forms)


def _write_sheet(at: Quay, character: Character) -> None:
    sheet = {
        "aspects": {"concept": "Smuggler", "trouble": "In debt", "others": []},
        "approaches": [{"name": "Daring", "level": 2}],
        "stunts": "I jump first.",
        "notes": "Owes.",
        "gm_notes": "Owes.",
    }
    edit_character(
        viewer=at.gm, character=character, version=character.version, values={"sheet": sheet}
    )


# What there is at every table, and at the tables of one ruleset.
PAGES = [
    ("gm", ""),
    ("gm", "links/"),
    ("gm", "settings/"),
    ("gm", "deletion/"),
    ("gm", "log/"),
    ("gm", "characters/new/"),
    ("gm", "characters/new/?kind=npc"),
    ("gm", "characters/{hero}/"),
    ("gm", "characters/{hero}/edit/"),
    ("gm", "wall/"),
    ("player", ""),
    ("player", "characters/{hero}/edit/"),
    ("player", "wall/"),
    ("player", "nowhere/"),
    ("spectator", ""),
]
PAGES_OF = {
    "sk": [("gm", "?panel=exchange"), ("gm", "?panel=recovery"), ("gm", "boundaries/round/")],
    "it": [
        *(("gm", f"boundaries/{slug}/") for slug in ("exchange", "scene", "session", "scenario")),
        ("gm", "settings/rules/"),
        ("gm", "characters/{hero}/waiting/"),
        ("player", "characters/{hero}/waiting/"),
        ("player", "characters/{hero}/conflict/"),
    ],
}


@pytest.mark.parametrize(
    ("language", "role", "page"),
    [(language, *page) for language in LANGUAGES for page in PAGES + PAGES_OF[language]],
)
def test_no_page_of_the_table_mixes_languages(
    evening: Evening, language: str, role: str, page: str
) -> None:
    viewer = evening.viewers[role]
    path = address(viewer, page.format(hero=evening.hero.key))

    english, translated = (
        _said(browser_of(viewer.link).get(path, headers={"accept-language": code}).content)
        for code in ("en", language)
    )

    assert len(english - translated) > 3
    assert _untranslated(english, translated, language) == set()


@pytest.mark.parametrize(
    ("language", "path"),
    [(language, path) for language in LANGUAGES for path in ("/", f"/rules/{RULESETS[language]}/")],
)
@pytest.mark.django_db
def test_no_page_for_everybody_mixes_languages(client: Client, language: str, path: str) -> None:
    english, translated = (
        _said(client.get(path, headers={"accept-language": code}).content)
        for code in ("en", language)
    )

    assert len(english - translated) > 10
    assert _untranslated(english, translated, language) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_previews_come_in_the_viewers_language(
    evening: Evening, language: str
) -> None:
    viewer = evening.viewers["gm"]
    gm = browser_of(viewer.link)

    for page, form in evening.forms.items():
        english, translated = (
            _said(gm.post(address(viewer, page), form, headers={"accept-language": code}).content)
            for code in ("en", language)
        )

        assert len(english - translated) > 1, page
        assert _untranslated(english, translated, language) == set(), page


def _said(html: bytes) -> set[str]:
    """Everything that a page says in words, seen or heard."""
    page = JustHTML(html.decode(), sanitize=False)
    for wordless in ["script", "code", "svg", "time", ".sigil", "select[name=time_zone]"]:
        for node in page.query(wordless):
            assert node.parent is not None
            node.parent.remove_child(node)
    said = {" ".join(text.split()) for text in page.to_text(separator="\n").splitlines()}
    for name in ("aria-label", "title", "placeholder", "alt"):
        said |= {(node.attrs or {})[name] or "" for node in page.query(f"[{name}]")}
    return {text for text in said if len(re.findall(r"[^\W\d_]", text)) > 1}


def _untranslated(english: set[str], translated: set[str], language: str) -> set[str]:
    return (english & translated) - NAMES - SAME_IN_ALL - SAME_IN_BOTH[language]


LARGE = {"sk": "1\xa0234", "it": "1.234"}


@pytest.mark.parametrize("role", ["gm", "player", "spectator"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_attributes_are_never_those_of_a_language(
    evening: Evening, settings: Settings, language: str, role: str
) -> None:
    settings.USE_THOUSAND_SEPARATOR = True
    Character.objects.update(version=1234567)
    Campaign.objects.update(clock={"round": 1234, "exchange": 1234})
    viewer = evening.viewers[role]

    html = browser_of(viewer.link).get(address(viewer), headers={"accept-language": language})

    page = JustHTML(html.content.decode(), sanitize=False)
    assert LARGE[language] in page.to_text()
    attributes = [value or "" for node in page.query("*") for value in (node.attrs or {}).values()]
    assert "1234567" in attributes
    assert [value for value in attributes if re.search(r"\d[\s\xa0,.]\d{3}\b", value)] == []
